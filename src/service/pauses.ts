import { PAUSE } from '../store/batches.ts';

/**
 * What a source gives, and while more is waited for a pause, so many milliseconds after the first of it, and after the first
 * behind a pause.
 */
export async function* withPauses<T>(
  source: AsyncIterable<T>,
  patience: number,
): AsyncGenerator<T | typeof PAUSE, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  /** Asked for, and not yet there. */
  let next: Promise<IteratorResult<T>> | undefined;
  let pause: Promise<typeof PAUSE> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  const failed = (error: unknown): never => {
    isOpen = false;
    throw error;
  };
  try {
    for (;;) {
      next ??= Promise.resolve(iterator.next());
      const step = await Promise.race(pause ? [next, pause] : [next]).catch(failed);
      if (step === PAUSE) {
        pause = undefined;
        yield PAUSE;
        continue;
      }
      next = undefined;
      isOpen = step.done !== true;
      if (step.done) return;
      pause ??= new Promise((resolve) => {
        timer = setTimeout(resolve, patience, PAUSE);
      });
      yield step.value;
    }
  } finally {
    clearTimeout(timer);
    // Nobody waits any more for what was asked for: a source that is stuck may never answer, nor be closed.
    next?.catch(() => undefined);
    const closing = isOpen ? Promise.resolve(iterator.return?.()) : undefined;
    if (next) closing?.catch(() => undefined);
    else await closing;
  }
}
