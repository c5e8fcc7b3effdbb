import { isTooLong, readLines, withoutMark } from '../lines.ts';
import type { Found } from '../records.ts';
import type { Reading, Source } from '../source.ts';
import { StoredSource } from './stored-source.ts';

/** Opens plain lines: each that is not empty is a document. */
export async function openPlainLines(reading: Reading): Promise<Source> {
  return new PlainLines(await reading.storage.keepText(reading.path, reading.charset), reading);
}

class PlainLines extends StoredSource {
  readonly format = 'lines';

  *read(): Generator<Found> {
    for (const { bytes, offset, number } of readLines(this.stored)) {
      const place = `${this.path}:${number}`;
      const text = bytes && textOf(bytes);
      if (text === undefined) this.reading.reject(place, isTooLong);
      else if (text.trim() !== '') {
        this.keep(offset, bytes!.length);
        yield { id: place, text };
      }
    }
  }

  text(index: number): string {
    return textOf(this.raw(index));
  }

  json(index: number, id: string | number): Buffer {
    return Buffer.from(JSON.stringify({ id, text: this.text(index) }));
  }
}

function textOf(line: Buffer): string {
  const text = withoutMark(line);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
