import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { GrowingColumn } from '../../search/column.ts';
import { nameOf } from '../bytes/input-bytes.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Stored } from '../bytes/storage.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { formatError, InputError } from '../errors.ts';
import type { Id } from '../id.ts';
import { type Found, joinTexts, stringsIn } from '../records.ts';
import type { Reading, RecordSource } from '../source.ts';
import type { Change } from './parquet-changes.ts';
import { checkFooter, checkMark } from './parquet-checks.ts';
import { hasWideDeltas, withWideDeltas } from './parquet-deltas.ts';
import { exactValues } from './parquet-exact.ts';
import { type Group, type ParquetFields, parquetFields } from './parquet-fields.ts';
import { checkedGroup } from './parquet-pages.ts';
import { inOneShape } from './parquet-shapes.ts';
import { objectOf, PARSERS, plainOf } from './parquet-values.ts';

/** Bytes of a Parquet file without metadata: it begins and ends with a mark, and says before the latter how long these are. */
const LEAST = 12;

/** Opens Parquet. It takes as much memory as the columns in question of one row group, or all of them for a record. */
export async function openParquet(reading: Reading): Promise<RecordSource> {
  const file = bufferOf(await reading.storage.keepBytes(reading.path));
  if (file.byteLength < LEAST)
    throw new InputError(`Cannot read ${nameOf(reading.path)}: it is too short to be Parquet.`);
  try {
    await checkMark(file, reading.path);
    // A column is what the schema says: marked by the metadata of GeoParquet, it would be written under another one.
    const metadata = await parquetMetadataAsync(file, { geoparquet: false });
    checkFooter(metadata, reading.path);
    return new Parquet(file, metadata, reading);
  } catch (error) {
    throw formatError(nameOf(reading.path), error);
  }
}

function bufferOf({ file, start, end }: Stored): AsyncBuffer {
  return {
    byteLength: end - start,
    slice: (from, to = end - start) => {
      const bytes = new Uint8Array(readAt(file, start + from, to - from));
      return bytes.buffer;
    },
  };
}

export class Parquet implements RecordSource {
  readonly format = 'parquet';
  readonly path: string;
  /** The schema of the file. */
  readonly schema: readonly SchemaElement[];
  /** What the file says, in the shape in which it is read. */
  readonly metadata: FileMetaData;
  readonly columns: readonly SchemaTree[];
  readonly #fields: ParquetFields;
  readonly #file: AsyncBuffer;
  readonly #reading: Reading;
  /** Of columns with values that the library would round, or cannot read, how these become what they say. */
  readonly #exact = new Map<string, Change>();
  /** The file, without what such values are. */
  readonly #bare: FileMetaData;
  /** The row of each document. */
  readonly #rows = new GrowingColumn(new Float64Array(0));
  /** In which row each group begins, and one more where the last ends. */
  readonly #groupStarts: readonly number[];
  #texts: StoredRecords | undefined;
  /** The group that was read last, since records are asked for in order. */
  #last: { readonly number: number; readonly group: Group } | undefined;

  constructor(file: AsyncBuffer, original: FileMetaData, reading: Reading) {
    this.path = reading.path;
    this.schema = original.schema;
    const metadata = withWideDeltas(inOneShape(original));
    this.metadata = metadata;
    this.#file = file;
    this.#reading = reading;
    const schema = parquetSchema(metadata);
    this.columns = schema.children;
    this.#fields = parquetFields(reading.path, schema, reading.fields);
    const bare = new Set<SchemaElement>();
    const isWide = hasWideDeltas(metadata);
    for (const column of this.columns) {
      const exact = exactValues(column, isWide, (element) => bare.add(element));
      if (exact) this.#exact.set(column.element.name, exact);
    }
    const stored = ({ converted_type, logical_type, ...element }: SchemaElement): SchemaElement => element;
    const elements = metadata.schema.map((element) => (bare.has(element) ? stored(element) : element));
    this.#bare = { ...metadata, schema: elements };
    const starts = [0];
    for (const { num_rows } of metadata.row_groups) starts.push(starts.at(-1)! + Number(num_rows));
    this.#groupStarts = starts;
  }

