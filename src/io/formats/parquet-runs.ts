import type { DataReader, ParquetType } from 'hyparquet';
import type { parquetHeader } from 'hyparquet/src/column.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readVarInt } from 'hyparquet/src/thrift.js';

export type PageHeader = ReturnType<typeof parquetHeader>;

/** What of a column its pages do not say. */
export interface ColumnShape {
  readonly type: ParquetType;
  /** The most that a level of each kind can be; where that is 0, none is stored. */
  readonly repetition: number;
  readonly definition: number;
}

/** Of integers that are stored in runs; all others have no such length. */
const IN_RUNS = ['RLE', 'PLAIN_DICTIONARY', 'RLE_DICTIONARY'];

/**
 * Throws if a run of equal levels or values is said to be longer than its page. The library writes down as many as are said,
 * two thousand millions at most, of which the process ends.
 *
 * @param page what was compressed, which is all of it in version 1, and in version 2 what follows the levels
 */
export function checkRuns(page: Uint8Array, header: PageHeader, shape: ColumnShape): void {
  const reader = readerOf(page);
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  if (v1) {
    const isInRuns = IN_RUNS.includes(v1.encoding);
    const nulls = checkLevels(reader, v1.num_values, shape, isInRuns);
    if (!isInRuns) return;
    // Of indices of no bits the library reads no runs in this version.
    const isOfBooleans = shape.type === 'BOOLEAN';
    if (isOfBooleans || reader.view.getUint8(reader.offset) > 0)
      checkValues(reader, v1.num_values - nulls, isOfBooleans);
  } else if (v2 && IN_RUNS.includes(v2.encoding)) {
    checkValues(reader, v2.num_values - v2.num_nulls, v2.encoding === 'RLE');
  }
}

/** The same for the levels with which a page of version 2 begins. */
export function checkLevelsV2(page: Uint8Array, header: PageHeader, { repetition, definition }: ColumnShape): void {
  const v2 = header.data_page_header_v2;
  if (v2 === undefined) return;
  const reader = readerOf(page);
  if (repetition > 0) checkRunsIn(reader, widthOf(repetition), v2.num_values);
  reader.offset = v2.repetition_levels_byte_length;
  if (definition > 0) checkRunsIn(reader, widthOf(definition), v2.num_values);
}

/** Returns how many nulls there are, of which no values are stored, if they are to be counted. */
function checkLevels(reader: DataReader, values: number, shape: ColumnShape, isToCount: boolean): number {
  const { repetition, definition } = shape;
  if (repetition > 0) checkSized(reader, widthOf(repetition), values);
  if (definition === 0) return 0;
  const start = reader.offset;
  checkSized(reader, widthOf(definition), values);
  if (!isToCount) return 0;
  const levels = new Uint8Array(values);
  readRleBitPackedHybrid({ ...reader, offset: start }, widthOf(definition), levels);
  return levels.reduce((nulls, level) => (level === definition ? nulls : nulls + 1), 0);
}

function checkValues(reader: DataReader, values: number, isOfBooleans: boolean): void {
  if (isOfBooleans) checkSized(reader, 1, values);
  else checkRunsIn(reader, reader.view.getUint8(reader.offset++), values);
}

/** Runs whose length in bytes stands before them. */
function checkSized(reader: DataReader, width: number, values: number): void {
  const end = reader.offset + 4 + reader.view.getUint32(reader.offset, true);
  reader.offset += 4;
  checkRunsIn(reader, width, values);
  reader.offset = end;
}

/** Passes over them as the library does, which reads a byte even of packed values of which there are said to be none. */
function checkRunsIn(reader: DataReader, width: number, values: number): void {
  let seen = 0;
  while (seen < values && reader.offset < reader.view.byteLength) {
    const run = readVarInt(reader);
    const length = run >>> 1;
    if (run & 1) {
      reader.offset += Math.max(1, length * width);
      seen += 8 * length;
    } else {
      reader.offset += (width + 7) >> 3;
      seen += length;
      if (seen > values) throw new Error('a page is damaged: it tells of more values than it has');
    }
  }
}

const readerOf = (page: Uint8Array): DataReader => ({
  view: new DataView(page.buffer, page.byteOffset, page.byteLength),
  offset: 0,
});

const widthOf = (level: number): number => 32 - Math.clz32(level);
