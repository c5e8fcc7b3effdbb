// JavaScript rounds numbers beyond 2⁵³, such as the ids that many databases give: different ones would become the same.

import { fieldOf } from './nested.ts';

/** Whether a value of JSON is a number that need not be the one that is written. */
export const isRounded = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/**
 * Gives the rounded number in a field of an object, as it is written. Whatever may be one is replaced by a number of its own;
 * which of these then stands in the field tells it from others, and from text that looks alike.
 */
function writtenIn(json: string): (field: string) => string {
  const written: string[] = [];
  const numbered = json.replace(/(:\s*)(-?\d[\d.eE+-]*)/g, (match, before: string, number: string) =>
    isRounded(Number(number)) ? `${before}${written.push(number) - 1}` : match,
  );
  const places: unknown = JSON.parse(numbered);
  return (field) => written[fieldOf(places, field) as number]!;
}

export const asWritten = (json: string, field: string): string => writtenIn(json)(field);

/** What JSON says; numbers that would be rounded are strings, as they are written, where they are fields of an object. */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  const rounded = Object.entries(Object(value)).filter(([, number]) => isRounded(number));
  if (rounded.length === 0) return value;
  const written = writtenIn(json);
  return Object.assign(Object(value), Object.fromEntries(rounded.map(([field]) => [field, written(field)])));
}
