// Lines of a log, nearly all of which resemble each other and few of which are near-duplicates: with and without crowds.
import { countTexts } from '../../src/dedupe/counted.ts';
import { Decider } from '../../src/dedupe/decide.ts';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { group } from '../../src/dedupe/group.ts';
import { orderBy } from '../../src/dedupe/order.ts';
import { Database } from '../../src/engines/duckdb/database.ts';
import { DuckDbPairFinder } from '../../src/engines/duckdb/pair-finder.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { below, seeded } from '../random.ts';
import { number, table } from '../report.ts';

const MOST = 40_000;
const LETTERS = 26;

/** A quarter, a half and all of the lines. */
export async function crowds(lines: number = MOST): Promise<string> {
  const rows: string[][] = [];
  const kinds = { daemon: linesOfTemplate, 'web server': linesOfServer };
  const runs = Object.entries(kinds).flatMap(([kind, make]) =>
    [4, 2, 1].map((part) => ({ kind, texts: make(lines / part) })),
  );
  for (const { kind, texts } of runs) {
    const [without, withCrowds, inSql] = [
      await run(texts, Number.POSITIVE_INFINITY),
      await run(texts),
      await runInDuckDb(texts),
    ];
    if (without.kept !== withCrowds.kept || without.kept !== inSql.kept)
      throw new Error(`${without.kept} kept without crowds, ${withCrowds.kept} with, ${inSql.kept} in DuckDB`);
    const times = [without.seconds, withCrowds.seconds, without.seconds / withCrowds.seconds, inSql.seconds];
    rows.push([kind, texts.length.toLocaleString('en'), withCrowds.kept.toLocaleString('en'), ...times.map(number)]);
  }
  return table(
    ['lines of a', 'lines', 'kept', 'compared with each, s', 'by rare features, s', 'ratio', 'in DuckDB, s'],
    rows,
  );
}

/** Of twelve words two are their own. */
function linesOfTemplate(count: number): string[] {
  const random = seeded(7);
  const word = () => String.fromCharCode(...Array.from({ length: 6 }, () => 97 + below(random, LETTERS)));
  return Array.from(
    { length: count },
    () => `connection from host ${word()} to port ${word()} was established by the daemon`,
  );
}

/** Addresses, times, paths, sizes and versions are their own, and each of their words is that of many others. */
function linesOfServer(count: number): string[] {
  const random = seeded(7);
  const upTo = (most: number) => below(random, most);
  const paths = [() => `/api/v1/users/${upTo(1e6)}`, () => '/login', () => `/product/${upTo(1e6)}?ref=mail`];
  return Array.from({ length: count }, () => {
    const address = Array.from({ length: 4 }, () => upTo(254)).join('.');
    const request = `GET ${paths[upTo(paths.length)]!()} HTTP/1.1`;
    const time = `27/Nov/2026:${upTo(24)}:${upTo(60)}:${upTo(60)} +0000`;
    return `${address} - - [${time}] "${request}" 200 ${upTo(90_000)} "-" "Mozilla/5.0 (X11; rv:${90 + upTo(40)}.0) Firefox"`;
  });
}

interface Run {
  readonly kept: number;
  readonly seconds: number;
}

const optionsFor = (texts: readonly string[]) => ({
  fingerprinter: new Fingerprinter({ recipe: DEDUPE_RECIPE }),
  repeats: REPEATS,
  maxDistance: DEFAULT_DISTANCE,
  threshold: DEFAULT_THRESHOLD,
  textOf: (document: number) => texts[document]!,
  isReference: () => false,
});

async function run(texts: readonly string[], crowded?: number): Promise<Run> {
  const decider = new Decider({ ...optionsFor(texts), crowded });
  const begun = performance.now();
  await decider.add(texts);
  const seconds = (performance.now() - begun) / 1000;
  const { leaders } = decider.decisions();
  decider.dispose();
  return { kept: countKept(leaders), seconds };
}

async function runInDuckDb(texts: readonly string[]): Promise<Run> {
  const options = optionsFor(texts);
  const finder = await DuckDbPairFinder.open({ ...options, database: await Database.open(undefined) });
  const begun = performance.now();
  await finder.add(countTexts(options, texts));
  const pairs = await finder.pairs(() => undefined);
  const seconds = (performance.now() - begun) / 1000;
  finder.dispose();
  const { leaders } = group(pairs, { rule: 'leader', order: orderBy(new Float64Array(texts.length)) });
  return { kept: countKept(leaders), seconds };
}

const countKept = (leaders: Uint32Array): number => leaders.filter((leader, document) => leader === document).length;
