import { readFileSync, statSync } from 'node:fs';
import { isUtf8Text } from '../bytes/charset.ts';
import { isCompressed } from '../bytes/compression.ts';
import { STANDARD_INPUT } from '../bytes/input-bytes.ts';
import { isTooLong, LONGEST, withoutMark } from '../bytes/lines.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Storage, Stored } from '../bytes/storage.ts';
import { changed, readError } from '../errors.ts';
import type { Id } from '../id.ts';
import { checkText, type Found, MalformedRecord } from '../records.ts';
import type { Reading, Source } from '../source.ts';

/** A file, and where a copy of it is kept if it must be decompressed or decoded. */
type KeptFile = Pick<Reading, 'path' | 'charset' | 'storage'>;

/** A file that is one document: plain text, or a page. */
export interface WholeFile {
  readonly bytes: Buffer;
  /** Where bytes were kept that are not those of the file. */
  readonly copy?: Stored;
}

/** Files of which each is a document, with its path as id: plain text, read again where it is, and pages, whose text is kept. */
export class WholeFiles implements Source {
  readonly format = 'text';
  readonly #paths: string[] = [];
  /** Where the text was kept; for a file that is its own text, how long it is. */
  readonly #texts: (Stored | number)[] = [];

  get path(): string {
    return this.#paths[0] ?? '';
  }

  /** The document in a file of plain text. */
  addText(path: string, { bytes, copy }: WholeFile): Found {
    return this.#add(path, bytes, copy ?? bytes.length);
  }

  /** The document that a page is, from its text. */
  addPage(path: string, text: Uint8Array, storage: Storage): Found {
    return this.#add(path, text, storage.append(text, path));
  }

  #add(path: string, text: Uint8Array, place: Stored | number): Found {
    this.#texts.push(place);
    this.#paths.push(path);
    return { id: path, text };
  }

  text(index: number): Buffer {
    const place = this.#texts[index]!;
    const path = this.#paths[index]!;
    try {
      const bytes =
        typeof place === 'number' ? readFileSync(path) : readAt(place.file, place.start, place.end - place.start);
      if (bytes.length === (typeof place === 'number' ? place : place.end - place.start)) return bytes;
    } catch (error) {
      throw readError(path, error);
    }
    throw changed(path);
  }

  json(index: number, id: Id): Buffer {
    return Buffer.from(JSON.stringify({ id, text: withoutMark(this.text(index)) }));
  }
}

/**
 * Reads a file: of plain text in UTF-8; pages tell their encoding themselves.
 *
 * @throws {MalformedRecord} if it is no text, or too long
 * @throws {InputError} if it cannot be read
 */
export async function readWhole(format: 'text' | 'html', kept: KeptFile): Promise<WholeFile> {
  const file = await bytesOf(format, kept);
  if (format === 'text') checkText(file.bytes);
  return file;
}

async function bytesOf(format: 'text' | 'html', { path, charset, storage }: KeptFile): Promise<WholeFile> {
  try {
    const stats = path === STANDARD_INPUT ? undefined : statSync(path);
    if (stats?.isFile()) {
      if (stats.size > LONGEST) throw new MalformedRecord(isTooLong);
      const bytes = readFileSync(path);
      const isFine = format === 'html' || isUtf8Text(bytes, charset);
      if (!isCompressed(bytes) && isFine) return { bytes };
    }
  } catch (error) {
    throw readError(path, error);
  }
  const copy = await (format === 'html' ? storage.keepBytes(path) : storage.keepText(path, charset));
  if (copy.end - copy.start > LONGEST) throw new MalformedRecord(isTooLong);
  return { bytes: readAt(copy.file, copy.start, copy.end - copy.start), copy };
}
