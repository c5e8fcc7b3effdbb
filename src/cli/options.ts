import { InvalidArgumentError } from 'commander';

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
