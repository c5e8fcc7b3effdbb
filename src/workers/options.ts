import { checkSignal } from '../abort.ts';
import { InvalidArgumentError } from '../errors.ts';
import type { Recipe } from '../fingerprint/recipe.ts';
import type { Text } from '../fingerprint/text.ts';
import { isSeveral, type Several } from '../iterable.ts';
import { checkOptions } from '../options.ts';
import { checkWhole } from '../ranges.ts';
import { shown } from '../shown.ts';

/** Each worker has a WebAssembly memory, and browsers allow about a hundred. */
const MOST_WORKERS = 64;
const MOST_REPEATS = 64;

export interface FingerprintAllOptions {
  /** As for `Fingerprinter`. One with functions in it (features, a segmenter, a preset) needs `workers: 0`. */
  readonly recipe?: string | Recipe | undefined;
  /**
   * How many threads, 0…64; by default one less than the machine runs at once, and at least one. They are started
   * when there is work for them. With 0 all is done in the calling thread.
   */
  readonly workers?: number | undefined;
  /** How many independent fingerprints of each text, 1…64, as by `Fingerprinter.several`; 1 by default. */
  readonly repeats?: number | undefined;
  /** Ends everything; what is waited for is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** For items that are no texts themselves. */
export interface FingerprintItemsOptions<Item> extends FingerprintAllOptions {
  /** The text of an item. */
  readonly text: (item: Item) => Text;
}

export function workersOf(workers: number | undefined, cores: number): number {
  if (workers === undefined) return Math.min(Math.max(cores - 1, 1), MOST_WORKERS);
  checkWhole('workers', workers, 0, MOST_WORKERS);
  return workers;
}

export function shardsOf(shards: number | undefined, cores: number): number {
  if (shards === undefined) return workersOf(undefined, cores);
  checkWhole('shards', shards, 1, MOST_WORKERS);
  return shards;
}

export function repeatsOf(repeats = 1): number {
  checkWhole('repeats', repeats, 1, MOST_REPEATS);
  return repeats;
}

export function checkSource(source: unknown): asserts source is Several<unknown> {
  if (isSeveral(source) && !ArrayBuffer.isView(source)) return;
  const given = typeof source === 'string' || isSeveral(source) ? 'one text' : shown(source);
  throw new InvalidArgumentError(`fingerprintAll reads an iterable of texts, such as an array, not ${given}.`);
}

export function checkItemsOptions(options: Partial<FingerprintItemsOptions<never>>): void {
  checkOptions(options, { text: true, recipe: true, workers: true, repeats: true, signal: true });
  checkSignal(options.signal);
  if (options.text === undefined || typeof options.text === 'function') return;
  throw new InvalidArgumentError(
    `text is a function from an item to its text, such as (item) => item.body, not ${shown(options.text)}.`,
  );
}
