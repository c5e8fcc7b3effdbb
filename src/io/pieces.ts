import { isTooLong, readLines, withoutMark } from './bytes/lines.ts';
import { readAt } from './bytes/open-file.ts';
import type { Stored } from './bytes/storage.ts';
import type { Id } from './id.ts';
import {
  bytesOf,
  type Fields,
  isGarbled,
  lackedByBoth,
  MalformedRecord,
  type Names,
  NOT_UTF8,
  type ParsedRecord,
  readRecord,
  type ToBytes,
} from './records.ts';

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

/** What was found in a piece, but for the texts: of each document its id, if it has one, its place, and its line. */
export interface FoundInPiece {
  readonly ids: readonly (Id | undefined)[];
  readonly offsets: Float64Array;
  readonly lengths: Float64Array;
  readonly lines: Float64Array;
  readonly rejects: readonly { readonly line: number; readonly reason: string }[];
  /** Lines, also those that are no documents. */
  readonly lineCount: number;
  readonly textBytes: number;
  /** Fields of text that none of its documents has; undefined without documents. */
  readonly lacks: Names | undefined;
}

/** Bytes of a piece, about. */
const PIECE = 512 * 1024;
const PROBED = 64 * 1024;
const NEWLINE = 0x0a;

export const isOnePiece = ({ start, end }: Stored): boolean => end - start <= PIECE;

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

/** What the texts of a piece stand in, one after another: to be given new memory takes longer than to fill it. */
let room: Buffer | undefined;

/** The documents of a piece and their texts, which are good until the next piece is read. */
export function readPiece(piece: Piece): { readonly found: FoundInPiece; readonly texts: (string | Uint8Array)[] } {
  const texts: (string | Uint8Array)[] = [];
  const ids: (Id | undefined)[] = [];
  const [offsets, lengths, lines]: number[][] = [[], [], []];
  const rejects: { line: number; reason: string }[] = [];
  let textBytes = 0;
  let allLack: Names | undefined;
  room ??= Buffer.allocUnsafeSlow(2 * PIECE);
  const toBytes = into(room);
  const reading = documentsIn(piece, (line, reason) => rejects.push({ line, reason }), toBytes);
  let step = reading.next();
  for (; !step.done; step = reading.next()) {
    if (step.value === undefined) continue;
    const { id, text, lacks, offset, length, line } = step.value;
    texts.push(text);
    ids.push(id);
    offsets!.push(offset);
    lengths!.push(length);
    lines!.push(line);
    textBytes += byteLength(text);
    allLack = lackedByBoth(allLack, lacks);
  }
  const [places, sizes, numbers] = [offsets!, lengths!, lines!].map((column) => Float64Array.from(column));
  const where = { offsets: places!, lengths: sizes!, lines: numbers! };
  return { found: { ids, ...where, rejects, lineCount: step.value, textBytes, lacks: allLack }, texts };
}

/** Puts bytes into `room` one after another, and makes new ones when it is full. */
function into(room: Buffer): ToBytes {
  let used = 0;
  return (characters) => {
    if (used + characters.length > room.length) return bytesOf(characters);
    used += room.write(characters, used, 'latin1');
    return room.subarray(used - characters.length, used);
  };
}

/** The bytes that a text takes in UTF-8. */
export function byteLength(text: string | Uint8Array): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length;
}

/**
 * The documents in order, undefined where a line is none; in the end, how many lines there are. `reject` is told of lines that
 * are none, and why, and `toBytes` makes bytes of texts.
 */
export function* documentsIn(
  piece: Piece,
  reject: (line: number, reason: string) => void,
  toBytes?: ToBytes,
): Generator<LineDocument | undefined, number> {
  const read = READERS[piece.format];
  let lines = 0;
  for (const { bytes, offset, number } of readLines(piece)) {
    lines = number;
    try {
      if (bytes === undefined) throw new MalformedRecord(isTooLong);
      const { id, text, lacks } = read(bytes, piece.fields, toBytes) ?? {};
      yield text === undefined ? undefined : { id, text, lacks, offset, length: bytes.length, line: number };
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error;
      reject(number, error.message);
      yield undefined;
    }
  }
  return lines;
}

/** A document from the bytes of its line; undefined if the line is empty. */
const READERS: Record<LineFormat, (line: Buffer, fields: Fields, toBytes?: ToBytes) => ParsedRecord | undefined> = {
  jsonl(line, fields, toBytes) {
    // Others that are blank are found when they turn out to be no JSON, which takes long where there are millions.
    if (line.length === 0) return undefined;
    try {
      return readRecord(line, fields, toBytes);
    } catch (error) {
      if (withoutMark(line).trim() === '') return undefined;
      throw error;
    }
  },
  lines(line) {
    const text = withoutMark(line).replace(/\r$/, '');
    if (isGarbled(text, () => line)) throw new MalformedRecord(NOT_UTF8);
    return text.trim() === '' ? undefined : { id: undefined, text };
  },
};

/** The text of a line again. */
export function textInLine(format: LineFormat, line: Buffer, fields: Fields): string | Uint8Array | undefined {
  return READERS[format](line, fields)?.text;
}
