import type { ColumnMetaData, FileMetaData, SchemaElement } from 'hyparquet';
import { getSchemaPath } from 'hyparquet/src/schema.js';

/** Encodings of levels, not of values. */
const OF_LEVELS = ['RLE', 'BIT_PACKED'];

/**
 * The metadata by which differences of unsigned integers of 32 bits are read with 64. DuckDB writes them so, and the first
 * integer, too: of that the library would take 31 bits and a sign, and all after it would be others. The last 32 bits of what
 * is read so are those of the integer.
 */
export function withWideDeltas(metadata: FileMetaData): FileMetaData {
  if (!metadata.created_by?.startsWith('DuckDB') || !metadata.schema.some(isUnsigned)) return metadata;
  const widened = (column: ColumnMetaData): ColumnMetaData => {
    const encodings = column.encodings.filter((encoding) => !OF_LEVELS.includes(encoding));
    const isOfDeltas = encodings.length > 0 && encodings.every((encoding) => encoding === 'DELTA_BINARY_PACKED');
    return isOfDeltas && isUnsigned(elementOf(metadata, column)) ? { ...column, type: 'INT64' } : column;
  };
  const row_groups = metadata.row_groups.map((group) => ({
    ...group,
    columns: group.columns.map((column) =>
      column.meta_data ? { ...column, meta_data: widened(column.meta_data) } : column,
    ),
  }));
  return { ...metadata, row_groups };
}

/** Whether there are integers in a file that are read so. */
export const hasWideDeltas = (metadata: FileMetaData): boolean =>
  metadata.schema.some(isUnsigned) &&
  metadata.row_groups.some(({ columns }) =>
    columns.some(({ meta_data }) => meta_data?.type === 'INT64' && isUnsigned(elementOf(metadata, meta_data))),
  );

export const isUnsigned = ({ type, converted_type }: SchemaElement): boolean =>
  type === 'INT32' && converted_type === 'UINT_32';

const elementOf = ({ schema }: FileMetaData, { path_in_schema }: ColumnMetaData): SchemaElement =>
  getSchemaPath(schema, path_in_schema).at(-1)!.element;

/** An unsigned integer of 32 bits, of what was read with 64 or as it is stored. */
export const unsignedOf = (read: unknown): number => Number(BigInt.asUintN(32, BigInt(read as bigint | number)));

/** The same as it is stored. */
export const storedOf = (read: unknown): number => unsignedOf(read) | 0;
