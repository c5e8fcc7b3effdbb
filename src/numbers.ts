/** 1234567 → '1,234,567'. An `Intl.NumberFormat` does it, too, and takes 20 ms to be made. */
export const thousands = (value: number): string => value.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** '1 document', '2 documents'. */
export const counted = (value: number, noun: string): string => `${thousands(value)} ${noun}${value === 1 ? '' : 's'}`;

/** Exact similarities are written with four digits, rounded down, so that none is written as more than it is. */
export function fourDigits(similarity: number): number {
  // Rounded first: 0.7575 * 1e4 is less than 7575 in floating point.
  const nearest = Math.round(similarity * 1e4);
  return (nearest / 1e4 > similarity ? nearest - 1 : nearest) / 1e4;
}

/** 480123456789 → '480 GB'. */
export function bytesInWords(bytes: number): string {
  return inWords(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB']);
}

/** 2612 → '2.6 µs'. */
export function timeInWords(nanoseconds: number): string {
  return nanoseconds < 1e12
    ? inWords(nanoseconds, 1000, ['ns', 'µs', 'ms', 's'])
    : `${(nanoseconds / 1e9).toFixed(0)} s`;
}

/** Two significant digits, or all of a larger whole number below the next unit. */
function inWords(value: number, step: number, units: readonly string[]): string {
  let unit = 0;
  let left = value;
  while (left >= step - 0.5 && unit < units.length - 1) {
    left /= step;
    unit++;
  }
  return `${left < 9.95 && unit > 0 ? left.toFixed(1) : Math.round(left)} ${units[unit]}`;
}
