// What a store takes: `npm run bench -- stores`; with `--store=postgres://…` or another address one that is no folder, and is empty.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../src/store/index.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { OPTIONS } from './options.ts';
import { number, type Section, table } from './report.ts';
import { stored } from './stored.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SIZE = OPTIONS.size ?? 1_000_000;
/** Documents that are searched for, or come later. */
const SAMPLE = 10_000;
/** Fewer where each waits for the disk. */
const ONE_BY_ONE = 500;
const AT_ONCE = 1000;
const COLUMNS = ['', 'documents', 'by the clock, s', 'processor, s', 'µs a document, by the clock', 'processor'];

export const TITLE = 'Stores';

export async function storing(): Promise<Section> {
  using folder = temporaryFolder();
  return { title: TITLE, body: await measured(OPTIONS.store ?? folder.path) };
}

async function measured(where: string): Promise<string> {
  const fingerprints = uniformFingerprints(SIZE + 2 * SAMPLE);
  const filling = await fill(where, fingerprints.subarray(0, SIZE));
  const store = await openStore(where);
  const use = await asked(store, fingerprints);
  const bytes = await bytesOf(store);
  await store.close();
  return [
    `A store of ${SIZE.toLocaleString('en')} documents with ids of 30 characters and more, distance 3, each step once. ` +
      'The processor is that of this process, and not of a server or a disk, which one insertion at a time waits for.',
    table(COLUMNS, [...filling, ...use]),
    bytes,
  ].join('\n\n');
}

async function fill(where: string, fingerprints: BigUint64Array): Promise<string[][]> {
  const store = await openStore(where);
  if ((await store.size()) > 0) throw new Error(`There are documents in ${where}: give a place without any.`);
  const rows = [await timed('load', SIZE, () => store.load(stored(fingerprints)))];
  await store.close();
  rows.push(await opening(where, 'open'));
  if (removeSavedIndexes(where)) rows.push(await opening(where, 'open, without a saved index'));
  return rows;
}

async function opening(where: string, name: string): Promise<string[]> {
  let store: Store | undefined;
  const row = await timed(name, SIZE, async () => {
    store = await openStore(where);
  });
  await store?.close();
  return row;
}

/** What is asked of a store, and added to it, behind the documents that are there. */
async function asked(store: Store, fingerprints: BigUint64Array): Promise<string[][]> {
  const documents = (from: number, count: number) => [...stored(fingerprints.subarray(from, from + count), from)];
  const queries = queriesNear(fingerprints.subarray(0, SIZE), SAMPLE);
  const search = (fingerprint: bigint) => store.search({ fingerprint });
  const insert = (document: { id: string; fingerprint: bigint }) => store.insert(document);
  const few = documents(SIZE, ONE_BY_ONE);
  const many = documents(SIZE + SAMPLE, SAMPLE);
  // The first one sorts what was loaded.
  await search(queries[0]!);
  return [
    await timed('check', SIZE, () => store.check()),
    await timed('search, one by one', SAMPLE, () => severally(queries, 1, search)),
    await timed(`search, ${AT_ONCE} at once`, SAMPLE, () => severally(queries, AT_ONCE, search)),
    await timed('insert, one by one', ONE_BY_ONE, () => severally(few, 1, insert)),
    await timed(`insert, ${AT_ONCE} at once`, SAMPLE, () => severally(many, AT_ONCE, insert)),
  ];
}

/** So many are under way at once. */
async function severally<T>(all: Iterable<T>, atOnce: number, action: (one: T) => Promise<unknown>): Promise<void> {
  const items = [...all];
  for (let i = 0; i < items.length; i += atOnce) await Promise.all(items.slice(i, i + atOnce).map(action));
}

async function timed(name: string, documents: number, action: () => unknown): Promise<string[]> {
  const before = process.cpuUsage();
  const start = performance.now();
  await action();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1e6;
  const each = (total: number) => number((1e6 * total) / documents);
  return [name, documents.toLocaleString('en'), number(seconds), number(processor), each(seconds), each(processor)];
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
