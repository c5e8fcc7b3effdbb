import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ADDRESS, OutputError, reasonOf } from '../errors.ts';
import { isNamedGzip, unwritable } from '../format-names.ts';
import { descriptorAt } from './descriptors.ts';
import { GzipWriter, gzipIsMissing } from './gzip.ts';
import { attempt, partOf, removeLeftParts, removePart } from './left-parts.ts';
import { copyInto, isReplacementRefused, rename } from './replacement.ts';
import { checkName, isSpecial, targetOf } from './target.ts';
import { writeAll } from './write-all.ts';

const BUFFERED = 256 * 1024;
const NEWLINE = Buffer.from('\n');
/** What the system says of a folder in which nothing can be made. */
const CLOSED = ['EACCES', 'EPERM', 'EROFS'];
const IS_ADDRESS = 'it is an address, and no file; write to standard output, and pipe that on';

/**
 * Lines to a file that appears whole or not at all: they go to a file beside it, which takes its name on `commit`.
 * Devices and pipes, which cannot be replaced, are written straight away. Where the name says so, they are compressed.
 */
export class OutputFile {
  readonly path: string;
  /** Where the lines go until `commit`; undefined for what is open already, devices and pipes. */
  readonly #beside: string | undefined;
  /** The file that `commit` replaces: where `path` leads, if it is a link. */
  readonly #target: string;
  readonly #file: number;
  /** It was open before, and is left open: what else is written there may come after it. */
  readonly #isInherited: boolean;
  readonly #gzip: GzipWriter | undefined;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFERED);
  #size = 0;
  #isOpen = true;
  /** It has its name, or is gone. */
  #isSettled = false;

  /**
   * @param path a path, or `'-'` for standard output
   * @throws {OutputError} if the file cannot be made
   */
  constructor(path: string) {
    this.path = path === '-' ? 'standard output' : path;
    checkName(path);
    const isCompressed = isNamedGzip(path);
    // As a path it would lead to a file of that name without the slash.
    const folder = path.endsWith('/') ? 'it names a folder' : undefined;
    const reason = folder ?? unwritable(path) ?? (isCompressed ? gzipIsMissing : undefined);
    if (reason !== undefined) throw new OutputError(`Cannot write ${path}: ${reason}.`);
    this.#gzip = isCompressed ? new GzipWriter() : undefined;
    this.#target = targetOf(path);
    const open = descriptorAt(path);
    this.#isInherited = open !== undefined;
    this.#beside = open !== undefined || isSpecial(path) ? undefined : partOf(this.#target);
    this.#file = open ?? this.#attempt(() => openToWrite(path, this.#beside));
  }

  /** Removes what earlier runs left beside it that were killed. */
  removeLeft(): void {
    if (this.#beside !== undefined) removeLeftParts(this.#target);
  }

  /** Adds a line; its newline is added to it, and stands in the same block: another output may lead into the same pipe. */
  writeLine(line: string | Uint8Array): void {
    const bytes = typeof line === 'string' ? Buffer.from(line) : line;
    if (bytes.length < BUFFERED) {
      if (this.#size + bytes.length >= BUFFERED) this.#flush();
      this.write(bytes);
      this.write(NEWLINE);
    } else this.write(Buffer.concat([bytes, NEWLINE]));
  }

  /** Adds bytes. */
  write(bytes: Uint8Array): void {
    if (this.#size + bytes.length > BUFFERED) this.#flush();
    if (bytes.length > BUFFERED) this.#writeBlock(bytes);
    else {
      this.#buffer.set(bytes, this.#size);
      this.#size += bytes.length;
    }
  }

  /** Brings all lines to the disk. What can fail fails here, before any file has taken its name. */
  finish(): void {
    this.#flush();
    if (this.#gzip) this.#writeBytes(this.#gzip.end());
    const beside = this.#beside;
    if (beside === undefined) return;
    this.#attempt(() => {
      fsyncSync(this.#file);
      // Somebody may have removed it, or its folder.
      statSync(beside);
    });
  }

  /** Gives the finished file its name. */
  commit(): void {
    // On a disk elsewhere, closing may be what tells that it is full.
    this.#attempt(() => this.#close());
    const beside = this.#beside;
    if (beside !== undefined) this.#attempt(() => this.#replace(beside));
    this.#isSettled = true;
  }

  /** Leaves nothing behind; does nothing after a `commit` that succeeded. An error here would hide the one that led to it. */
  abandon(): void {
    if (this.#isSettled) return;
    attempt(() => this.#close());
    if (this.#beside !== undefined) removePart(this.#beside);
  }

  #replace(beside: string): void {
    try {
      rename(beside, this.#target);
    } catch (error) {
      const isThere = existsSync(this.#target) && !isSpecial(this.#target);
      if (!isThere || !isReplacementRefused(error)) throw error;
      // If that fails half-way, what it was to hold must not be lost as well.
      this.#isSettled = true;
      copyInto(beside, this.#target);
      removePart(beside);
    }
  }

  #flush(): void {
    if (this.#size > 0) this.#writeBlock(this.#buffer.subarray(0, this.#size));
    this.#size = 0;
  }

  #writeBlock(bytes: Uint8Array): void {
    this.#writeBytes(this.#gzip?.block(bytes) ?? bytes);
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#attempt(() => writeAll(this.#file, bytes));
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (!this.#isInherited) closeSync(this.#file);
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') throw new ClosedPipeError(this.path);
      const kept = this.#isSettled
        ? `What it was to hold is in ${this.#beside}.`
        : 'Nothing was written under that name.';
      const left = this.#beside === undefined ? '' : ` ${kept}`;
      const folder = dirname(this.path);
      const isFolderMissing = code === 'ENOENT' && !existsSync(folder);
      const missing = ADDRESS.test(this.path) ? IS_ADDRESS : `there is no folder ${folder}; make it first`;
      throw new OutputError(`Cannot write ${this.path}: ${isFolderMissing ? missing : reasonOf(error)}.${left}`);
    }
  }
}

/**
 * A file that takes the place of one that is there may do so only if that may be written, and keeps its permissions, and its
 * owner and group as far as it may: they are who may read it.
 */
function openToWrite(path: string, beside: string | undefined): number {
  const there = beside === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (there !== undefined) accessSync(path, constants.W_OK);
  if (beside === undefined || there === undefined) return openSync(beside ?? path, 'w');
  const file = openBeside(beside, there.mode);
  attempt(() => fchownSync(file, -1, there.gid));
  attempt(() => fchownSync(file, there.uid, -1));
  try {
    fchmodSync(file, there.mode);
    return file;
  } catch (error) {
    attempt(() => closeSync(file));
    removePart(beside);
    throw error;
  }
}

/** Where a file may be written, but none be made beside it, it is not the file that is refused. */
function openBeside(beside: string, mode: number): number {
  try {
    return openSync(beside, 'w', mode);
  } catch (error) {
    if (!CLOSED.includes((error as NodeJS.ErrnoException).code!)) throw error;
    const what = `no file that would take its place can be made in ${dirname(beside)}`;
    throw new Error(`${what}: ${reasonOf(error)}; name a file in another folder`, { cause: error });
  }
}

/** Whoever read our output has stopped reading, as `head` does. */
export class ClosedPipeError extends OutputError {
  static override readonly name = 'ClosedPipeError';
}
