/** Whether a value is an object that can be gone through at once. A string is none. */
export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** Whether it can be gone through at once, or as its parts come. */
export function isSource(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return isIterable(value) || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value);
}
