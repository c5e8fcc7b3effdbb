import type { SchemaElement, SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';

/** Makes one value of another. */
export type Change = (value: unknown) => unknown;

/** What becomes of the values of a column. */
export interface Changes {
  /** Of those that are no structures; undefined if they stay as they are. */
  leaf(element: SchemaElement): Change | undefined;
  /** Of the entries of a map. The library was not told that it is one: they are structures of a key and a value. */
  map(column: SchemaTree): Change;
}

/** What becomes of a value of a column, however deep within it that must change; undefined if it stays as it is. */
export function changeOf(column: SchemaTree, changes: Changes): Change | undefined {
  const one = changeOfOne(column, changes);
  return one && column.element.repetition_type === 'REPEATED' ? unlessNone(eachOf(one)) : one;
}

/** The same of a value that is not repeated. */
function changeOfOne(column: SchemaTree, changes: Changes): Change | undefined {
  const { element, children } = column;
  // The library decodes variants by what the schema says of their parts.
  if (element.logical_type?.type === 'VARIANT') return undefined;
  if (children.length === 0) {
    const change = changes.leaf(element);
    return change && unlessNone(change);
  }
  const [first] = children as [SchemaTree];
  if (isListLike(column)) {
    const one = changeOf(elementOf(column), changes);
    return one && unlessNone(eachOf(one));
  }
  if (isMapLike(column)) {
    const entries = changeOf(first, changes) ?? same;
    const map = changes.map(column);
    return unlessNone((value) => map(entries((value as Structure)[first.element.name])));
  }
  const fields = new Map(children.map((child) => [child.element.name, changeOf(child, changes)]));
  if (![...fields.values()].some(Boolean)) return undefined;
  return unlessNone((value) =>
    Object.fromEntries(
      Object.entries(value as Structure).map(([name, field]) => [name, (fields.get(name) ?? same)(field)]),
    ),
  );
}

/** What is in a list. Its schema has a level more, that is repeated; the library gives no values of that. */
export function elementOf({ children: [repeated] }: SchemaTree): SchemaTree {
  return repeated!.children[0]!;
}

export type Structure = Readonly<Record<string, unknown>>;

export const same: Change = (value) => value;

const unlessNone =
  (change: Change): Change =>
  (value) =>
    value === undefined || value === null ? null : change(value);

const eachOf =
  (change: Change): Change =>
  (values) =>
    Array.from(values as Iterable<unknown>, change);
