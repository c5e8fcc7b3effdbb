/**
 * How many bytes a UTF-8 sequence has by its first byte alone. A byte that cannot be the first of one counts as
 * a sequence of its own.
 */
export function sequenceLength(firstByte: number): number {
  if (firstByte < 0xc0 || firstByte > 0xf7) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
