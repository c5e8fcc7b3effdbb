import type { Format } from '../format-names.ts';
import type { Found } from '../records.ts';
import type { Reading, Source } from '../source.ts';
import type { Stored } from '../storage.ts';
import { StoredRecords } from '../stored-records.ts';

/** A source whose records are pieces of a stored input, each read again from where it is. */
export abstract class StoredSource implements Source {
  abstract readonly format: Format;
  readonly path: string;
  protected readonly stored: Stored;
  protected readonly reading: Reading;
  readonly #records: StoredRecords;

  constructor(stored: Stored, reading: Reading) {
    this.path = reading.path;
    this.stored = stored;
    this.reading = reading;
    this.#records = new StoredRecords(stored);
  }

  abstract read(): Iterable<Found> | AsyncIterable<Found>;
  abstract text(index: number): string;
  abstract json(index: number, id: string | number): Buffer;

  raw(index: number): Buffer {
    return this.#records.bytes(index);
  }

  /** Notes where the next document is. */
  protected keep(offset: number, length: number): void {
    this.#records.add(offset, length);
  }
}
