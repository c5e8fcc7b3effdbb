import { InputError, readError } from './errors.ts';
import { readAt, type Stored } from './storage.ts';

/** Where the records of a source are, so that each can be read again by its number. */
export class StoredRecords {
  readonly path: string;
  readonly #file: number;
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];

  constructor({ path, file }: Stored) {
    this.path = path;
    this.#file = file;
  }

  get count(): number {
    return this.#offsets.length;
  }

  add(offset: number, length: number): void {
    this.#offsets.push(offset);
    this.#lengths.push(length);
  }

  /** @throws {InputError} if the file has become shorter, or cannot be read any more */
  bytes(index: number): Buffer {
    const length = this.#lengths[index]!;
    try {
      const bytes = readAt(this.#file, this.#offsets[index]!, length);
      if (bytes.length === length) return bytes;
    } catch (error) {
      throw readError(this.path, error);
    }
    throw changed(this.path);
  }
}

export function changed(path: string): InputError {
  return new InputError(`${path} changed while it was being read. Run again when it is at rest.`);
}
