import { InvalidArgumentError } from './errors.ts';
import { shown } from './shown.ts';

/** Whether it is a whole number from `least` to `most`. */
export function isWhole(value: unknown, least: number, most = Number.POSITIVE_INFINITY): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Throws unless it is a number from `least` to `most`. */
export function checkBetween(name: string, value: unknown, least: number, most: number): asserts value is number {
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new InvalidArgumentError(`${name} is a number from ${least} to ${most}, not ${shown(value)}.`);
}

/** Throws unless it is a whole number from `least` to `most`; without that, to the last that is told from the next. */
export function checkWhole(name: string, value: unknown, least: number, most?: number): asserts value is number {
  if (isWhole(value, least, most ?? Number.MAX_SAFE_INTEGER)) return;
  const to = most === undefined ? '' : ` to ${most}`;
  throw new InvalidArgumentError(`${name} is a whole number from ${least}${to}, not ${shown(value)}.`);
}
