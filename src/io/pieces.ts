import { isTooLong, readLines, withoutMark } from './lines.ts';
import { type Fields, MalformedRecord, type ParsedRecord, readRecord } from './records.ts';
import { readAt, type Stored } from './storage.ts';

/** Formats in which a document is a line. */
export type LineFormat = 'jsonl' | 'lines';

/** Lines that follow each other in an open file: all that it takes to read their documents, in any thread. */
export interface Piece extends Stored {
  readonly format: LineFormat;
  readonly fields: Fields;
}

/** A document and where it stands. Its line is counted from 1 within the piece. */
export interface LineDocument extends ParsedRecord {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
}

/** What was found in a piece, but for the texts. */
export interface FoundInPiece {
  /** Lines, also those that are no documents. */
  readonly lines: number;
  readonly documents: readonly Omit<LineDocument, 'text'>[];
  readonly rejects: readonly { readonly line: number; readonly reason: string }[];
  readonly textBytes: number;
}

/** Bytes of a piece, about. */
const PIECE = 512 * 1024;
const PROBED = 64 * 1024;
const NEWLINE = 0x0a;

/** Cuts lines into pieces. */
export function* piecesOf(whole: Piece): Generator<Piece> {
  for (let start = whole.start; start < whole.end; ) {
    const end = start + PIECE < whole.end ? lineEnd(whole, start + PIECE) : whole.end;
    yield { ...whole, start, end };
    start = end;
  }
}

/** Where the next line begins, or the end. */
function lineEnd({ file, end }: Piece, from: number): number {
  for (let at = from; at < end; at += PROBED) {
    const found = readAt(file, at, Math.min(PROBED, end - at)).indexOf(NEWLINE);
    if (found >= 0) return at + found + 1;
  }
  return end;
}

/** The documents of a piece and their texts. */
export function readPiece(piece: Piece): { readonly found: FoundInPiece; readonly texts: (string | Uint8Array)[] } {
  const texts: (string | Uint8Array)[] = [];
  const documents: Omit<LineDocument, 'text'>[] = [];
  const rejects: { line: number; reason: string }[] = [];
  let textBytes = 0;
  const reading = documentsIn(piece, (line, reason) => rejects.push({ line, reason }));
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    const { text, ...document } = step.value;
    texts.push(text);
    documents.push(document);
    textBytes += byteLength(text);
  }
  return { found: { lines: step.value, documents, rejects, textBytes }, texts };
}

/** The bytes that a text takes in UTF-8. */
export function byteLength(text: string | Uint8Array): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length;
}

/** The documents in order; in the end, how many lines there are. `reject` is told of lines that are none, and why. */
export function* documentsIn(
  piece: Piece,
  reject: (line: number, reason: string) => void,
): Generator<LineDocument, number> {
  const read = READERS[piece.format];
  let lines = 0;
  for (const { bytes, offset, number } of readLines(piece)) {
    lines = number;
    if (bytes === undefined) reject(number, isTooLong);
    else {
      try {
        const record = read(bytes, piece.fields);
        if (record) yield { ...record, offset, length: bytes.length, line: number };
      } catch (error) {
        if (!(error instanceof MalformedRecord)) throw error;
        reject(number, error.message);
      }
    }
  }
  return lines;
}

/** A document from the bytes of its line; undefined if the line is empty. */
const READERS: Record<LineFormat, (line: Buffer, fields: Fields) => ParsedRecord | undefined> = {
  jsonl(line, fields) {
    try {
      return readRecord(line, fields);
    } catch (error) {
      if (withoutMark(line).trim() === '') return undefined;
      throw error;
    }
  },
  lines(line) {
    const text = withoutMark(line).replace(/\r$/, '');
    return text.trim() === '' ? undefined : { id: undefined, text };
  },
};

/** The text of a line again. */
export function textInLine(format: LineFormat, line: Buffer, fields: Fields): string | Uint8Array | undefined {
  return READERS[format](line, fields)?.text;
}
