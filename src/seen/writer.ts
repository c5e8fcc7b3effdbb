import { FrameWriter } from '../search/snapshot/frames.ts';
import { encoder } from '../utf8.ts';
import { indexCore } from '../wasm/core.ts';

/** Types of frames: what describes the index; records, one after another, cut anywhere; and how many there are. */
export const DESCRIPTION = 1;
export const RECORDS = 2;
export const COUNT = 3;

/** Every frame of records but the last has so many bytes, so that the place of each record in the file is known. */
export const PORTION = 256 * 1024;

/** What is said before the records. */
export interface Description {
  /** What stands for the recipe of the fingerprints and features. */
  readonly recipe: string;
  /** How many fingerprints each document has. */
  readonly repeats: number;
}

/** Makes the bytes of an index of documents that were seen. */
export class SeenWriter {
  readonly #frames = new FrameWriter(indexCore());
  readonly #write: (bytes: Uint8Array) => void;
  readonly #portion = new Uint8Array(PORTION);
  #filled = 0;
  #count = 0;

  /** @param write takes bytes that do not change afterwards */
  constructor(description: Description, write: (bytes: Uint8Array) => void) {
    this.#write = write;
    write(this.#frames.head('SeenIndex'));
    this.#json(DESCRIPTION, description);
  }

  /** Adds a record, with its length. */
  add(record: Uint8Array): void {
    this.#count++;
    for (let from = 0; from < record.length; ) {
      const part = record.subarray(from, from + PORTION - this.#filled);
      this.#portion.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === PORTION) this.#flush();
    }
  }

  end(): void {
    if (this.#filled > 0) this.#flush();
    this.#json(COUNT, { documents: this.#count });
    this.#write(this.#frames.end());
  }

  #flush(): void {
    this.#write(this.#frames.frame(RECORDS, this.#portion.subarray(0, this.#filled)));
    this.#filled = 0;
  }

  #json(type: number, value: unknown): void {
    this.#write(this.#frames.frame(type, encoder.encode(JSON.stringify(value))));
  }
}
