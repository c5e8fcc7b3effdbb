import { isTooLong, LONGEST } from '../../src/io/bytes/lines.ts';
import type { Id } from '../../src/io/id.ts';
import { checkText, type Found, MalformedRecord } from '../../src/io/records.ts';
import type { Source } from '../../src/io/source.ts';
import { bytesOf } from './open-file.ts';
import { stringOf } from './strings.ts';

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
    checkText(bytes);
    this.#blobs.push(blob);
    this.#paths.push(path);
    return { id: path, text: bytes };
  }

  text(index: number): Uint8Array {
    return bytesOf(this.#blobs[index]!, this.#paths[index]!);
  }

  json(index: number, id: Id): Buffer {
    return Buffer.from(JSON.stringify({ id, text: stringOf(this.text(index)) }));
  }
}
