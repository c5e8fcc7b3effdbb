// What a store takes: `npm run bench -- stores`; with `--store=postgres://…` or another address one that is no folder, and is empty.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../src/store/index.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { median } from './measure.ts';
import { OPTIONS } from './options.ts';
import { number, type Section, table } from './report.ts';
import { stored } from './stored.ts';
import { taken } from './taken.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SIZE = OPTIONS.size ?? 1_000_000;
const ROUNDS = 5;
/** Documents of a round that are searched for, or come later. */
const SAMPLE = 10_000;
/** Fewer where each waits for the disk. */
const FEW = 500;
const AT_ONCE = 1000;
const COLUMNS = ['', 'documents', 'by the clock, s', 'processor, s', 'µs a document, by the clock', 'processor'];

export const TITLE = 'Stores';

export async function storing(): Promise<Section> {
  using folder = temporaryFolder();
  return { title: TITLE, body: await measured(OPTIONS.store ?? folder.path) };
}

async function measured(where: string): Promise<string> {
  const fingerprints = uniformFingerprints(SIZE + (1 + ROUNDS) * (FEW + SAMPLE));
  const filling = await fill(where, fingerprints.subarray(0, SIZE));
  const store = await openStore(where);
  const use = await asked(store, fingerprints);
  const bytes = await bytesOf(store);
  await store.close();
  return [
    `A store of ${SIZE.toLocaleString('en')} documents with ids of 30 characters and more, distance 3. Searches and insertions ` +
      `are medians of ${ROUNDS} rounds in which the two ways take turns, each with queries or documents of its own, after one that ` +
      'warms up; all else is done once. The processor is that of this process, and not of a server or a disk, which one insertion ' +
      'at a time waits for.',
    table(COLUMNS, [...filling, ...use]),
    bytes,
  ].join('\n\n');
}

async function fill(where: string, fingerprints: BigUint64Array): Promise<string[][]> {
  const store = await openStore(where);
  if ((await store.size()) > 0) throw new Error(`There are documents in ${where}: give a place without any.`);
  const rows = [await once('load', () => store.load(stored(fingerprints)))];
  await store.close();
  rows.push(await opening(where, 'open'));
  if (removeSavedIndexes(where)) rows.push(await opening(where, 'open, without a saved index'));
  return rows;
}

async function opening(where: string, name: string): Promise<string[]> {
  let store: Store | undefined;
  const row = await once(name, async () => {
    store = await openStore(where);
  });
  await store?.close();
  return row;
}

/** What is asked of a store, and added to it, behind the documents that are there. */
async function asked(store: Store, fingerprints: BigUint64Array): Promise<string[][]> {
  const queries = queriesNear(fingerprints.subarray(0, SIZE), (1 + ROUNDS) * 2 * SAMPLE).values();
  const documents = stored(fingerprints.subarray(SIZE), SIZE);
  // The first one sorts what was loaded.
  await store.search({ fingerprint: 0n });
  return [
    await once('check', () => store.check()),
    ...(await inTurns('search', queries, SAMPLE, (fingerprint) => store.search({ fingerprint }))),
    ...(await inTurns('insert', documents, FEW, (document) => store.insert(document))),
  ];
}

/**
 * One by one and many at once take turns, each with items that nobody had before: who came second would find warm what
 * the first one had read, and a larger store. The first round is for the store and the compiler to warm up.
 */
async function inTurns<T>(
  name: string,
  items: Iterator<T>,
  oneByOne: number,
  action: (item: T) => Promise<unknown>,
): Promise<string[][]> {
  const ways = [
    { name: `${name}, one by one`, count: oneByOne, atOnce: 1, costs: [] as Cost[] },
    { name: `${name}, ${AT_ONCE} at once`, count: SAMPLE, atOnce: AT_ONCE, costs: [] as Cost[] },
  ];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { count, atOnce, costs } of ways) {
      const some = taken(items, count);
      const cost = await costOf(() => severally(some, atOnce, action));
      if (round > 0) costs.push(cost);
    }
  }
  return ways.map(({ name, count, costs }) => row(name, count, costs));
}

/** So many are under way at once. */
async function severally<T>(items: readonly T[], atOnce: number, action: (item: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < items.length; i += atOnce) await Promise.all(items.slice(i, i + atOnce).map(action));
}

/** Seconds. */
interface Cost {
  readonly clock: number;
  readonly processor: number;
}

async function costOf(action: () => unknown): Promise<Cost> {
  const before = process.cpuUsage();
  const start = performance.now();
  await action();
  const clock = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { clock, processor: (user + system) / 1e6 };
}

async function once(name: string, action: () => unknown): Promise<string[]> {
  return row(name, SIZE, [await costOf(action)]);
}

function row(name: string, documents: number, costs: readonly Cost[]): string[] {
  const totals = [median(costs.map(({ clock }) => clock)), median(costs.map(({ processor }) => processor))];
  const each = totals.map((total) => number((1e6 * total) / documents));
  return [name, documents.toLocaleString('en'), ...totals.map(number), ...each];
}

/** Only a folder has any; says whether there were some. */
function removeSavedIndexes(where: string): boolean {
  if (OPTIONS.store !== undefined) return false;
  const saved = readdirSync(where, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[/\\]index-[^/\\]*$/.test(name),
  );
  for (const name of saved) rmSync(join(where, name));
  return saved.length > 0;
}

async function bytesOf(store: Store): Promise<string> {
  const stats = Object.entries(await store.stats()).filter(([name]) => /\bbytes\b/.test(name));
  const size = await store.size();
  return stats.map(([name, bytes]) => `${name}: ${number(Number(bytes) / size)} a document`).join('; ');
}
