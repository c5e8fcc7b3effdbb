import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** '8e9', '2^34' or '1000000' → a whole number; what it throws commander reports as wrong usage. */
export function parseCount(most: number): (value: string) => number {
  return (value) => {
    const power = /^(\d+)\^(\d+)$/.exec(value.trim());
    const count = power ? Number(power[1]) ** Number(power[2]) : value.trim() === '' ? Number.NaN : Number(value);
    if (Number.isInteger(count) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}, such as 1000, 8e3 or 2^12.`);
  };
}

/** '64GB', '4 GiB' or '1e9' → bytes; what it throws commander reports as wrong usage. */
export function parseBytes(value: string): number {
  const [, number, unit] = /^\s*(\d*\.?\d+(?:e\d+)?)\s*([a-z]*)\s*$/i.exec(value) ?? [];
  const bytes = Number(number) * (UNITS[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  if (bytes > 0 && Number.isFinite(bytes)) return bytes;
  throw new InvalidArgumentError('It must be a number of bytes above 0, such as 64GB, 512MB or 4GiB.');
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

/** 95 → '95 s', 200 → '3 min', 9000 → '2.5 h'. */
export function durationInWords(seconds: number): string {
  if (seconds < 99.5) return `${Math.ceil(seconds)} s`;
  return seconds < 5970 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
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
