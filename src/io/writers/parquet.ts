import type { DecodedArray, FileMetaData, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Corpus } from '../corpus.ts';
import { formatError, InputError } from '../errors.ts';
import type { Parquet } from '../formats/parquet.ts';
import type { RecordWriter, Sink } from './record-writer.ts';

/**
 * Writes rows of Parquet as Parquet, a row group for each that they came from. Values are copied as they are stored,
 * whatever they mean, so that no timestamp or decimal can change; compressed with Snappy.
 *
 * @throws {InputError} if the files have different columns
 */
export function parquetWriter(corpus: Corpus, sink: Sink): RecordWriter {
  const files = corpus.sources as readonly Parquet[];
  const { schema, key_value_metadata } = checkedMetadata(files);
  const bytes = new SinkBytes(sink);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: stored(schema),
    statistics: false,
    ...(key_value_metadata && { kvMetadata: key_value_metadata }),
  });
  let group: { readonly file: Parquet; readonly number: number } | undefined;
  let rows: number[] = [];

  async function flush(): Promise<void> {
    if (group === undefined) return;
    const { file, number } = group;
    const columns = await file.readGroup(number, {
      metadata: { ...file.metadata, schema: stored(file.metadata.schema) },
      utf8: false,
    });
    try {
      const columnData = [...columns].map(([name, values]) => ({ name, data: picked(values, rows) }));
      writer.write({ columnData, rowGroupSize: rows.length });
    } catch (error) {
      throw cannotCopy(file, error);
    }
    bytes.flush();
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
      writer.schema = schema;
      writer.finish();
    },
  };
}

/** Bytes that go on to a sink, for the library counts and collects them first. */
class SinkBytes extends ByteWriter {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    super();
    this.#sink = sink;
  }

  flush(): void {
    this.#sink.write(this.getBytes().slice());
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

/** A schema without what its values mean, but with what makes lists and maps of them. */
function stored(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map(({ converted_type, logical_type, ...element }) => {
    const isList = element.num_children !== undefined && (converted_type === 'LIST' || converted_type === 'MAP');
    return isList ? { ...element, converted_type } : element;
  });
}

function checkedMetadata(files: readonly Parquet[]): FileMetaData {
  const [first, ...rest] = files;
  const shape = (file: Parquet): string => JSON.stringify(file.metadata.schema.slice(1));
  const other = rest.find((file) => shape(file) !== shape(first!));
  if (other) {
    throw new InputError(
      `Cannot write parquet: ${first!.path} and ${other.path} have different columns. Use --output-format jsonl.`,
    );
  }
  return first!.metadata;
}

const cannotCopy = (file: Parquet, error: unknown): unknown => {
  const why = formatError(file.path, error) as Error;
  return new InputError(`${why.message.replace('Cannot read', 'Cannot write rows of')} Use --output-format jsonl.`);
};
