// JavaScript rounds numbers beyond 2⁵³, such as the ids that many databases give: different ones would become the same.

import { fieldOf } from './nested.ts';

/** Whether a value of JSON is a number that need not be the one that is written. */
export const isRounded = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/**
 * The rounded number in a field of an object, as it is written. Whatever may be it is replaced by a number of its own;
 * which one then stands in the field tells it from those of other objects, and from text that looks alike.
 */
export function asWritten(json: string, field: string, rounded: number): string {
  const written: string[] = [];
  const numbered = json.replace(/(:\s*)(-?\d[\d.eE+-]*)/g, (match, before: string, number: string) =>
    Number(number) === rounded ? `${before}${written.push(number) - 1}` : match,
  );
  return written[fieldOf(JSON.parse(numbered), field) as number]!;
}

/** What JSON says; numbers that would be rounded are strings, as they are written, where they are fields of an object. */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  for (const [field, number] of Object.entries(Object(value))) {
    if (isRounded(number)) (value as Record<string, unknown>)[field] = asWritten(json, field, number);
  }
  return value;
}
