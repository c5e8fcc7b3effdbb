import { type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { OutputError } from '../errors.ts';
import type { Parquet } from '../formats/parquet.ts';
import { type Change, changeOf, same } from '../formats/parquet-changes.ts';

type Schema = readonly SchemaElement[];

/** A schema without what its values mean: values are what is stored. Only lists and maps must be known as such. */
const marked = (schema: Schema): SchemaElement[] =>
  schema.map(({ converted_type, logical_type, ...element }) => {
    const mark = (['LIST', 'MAP'] as const).find((kind) => kind === converted_type || kind === logical_type?.type);
    return mark ? { ...element, converted_type: mark } : element;
  });

/**
 * The schema by which the library is to read what is copied. Of what it knows to be a map it makes an object, in which keys
 * become strings; and of 96 bits a time, unless they are said to be of another kind.
 */
export const schemaToRead = (schema: Schema): SchemaElement[] =>
  marked(schema).map((one) => {
    if (one.type === 'INT96') return { ...one, converted_type: 'ENUM' };
    const { converted_type, ...element } = one;
    return converted_type === 'MAP' ? element : one;
  });

/** That by which it is to write: 96 bits, which it cannot, are stored as so many bytes are. */
export const schemaToWrite = (schema: Schema): SchemaElement[] =>
  marked(schema).map((one) =>
    one.type === 'INT96' ? { ...one, type: 'FIXED_LEN_BYTE_ARRAY', type_length: BYTES_OF_96_BITS } : one,
  );

const columnsOf = (metadata: FileMetaData): readonly SchemaTree[] =>
  parquetSchema({ ...metadata, schema: marked(metadata.schema) }).children;

/** What the values of each column that are read so become to be written so. */
export const changesToWrite = (metadata: FileMetaData): ReadonlyMap<string, Change> =>
  new Map(
    columnsOf(metadata).flatMap((column) => {
      const change = changeOf(column, {
        leaf: ({ type }) => (type === 'INT96' ? bytesOf96Bits : undefined),
        map: () => same,
      });
      return change ? [[column.element.name, change]] : [];
    }),
  );

const BYTES_OF_96_BITS = 12;

/** Nanoseconds of a day (64 bits with a sign), and the day. Of negative ones the library loses the day, and gives no positive number. */
function bytesOf96Bits(value: unknown): Buffer {
  const number = value as bigint;
  if (number < 0n) throw new Error('a time of 96 bits is damaged');
  const bytes = Buffer.alloc(BYTES_OF_96_BITS);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, number));
  bytes.writeUInt32LE(Number(number >> 64n), 8);
  return bytes;
}

/** Whether the library takes the values of a column in a form in which it gives them: bare repetitions it does not. */
function canCopy(column: SchemaTree): boolean {
  if (column.element.repetition_type === 'REPEATED') return false;
  const [entry] = column.children;
  if (isListLike(column) || (isMapLike(column) && isKeyed(entry!)))
    return entry!.children.length > 0 && entry!.children.every(canCopy);
  return column.children.every(canCopy);
}

/** Whether the parts of the entries of a map have the names that the library gives them. */
const isKeyed = ({ children }: SchemaTree): boolean =>
  ['key', 'value'].every((name) => children.some(({ element }) => element.name === name));

/** @throws {OutputError} if rows of these files cannot be written, or not under one schema */
export function checkColumns([first, ...rest]: readonly Parquet[]): void {
  const shape = (file: Parquet): string => JSON.stringify(file.metadata.schema.slice(1));
  const other = rest.find((file) => shape(file) !== shape(first!));
  if (other) {
    throw new OutputError(
      `Cannot write parquet: ${first!.path} and ${other.path} have different columns. Use --output-format jsonl.`,
    );
  }
  const column = columnsOf(first!.metadata).find((one) => !canCopy(one));
  if (column === undefined) return;
  const kind = column.element.converted_type ?? column.element.type ?? 'a repeated group';
  throw new OutputError(
    `Cannot write parquet: column "${column.element.name}" of ${first!.path} is ${kind}, which can only be read. Use --output-format jsonl.`,
  );
}
