import zlib from 'node:zlib';
import type { AsyncBuffer, ColumnMetaData, FileMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { getSchemaPath } from 'hyparquet/src/schema.js';
import { isWhole } from '../../ranges.ts';
import { nameOf } from '../bytes/input-bytes.ts';
import { InputError } from '../errors.ts';
import { type ColumnShape, checkLevelsV2, checkRuns, type PageHeader } from './parquet-runs.ts';

/** What stands before pages, by where in their column that begins which is compressed of them. */
export type Pages = ReadonlyMap<number, PageHeader>;

/**
 * The pages of a column. Throws unless they say what they must, and are what their checksums are of. The library believes
 * them: where a length is missing it would read the same byte for ever, and it passes over checksums.
 */
export async function checkedPages(file: AsyncBuffer, column: ColumnMetaData, shape: ColumnShape): Promise<Pages> {
  const { dictionary_page_offset, data_page_offset, total_compressed_size, num_values } = column;
  const pages = new Map<number, PageHeader>();
  const start = Number(dictionary_page_offset || data_page_offset);
  const bytes = await file.slice(start, start + Number(total_compressed_size));
  const reader = { view: new DataView(bytes), offset: 0 };
  while (reader.offset < bytes.byteLength - 1) {
    const header = parquetHeader(reader);
    const {
      compressed_page_size: size,
      data_page_header: v1,
      data_page_header_v2: v2,
      dictionary_page_header,
    } = header;
    const levels = v2 ? [v2.definition_levels_byte_length, v2.repetition_levels_byte_length] : [];
    const isSound =
      isWhole(size, 0, bytes.byteLength - reader.offset) &&
      levels.every((length) => isWhole(length, 0, size)) &&
      [v1, v2].every((page) => page === undefined || isWhole(page.num_values, 0, Number(num_values))) &&
      (dictionary_page_header === undefined ||
        isWhole(dictionary_page_header.num_values, 0, 8 * size + Number(num_values)));
    if (!isSound) throw new Error('a page header is damaged');
    const page = new Uint8Array(bytes, reader.offset, size);
    if (!isOf(header.crc, page)) throw new Error('a page is damaged: its checksum is of other bytes');
    checkLevelsV2(page, header, shape);
    const ofLevels = levels.reduce((sum, length) => sum + length, 0);
    if (v2?.is_compressed === false) checkRuns(page.subarray(ofLevels), header, shape);
    pages.set(reader.offset + ofLevels, header);
    reader.offset += size;
  }
  return pages;
}

/** Node before 20.15 has none. */
const { crc32 } = zlib as Partial<typeof zlib>;

/** Whether a page has this checksum; few writers give any. */
function isOf(checksum: number | undefined, page: Uint8Array): boolean {
  return checksum === undefined || crc32 === undefined || crc32(page) === checksum >>> 0;
}

const encrypted = (path: string): InputError =>
  new InputError(`Cannot read ${nameOf(path)}: it is encrypted; decrypt it first.`);

/** Throws if a file is marked as one whose footer is encrypted. */
export async function checkMark(file: AsyncBuffer, path: string): Promise<void> {
  const mark = await file.slice(file.byteLength - 4, file.byteLength);
  if (Buffer.from(mark).toString('latin1') === 'PARE') throw encrypted(path);
}

/**
 * Throws if columns are encrypted, or what the footer says twice is not the same both times. It has no checksum, and the
 * library believes it: rows that a group does not tell of would be lost.
 */
export function checkFooter({ num_rows, row_groups, schema }: FileMetaData, path: string): void {
  const rows = row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (rows !== num_rows)
    throw new Error(`its footer is damaged: it tells of ${num_rows} rows, and of ${rows} in groups`);
  for (const { meta_data, crypto_metadata } of row_groups.flatMap(({ columns }) => columns)) {
    if (crypto_metadata !== undefined) throw encrypted(path);
    if (meta_data === undefined) continue;
    const { type, path_in_schema } = meta_data;
    const wanted = getSchemaPath(schema, path_in_schema).at(-1)?.element.type;
    if (type === wanted) continue;
    const [here, there] = [wanted, type].map((one) => one ?? 'of no type');
    throw new Error(`its footer is damaged: column "${path_in_schema.join('.')}" is ${here}, and ${there}`);
  }
}
