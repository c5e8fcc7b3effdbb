import { type CsvError, type Info, type Options, parse } from 'csv-parse/stream';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { isTooLong, LONGEST, readLines } from '../lines.ts';
import { readAt } from '../open-file.ts';
import type { Stored } from '../storage.ts';

/** A row of a table, or a line that is none. */
export interface Row {
  readonly cells?: readonly string[];
  readonly problem?: string;
  /** Its place in the file, with its line end, and with empty lines before it. */
  readonly start: number;
  readonly end: number;
  /** Its first line, from 1. */
  readonly line: number;
}

const options = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  // Both, since files are put together from parts.
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST,
});

/** The cells of one row; undefined if it is not one. */
export function parseRow(bytes: Buffer, delimiter: string): readonly string[] | undefined {
  try {
    return (parseAtOnce(bytes, options(delimiter)) as string[][])[0];
  } catch {
    return undefined;
  }
}

/**
 * The rows of a table, RFC 4180. A line that breaks its rules, such as by a quote that is not closed, is passed over
 * with its problem, and reading goes on at the next line.
 */
export async function* readRows(stored: Stored, delimiter: string): AsyncGenerator<Row> {
  let start = stored.start;
  let line = 1;
  while (start < stored.end) {
    const broken = yield* rowsUntilBroken({ ...stored, start }, line, delimiter);
    if (broken === undefined) return;
    yield broken;
    start = broken.end;
    line = broken.line + 1;
  }
}

interface Parsed {
  readonly record: string[];
  readonly info: Info;
}

/** The rows until one that is broken, which is returned. */
async function* rowsUntilBroken(stored: Stored, line: number, delimiter: string): AsyncGenerator<Row, Row | undefined> {
  let error: CsvError | undefined;
  const rows = parsed(stored, {
    ...options(delimiter),
    info: true,
    skip_records_with_error: true,
    on_skip: (problem) => {
      error ??= problem;
      return undefined;
    },
  });
  let { start } = stored;
  let lines = 0;
  let empty = 0;
  for await (const { record, info } of rows) {
    // What the parser makes of what follows an error is not what stands there.
    if (error !== undefined && info.bytes > Number(error.bytes)) break;
    const next = stored.start + info.bytes;
    yield { cells: record, start, end: next, line: line + lines + info.empty_lines - empty };
    start = next;
    lines = info.lines;
    empty = info.empty_lines;
  }
  return error && brokenLine({ ...stored, start }, line + lines, error);
}

/** Bytes that the parser is given at once. */
const CHUNK = 64 * 1024;

/** What the parser makes of bytes: by streams of the web, since those of Node are Node's alone. */
async function* parsed({ file, start, end }: Stored, options: Options): AsyncGenerator<Parsed> {
  let at = start;
  const bytes = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= end) return controller.close();
      controller.enqueue(readAt(file, at, Math.min(CHUNK, end - at)));
      at += CHUNK;
    },
  });
  const rows = bytes.pipeThrough<Parsed>(parse(options)).getReader();
  try {
    for (let next = await rows.read(); !next.done; next = await rows.read()) yield next.value;
  } finally {
    await rows.cancel();
  }
}

function brokenLine(stored: Stored, firstLine: number, error: CsvError): Row | undefined {
  for (const { bytes, offset, end, number } of readLines(stored)) {
    if (bytes?.toString().trim() === '') continue;
    const problem = MEANINGS[error.code] ?? error.message;
    return { problem, start: offset, end: end + 1, line: firstLine + number - 1 };
  }
  return undefined;
}

const MEANINGS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed; close it, or write it twice within a quoted field',
  CSV_INVALID_CLOSING_QUOTE: 'a quote within a quoted field; write it twice',
  INVALID_OPENING_QUOTE: 'a quote within a field that is not quoted; quote the field, and write the quote twice',
  CSV_MAX_RECORD_SIZE: isTooLong,
};

/** A row as it stood, without the line end that every line is given when it is written. */
export function bareRow(bytes: Buffer): Buffer {
  let start = 0;
  while (bytes[start] === 0x0a || bytes[start] === 0x0d) start++;
  return bytes.subarray(start, bytes.at(-1) === 0x0a ? -1 : undefined);
}
