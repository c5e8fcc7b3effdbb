import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { HammingbirdError } from '../errors.ts';
import { readAt } from '../io/bytes/open-file.ts';
import { OutputError, reasonOf } from '../io/errors.ts';
import { attempt, removePart } from '../io/outputs/left-parts.ts';
import { writeAll } from '../io/outputs/write-all.ts';
import { checksum } from '../wasm/checksum.ts';
import { indexCore } from '../wasm/core.ts';
import { decodeEntry, type Entry, encodeEntry } from './entry.ts';

/** A journal belongs to another run: other inputs, options, or another version. */
export class OtherRunError extends HammingbirdError {
  static override readonly name = 'OtherRunError';
}

/** What a run goes by, by name: whatever of it changes, nothing of its journal can be used. */
export type RunKey = Readonly<Record<string, unknown>>;

/** What a journal begins with, so that nothing else is taken for one that was cut off. */
const MAGIC = Buffer.from('hammingbird checkpoint\n');
/** Each record: how many bytes follow (u32), 0 (u32), and the checksum (u64) of them and of all records before. */
const HEAD = 16;

/**
 * What a run has settled so far, in a file that grows while it lasts, so that another can go on where it was stopped,
 * however that happened: of the last record, what is not whole is dropped.
 */
export class Journal {
  readonly path: string;
  readonly #file: number;
  #end = MAGIC.length;
  #checksum = 0n;
  /** Where the records are that an earlier run left; the first of them is the key. */
  #next = 0;
  #last = 0;

  /**
   * Opens the journal of a run, or begins one.
   *
   * @throws {OtherRunError} if it is that of another run
   * @throws {OutputError} if it is something else, or cannot be read and written
   */
  constructor(path: string, key: RunKey) {
    this.path = path;
    this.#file = this.#attempt(() => openSync(path, 'a+'));
    try {
      this.#checkOwn();
      const there = this.#read(MAGIC.length);
      if (there === undefined) this.#begin(key);
      else this.#goOn(there, key);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether an earlier run has settled something that was not taken yet. */
  get hasMore(): boolean {
    return this.#next < this.#last;
  }

  /** What an earlier run has settled next, if it is that portion. */
  take(portion: number): Entry | undefined {
    if (!this.hasMore) return undefined;
    const bytes = this.#payload(this.#next);
    const entry = decodeEntry(bytes);
    if (entry.portion !== portion) return undefined;
    this.#next += HEAD + bytes.length;
    return entry;
  }

  append(entry: Entry): void {
    this.#write(encodeEntry(entry));
  }

  /** On a disk elsewhere, closing may be what tells that it is full: what is not whole in it will be dropped. */
  close(): void {
    attempt(() => closeSync(this.#file));
  }

  /** The run is over, also if it cannot be removed. Another one like it, at the same time, may have done so. */
  remove(): void {
    this.close();
    removePart(this.path);
  }

  /** Throws if what stands there is somebody's file, and no journal, which may have been cut off anywhere. */
  #checkOwn(): void {
    const head = this.#attempt(() => readAt(this.#file, 0, MAGIC.length));
    if (MAGIC.subarray(0, head.length).equals(head)) return;
    throw new OutputError(`${this.path} is no checkpoint, and would be written over. Move it away.`);
  }

  #begin(key: RunKey): void {
    this.#attempt(() => {
      ftruncateSync(this.#file);
      writeAll(this.#file, MAGIC);
    });
    this.#write(encoded(key));
    this.#next = this.#last = this.#end;
  }

  #goOn(there: Uint8Array, key: RunKey): void {
    this.#checkKey(there, key);
    this.#next = MAGIC.length + HEAD + there.length;
    for (let record: Uint8Array | undefined = there; record; record = this.#read(this.#end)) this.#accept(record);
    this.#attempt(() => ftruncateSync(this.#file, this.#end));
    this.#last = this.#end;
  }

  #checkKey(there: Uint8Array, key: RunKey): void {
    const before = decoded(there);
    const now = decoded(encoded(key));
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    const other = names.find((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
    if (other === undefined) return;
    throw new OtherRunError(
      `${this.path} is the checkpoint of another run: ${other} was ${shown(before[other])} and is ${shown(now[other])}. ` +
        'Run the same command on the same inputs, or remove that file to begin anew.',
    );
  }

  /** The payload of the record there, if it is whole. */
  #read(at: number): Uint8Array | undefined {
    const head = this.#attempt(() => readAt(this.#file, at, HEAD));
    if (head.length < HEAD) return undefined;
    const length = head.readUInt32LE(0);
    // A length that has changed may be one of gigabytes.
    if (length > this.#attempt(() => fstatSync(this.#file).size) - at - HEAD) return undefined;
    const payload = this.#attempt(() => readAt(this.#file, at + HEAD, length));
    return checksum(indexCore(), this.#checksum, payload) === head.readBigUInt64LE(8) ? payload : undefined;
  }

  #accept(payload: Uint8Array): void {
    this.#checksum = checksum(indexCore(), this.#checksum, payload);
    this.#end += HEAD + payload.length;
  }

  #payload(at: number): Uint8Array {
    return this.#attempt(() => {
      const length = readAt(this.#file, at, HEAD).readUInt32LE(0);
      return readAt(this.#file, at + HEAD, length);
    });
  }

  #write(payload: Uint8Array): void {
    this.#accept(payload);
    const record = Buffer.alloc(HEAD + payload.length);
    record.writeUInt32LE(payload.length, 0);
    record.writeBigUInt64LE(this.#checksum, 8);
    record.set(payload, HEAD);
    this.#attempt(() => writeAll(this.#file, record));
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new OutputError(`Cannot keep the checkpoint ${this.path}: ${reasonOf(error)}.`);
    }
  }
}

const encoded = (key: RunKey): Uint8Array => new TextEncoder().encode(JSON.stringify(key));

function decoded(bytes: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'not said';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
