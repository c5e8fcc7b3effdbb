import { queriesNear, uniformFingerprints } from './data.ts';
import { builtIndex, distancePart, pairsPart, readingIndex, scalePart } from './index-scale.ts';
import { skewPart } from './index-skew.ts';
import { medianOfThree, medians } from './measure.ts';
import { number, ratio, type Section, table } from './report.ts';
import { BigIntScan } from './rivals/index-bigint.ts';
import { BandMap, TypedBandIndex } from './rivals/index-js.ts';

const LARGE = 1_000_000;
const QUERIES = 10_000;
/** Queries of those who read all rows. */
const FEW_QUERIES = 50;
const DISTANCES = [3, 6, 10, 12];

export const TITLE = 'Search';

export function search(): Section {
  const fingerprints = uniformFingerprints(LARGE);
  return {
    title: TITLE,
    body: [
      largePart(fingerprints),
      distancePart(fingerprints, DISTANCES),
      skewPart(LARGE),
      pairsPart(fingerprints),
      scalePart(),
    ].join('\n\n'),
  };
}

/** What each does within distance 3 of many fingerprints. */
function largePart(fingerprints: BigUint64Array): string {
  const queries = queriesNear(fingerprints, QUERIES);
  const built = medianOfThree(() => builtIndex(fingerprints, 3).dispose());
  const typedBuilt = medianOfThree(() => new TypedBandIndex(fingerprints));
  const mapBuilt = medianOfThree(() => new BandMap(fingerprints));
  const own = builtIndex(fingerprints, 3);
  const typed = new TypedBandIndex(fingerprints);
  const map = new BandMap(fingerprints);
  const batch = medians({
    own: () => own.searchAll(queries),
    typed: () => typed.searchAll(queries),
    map: () => map.searchAll(queries),
  });
  const single = medians({
    own: () => searchEach(own, queries),
    typed: () => searchEach(typed, queries),
    map: () => searchEach(map, queries),
  });
  own.dispose();
  const scan = new BigIntScan(fingerprints);
  const scanned = medianOfThree(() => scan.search(queries[0]!, 3));
  const ownBatch = microseconds(batch.own, QUERIES);
  const ownSingle = microseconds(single.own, QUERIES);
  const row = (name: string, build: number, batchTime: number, singleTime: number) => [
    name,
    number(build),
    ratio(build, built),
    number(microseconds(batchTime, QUERIES)),
    ratio(batchTime, batch.own),
    number(microseconds(singleTime, QUERIES)),
    ratio(singleTime, single.own),
  ];
  const readThrough = scanTime(fingerprints, queries, 3);
  const pasted = microseconds(scanned, 1);
  return [
    `${LARGE.toLocaleString('en')} uniform fingerprints, distance 3; × is how many times as long as hammingbird it takes. ` +
      'The rivals return bare row numbers, hammingbird sorted matches with distances.',
    table(
      ['', 'build, ms', '×', '`searchAll`, µs a query', '×', '`search`, µs a query', '×'],
      [
        row('hammingbird', built, batch.own, single.own),
        row('typed bands, strongest JavaScript', typedBuilt, batch.typed, single.typed),
        row('`Map` of bands', mapBuilt, batch.map, single.map),
        ['hammingbird, reading all', '–', '–', number(readThrough), ratio(readThrough, ownBatch), '–', '–'],
        ['pasted BigInt, reading all', '–', '–', '–', '–', number(pasted), ratio(pasted, ownSingle)],
      ],
    ),
    `Against the \`Map\` of bands: searchAll ${ratio(batch.map, batch.own)}, search ${ratio(single.map, single.own)}; ` +
      `against the typed bands: searchAll ${ratio(batch.typed, batch.own)}, search ${ratio(single.typed, single.own)}.`,
  ].join('\n\n');
}

function searchEach(index: { search(query: bigint): unknown }, queries: BigUint64Array): void {
  for (const query of queries) index.search(query);
}

/** Microseconds a query when hammingbird compares it with every fingerprint. */
function scanTime(fingerprints: BigUint64Array, queries: BigUint64Array, maxDistance: number): number {
  const index = readingIndex(fingerprints, maxDistance);
  const few = queries.slice(0, FEW_QUERIES);
  const { scan } = medians({ scan: () => index.searchAll(few) }, 500);
  index.dispose();
  return microseconds(scan, few.length);
}

function microseconds(milliseconds: number, queries: number): number {
  return (milliseconds * 1000) / queries;
}
