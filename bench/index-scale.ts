import { HammingIndex } from '../src/index.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { medians } from './measure.ts';
import { OPTIONS } from './options.ts';
import { number, ratio, table } from './report.ts';

const MILLION = 1_000_000;
/** Additions and removals that are timed one by one. */
const CHANGES = 1_000_000;

/** Microseconds a query by the tables, and when everything is read: in turns, so that the ratio is of one time. */
export function distancePart(fingerprints: BigUint64Array, distances: readonly number[]): string {
  const own = builtIndex(fingerprints, Math.max(...distances));
  const reading = readingIndex(fingerprints, 16);
  const few = queriesNear(fingerprints, fingerprints.length > MILLION ? 2 : 10);
  const rows = distances.map((maxDistance) => {
    const queries = queriesNear(fingerprints, maxDistance > 8 ? 500 : 5000);
    const times = medians({
      own: () => own.searchAll(queries, { maxDistance }),
      reading: () => reading.searchAll(few, { maxDistance }),
    });
    const [ownTime, readingTime] = [(times.own * 1000) / queries.length, (times.reading * 1000) / few.length];
    return [String(maxDistance), number(ownTime), number(readingTime), ratio(readingTime, ownTime)];
  });
  own.dispose();
  reading.dispose();
  return [
    `${fingerprints.length.toLocaleString('en')} uniform fingerprints, µs a query of \`searchAll\`:`,
    table(['distance', 'hammingbird', 'reading all', '×'], rows),
  ].join('\n\n');
}

/** All pairs, the build included, against comparing each with each. */
export function pairsPart(fingerprints: BigUint64Array): string {
  const reading = readingIndex(fingerprints, 6);
  const few = queriesNear(fingerprints, 10);
  const scan = medians({ reading: () => reading.searchAll(few, { maxDistance: 3 }) }, 500).reading / few.length;
  reading.dispose();
  const joined = (scan * fingerprints.length) / 2;
  const rows = [3, 6].map((maxDistance) => {
    const { build, pairs } = buildAndPair(fingerprints, maxDistance);
    const both = build + pairs;
    return [String(maxDistance), number(build), number(pairs), number(joined), ratio(joined, both)];
  });
  return [
    `All pairs of ${fingerprints.length.toLocaleString('en')}, ms, of one run; each with each is half as many reads as there ` +
      'are fingerprints, at the time that one takes:',
    table(['distance', 'build', '`pairs`', 'each with each', '×'], rows),
  ].join('\n\n');
}

function growthPart(): string {
  // The largest takes some minutes and 4 GiB more.
  const sizes = [MILLION / 10, MILLION, 10 * MILLION, ...(OPTIONS.growth ? [50 * MILLION] : [])];
  const rows = sizes.map((size) => {
    const { build, pairs } = buildAndPair(uniformFingerprints(size), 3);
    return [size.toLocaleString('en'), number(build), number(pairs), number(((build + pairs) * 1e6) / size)];
  });
  return [
    'All pairs within distance 3 as the number of fingerprints grows, of one run each:',
    table(['fingerprints', 'build, ms', '`pairs`, ms', 'both, ns a fingerprint'], rows),
  ].join('\n\n');
}

function buildAndPair(fingerprints: BigUint64Array, maxDistance: number): { build: number; pairs: number } {
  const start = performance.now();
  const index = builtIndex(fingerprints, maxDistance);
  const built = performance.now();
  index.pairs();
  const paired = performance.now();
  index.dispose();
  return { build: built - start, pairs: paired - built };
}

/** What ten million fingerprints take, in memory and to search, and how they change. */
export function scalePart(): string {
  const fingerprints = uniformFingerprints(10 * MILLION);
  return [distancePart(fingerprints, [3, 6, 10]), growthPart(), changePart(fingerprints)].join('\n\n');
}

function changePart(fingerprints: BigUint64Array): string {
  const index = builtIndex(fingerprints, 3);
  const { total, rows, tables } = index.stats().bytes;
  const each = (bytes: number) => number(bytes / fingerprints.length);
  const some = Array.from(fingerprints.subarray(0, CHANGES));
  const removals = timeEach(CHANGES, (i) => index.remove(i));
  const additions = timeEach(CHANGES, (i) => index.add(some[i]!, i));
  index.dispose();
  const growth = growEach(fingerprints);
  const batches = growInBatches(fingerprints);
  const unsearched = addUnsearched(fingerprints);
  return [
    `${fingerprints.length.toLocaleString('en')} fingerprints take ${each(total)} bytes each: ${each(rows)} for the ` +
      `fingerprints by id and ${each(tables)} for four tables. Ids added and removed in one run, one by one but where it says ` +
      'otherwise, with tables from the beginning but in the last row:',
    table(
      ['', '`add`, a second', '`remove`, a second', 'slowest `add`, ms', 'slowest `remove`, ms'],
      [
        [
          'a million of them, the median of a thousand',
          ...[additions, removals].map(({ aSecond }) => rounded(aSecond)),
          ...[additions, removals].map(({ slowest }) => number(slowest)),
        ],
        ['from none to all, and back', rounded(growth.added), rounded(growth.removed), '–', '–'],
        [
          'the same by `addAll` and `removeAll`, a million at once',
          rounded(batches.added),
          rounded(batches.removed),
          '–',
          '–',
        ],
        ['from none to all, and the first search, which sorts them', rounded(unsearched), '–', '–', '–'],
      ],
    ),
  ].join('\n\n');
}

