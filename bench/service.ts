import { openStore } from '../src/store/index.ts';
import { uniformFingerprints } from './data.ts';
import { median } from './measure.ts';
import { OPTIONS } from './options.ts';
import { number, type Section, table } from './report.ts';
import { type Load, send, type Way } from './service/clients.ts';
import { type Page, pages } from './service/pages.ts';
import { Server } from './service/server.ts';
import { stored } from './stored.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Documents that are there: `npm run bench -- service --size=100000`. */
const SIZE = OPTIONS.size ?? 1_000_000;
const ROUNDS = 5;
/** Documents of a round. */
const SENT = 10_000;

const BATCHES: Way = { batch: 500, clients: 2 };
const SINGLE: Way = { batch: 1, clients: 64 };
const WAYS: readonly (readonly [string, Way])[] = [
  ['batches of 500, 1 client', { batch: 500, clients: 1 }],
  ['batches of 500, 2 clients', BATCHES],
  ['one by one, 16 clients', { batch: 1, clients: 16 }],
  ['one by one, 64 clients', SINGLE],
];

/** Documents a second that are replayed: for an hour, and in quarters of it. */
const PACE = 100;
const HOUR = 3600;
const QUARTERS = 4;

export const TITLE = 'Service';

export async function serving(): Promise<Section> {
  using folder = temporaryFolder();
  await fill(folder.path);
  const server = await Server.start(folder.path);
  try {
    return await measured(server, folder.path);
  } finally {
    await server.stop();
  }
}

async function fill(folder: string): Promise<void> {
  const store = await openStore(folder);
  const fingerprints = uniformFingerprints(SIZE);
  await store.load(stored(fingerprints));
  await store.close();
}

async function measured(server: Server, folder: string): Promise<Section> {
  const source = pages('measured', 11);
  const rows = await speeds(server, source);
  const before = await sizesOf(folder);
  const hour = await replay(server, pages('hour', 12));
  const after = await sizesOf(folder);
  const { own, files } = await server.memory();
  return {
    title: TITLE,
    body: [
      `Check-and-insert over HTTP: a real \`hammingbird serve\` with its default options on a store in a folder with ` +
        `${number(SIZE)} documents, on loopback, the clients in another process on the same cores. Pages are of 2 KB of ` +
        'English, every second one with the text of an earlier one, which is then found; an answer means that it is on the disk. ' +
        `Medians of ${ROUNDS} rounds of ${number(SENT)} documents, the ways taking turns; times are from request to answer.`,
      table(['', 'documents a second', 'slowest round', 'request p50, ms', 'p99, ms'], rows),
      ...hour,
      growth(before, after),
    ].join('\n\n'),
    missing: own && files ? undefined : 'The system does not tell what a process has in memory.',
  };
}

/** The ways take turns. The first round is for the machine to warm up. */
async function speeds(server: Server, source: Iterator<Page>): Promise<string[][]> {
  const loads = WAYS.map((): Load[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, [, way]] of WAYS.entries()) {
      const load = await send(server.url, source, SENT, way);
      if (round > 0) loads[i]!.push(load);
    }
  }
  return WAYS.map(([name], i) => {
    const rates = loads[i]!.map(({ documents, seconds }) => documents / seconds);
    const middle = (what: 'p50' | 'p99') => number(median(loads[i]!.map((load) => load[what])));
    return [name, number(median(rates)), number(Math.min(...rates)), middle('p50'), middle('p99')];
  });
}

/** An hour's worth of requests, as fast as they are answered, and what the process has in memory meanwhile. */
async function replay(server: Server, source: Iterator<Page>): Promise<string[]> {
  const half = (PACE * HOUR) / QUARTERS / 2;
  const rows = [await memoryRow('before', 0, server)];
  let inserted = 0;
  let seconds = 0;
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    for (const way of [BATCHES, SINGLE]) {
      const load = await send(server.url, source, half, way);
      inserted += load.inserted;
      seconds += load.seconds;
    }
    rows.push(await memoryRow(`${quarter}/${QUARTERS} of the hour`, inserted, server));
  }
  return [
    `An hour of ${PACE} documents a second, ${number(PACE * HOUR)} in all, half of them in batches and half one by one, replayed in ` +
      `${number(seconds)} s:`,
    table(['', 'inserted', 'own memory, MB', 'heap', 'index and buffers', 'mapped files, MB'], rows),
  ];
}

/** Documents, and the bytes that they take. */
interface Sizes {
  readonly documents: number;
  readonly index: number;
  readonly file: number;
}

/** What the store says of itself to who reads it beside the service. */
async function sizesOf(folder: string): Promise<Sizes> {
  const store = await openStore(folder, { readOnly: true });
  const stats = await store.stats();
  await store.close();
  const count = (name: string) => Number(stats[name]);
  return {
    documents: count('documents'),
    index: count('bytes of index'),
    file: count('bytes on disk') - count('bytes free in them'),
  };
}

function growth(before: Sizes, after: Sizes): string {
  const documents = after.documents - before.documents;
  const grown = (what: 'index' | 'file') => {
    const bytes = after[what] - before[what];
    return `${number(bytes / 1e6)} MB in the ${what}, ${number(bytes / documents)} bytes a document`;
  };
  return (
    `By what the store says before and after, what was inserted takes ${grown('index')}, and ${grown('file')}, which LMDB maps, ` +
    'and the system takes back when it needs the room. The heap goes up and down with garbage that is not yet collected.'
  );
}

async function memoryRow(when: string, inserted: number, server: Server): Promise<string[]> {
  const { own, heap, external, files } = await server.memory();
  const megabytes = [own, heap, external, files].map((bytes) => (bytes === undefined ? '–' : number(bytes / 1e6)));
  return [when, number(inserted), ...megabytes];
}
