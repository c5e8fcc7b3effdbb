// The driver of our own index: all|each|pairs FINGERPRINTS [QUERIES] SEARCH…; see driver.ts.
import { readFileSync } from 'node:fs';
import { HammingIndex } from '../../src/index.ts';
import { median, report, SEARCH_RUNS } from './timing.ts';

const [mode, fingerprintsFile, ...rest] = process.argv.slice(2) as [string, string, ...string[]];
const fingerprints = read(fingerprintsFile);
if (mode === 'pairs') for (const distance of rest) joinAll(Number(distance));
else searchAll(read(rest[0]!), rest.slice(1));

function searchAll(queries: BigUint64Array, searches: readonly string[]): void {
  const maxDistance = Math.max(...searches.map((search) => Number(search.split(':')[0])));
  const built = median(() => builtIndex(maxDistance).dispose());
  report('build', built.ms, fingerprints.length, 0);
  const index = builtIndex(maxDistance);
  for (const search of searches) {
    const [distance, count] = search.split(':').map(Number) as [number, number];
    const some = queries.subarray(0, count);
    const { ms, result } = median(() => (mode === 'all' ? all : each)(index, some, distance), SEARCH_RUNS);
    report(search, ms, ...result);
  }
}

/** Sums, like what the other drivers do with their results, are taken within the time. */
function all(index: HammingIndex, queries: BigUint64Array, maxDistance: number): [number, number] {
  const { offsets, ids } = index.searchAll(queries, { maxDistance });
  let sum = 0;
  for (let i = 0; i < queries.length; i++) {
    for (let match = offsets[i]!; match < offsets[i + 1]!; match++) sum += (i + 1) * ids[match]!;
  }
  return [ids.length, sum];
}

function each(index: HammingIndex, queries: BigUint64Array, maxDistance: number): [number, number] {
  let found = 0;
  let sum = 0;
  for (let i = 0; i < queries.length; i++) {
    const matches = index.search(queries[i]!, { maxDistance });
    found += matches.length;
    for (const { id } of matches) sum += (i + 1) * id;
  }
  return [found, sum];
}

function joinAll(maxDistance: number): void {
  const { ms, result } = median(() => {
    const index = builtIndex(maxDistance);
    const pairs = index.pairs();
    index.dispose();
    return pairs;
  });
  let sum = 0;
  for (let i = 0; i < result.length; i++) sum += result.a[i]! + result.b[i]!;
  report(`pairs:${maxDistance}`, ms, result.length, sum);
}

/** Built and sorted: the first search sorts the tables. */
function builtIndex(maxDistance: number): HammingIndex {
  const index = new HammingIndex({ maxDistance });
  index.addAll(fingerprints);
  index.search(0n);
  return index;
}

function read(file: string): BigUint64Array {
  const bytes = readFileSync(file);
  return new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
}