const rounded = (aSecond: number): string => Math.round(aSecond).toLocaleString('en');

/** An index with tables, and nothing in them. */
function emptiedIndex(fingerprints: BigUint64Array): HammingIndex {
  const index = builtIndex(fingerprints.subarray(0, CHANGES), 3);
  for (let i = 0; i < CHANGES; i++) index.remove(i);
  return index;
}

/** How many a second are added one by one until all are there, and then removed. */
function growEach(fingerprints: BigUint64Array): { added: number; removed: number } {
  const index = emptiedIndex(fingerprints);
  const adding = addEach(index, fingerprints);
  const removing = timeOf(() => {
    for (let i = 0; i < fingerprints.length; i++) index.remove(i);
  });
  index.dispose();
  return { added: (fingerprints.length * 1000) / adding, removed: (fingerprints.length * 1000) / removing };
}

/** How many a second are added a million at once, and then removed; the first and the last million sort tables anew. */
function growInBatches(fingerprints: BigUint64Array): { added: number; removed: number } {
  const index = emptiedIndex(fingerprints);
  const ids = Uint32Array.from(fingerprints, (_, i) => i);
  const inBatches = (change: (first: number, last: number) => void) => {
    const milliseconds = timeOf(() => {
      for (let i = 0; i < ids.length; i += CHANGES) change(i, i + CHANGES);
    });
    return (ids.length * 1000) / milliseconds;
  };
  const added = inBatches((first, last) => index.addAll(fingerprints.subarray(first, last), ids.subarray(first, last)));
  const removed = inBatches((first, last) => index.removeAll(ids.subarray(first, last)));
  index.dispose();
  return { added, removed };
}

/** How many a second are added one by one and then sorted into tables, as the first search has it done. */
function addUnsearched(fingerprints: BigUint64Array): number {
  const index = new HammingIndex({ maxDistance: 3 });
  const milliseconds = addEach(index, fingerprints) + timeOf(() => index.search(0n));
  index.dispose();
  return (fingerprints.length * 1000) / milliseconds;
}

/** Milliseconds to add all one by one, but for what it takes to make BigInts of them. */
function addEach(index: HammingIndex, fingerprints: BigUint64Array): number {
  let milliseconds = 0;
  for (let first = 0; first < fingerprints.length; first += CHANGES) {
    const some = Array.from(fingerprints.subarray(first, first + CHANGES));
    milliseconds += timeOf(() => {
      for (let i = 0; i < some.length; i++) index.add(some[i]!, first + i);
    });
  }
  return milliseconds;
}

function timeOf(task: () => void): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

/** Calls timed in thousands for how many a second there are (the median), and the slowest of all by itself. */
function timeEach(count: number, call: (i: number) => unknown): { aSecond: number; slowest: number } {
  const thousands: number[] = [];
  let slowest = 0;
  for (let i = 0; i < count; ) {
    const timesEach = (i / 1000) % 2 === 1;
    const start = performance.now();
    for (const end = i + 1000; i < end; i++) {
      const before = timesEach ? performance.now() : 0;
      call(i);
      if (timesEach) slowest = Math.max(slowest, performance.now() - before);
    }
    if (!timesEach) thousands.push(performance.now() - start);
  }
  thousands.sort((x, y) => x - y);
  return { aSecond: 1e6 / thousands[thousands.length >> 1]!, slowest };
}

export function builtIndex(fingerprints: BigUint64Array, maxDistance: number): HammingIndex {
  const index = new HammingIndex({ maxDistance });
  index.addAll(fingerprints);
  return index;
}

/** An index without tables: it compares each query with every fingerprint. */
export function readingIndex(fingerprints: BigUint64Array, maxDistance: number): HammingIndex {
  const index = new HammingIndex({ maxDistance, plan: { maxDistance, blocks: [64], tables: [] } });
  index.addAll(fingerprints);
  return index;
}
