import type { SchemaElement, SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { decimalOf, durationOf } from './parquet-values.ts';

/** Makes of a value as it is stored what it says. */
export type Exact = (stored: unknown) => unknown;

/** What the library would round, or cannot read: it is not told what that is. */
const BARE: Partial<Record<string, (element: SchemaElement) => Exact>> = {
  DECIMAL:
    ({ scale = 0 }) =>
    (stored) =>
      decimalOf(stored, scale),
  INTERVAL: () => (stored) => durationOf(stored as Uint8Array),
  BSON: () => (stored) => stored,
};

/**
 * How the values of a column become exact, however deep within it they are; undefined if the library reads them as they are.
 *
 * @param bare is told of every element of the schema whose kind the library must not know
 */
export function exactValues(column: SchemaTree, bare: (element: SchemaElement) => void): Exact | undefined {
  const one = exactOnes(column, bare);
  return one && column.element.repetition_type === 'REPEATED' ? unlessNone(eachOf(one)) : one;
}

/** The same of a value that is not repeated. */
function exactOnes(column: SchemaTree, bare: (element: SchemaElement) => void): Exact | undefined {
  const { element, children } = column;
  // The library decodes variants by what the schema says of their parts.
  if (element.logical_type?.type === 'VARIANT') return undefined;
  if (children.length === 0) {
    const exact = BARE[element.converted_type ?? '']?.(element);
    if (exact) bare(element);
    return exact && unlessNone(exact);
  }
  const [first] = children as [SchemaTree];
  if (isListLike(column)) {
    const one = first.children.length === 1 ? exactValues(first.children[0]!, bare) : exactOnes(first, bare);
    return one && unlessNone(eachOf(one));
  }
  // Keys of a map are names by then.
  const parts = isMapLike(column) ? [first.children[1]!] : children;
  const exact = new Map(parts.map((part) => [part.element.name, exactValues(part, bare)]));
  if (![...exact.values()].some(Boolean)) return undefined;
  const of = isMapLike(column) ? () => exact.get('value') : (name: string) => exact.get(name);
  return unlessNone((stored) =>
    Object.fromEntries(Object.entries(stored as object).map(([name, value]) => [name, (of(name) ?? same)(value)])),
  );
}

const same: Exact = (stored) => stored;

const unlessNone =
  (exact: Exact): Exact =>
  (stored) =>
    stored === undefined || stored === null ? null : exact(stored);

const eachOf =
  (one: Exact): Exact =>
  (stored) =>
    Array.from(stored as Iterable<unknown>, one);
