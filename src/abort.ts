// Signals that end long work.
import { InvalidArgumentError } from './errors.ts';
import { shown } from './shown.ts';

type Source<T> = Iterable<T> | AsyncIterable<T>;

/** What is needed of an `AbortSignal`, whose own type is only there with those of browsers or of Node. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Throws unless it is a signal, of this realm or another, or nothing. The usual mistake is to give its controller. */
export function checkSignal(signal: unknown): asserts signal is Signal | undefined {
  if (signal === undefined) return;
  const { throwIfAborted, signal: own } = Object(signal) as Record<string, unknown>;
  if (typeof throwIfAborted === 'function') return;
  const given = own === undefined ? shown(signal) : 'its controller: give controller.signal';
  throw new InvalidArgumentError(`signal is an AbortSignal, not ${given}.`);
}

/**
 * What a source gives, until a signal is aborted: then its reason is thrown, also while the source is stuck. The source is
 * closed, but nobody waits for one that is stuck.
 */
export function untilAborted<T>(source: Source<T>, signal: Signal | undefined): Source<T> {
  return signal === undefined ? source : abortable(source, signal);
}

async function* abortable<T>(source: Source<T>, signal: Signal): AsyncGenerator<T, void, undefined> {
  const items = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : waitedFor(source);
  // One that is at its end, or fails, is not closed; nor is it by `for await`.
  let isOpen = true;
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await unlessAborted(items.next(), signal);
      isOpen = !next.done;
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    isOpen = signal.aborted;
    throw error;
  } finally {
    const closed = isOpen && (async () => items.return?.())();
    if (closed && signal.aborted) closed.catch(() => undefined);
    else await closed;
  }
}

/** What a source gives that never makes anybody wait, unless it gives promises. */
async function* waitedFor<T>(source: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* source;
}

/** What a promise comes to, unless the signal is aborted first. (To race all with one promise would keep what each comes to.) */
async function unlessAborted<T>(promise: Promise<T>, signal: Signal): Promise<T> {
  let onAbort: () => void = () => undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort);
      promise.then(resolve, reject);
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
