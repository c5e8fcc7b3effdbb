/** Exact similarities are written with four digits, rounded down, so that none is written as more than it is. */
export function fourDigits(similarity: number): number {
  // Rounded first: 0.7575 * 1e4 is less than 7575 in floating point.
  const nearest = Math.round(similarity * 1e4);
  return (nearest / 1e4 > similarity ? nearest - 1 : nearest) / 1e4;
}
