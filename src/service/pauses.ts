import { closeSource } from '../iterable.ts';
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
  try {
    for (;;) {
      next ??= Promise.resolve(iterator.next());
      // A source that fails is at its end, too.
      isOpen = false;
      const step = await Promise.race(pause ? [next, pause] : [next]);
      isOpen = step === PAUSE || step.done !== true;
      if (step === PAUSE) {
        pause = undefined;
        yield PAUSE;
        continue;
      }
      next = undefined;
      if (step.done) return;
      pause ??= new Promise((resolve) => {
        timer = setTimeout(resolve, patience, PAUSE);
      });
      yield step.value;
    }
  } finally {
    clearTimeout(timer);
    if (isOpen) await closeSource(iterator, next !== undefined);
  }
}
