import { isTooLong, LONGEST } from '../../src/io/bytes/lines.ts';
import { type Found, MalformedRecord, NOT_UTF8 } from '../../src/io/records.ts';
import type { Source } from '../../src/io/source.ts';
import { bytesOf } from './open-file.ts';
import { stringOf } from './strings.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** Files of which each is a document, with its path as id. */
export class TextFiles implements Source {
  readonly format = 'text';
  readonly #blobs: Blob[] = [];
  readonly #paths: string[] = [];

  get path(): string {
    return this.#paths[0] ?? '';
  }

  /** @throws {MalformedRecord} if it is no text */
  add(path: string, blob: Blob): Found {
    if (blob.size > LONGEST) throw new MalformedRecord(isTooLong);
    const bytes = bytesOf(blob, path);
    // As Git and grep tell: text has no NUL among its first 8,000 bytes.
    if (bytes.subarray(0, 8000).includes(0)) throw new MalformedRecord('not text: there are NUL bytes in it');
    try {
      strict.decode(bytes);
    } catch {
      throw new MalformedRecord(NOT_UTF8);
    }
    this.#blobs.push(blob);
    this.#paths.push(path);
    return { id: path, text: bytes };
  }

  text(index: number): Uint8Array {
    return bytesOf(this.#blobs[index]!, this.#paths[index]!);
  }

  json(index: number, id: string | number): Buffer {
    return Buffer.from(JSON.stringify({ id, text: stringOf(this.text(index)) }));
  }
}
