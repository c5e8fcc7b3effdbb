import { type ConvertedType, type DecodedArray, parquetSchema, type SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { HammingbirdError } from '../../errors.ts';
import type { Corpus } from '../corpus.ts';
import { formatError, InputError } from '../errors.ts';
import type { Parquet } from '../formats/parquet.ts';
import { leavesOf } from '../formats/parquet-shapes.ts';
import { changesToWrite, schemaToRead, schemaToWrite } from './parquet-columns.ts';
import type { RecordWriter, Sink } from './sink.ts';

/**
 * Writes rows of Parquet as Parquet, a row group for each that they came from. Values are copied as they are stored,
 * whatever they mean, so that no timestamp or decimal can change; compressed with Snappy. That they can be was checked.
 */
export function parquetWriter(corpus: Pick<Corpus, 'origins' | 'locate'>, sink: Sink): RecordWriter {
  const [first] = corpus.origins as readonly Parquet[];
  const { schema, key_value_metadata } = first!.metadata;
  const writer = new ParquetWriter({
    writer: new SinkBytes(sink),
    schema: schemaToWrite(schema),
    statistics: false,
    ...(key_value_metadata && { kvMetadata: key_value_metadata }),
  });
  let group: { readonly file: Parquet; readonly number: number } | undefined;
  let rows: number[] = [];

  async function flush(): Promise<void> {
    if (group === undefined) return;
    const { file, number } = group;
    const columns = await file.readGroup(number, {
      metadata: { ...file.metadata, schema: schemaToRead(file.metadata.schema) },
      utf8: false,
    });
    const changes = changesToWrite(file.metadata);
    try {
      const columnData = [...columns].map(([name, values]) => {
        const data = picked(values, rows);
        const change = changes.get(name);
        return { name, data: change ? Array.from<unknown, unknown>(data, change) : data };
      });
      writer.write({ columnData, rowGroupSize: rows.length });
    } catch (error) {
      throw cannotCopy(file, error);
    }
    rows = [];
  }

  return {
    async write(number) {
      const { source, index } = corpus.locate(number);
      const file = source as Parquet;
      const place = file.placeOf(index);
      if (group?.file !== file || group.number !== place.number) {
        await flush();
        group = { file, number: place.number };
      }
      rows.push(place.row);
    },
    async finish() {
      await flush();
      writer.schema = writable(first!.schema);
      const leaves = leavesOf(parquetSchema({ ...first!.metadata, schema: writer.schema }));
      for (const { columns } of writer.row_groups) {
        for (const [i, { meta_data }] of columns.entries()) {
          const { element, path } = leaves[i]!;
          Object.assign(meta_data!, { type: element.type, path_in_schema: path });
        }
      }
      writer.finish();
    },
  };
}

/** Bytes that go on to a sink after each row group, for the library counts and collects them first. */
class SinkBytes extends ByteWriter {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    super();
    this.#sink = sink;
  }

  flush(): void {
    this.#sink.write(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}

/** Values of some rows, in an array of the same kind. */
function picked(values: DecodedArray, rows: readonly number[]): DecodedArray {
  if (Array.isArray(values)) return rows.map((row) => values[row]);
  const kind = values.constructor as new (length: number) => typeof values;
  const some = new kind(rows.length);
  for (const [i, row] of rows.entries()) some[i] = values[row]!;
  return some;
}

/** A schema that the library writes right: integers by their converted type, for their logical one comes out damaged. */
const writable = (schema: readonly SchemaElement[]): SchemaElement[] =>
  schema.map(({ logical_type, ...element }) => {
    if (logical_type?.type !== 'INTEGER') return logical_type ? { ...element, logical_type } : element;
    const { isSigned, bitWidth } = logical_type;
    return { ...element, converted_type: `${isSigned ? 'INT' : 'UINT'}_${bitWidth}` as ConvertedType };
  });

/** What the library says of rows; what the sink says, such as of a full disk, is as it is. */
const cannotCopy = (file: Parquet, error: unknown): unknown => {
  if (error instanceof HammingbirdError) return error;
  const why = formatError(file.path, error, '') as Error;
  return new InputError(`${why.message.replace('Cannot read', 'Cannot write rows of')} Use --output-format jsonl.`);
};
