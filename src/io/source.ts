import type { Several } from '../iterable.ts';
import type { Storage } from './bytes/storage.ts';
import type { Format } from './format-names.ts';
import type { Id } from './id.ts';
import type { HtmlPart, PageReader } from './page-reader.ts';
import type { FoundInPiece, Piece } from './pieces.ts';
import type { Fields, Found } from './records.ts';

/** Documents of one format, in order; each can be had again by its number, counted from 0 within this source. */
export interface Source {
  /** Of a source that is many files, the first. */
  readonly path: string;
  readonly format: Format;
  /** Which share of it has been read, 0…1; without it, that cannot be told before the end. */
  readonly share?: number;
  text(index: number): string | Uint8Array;
  /** The record as a line of JSONL, without newline. */
  json(index: number, id: Id): Buffer | Promise<Buffer>;
  /** The very bytes of the record, without line end, where a record is a piece of the input. */
  raw?(index: number): Buffer;
}

/** A file of records. */
export interface RecordSource extends Source {
  /**
   * All documents; called once. What is no document goes to `Reading.reject`, and is undefined here: whoever reads must have
   * a turn also where there are millions of that.
   */
  read(): Several<Found | undefined>;
}

/** A source whose documents may also be read in pieces, all in order or each in another thread. */
export interface DivisibleSource extends RecordSource {
  /** Whether it is too short to be worth another thread, which what comes after it would wait for. */
  readonly isOnePiece: boolean;
  pieces(): Iterable<Piece>;
  /** Takes note of what was found in the next piece, instead of `read`; returns the ids. */
  take(found: FoundInPiece): Id[];
}

export function isDivisible(source: object): source is DivisibleSource {
  return 'pieces' in source;
}

/** An input and how it is to be read. */
export interface Reading {
  readonly path: string;
  readonly fields: Fields;
  /** The columns of tables without a header; where it is not said, the first row names them. */
  readonly columns?: readonly string[] | undefined;
  /** The encoding of its text, where that is not said by the input itself. */
  readonly charset: string | undefined;
  readonly storage: Storage;
  /** Takes what is no document: a path, with the line where there is one, and why. */
  reject(place: string, reason: string): void;
}

/** The same of inputs in which there may be pages. */
export interface ReadingPages extends Reading {
  readonly html: HtmlPart;
  readonly pages: PageReader;
}
