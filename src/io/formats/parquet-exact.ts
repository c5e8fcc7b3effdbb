import type { SchemaElement, SchemaTree } from 'hyparquet';
import { type Change, changeOf, type Structure } from './parquet-changes.ts';
import { isUnsigned, unsignedOf } from './parquet-deltas.ts';
import { decimalOf, durationOf, jsonOf, plainOf } from './parquet-values.ts';

/** What the library would round, or cannot read: it is not told what that is. Neither is it of maps. */
const BARE: Partial<Record<string, (element: SchemaElement) => Change>> = {
  DECIMAL:
    ({ scale = 0 }) =>
    (stored) =>
      decimalOf(stored, scale),
  INTERVAL: () => (stored) => durationOf(stored as Uint8Array),
  BSON: () => (stored) => stored,
};

/**
 * How the values of a column, as they are stored, become what they say; undefined if the library reads them as they are.
 *
 * @param isWide whether unsigned integers of 32 bits are read with 64
 * @param bare is told of every element of the schema whose kind the library must not know
 */
export const exactValues = (
  column: SchemaTree,
  isWide: boolean,
  bare: (element: SchemaElement) => void,
): Change | undefined =>
  changeOf(column, {
    leaf: (element) => {
      const exact = isWide && isUnsigned(element) ? unsignedOf : BARE[element.converted_type ?? '']?.(element);
      if (exact) bare(element);
      return exact;
    },
    map: ({ element, children: [entry] }) => {
      bare(element);
      const [key, value] = entry!.children.map((part) => part.element.name) as [string, string];
      return (entries) =>
        Object.fromEntries((entries as readonly Structure[]).map((one) => [nameOf(one[key]), one[value]]));
    },
  });

/** What a key of a map is called in JSON. The library would take whatever JavaScript makes of it, and lose those that become the same. */
function nameOf(key: unknown): string {
  const name = plainOf(key);
  return typeof name === 'string' ? name : jsonOf(key);
}
