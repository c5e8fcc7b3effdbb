import { InvalidArgumentError } from './errors.ts';
import { shown } from './shown.ts';

/** Throws unless it is a number from `least` to `most`. */
export function checkBetween(name: string, value: unknown, least: number, most: number): asserts value is number {
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new InvalidArgumentError(`${name} is a number from ${least} to ${most}, not ${shown(value)}.`);
}

/** Throws unless it is a whole number from `least` to `most`. */
export function checkWhole(name: string, value: unknown, least: number, most: number): asserts value is number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw new InvalidArgumentError(`${name} is a whole number from ${least} to ${most}, not ${shown(value)}.`);
}
