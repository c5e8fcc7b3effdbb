import { CsvError, type Info, type Options, parse } from 'csv-parse/stream';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { isTooLong, LONGEST, readLines } from '../bytes/lines.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Stored } from '../bytes/storage.ts';
import { chunksOf } from '../bytes/stored-chunks.ts';
import type { Delimited } from './csv-delimiter.ts';

/** A row of a table, or a line that is none. */
export interface Row {
  readonly cells?: readonly string[];
  /** What breaks the rules of quoting in it. With cells, if it may be a row without quoting. */
  readonly problem?: string;
  /** Its place in the file, with its line end, and with empty lines before it. */
  readonly start: number;
  readonly end: number;
  /** Its first line, from 1. */
  readonly line: number;
  /** Quotes make one row of several lines. */
  readonly isJoined?: boolean;
}

/** @param bom whether a byte order mark may stand before it, as before a table; before a row it is of the first cell */
const options = (delimiter: string, bom: boolean): Options => ({
  delimiter,
  bom,
  // Both, since files are put together from parts.
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST,
});

/** The cells of one row; undefined if it is not one. */
export function parseRow(bytes: Buffer, delimiter: string): readonly string[] | undefined {
  try {
    return (parseAtOnce(bytes, options(delimiter, false)) as string[][])[0];
  } catch {
    return unquotedCells(bareRow(bytes), delimiter);
  }
}

/** The cells of a line as they stand between tabs: text/tab-separated-values knows no quoting. With other delimiters there is. */
function unquotedCells(line: Buffer, delimiter: string): readonly string[] | undefined {
  return delimiter === '\t' ? line.toString().replace(/\r$/, '').split(delimiter) : undefined;
}

/**
 * The rows of a table, RFC 4180. A line that breaks its rules, such as by a quote that is not closed, comes with its
 * problem, and reading goes on at the next line.
 */
export async function* readRows(table: Delimited, hasHeader: boolean): AsyncGenerator<Row> {
  const { rows, delimiter, separatorLine } = table;
  let { start } = rows;
  let line = separatorLine ? 2 : 1;
  while (start < rows.end) {
    const broken = yield* rowsUntilBroken({ ...rows, start }, line, options(delimiter, hasHeader && line === 1));
    if (broken === undefined) return;
    yield broken;
    start = broken.end;
    line = broken.line + 1;
  }
}

/**
 * A row, or those that it is. Between tabs, quotes join lines only within a cell: if each of the lines is a row by its tabs,
 * or together they are none, they are rows of their own, and what is quoted is a quotation that goes on from one to the next.
 *
 * @param columns how many the table has; 0 as long as that is not known
 */
export function rowsIn(row: Row, { rows, delimiter }: Delimited, columns: number): readonly Row[] {
  if (!row.isJoined || delimiter !== '\t' || columns === 0) return [row];
  const isRow = row.cells?.length === columns && columns > 1;
  const lines: Row[] = [];
  let first: number | undefined;
  for (const { bytes, offset, end, number } of readLines({ ...rows, start: row.start, end: row.end })) {
    const [from, to] = [offset, Math.min(end + 1, row.end)];
    // With its line end, as it is read again: behind the first half of CRLF no quote closes.
    const cells = bytes && parseRow(readAt(rows.file, from, to - from), delimiter);
    if (cells === undefined && lines.length === 0) continue;
    if (isRow && cells?.length !== columns) return [row];
    first ??= number;
    if (cells) lines.push({ cells, start: from, end: to, line: row.line + number - first });
  }
  return lines;
}

/** Bytes that the parser is given at once. */
const CHUNK = 64 * 1024;

/** The rows until one that is broken, which is returned. The parser's streams are those of the web, since Node's are Node's alone. */
async function* rowsUntilBroken(stored: Stored, line: number, how: Options): AsyncGenerator<Row, Row | undefined> {
  let { start } = stored;
  let lines = 0;
  let empty = 0;
  const rows: Row[] = [];
  // Taken while it parses: it ends at the first error, and its stream then drops what it has not handed out.
  const take = (cells: readonly string[], info: Info): null => {
    const end = stored.start + info.bytes;
    const emptied = info.empty_lines - empty;
    rows.push({ cells, start, end, line: line + lines + emptied, isJoined: info.lines - lines - emptied > 1 });
    start = end;
    lines = info.lines;
    empty = info.empty_lines;
    return null;
  };
  const parser = parse({ ...how, on_record: take }).writable.getWriter();
  try {
    for (const bytes of chunksOf(stored, CHUNK)) {
      await parser.write(bytes);
      // A write that fails says nothing, but no other can follow it.
      await parser.ready;
      yield* rows.splice(0);
    }
    await parser.close();
    yield* rows;
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* rows.splice(0);
    return brokenLine({ ...stored, start }, line + lines, how.delimiter as string, error);
  }
}

function brokenLine(stored: Stored, firstLine: number, delimiter: string, error: CsvError): Row | undefined {
  for (const { bytes, offset, end, number } of readLines(stored)) {
    if (bytes?.toString().trim() === '') continue;
    const problem = MEANINGS[error.code] ?? error.message;
    const cells = bytes && unquotedCells(bytes, delimiter);
    const place = { start: offset, end: Math.min(end + 1, stored.end), line: firstLine + number - 1 };
    return { problem, ...(cells && { cells }), ...place };
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
