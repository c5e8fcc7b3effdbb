import { DEFAULT_RECIPE } from '../fingerprint/built-in.ts';
import { FEWEST_FEATURES, Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { toRecipe } from '../fingerprint/recipes.ts';
import type { Text } from '../fingerprint/text.ts';
import type { Several } from '../iterable.ts';
import type { FingerprintSetup, Fingerprints, Texts } from './messages.ts';
import {
  checkItemsOptions,
  checkSource,
  type FingerprintAllOptions,
  type FingerprintItemsOptions,
  repeatsOf,
  workersOf,
} from './options.ts';
import type { Platform } from './platform.ts';
import { type Runner, WorkerPool } from './pool.ts';
import { toPortable } from './portable-recipe.ts';
import { Queue } from './queue.ts';
import { type Batch, Reader } from './reader.ts';
import { ThisThread } from './this-thread.ts';
import { Thread } from './thread.ts';

/** An item and what `Fingerprinter.inspect` and `several` say of its text. */
export interface Fingerprinted<Item> {
  readonly item: Item;
  /** 0 for a text without features. */
  readonly fingerprint: bigint;
  /** All of them, if `repeats` are asked for; the first is `fingerprint`. */
  readonly fingerprints: BigUint64Array;
  /** How many features it has, repetitions counted. */
  readonly features: number;
  /** Fewer than four features: similarity to other texts means little; with none it means nothing. */
  readonly tooShort: boolean;
}

/** Some items that follow each other, and what belongs to them, in columns. */
export interface FingerprintedBatch<Item> {
  readonly items: readonly Item[];
  /** `repeats` of the first item, then `repeats` of the second, and so on. */
  readonly fingerprints: BigUint64Array<ArrayBuffer>;
  /** How many features each has, repetitions counted. */
  readonly features: Uint32Array<ArrayBuffer>;
}

/** What `fingerprintAll` is. */
export interface FingerprintAll {
  <Item extends Text>(
    texts: Several<Item>,
    options?: FingerprintAllOptions,
  ): AsyncGenerator<Fingerprinted<Item>, void, undefined>;
  <Item>(
    items: Several<Item>,
    options: FingerprintItemsOptions<Item>,
  ): AsyncGenerator<Fingerprinted<Item>, void, undefined>;
}

/** What `fingerprintBatches` is. */
export interface FingerprintBatches {
  <Item extends Text>(
    texts: Several<Item>,
    options?: FingerprintAllOptions,
  ): AsyncGenerator<FingerprintedBatch<Item>, void, undefined>;
  <Item>(
    items: Several<Item>,
    options: FingerprintItemsOptions<Item>,
  ): AsyncGenerator<FingerprintedBatch<Item>, void, undefined>;
}

type AnyOptions<Item> = FingerprintAllOptions & Partial<FingerprintItemsOptions<Item>>;

export function fingerprintAllOn(platform: Platform): FingerprintAll {
  const batchesOf: FingerprintBatches = fingerprintBatchesOn(platform);
  return <Item>(source: Several<Item>, options: AnyOptions<Item> = {}) =>
    singly(batchesOf(source, options as FingerprintItemsOptions<Item>), options.signal);
}

export function fingerprintBatchesOn(platform: Platform): FingerprintBatches {
  return <Item>(source: Several<Item>, options: AnyOptions<Item> = {}) => {
    checkSource(source);
    checkItemsOptions(options);
    const { text = (item: Item) => item as Text, signal } = options;
    const recipe = toRecipe(options.recipe === undefined ? DEFAULT_RECIPE : options.recipe);
    const repeats = repeatsOf(options.repeats);
    const workers = workersOf(options.workers, platform.cores);
    const runner =
      workers === 0
        ? new ThisThread(new Fingerprinter({ recipe }), repeats)
        : threads(platform, { recipe: toPortable(recipe), repeats }, workers);
    return batches(() => new Reader(source, text), runner, 2 * Math.max(workers, 1), signal);
  };
}

const threads = (platform: Platform, setup: FingerprintSetup, most: number): Runner =>
  new WorkerPool(() => new Thread<Texts, Fingerprints>(platform, setup), most);

/** @param lookAhead how many batches may be under way or wait to be taken */
async function* batches<Item>(
  open: () => Reader<Item>,
  runner: Runner,
  lookAhead: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<FingerprintedBatch<Item>, void, undefined> {
  signal?.throwIfAborted();
  const queue = new Queue<Promise<FingerprintedBatch<Item>>>(lookAhead);
  const reader = open();
  const onAbort = () => {
    queue.stop({ error: signal?.reason });
    void runner.end(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort);
  try {
    void reader.fill(queue, (batch) => fingerprinted(batch, runner));
    for (let next = await queue.take(); next; next = await queue.take()) {
      const batch = await next;
      signal?.throwIfAborted();
      yield batch;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    queue.stop();
    await Promise.all([reader.close(), runner.end(undefined)]);
  }
}

function fingerprinted<Item>({ items, texts }: Batch<Item>, runner: Runner): Promise<FingerprintedBatch<Item>> {
  const batch = runner.run(texts).then((fingerprints) => ({ items, ...fingerprints }));
  // It fails when its turn comes; before that, or when nobody asks any more, it is not an unhandled rejection.
  batch.catch(() => undefined);
  return batch;
}

async function* singly<Item>(
  batches: AsyncIterable<FingerprintedBatch<Item>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Fingerprinted<Item>, void, undefined> {
  for await (const batch of batches) {
    const repeats = batch.fingerprints.length / batch.items.length;
    for (const [i, item] of batch.items.entries()) {
      signal?.throwIfAborted();
      const fingerprints = batch.fingerprints.subarray(repeats * i, repeats * (i + 1));
      const features = batch.features[i]!;
      yield { item, fingerprint: fingerprints[0]!, fingerprints, features, tooShort: features < FEWEST_FEATURES };
    }
  }
}
