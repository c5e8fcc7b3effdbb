import { closeSync, fstatSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readError, reasonOf, StorageError } from '../errors.ts';
import { TEMPORARY } from '../temporary.ts';
import { isUtf8Text } from './charset.ts';
import { isCompressed } from './compression.ts';
import { HEAD } from './head.ts';
import { nameOf, plainBytes, positionInStandardInput, STANDARD_INPUT, textBytes } from './input-bytes.ts';
import { readAt } from './open-file.ts';

/** Bytes that can be read again in any order: a part of an open file. */
export interface Stored {
  readonly path: string;
  readonly file: number;
  readonly start: number;
  readonly end: number;
}

/** Beyond so many files that are kept open, small ones are copied: a process may have a thousand open, and a folder has millions. */
const MOST_OPEN = 512;
/** Bytes of a file that is copied then, at most. */
const SMALL = 64 * 1024;

/**
 * Whatever must be readable again: plain files, kept open, and one temporary file for what cannot be sought: pipes,
 * compressed data, other encodings, and texts that were extracted; and for small files, if there are many. The temporary
 * file has no name, so that it is gone when this process is, however it ends.
 */
export class Storage {
  readonly #open: number[] = [];
  #spool: number | undefined;
  #size = 0;

  /**
   * An input as UTF-8 text.
   *
   * @throws {InputError} if it cannot be read, or there is no room for a copy of it
   */
  async keepText(path: string, charset: string | undefined): Promise<Stored> {
    return this.#keep(
      path,
      (head) => isUtf8Text(head, charset),
      () => textBytes(path, charset),
    );
  }

  /** An input as it is, decompressed. */
  async keepBytes(path: string): Promise<Stored> {
    return this.#keep(
      path,
      () => true,
      () => plainBytes(path),
    );
  }

  /** Adds bytes to the temporary file, and says where they are. */
  append(bytes: Uint8Array, name: string): Stored {
    const start = this.#size;
    const file = attempt(name, () => {
      this.#spool ??= openNameless();
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#spool, bytes, at, bytes.length - at, start + at);
      return this.#spool;
    });
    this.#size += bytes.length;
    return { path: name, file, start, end: this.#size };
  }

  close(): void {
    for (const file of this.#open) closeSync(file);
    if (this.#spool !== undefined) closeSync(this.#spool);
    this.#open.length = 0;
    this.#spool = undefined;
  }

  async #keep(path: string, isFine: (head: Buffer) => boolean, bytes: () => AsyncIterable<Buffer>): Promise<Stored> {
    const plain = this.#plain(path, isFine);
    if (plain) return plain;
    const start = this.#size;
    let { file } = this.append(Buffer.alloc(0), nameOf(path));
    for await (const chunk of bytes()) ({ file } = this.append(chunk, nameOf(path)));
    return { path, file, start, end: this.#size };
  }

  /** A file whose own bytes are wanted, kept open, or copied if it is one of many; undefined for any other. */
  #plain(path: string, isFine: (head: Buffer) => boolean): Stored | undefined {
    try {
      const file = openSeekable(path);
      if (file === undefined) return undefined;
      // Standard input stays open: it may be named again.
      if (file !== 0) this.#open.push(file);
      const end = fstatSync(file).size;
      const start = file === 0 ? Math.min(positionInStandardInput(), end) : 0;
      const head = readAt(file, start, HEAD);
      const isPlain = !isCompressed(head) && isFine(head);
      const isOneOfMany = file !== 0 && this.#open.length > MOST_OPEN && end - start <= SMALL;
      if (isPlain && !isOneOfMany) return { path, file, start, end };
      const copy = isPlain ? this.append(readAt(file, start, end - start), path) : undefined;
      if (file !== 0) closeSync(this.#open.pop()!);
      return copy;
    } catch (error) {
      throw readError(path, error);
    }
  }
}

/** Undefined for what can only be read once. */
function openSeekable(path: string): number | undefined {
  if (path === STANDARD_INPUT) return fstatSync(0).isFile() ? 0 : undefined;
  return statSync(path).isFile() ? openSync(path, 'r') : undefined;
}

function openNameless(): number {
  const path = join(tmpdir(), `hammingbird-${process.pid}-${Math.random()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}

function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new StorageError(
      `Cannot keep a copy of ${name} in ${tmpdir()}: ${reasonOf(error)}. Set ${TEMPORARY} to a folder with room for it.`,
    );
  }
}
