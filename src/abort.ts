// Signals that end long work.
import { InvalidArgumentError } from './errors.ts';
import type { Several } from './iterable.ts';
import { shown } from './shown.ts';

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
export function untilAborted<T>(source: Several<T>, signal: Signal | undefined): Several<T> {
  return signal === undefined ? source : { [Symbol.asyncIterator]: () => abortable(source, signal) };
}

function abortable<T>(source: Several<T>, signal: Signal): AsyncIterator<T> {
  const items = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : waitedFor(source);
  // Some give no promise, as `for await` allows.
  const take = async () => items.next();
  const close = async () => (await items.return?.()) ?? { done: true as const, value: undefined };
  const next = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        close().catch(() => undefined);
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      take()
        .then(resolve, reject)
        .then(() => signal.removeEventListener('abort', onAbort));
    });
  return { next, return: close };
}

/** What a source gives that never makes anybody wait, unless it gives promises. */
async function* waitedFor<T>(source: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* source;
}
