// Parsers of the values of options; what they throw commander reports as wrong usage.
import { InvalidArgumentError } from 'commander';
import { formatOf } from '../../io/format-names.ts';
import { period } from '../../io/values.ts';
import { isWhole } from '../../ranges.ts';
import { LARGEST_DISTANCE } from '../../search/plan.ts';

/** A number in a range. */
export function numberBetween(least: number, most: number, kind: 'whole' | 'any'): (value: string) => number {
  return (value) => {
    const number = Number(value);
    const fits =
      value.trim() !== '' && number >= least && number <= most && (kind === 'any' || Number.isInteger(number));
    if (!fits)
      throw new InvalidArgumentError(
        `It must be a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}.`,
      );
    return number;
  };
}

/** A distance that an index can search within. */
export const wholeDistance = numberBetween(0, LARGEST_DISTANCE, 'whole');

/** '14d' or '36h' → milliseconds. */
export function periodOption(value: string): number {
  const milliseconds = period(value);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('It must be a number and s, m, h, d or w, such as 36h or 14d.');
}

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

/** '8e9', '2^34' or '1000000' → a whole number. */
export function parseCount(most: number): (value: string) => number {
  return (value) => {
    const power = /^(\d+)\^(\d+)$/.exec(value.trim());
    const count = power ? Number(power[1]) ** Number(power[2]) : value.trim() === '' ? Number.NaN : Number(value);
    if (isWhole(count, 1, most)) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}, such as 1000, 8e3 or 2^12.`);
  };
}

/** '64GB', '4 GiB' or '1e9' → bytes. */
export function parseBytes(value: string): number {
  const [, number, unit] = /^\s*(\d*\.?\d+(?:e\d+)?)\s*([a-z]*)\s*$/i.exec(value) ?? [];
  const bytes = Number(number) * (UNITS[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  if (bytes > 0 && Number.isFinite(bytes)) return bytes;
  throw new InvalidArgumentError('It must be a number of bytes above 0, such as 64GB, 512MB or 4GiB.');
}

/** The name of a file to write JSONL to. It may tell nothing of a format, but not another one: whoever reads it would believe it. */
export function jsonlFile(path: string): string {
  const format = formatOf(path);
  if (format === undefined || format === 'jsonl' || format === 'json') return path;
  throw new InvalidArgumentError('It would be JSONL. Give it a name that ends in .jsonl.');
}
