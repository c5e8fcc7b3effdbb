// What a store takes: `npm run bench -- stores`; with `--store=postgres://…` or another address one that is no folder, and is empty.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../src/store/index.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { OPTIONS } from './options.ts';
import { number, type Section, table } from './report.ts';

const SIZE = Number(OPTIONS.size ?? 1_000_000);
/** Documents that are searched for, or come later. */
const SAMPLE = 10_000;
/** Fewer where each waits for the disk. */
const ONE_BY_ONE = 500;
const AT_ONCE = 1000;
const COLUMNS = ['', 'documents', 'by the clock, s', 'processor, s', 'µs a document, by the clock', 'processor'];

export const TITLE = 'Stores';

export async function storing(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'hammingbird-bench-'));
  try {
    return { title: TITLE, body: await measured(OPTIONS.store ?? folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measured(where: string): Promise<string> {
  const fingerprints = uniformFingerprints(SIZE + 2 * SAMPLE);
  let store = await openStore(where);
  if ((await store.size()) > 0) throw new Error(`There are documents in ${where}: give a place without any.`);
  const documents = (from: number, count: number) =>
    Array.from(fingerprints.subarray(from, from + count), (fingerprint, i) => ({ id: idOf(from + i), fingerprint }));
  const reopen = async () => {
    store = await openStore(where);
  };
  const rows = [await timed('load', SIZE, () => store.load(stored(fingerprints.subarray(0, SIZE))))];
  await store.close();
  rows.push(await timed('open', SIZE, reopen));
  if (removeSavedIndexes(where)) {
    await store.close();
    removeSavedIndexes(where);
    rows.push(await timed('open, without a saved index', SIZE, reopen));
  }
  const queries = queriesNear(fingerprints.subarray(0, SIZE), SAMPLE);
  const search = (fingerprint: bigint) => store.search({ fingerprint });
  // The first one sorts what was loaded.
  await search(queries[0]!);
  const insert = (document: { id: string; fingerprint: bigint }) => store.insert(document);
  rows.push(
    await timed('check', SIZE, () => store.check()),
    await timed('search, one by one', SAMPLE, () => severally(queries, 1, search)),
    await timed(`search, ${AT_ONCE} at once`, SAMPLE, () => severally(queries, AT_ONCE, search)),
    await timed('insert, one by one', ONE_BY_ONE, () => severally(documents(SIZE, ONE_BY_ONE), 1, insert)),
    await timed(`insert, ${AT_ONCE} at once`, SAMPLE, () =>
      severally(documents(SIZE + SAMPLE, SAMPLE), AT_ONCE, insert),
    ),
  );
  const bytes = await bytesOf(store);
  await store.close();
  return [
    `A store of ${SIZE.toLocaleString('en')} documents with ids of ${idOf(0).length} characters and more, distance 3, each step once. ` +
      'The processor is that of this process, and not of a server or a disk, which one insertion at a time waits for.',
    table(COLUMNS, rows),
    bytes,
  ].join('\n\n');
}

const idOf = (i: number): string => `https://stored.example/pages/${i}`;

function* stored(fingerprints: BigUint64Array) {
  for (const [i, fingerprint] of fingerprints.entries()) yield { id: idOf(i), fingerprint };
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
