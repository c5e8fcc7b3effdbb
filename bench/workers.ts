import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Fingerprinter } from '../src/index.ts';
import { fingerprintAll, fingerprintBatches } from '../src/workers/node.ts';
import { chineseTexts, englishTexts } from './data.ts';
import { median } from './measure.ts';
import { number, ratio, type Section, table } from './report.ts';

const DIFFERENT_TEXTS = 4000;
const TEXT_BYTES = 2048;
/** Enough for the start of the threads to weigh little. */
const TEXTS = 40_000;
const ROUNDS = 3;
const WORKERS = [0, 1, 2];
const REPEATS = 3;
const COLUMNS = ['', 'texts a second', '×', 'µs of the calling thread', 'µs of all threads'];

export const TITLE = 'Workers';

interface Variant {
  readonly name: string;
  readonly run: (texts: Iterable<string>) => unknown;
}

interface Cost {
  readonly seconds: number;
  /** Microseconds of computing: of the calling thread, and of all threads. */
  readonly calling: number;
  readonly together: number;
}

export async function workers(): Promise<Section> {
  const english = englishTexts(DIFFERENT_TEXTS, TEXT_BYTES);
  const parts = [
    await part('English, one fingerprint a text', english, variants(1)),
    await part(`English, ${REPEATS} fingerprints a text`, english, variants(REPEATS)),
    await part('Chinese, one fingerprint a text', chineseTexts(DIFFERENT_TEXTS, TEXT_BYTES), variants(1)),
  ];
  const starts: Cost[] = [];
  for (let round = 0; round < 3 * ROUNDS; round++) starts.push(await costOf(() => all(['one text'], 1)));
  const start = (cost: keyof Cost) => median(starts.map((one) => one[cost]));
  return {
    title: TITLE,
    body: [
      `${TEXTS.toLocaleString('en')} texts of ${TEXT_BYTES} bytes of UTF-8; this machine runs ${availableParallelism()} threads at once, and may have other ` +
        'work for them. × is how many times as fast as a loop in one thread. The last columns are what the threads compute ' +
        'for a text, whatever else the machine does: all of them together do more than one alone, since threads have ' +
        'to start and texts to be handed over; and what the calling thread does bounds what more workers can gain.',
      ...parts,
      `A worker gives its first result after ${number(1000 * start('seconds'))} ms, for which all threads together compute ` +
        `${number(start('together') / 1000)} ms: a source that is done sooner gains nothing by ` +
        'workers, and neither does one on a machine whose cores are all busy.',
    ].join('\n\n'),
    missing: THREAD_TIME ? undefined : 'The system does not tell what a thread computes.',
  };
}

function variants(repeats: number): Variant[] {
  const fingerprinter = new Fingerprinter();
  const target = new BigUint64Array(repeats);
  const loop = (texts: Iterable<string>) => {
    for (const text of texts) {
      if (repeats === 1) fingerprinter.inspect(text);
      else fingerprinter.several(text, target);
    }
  };
  return [
    { name: repeats === 1 ? '`inspect` in a loop' : '`several` in a loop', run: loop },
    ...WORKERS.map((workers) => ({
      name: `\`fingerprintBatches\`, workers: ${workers}`,
      run: (texts: Iterable<string>) => batches(texts, workers, repeats),
    })),
    ...(repeats === 1 ? [1] : []).map((workers) => ({
      name: `\`fingerprintAll\`, workers: ${workers}`,
      run: (texts: Iterable<string>) => all(texts, workers),
    })),
  ];
}

async function batches(texts: Iterable<string>, workers: number, repeats: number): Promise<void> {
  for await (const _ of fingerprintBatches(texts, { workers, repeats }));
}

async function all(texts: Iterable<string>, workers: number): Promise<void> {
  for await (const _ of fingerprintAll(texts, { workers }));
}

/** The variants take turns, so that whatever else the machine is doing slows all of them. */
async function part(title: string, texts: readonly string[], variants: readonly Variant[]): Promise<string> {
  const costs = new Map<Variant, Cost[]>(variants.map((variant) => [variant, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [variant, measured] of costs) measured.push(await costOf(() => variant.run(repeated(texts))));
  }
  const middle = (variant: Variant, cost: keyof Cost) => median(costs.get(variant)!.map((one) => one[cost]));
  const rows = variants.map((variant) => [
    variant.name,
    number(TEXTS / middle(variant, 'seconds')),
    ratio(middle(variants[0]!, 'seconds'), middle(variant, 'seconds')),
    THREAD_TIME ? number(middle(variant, 'calling') / TEXTS) : '–',
    number(middle(variant, 'together') / TEXTS),
  ]);
  return `${title}:\n\n${table(COLUMNS, rows)}`;
}

function* repeated(texts: readonly string[]): Generator<string> {
  for (let i = 0; i < TEXTS; i++) yield texts[i % texts.length]!;
}

async function costOf(run: () => unknown): Promise<Cost> {
  const thread = threadTime();
  const together = processTime();
  const seconds = await secondsOf(run);
  return { seconds, calling: threadTime() - thread, together: processTime() - together };
}

async function secondsOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

/** Where Linux tells how many nanoseconds the calling thread has run. */
const SCHEDSTAT = '/proc/thread-self/schedstat';
const THREAD_TIME = existsSync(SCHEDSTAT);

function processTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function threadTime(): number {
  return THREAD_TIME ? Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1000 : 0;
}
