import type { SchemaElement, SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { decimalOf, durationOf, jsonOf } from './parquet-values.ts';

/** Makes of a value as it is stored what it says. */
export type Exact = (stored: unknown) => unknown;

/** What the library would round, or cannot read: it is not told what that is. Neither is it of maps. */
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
  if (isMapLike(column)) {
    bare(element);
    const entries = exactValues(first, bare) ?? same;
    const [key, value] = first.children.map((part) => part.element.name) as [string, string];
    return unlessNone((stored) => {
      const all = entries((stored as Structure)[first.element.name]) as readonly Structure[];
      return Object.fromEntries(all.map((entry) => [nameOf(entry[key]), entry[value]]));
    });
  }
  const exact = new Map(children.map((child) => [child.element.name, exactValues(child, bare)]));
  if (![...exact.values()].some(Boolean)) return undefined;
  return unlessNone((stored) =>
    Object.fromEntries(
      Object.entries(stored as Structure).map(([name, one]) => [name, (exact.get(name) ?? same)(one)]),
    ),
  );
}

type Structure = Readonly<Record<string, unknown>>;

/** What a key of a map is called in JSON. The library would take whatever JavaScript makes of it, and lose those that become the same. */
function nameOf(key: unknown): string {
  const name = jsonOf(key);
  return typeof name === 'string' ? name : JSON.stringify(name);
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
