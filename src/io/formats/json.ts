import { behindMark, isTooLong, LONGEST } from '../bytes/lines.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Stored } from '../bytes/storage.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { changed } from '../errors.ts';
import { type Fields, type Found, isForItself, MalformedRecord, readRecord } from '../records.ts';
import type { Reading, RecordSource } from '../source.ts';
import { CHUNK, elements } from './json-elements.ts';
import { LineRecords } from './line-records.ts';

/** Opens a JSON array of objects, or objects one after another; where each of these has a line, it is JSONL. */
export async function openJson(reading: Reading): Promise<RecordSource> {
  // The tokenizer does not count a byte order mark.
  const stored = behindMark(await reading.storage.keepText(reading.path, reading.charset));
  const begin = beginning(stored);
  if (!begin.startsWith('{')) return new JsonRecords('json', stored, reading);
  // As JSONL, each line of an object that goes on behind its first would be a malformed record, and so would a line of several.
  const [firstLine = ''] = begin.split('\n', 1);
  return new (isForItself(firstLine) ? LineRecords : JsonRecords)('jsonl', stored, reading);
}

/** The first chunk that is not empty, from its first sign on. */
function beginning({ file, start, end }: Stored): string {
  for (let at = start; at < end; at += CHUNK) {
    const text = readAt(file, at, Math.min(CHUNK, end - at))
      .toString()
      .trimStart();
    if (text !== '') return text;
  }
  return '';
}

class JsonRecords implements RecordSource {
  /** How they are written: in an array, or one after another. */
  readonly format: 'json' | 'jsonl';
  readonly path: string;
  readonly #fields: Fields;
  readonly #stored: Stored;
  readonly #reading: Reading;
  readonly #records: StoredRecords;

  constructor(format: 'json' | 'jsonl', stored: Stored, reading: Reading) {
    this.format = format;
    this.path = reading.path;
    this.#fields = reading.fields;
    this.#stored = stored;
    this.#reading = reading;
    this.#records = new StoredRecords(stored);
  }

  get share(): number {
    return this.#records.share;
  }

  *read(): Generator<Found | undefined> {
    let number = 0;
    for (const { start, end, scalar } of elements(this.#stored)) {
      const place = `${this.path}:${++number}`;
      try {
        if (scalar !== undefined) throw new MalformedRecord(`not a JSON object but ${scalar}`);
        if (end - start > LONGEST) throw new MalformedRecord(isTooLong);
        const { id = place, text, lacks } = readRecord(readAt(this.#stored.file, start, end - start), this.#fields);
        this.#records.add(start, end - start);
        yield { id, text, lacks };
      } catch (error) {
        if (!(error instanceof MalformedRecord)) throw error;
        this.#reading.reject(place, error.message + this.#remedyAt(start, end));
        yield undefined;
      }
    }
  }

  /** What would make records of an object that has them in an array, as answers of many services do. */
  #remedyAt(start: number, end: number): string {
    if (this.format === 'json') return '';
    const begin = readAt(this.#stored.file, start, Math.min(CHUNK, end - start)).toString();
    const [, array] = /"([A-Za-z_]\w*)"\s*:\s*\[\s*\{/.exec(begin) ?? [];
    return array === undefined ? '' : `; of its "${array}", jq -c '.${array}[]' makes records`;
  }

  text(index: number): string | Uint8Array {
    try {
      return readRecord(this.raw(index), this.#fields).text;
    } catch (error) {
      throw error instanceof MalformedRecord ? changed(this.path) : error;
    }
  }

  raw(index: number): Buffer {
    return this.#records.bytes(index);
  }

  /** Line ends stand between the tokens of JSON only, never in its strings. */
  json(index: number): Buffer {
    const lines = this.raw(index)
      .toString()
      .split(/[\r\n]/);
    return Buffer.from(
      lines
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' '),
    );
  }
}
