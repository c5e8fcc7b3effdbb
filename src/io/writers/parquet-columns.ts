import type { FileMetaData, SchemaElement } from 'hyparquet';
import { type Change, changeOf, same } from '../formats/parquet-changes.ts';
import { columnsToCopy, marked } from '../formats/parquet-copies.ts';
import { hasWideDeltas, storedOf } from '../formats/parquet-deltas.ts';

type Schema = readonly SchemaElement[];

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

/** What the values of each column that are read so become to be written so. */
export function changesToWrite(metadata: FileMetaData): ReadonlyMap<string, Change> {
  const ofType: Partial<Record<string, Change>> = {
    INT96: bytesOf96Bits,
    ...(hasWideDeltas(metadata) && { INT32: narrow }),
  };
  return new Map(
    columnsToCopy(metadata).flatMap((column) => {
      const change = changeOf(column, { leaf: ({ type }) => ofType[type!], map: () => same });
      return change ? [[column.element.name, change]] : [];
    }),
  );
}

/** Of 32 bits, those that were read with 64. */
const narrow: Change = (value) => (typeof value === 'bigint' ? storedOf(value) : value);

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
