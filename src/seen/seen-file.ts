import { closeSync, fstatSync } from 'node:fs';
import { CorruptDataError } from '../errors.ts';
import { openToRead, readAt, withFile } from '../io/bytes/open-file.ts';
import { readError } from '../io/errors.ts';
import { isWhole } from '../ranges.ts';
import { corrupt, FrameReader, HEAD_BYTES, isIndex, parseObject } from '../search/snapshot/frames.ts';
import { indexCore } from '../wasm/core.ts';
import { COUNT, DESCRIPTION, type Description, PORTION, RECORDS } from './writer.ts';

const CHUNK = 1024 * 1024;

/** Whether a file is an index, of whatever kind, and no corpus. */
export function isIndexFile(path: string): boolean {
  return withFile(path, (file) => fstatSync(file).isFile() && isIndex(readAt(file, 0, HEAD_BYTES)));
}

/** The records of an index of documents that were seen, in a file that stays open, and was found to be whole. */
export class SeenFile {
  readonly path: string;
  readonly #file: number;
  #isOpen = true;
  #description: Description | undefined;
  #count: number | undefined;
  /** Where the first frame of records begins, and how many bytes all records have. */
  #start = 0;
  #length = 0;

  /**
   * @throws {InputError} if it cannot be read
   * @throws {CorruptDataError} if it is anything else, cut off or changed
   */
  constructor(path: string) {
    this.path = path;
    this.#file = openToRead(path);
    try {
      this.#check();
    } catch (error) {
      this.close();
      throw this.named(error);
    }
  }

  get description(): Description {
    return this.#description!;
  }

  /** How many records there are. */
  get count(): number {
    return this.#count!;
  }

  /** The bytes that all records have. */
  get length(): number {
    return this.#length;
  }

  /** Bytes of the records. */
  bytes(from: number, length: number): Uint8Array {
    if (from + length > this.#length) throw this.named(corrupt('one of its documents is cut off'));
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const place = from + at;
      const size = Math.min(length - at, PORTION - (place % PORTION));
      const portion = Math.floor(place / PORTION);
      const read = this.#read(this.#start + (portion + 1) * HEAD_BYTES + place, size);
      if (read.length < size) throw this.named(corrupt('it was cut off while it was being read'));
      bytes.set(read, at);
      at += size;
    }
    return bytes;
  }

  /** Does nothing the second time. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  /** An error that says which file is meant. */
  named(error: unknown): unknown {
    if (error instanceof CorruptDataError)
      return new CorruptDataError(`${this.path}: ${error.message}`, { cause: error });
    return readError(this.path, error);
  }

  #check(): void {
    const frames = new FrameReader(indexCore(), 'SeenIndex', (type, payload) => this.#take(type, payload));
    for (let position = 0; ; ) {
      const chunk = readAt(this.#file, position, CHUNK);
      if (chunk.length === 0) break;
      frames.push(chunk);
      position += chunk.length;
    }
    frames.finish();
    if (this.#description === undefined || this.#count === undefined) throw corrupt('it does not say what it holds');
  }

  #take(type: number, payload: Uint8Array): void {
    if (type === DESCRIPTION && this.#description === undefined) {
      this.#description = toDescription(parseObject(payload));
      this.#start = 2 * HEAD_BYTES + payload.length;
    } else if (type === RECORDS && this.#description !== undefined && this.#count === undefined) {
      if (this.#length % PORTION !== 0) throw corrupt('its frames have other lengths');
      this.#length += payload.length;
    } else if (type === COUNT && this.#count === undefined) {
      const { documents } = parseObject(payload);
      if (!isWhole(documents, 0, Number.MAX_SAFE_INTEGER)) throw corrupt('it does not say how many documents it holds');
      this.#count = documents;
    } else throw corrupt('it has frames that are unknown');
  }

  #read(position: number, length: number): Buffer {
    try {
      return readAt(this.#file, position, length);
    } catch (error) {
      throw readError(this.path, error);
    }
  }
}

function toDescription({ recipe, repeats }: Record<string, unknown>): Description {
  if (typeof recipe !== 'string') throw corrupt('it names no recipe');
  if (!isWhole(repeats, 1, Number.MAX_SAFE_INTEGER))
    throw corrupt('it does not say how many fingerprints a document has');
  return { recipe, repeats };
}
