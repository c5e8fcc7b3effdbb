// biome-ignore lint/style/useNodejsImportProtocol: webpack makes files of its workers only by this name
import { Worker } from 'worker_threads';
import { fingerprintAllOn, fingerprintBatchesOn } from './fingerprint-all.ts';
import { nodePlatform } from './node-platform.ts';
import { type ShardedIndexOptions, ShardsOnPlatform } from './sharded-index.ts';

// The docstrings are here alone, since the types of the entry are those of this file.
export type * from './types.ts';

const platform = nodePlatform((options) => new Worker(new URL('./node-worker.js', import.meta.url), options));

/**
 * Makes the fingerprints of everything that a source gives, in worker threads, and yields them in its order. They are
 * those of `Fingerprinter`, whatever the number of threads.
 *
 * The source is read at most (2 × workers + 1) × 256 texts ahead, two or three batches without workers. It is closed, and
 * the threads are ended, when all is done, when the loop is left, on abort and on errors; results before an error come first.
 * Where the signal is aborted beforehand, it is left as it is.
 *
 * @throws {InvalidArgumentError} at once, if an option is none or the recipe cannot be sent to workers; later, if a
 *   text is none
 * @throws {RecipeMismatchError} at once, if the recipe's idf model is that of another recipe
 * @throws {WorkerError} later, if a thread cannot be started or ends before its time
 * @throws {OutOfMemoryError} later, if a text is longer than about 350 million UTF-16 units
 * @example
 * for await (const { item, fingerprint } of fingerprintAll(['one text', 'another'])) console.log(item, fingerprint);
 * @example
 * fingerprintAll(documents, { text: (document) => document.body, workers: 4, signal: AbortSignal.timeout(60_000) })
 */
export const fingerprintAll = fingerprintAllOn(platform);
/**
 * As `fingerprintAll`, but yields batches of up to 256 items as they come from the threads: the quickest way for
 * millions.
 *
 * @example
 * for await (const { items, fingerprints, features } of fingerprintBatches(texts)) index.addAll(fingerprints);
 */
export const fingerprintBatches = fingerprintBatchesOn(platform);

/**
 * A `HammingIndex` in parts, each in a worker thread: for more fingerprints than one memory holds (about 7·10⁷), and to
 * search with more than one core. Its answers are those of a single index, whatever the number of shards.
 *
 * All calls return promises. They take effect in the order in which they are made, whether they are awaited or not. A
 * thread that ends before its time takes its fingerprints with it: from then on calls are rejected with `WorkerError`.
 *
 * @example
 * const index = new ShardedIndex({ maxDistance: 3, shards: 4 });
 * await index.addAll(BigUint64Array.of(5n, 7n, 2n ** 63n));
 * await index.search(7n) // [{ id: 1, fingerprint: 7n, distance: 0 }, { id: 0, fingerprint: 5n, distance: 1 }]
 * await index.dispose();
 */
export class ShardedIndex extends ShardsOnPlatform {
  /**
   * An empty index, and its threads.
   *
   * @throws {InvalidArgumentError} if an option is none
   * @throws {IncompletePlanError} if the plan would miss matches
   * @throws {WorkerError} if a thread cannot be started
   */
  constructor(options: ShardedIndexOptions) {
    super(platform, options);
  }
}
