/** Exact similarities are written with four digits, rounded down, so that none is written as more than it is. */
export const fourDigits = (similarity: number): number => Math.floor(similarity * 1e4) / 1e4;
