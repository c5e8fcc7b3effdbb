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

/** 95 → '95 s', 200 → '3 min', 9000 → '2.5 h'. */
export function durationInWords(seconds: number): string {
  if (seconds < 99.5) return `${Math.ceil(seconds)} s`;
  return seconds < 5970 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
