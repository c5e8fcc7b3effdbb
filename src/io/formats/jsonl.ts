import { isTooLong, readLines, withoutMark } from '../lines.ts';
import type { Found } from '../records.ts';
import type { Reading, Source } from '../source.ts';
import { JsonSource } from './json-source.ts';

/** Opens JSONL: an object a line. */
export async function openJsonLines(reading: Reading): Promise<Source> {
  return new JsonLines(await reading.storage.keepText(reading.path, reading.charset), reading);
}

export class JsonLines extends JsonSource {
  readonly format = 'jsonl';

  *read(): Generator<Found> {
    for (const { bytes, offset, number } of readLines(this.stored)) {
      const place = `${this.path}:${number}`;
      const line = bytes && withoutMark(bytes);
      if (line === undefined) this.reading.reject(place, isTooLong);
      else if (line.trim() !== '') {
        const found = this.parsed(() => line, place, offset, bytes!.length);
        if (found !== undefined) yield found;
      }
    }
  }

  json(index: number): Buffer {
    return this.raw(index);
  }
}
