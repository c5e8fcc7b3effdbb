import { isTooLong, readLines, withoutMark } from '../lines.ts';
import { type Fields, type Found, MalformedRecord, parseRecord } from '../records.ts';
import type { Reading, Source } from '../source.ts';
import type { Stored } from '../storage.ts';
import { changed, StoredRecords } from '../stored-records.ts';

/** Opens JSONL: an object a line. */
export async function openJsonLines(reading: Reading): Promise<Source> {
  return new JsonLines(await reading.storage.keepText(reading.path, reading.charset), reading);
}

export class JsonLines implements Source {
  readonly format = 'jsonl';
  readonly path: string;
  readonly #fields: Fields;
  readonly #stored: Stored;
  readonly #reading: Reading;
  readonly #records: StoredRecords;

  constructor(stored: Stored, reading: Reading) {
    this.path = reading.path;
    this.#fields = reading.fields;
    this.#stored = stored;
    this.#reading = reading;
    this.#records = new StoredRecords(stored);
  }

  *read(): Generator<Found> {
    for (const { bytes, offset, number } of readLines(this.#stored)) {
      const place = `${this.path}:${number}`;
      if (bytes === undefined) {
        this.#reading.reject(place, isTooLong);
        continue;
      }
      const line = withoutMark(bytes);
      if (line.trim() === '') continue;
      try {
        const found = parseRecord(line, this.#fields, place);
        this.#records.add(offset, bytes.length);
        yield found;
      } catch (error) {
        if (!(error instanceof MalformedRecord)) throw error;
        this.#reading.reject(place, error.message);
      }
    }
  }

  text(index: number): string {
    try {
      return parseRecord(withoutMark(this.raw(index)), this.#fields, '').text;
    } catch (error) {
      throw error instanceof MalformedRecord ? changed(this.path) : error;
    }
  }

  raw(index: number): Buffer {
    return this.#records.bytes(index);
  }

  json(index: number): Buffer {
    return this.raw(index);
  }
}
