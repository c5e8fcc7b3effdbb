import type {
  AsyncBuffer,
  ColumnMetaData,
  CompressionCodec,
  Compressors,
  FileMetaData,
  SchemaElement,
} from 'hyparquet';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js';
import { checkedPages } from './parquet-checks.ts';
import { compressors as known } from './parquet-codecs.ts';
import { checkRuns } from './parquet-runs.ts';

/** What the library is to read a row group with. */
export interface CheckedGroup {
  readonly metadata: FileMetaData;
  readonly compressors: Compressors;
}

/**
 * Lets the pages of a row group be checked before they are decompressed, and again after it: to the library each column seems
 * to have a compression of its own.
 *
 * @param names of the columns that will be read, if not all
 */
export async function checkedGroup(
  file: AsyncBuffer,
  metadata: FileMetaData,
  number: number,
  names: readonly string[] | undefined,
): Promise<CheckedGroup> {
  const group = metadata.row_groups[number]!;
  const compressors: Compressors = {};
  const columns = [...group.columns];
  for (const [at, column] of group.columns.entries()) {
    const { meta_data } = column;
    if (meta_data === undefined || names?.includes(meta_data.path_in_schema[0]!) === false) continue;
    const codec = `${meta_data.codec} of column ${at}` as CompressionCodec;
    compressors[codec] = await checkedDecompressor(file, meta_data, metadata.schema);
    columns[at] = { ...column, meta_data: { ...meta_data, codec } };
  }
  const row_groups = metadata.row_groups.with(number, { ...group, columns });
  return { metadata: { ...metadata, row_groups }, compressors };
}

async function checkedDecompressor(
  file: AsyncBuffer,
  column: ColumnMetaData,
  schema: SchemaElement[],
): Promise<NonNullable<Compressors[CompressionCodec]>> {
  const { codec, type, path_in_schema } = column;
  const path = getSchemaPath(schema, path_in_schema);
  const shape = { type, repetition: getMaxRepetitionLevel(path), definition: getMaxDefinitionLevel(path) };
  const pages = await checkedPages(file, column, shape);
  const decompress = codec === 'UNCOMPRESSED' ? (input: Uint8Array) => input : known[codec];
  if (decompress === undefined) throw new Error(`pages in ${codec} cannot be read`);
  return (input, length) => {
    const page = decompress(input, length);
    checkRuns(page, pages.get(input.byteOffset)!, shape);
    return page;
  };
}
