import { markLength, withoutMark } from '../bytes/lines.ts';
import type { Stored } from '../bytes/storage.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { changed } from '../errors.ts';
import type { Id } from '../id.ts';
import {
  documentsIn,
  type FoundInPiece,
  isOnePiece,
  type LineFormat,
  type Piece,
  piecesOf,
  textInLine,
} from '../pieces.ts';
import { type Found, MalformedRecord } from '../records.ts';
import type { DivisibleSource, Reading } from '../source.ts';

/** Opens JSONL, an object a line, or plain lines, of which each that is not empty is a document. */
export async function openLines(reading: Reading, format: LineFormat): Promise<LineRecords> {
  return new LineRecords(format, await reading.storage.keepText(reading.path, reading.charset), reading);
}

export class LineRecords implements DivisibleSource {
  readonly format: LineFormat;
  readonly path: string;
  readonly #whole: Piece;
  readonly #reading: Reading;
  readonly #records: StoredRecords;
  /** In the pieces before. */
  #lines = 0;

  constructor(format: LineFormat, stored: Stored, reading: Reading) {
    this.format = format;
    this.path = reading.path;
    this.#whole = { ...stored, format, fields: reading.fields };
    this.#reading = reading;
    this.#records = new StoredRecords(stored);
  }

  get share(): number {
    return this.#records.share;
  }

  get isOnePiece(): boolean {
    return isOnePiece(this.#whole);
  }

  *read(): Generator<Found | undefined> {
    for (const found of documentsIn(this.#whole, (line, reason) => this.#reject(line, reason))) {
      if (found) this.#records.add(found.offset, found.length);
      yield found && { id: found.id ?? this.#place(found.line), text: found.text, lacks: found.lacks };
    }
  }

  pieces(): Generator<Piece> {
    return piecesOf(this.#whole);
  }

  take({ ids, offsets, lengths, lines, rejects, lineCount }: FoundInPiece): Id[] {
    for (const { line, reason } of rejects) this.#reject(line, reason);
    const taken = ids.map((id, i) => {
      this.#records.add(offsets[i]!, lengths[i]!);
      return id ?? this.#place(lines[i]!);
    });
    this.#lines += lineCount;
    return taken;
  }

  text(index: number): string | Uint8Array {
    try {
      const text = textInLine(this.format, this.raw(index), this.#whole.fields);
      if (text !== undefined) return text;
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error;
    }
    throw changed(this.path);
  }

  raw(index: number): Buffer {
    return this.#records.bytes(index);
  }

  json(index: number, id: Id): Buffer {
    const line = this.raw(index);
    if (this.format === 'jsonl') return line.subarray(markLength(line));
    return Buffer.from(JSON.stringify({ id, text: withoutMark(line).replace(/\r$/, '') }));
  }

  #place(line: number): string {
    return `${this.path}:${this.#lines + line}`;
  }

  #reject(line: number, reason: string): void {
    this.#reading.reject(this.#place(line), reason);
  }
}
