import { InvalidArgumentError } from 'commander';
import { period } from '../io/values.ts';

/** A parser of numbers for option values; what it throws commander reports as wrong usage. */
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

/** A parser of lengths of time such as 14d, to milliseconds. */
export function periodOption(value: string): number {
  const milliseconds = period(value);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('It must be a number and s, m, h, d or w, such as 36h or 14d.');
}