  get share(): number {
    const { length } = this.#rows;
    return length === 0 ? 0 : (this.#rows.at(length - 1) + 1) / this.#groupStarts.at(-1)!;
  }

  async *read(): AsyncGenerator<Found | undefined> {
    const { id, text } = this.#fields;
    const wanted = [...new Set([...text, ...(id ? [id] : [])].map(({ column }) => column))];
    for (const [number, start] of this.#groupStarts.slice(0, -1).entries()) {
      const group = await this.readGroup(number, { columns: wanted });
      const end = this.#groupStarts[number + 1]!;
      for (let row = start; row < end; row++) {
        const found = this.#documentIn(group, row - start, row);
        if (found !== undefined) this.#keep(found.text, row);
        yield found;
      }
    }
  }

  #keep(text: string, row: number): void {
    const bytes = Buffer.from(text);
    const stored = this.#reading.storage.append(bytes, this.path);
    this.#texts ??= new StoredRecords(stored);
    this.#texts.add(stored.start, bytes.length);
    this.#rows.push(row);
  }

  text(index: number): Buffer {
    return this.#texts!.bytes(index);
  }

  async json(index: number): Promise<Buffer> {
    const { number, row } = this.placeOf(index);
    if (this.#last?.number !== number) this.#last = { number, group: await this.readGroup(number, {}) };
    const { group } = this.#last;
    return Buffer.from(objectOf(this.columns.map(({ element: { name } }) => [name, group.get(name)![row]])));
  }

  /** The row group of a document, and the row within it. */
  placeOf(index: number): { readonly number: number; readonly row: number } {
    const row = this.#rows.at(index);
    let number = this.#last?.number ?? 0;
    if (row < this.#groupStarts[number]!) number = 0;
    while (row >= this.#groupStarts[number + 1]!) number++;
    return { number, row: row - this.#groupStarts[number]! };
  }

  /**
   * The columns of a row group.
   *
   * @param how which columns, and what to take them for, if not what the file says
   */
  async readGroup(
    number: number,
    how: { columns?: string[]; metadata?: FileMetaData; utf8?: boolean },
  ): Promise<Group> {
    const [rowStart, rowEnd] = [this.#groupStarts[number]!, this.#groupStarts[number + 1]!];
    const pieces = new Map<string, DecodedArray[]>();
    try {
      const metadata = how.metadata ?? this.#bare;
      const checked = await checkedGroup(this.#file, metadata, number, how.columns);
      await parquetRead({
        file: this.#file,
        parsers: PARSERS,
        geoparquet: false,
        ...how,
        ...checked,
        rowStart,
        rowEnd,
        onChunk: ({ columnName, columnData }) => {
          pieces.set(columnName, [...(pieces.get(columnName) ?? []), columnData]);
        },
      });
    } catch (error) {
      throw formatError(nameOf(this.path), error);
    }
    // In the order of the file, which is not that in which the library is done with them.
    const names = this.columns.map(({ element }) => element.name).filter((name) => how.columns?.includes(name) ?? true);
    const columnOf = (name: string): DecodedArray => {
      const column = this.#checkedColumn(name, pieces.get(name) ?? [], rowEnd - rowStart);
      const exact = how.metadata === undefined ? this.#exact.get(name) : undefined;
      return exact === undefined ? column : Array.from<unknown, unknown>(column, exact);
    };
    return new Map(names.map((name) => [name, columnOf(name)]));
  }

  #checkedColumn(name: string, pieces: readonly DecodedArray[], rows: number): DecodedArray {
    const [first, ...others] = pieces;
    const column = first && others.length === 0 ? first : pieces.flatMap((piece) => Array.from<unknown>(piece));
    if (column.length === rows) return column;
    throw new InputError(
      `Cannot read ${nameOf(this.path)}: column "${name}" has ${column.length} values where there are ${rows} rows; the file is damaged.`,
    );
  }

  #documentIn(group: Group, at: number, row: number): { id: Id; text: string } | undefined {
    const place = `${this.path}:${row + 1}`;
    const fields = this.#fields;
    const values = fields.text.map((field) => field.valueIn(group, at));
    if (values.every((value) => value === null || value === undefined))
      return this.#reject(place, `column "${this.#reading.fields.text.join(', ')}" is null, not a string`);
    const texts = values.map(stringsIn);
    if (texts.includes(undefined)) return this.#reject(place, 'its text is not UTF-8');
    const text = joinTexts((texts as string[][]).flat());
    if (fields.id === undefined) return { id: place, text };
    const id = plainOf(fields.id.valueIn(group, at));
    // NaN is how data frames say of a number that it is missing; as JSON has it, it is null.
    const isNone = id === null || id === '' || (typeof id === 'number' && !Number.isFinite(id));
    if (isNone && this.#reading.fields.id === undefined) return { id: place, text };
    if (typeof id === 'string' || Number.isFinite(id)) return { id: id as Id, text };
    return this.#reject(place, `column "${fields.id.name}" holds no string or number`);
  }

  #reject(place: string, reason: string): undefined {
    this.#reading.reject(place, reason);
  }
}
