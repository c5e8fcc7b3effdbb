/** Whether a value is an object that can be gone through at once. A string is none. */
export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** An array, a generator, a stream of objects, … */
export type Several<T> = Iterable<T> | AsyncIterable<T>;

/** Whether it can be gone through at once, or as its parts come. */
export function isSeveral(value: unknown): value is Several<unknown> {
  return isIterable(value) || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value);
}

/** Closes a source that is not at its end. For one that is being waited for nobody waits: if it is stuck, it may never answer. */
export async function closeSource(
  source: Iterator<unknown> | AsyncIterator<unknown>,
  isWaitedFor: boolean,
): Promise<void> {
  const closing = Promise.resolve(source.return?.());
  if (isWaitedFor) closing.catch(() => undefined);
  else await closing;
}
