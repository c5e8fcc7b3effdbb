import { GrowingColumn } from '../../search/column.ts';
import { changed, readError } from '../errors.ts';
import { readAt, readInto } from './open-file.ts';
import type { Stored } from './storage.ts';

/** Records that follow each other are read so many bytes at a time. */
const AHEAD = 128 * 1024;

/** Where the records of a source are, so that each can be read again by its number. */
export class StoredRecords {
  readonly path: string;
  readonly #stored: Stored;
  readonly #offsets = new GrowingColumn(new Float64Array(0));
  readonly #lengths = new GrowingColumn(new Uint32Array(0));
  /** Where the record ends that was added last. */
  #lastEnd = 0;

  /** What was read last, always into the same memory, and where it stands. */
  #chunk: Buffer = Buffer.alloc(0);
  #start = 0;
  #filled = 0;
  /** Where the record ended that was asked for last. */
  #end = 0;

  constructor(stored: Stored) {
    this.path = stored.path;
    this.#stored = stored;
  }

  /** Which share of what is stored ends with the record that was added last, 0…1. */
  get share(): number {
    const { start, end } = this.#stored;
    return this.#offsets.length === 0 ? 0 : (this.#lastEnd - start) / (end - start);
  }

  add(offset: number, length: number): void {
    this.#offsets.push(offset);
    this.#lengths.push(length);
    this.#lastEnd = offset + length;
  }

  /**
   * A record, good until the next one is asked for.
   *
   * @throws {InputError} if the file has become shorter, or cannot be read any more
   */
  bytes(index: number): Buffer {
    const length = this.#lengths.at(index);
    try {
      const bytes = this.#read(this.#offsets.at(index), length);
      if (bytes.length === length) return bytes;
    } catch (error) {
      throw readError(this.path, error);
    }
    throw changed(this.path);
  }

  /** What comes shortly behind the record before is read with much of what follows it; a record elsewhere is read alone. */
  #read(offset: number, length: number): Buffer {
    const follows = offset >= this.#end && offset + length <= this.#end + AHEAD;
    this.#end = offset + length;
    if (!follows) return readAt(this.#stored.file, offset, length);
    if (offset < this.#start || this.#end > this.#start + this.#filled) {
      // There may be many small files, and as many of these.
      const room = Math.min(AHEAD, this.#lastEnd - offset);
      if (this.#chunk.length < room) this.#chunk = Buffer.allocUnsafeSlow(room);
      this.#filled = readInto(this.#stored.file, offset, this.#chunk);
      this.#start = offset;
    }
    return this.#chunk.subarray(offset - this.#start, Math.min(this.#end - this.#start, this.#filled));
  }
}
