import { nameOf } from '../bytes/input-bytes.ts';
import type { Corpus } from '../corpus.ts';
import { OtherFormatError, OutputError } from '../errors.ts';
import { type Format, formatOf, isOneDocument } from '../format-names.ts';
import type { Csv } from '../formats/csv.ts';
import type { Parquet } from '../formats/parquet.ts';
import type { Source } from '../source.ts';
import type { RecordWriter, Sink } from './sink.ts';

/** Documents that have been read: a corpus. */
export type Records = Pick<Corpus, 'origins' | 'locate' | 'record'>;

/** Formats in which records can be written. */
export const OUTPUT_FORMATS = ['jsonl', 'json', 'csv', 'tsv', 'parquet', 'lines'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Where records go, and in which format, if one was asked for. */
export interface Output {
  readonly path: string;
  readonly format?: OutputFormat | undefined;
}

/**
 * A writer for documents of a corpus that has been read.
 *
 * @throws {OutputError} as `formatFor`
 */
export async function recordWriter(corpus: Records, output: Output, sink: Sink): Promise<RecordWriter> {
  const format = formatFor(corpus.origins, output);
  if (format === 'jsonl') return jsonLines(corpus, sink);
  if (format === 'json') return jsonArray(corpus, sink);
  if (format === 'lines') return rawLines(corpus, sink);
  if (format === 'parquet') return (await import('./parquet.ts')).parquetWriter(corpus, sink);
  return rowsUnderHeader(corpus, sink);
}

/**
 * The format in which records are written: the one asked for, or the one that the output's name tells, or that of the input:
 * as all records came, they are written. From inputs of several formats, and from texts and pages, it is JSONL.
 *
 * @throws {OtherFormatError} if they cannot be written in the format
 * @throws {OutputError} if they have different headers or columns, or columns that cannot be written
 */
export function formatFor(origins: readonly Source[], output: Output): OutputFormat {
  const own = ownFormat(origins);
  const format = output.format ?? namedFormat(origins, output.path) ?? own;
  if (format === 'jsonl' || format === 'json') return format;
  if (format !== own) throw new OtherFormatError(cannotWrite(format, output, origins));
  if (format === 'csv' || format === 'tsv') checkHeaders(tablesWithHeader(origins));
  if (format === 'parquet') checkColumns(origins as readonly Parquet[]);
  return format;
}

/** The format in which the records came, if they can be written in it; JSONL for others, and for records of several formats. */
export function ownFormat(origins: readonly Source[]): OutputFormat {
  const formats = new Set(origins.map(({ format }) => format));
  const [format] = formats;
  return formats.size === 1 && isOutputFormat(format!) ? format : 'jsonl';
}

/** Not that of a name such as inputs have that are in another format, nor that of a text, which may be anything. */
function namedFormat(origins: readonly Source[], path: string): Format | undefined {
  const named = formatOf(path);
  const isMeaningless = origins.some(
    (source) => !isOneDocument(source.format) && formatOf(source.path) === named && source.format !== named,
  );
  return named === 'text' || isMeaningless ? undefined : named;
}

const isOutputFormat = (format: Format): format is OutputFormat =>
  (OUTPUT_FORMATS as readonly Format[]).includes(format);

function cannotWrite(format: Format, output: Output, origins: readonly Source[]): string {
  const other = origins.find((source) => source.format !== format);
  const reason = other ? `${nameOf(other.path)} is ${other.format}` : 'it is only read';
  const place = output.format === undefined ? ` to ${output.path}` : '';
  return (
    `Cannot write ${format}${place}: ${reason}. Records are written as they came, or as jsonl or json: name another ` +
    'format with --output-format, or by the extension of the output.'
  );
}

const rawLines = (corpus: Records, sink: Sink): RecordWriter => ({
  write(number) {
    const { source, index } = corpus.locate(number);
    sink.writeLine(source.raw!(index));
  },
  finish() {},
});

const jsonLines = (corpus: Records, sink: Sink): RecordWriter => ({
  write(number) {
    const record = corpus.record(number);
    if (record instanceof Promise) return record.then((bytes) => sink.writeLine(bytes));
    sink.writeLine(record);
    return undefined;
  },
  finish() {},
});

function jsonArray(corpus: Records, sink: Sink): RecordWriter {
  let before = '[\n';
  return {
    async write(number) {
      const { source, index } = corpus.locate(number);
      const element = source.format === 'json' ? source.raw!(index) : await corpus.record(number);
      sink.write(Buffer.from(before));
      sink.write(element);
      before = ',\n';
    },
    finish: () => sink.write(Buffer.from(before === ',\n' ? '\n]\n' : '[]\n')),
  };
}

function rowsUnderHeader(corpus: Records, sink: Sink): RecordWriter {
  const [first] = tablesWithHeader(corpus.origins);
  if (first?.header !== undefined) sink.writeLine(first.header);
  return rawLines(corpus, sink);
}

/** Not those that are empty altogether. */
const tablesWithHeader = (origins: readonly Source[]): readonly Csv[] =>
  (origins as readonly Csv[]).filter(({ names }) => names.length > 0);

/** Rows can stand under one header if they came under the same. */
function checkHeaders([first, ...rest]: readonly Csv[]): void {
  const columns = ({ names, delimiter }: Csv): string => JSON.stringify([delimiter, ...names]);
  const other = rest.find((one) => columns(one) !== columns(first!));
  if (other === undefined) return;
  throw new OutputError(
    `Cannot write ${first!.format}: ${first!.path} and ${other.path} have different headers. Use --output-format jsonl.`,
  );
}

/** @throws {OutputError} if rows of these files cannot be written under one schema */
function checkColumns([first, ...rest]: readonly Parquet[]): void {
  const shape = (file: Parquet): string => JSON.stringify(file.schema.slice(1));
  const other = rest.find((file) => shape(file) !== shape(first!));
  if (other === undefined) return;
  throw new OutputError(
    `Cannot write parquet: ${first!.path} and ${other.path} have different columns. Use --output-format jsonl.`,
  );
}
