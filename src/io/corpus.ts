import { closeSync, readFileSync, readSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { InputError, reasonOf } from './errors.ts';
import { LONGEST_LINE, readLines } from './lines.ts';
import { type Fields, MalformedLine, parseRecord } from './records.ts';
import { openSeekable, STANDARD_INPUT } from './seekable.ts';
import { filesBelow, looksBinary } from './text-files.ts';

/** A document as it is read: its number, counted from 0 over all inputs, and its text. */
export interface ReadDocument {
  readonly number: number;
  readonly text: string | Uint8Array;
}

/** Something in the input that is no document, and why. */
export interface Reject {
  /** A path, with the line where there is one. */
  readonly place: string;
  readonly reason: string;
}

/** An input whose documents are lines, or one that is a document. */
interface Source {
  readonly path: string;
  /** The open file of JSONL; texts are opened when they are read. */
  readonly file?: number;
}

const BYTE_ORDER_MARK = '\ufeff';
const LINE_FORMATS = ['.jsonl', '.ndjson'];
/** Formats whose bytes are not the text itself; to read one as text would be a mistake. */
const OTHER_FORMATS = [
  '.json',
  '.csv',
  '.tsv',
  '.parquet',
  '.gz',
  '.zst',
  '.bz2',
  '.xz',
  '.zip',
  '.warc',
  '.pdf',
  '.docx',
];

/**
 * Documents on disk: JSONL files or `-`, a document a line, and folders or single files of text, a document a file.
 * It keeps where each document is, not its text; `text` and `record` read it again.
 */
export class Corpus {
  readonly ids: (string | number)[] = [];
  /** Lines and files that are no documents. */
  readonly rejects: Reject[] = [];
  /** Bytes of text in the documents read. */
  textBytes = 0;
  readonly #inputs: readonly string[];
  readonly #fields: Fields;
  readonly #sources: Source[] = [];
  readonly #sourceOf: number[] = [];
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];

  constructor(inputs: readonly string[], fields: Fields) {
    this.#inputs = inputs;
    this.#fields = fields;
  }

  /**
   * All documents, in the order of the inputs, of lines, and of file names.
   *
   * @throws {InputError} if an input cannot be read or is of a format that is not known
   */
  async *read(): AsyncGenerator<ReadDocument> {
    for (const input of this.#inputs) {
      if (isJsonLines(input)) yield* this.#readJsonLines(input);
      else if (statSync(input).isDirectory()) yield* this.#readFolder(input);
      else yield* this.#readGivenFile(input);
    }
  }

  /** The text of a document, read again. */
  text(number: number): string | Uint8Array {
    const bytes = this.#bytes(number);
    if (this.#source(number).file === undefined) return bytes;
    try {
      return parseRecord(withoutMark(bytes), this.#fields, '').text;
    } catch {
      throw this.#changed(number);
    }
  }

  /** A document as a line of JSONL, without newline: the very bytes of its line, or id and text of its file. */
  record(number: number): Buffer {
    const bytes = this.#bytes(number);
    if (this.#source(number).file !== undefined) return bytes;
    return Buffer.from(JSON.stringify({ id: this.ids[number], text: withoutMark(bytes) }));
  }

  close(): void {
    for (const { file } of this.#sources) if (file !== undefined) closeSync(file);
    this.#sources.length = 0;
  }

  async *#readJsonLines(path: string): AsyncGenerator<ReadDocument> {
    const file = await openSeekable(path).catch((error) => {
      throw readError(path, error);
    });
    this.#sources.push({ path, file });
    const lines = readLines(file);
    for (let next = attempt(path, () => lines.next()); !next.done; next = attempt(path, () => lines.next())) {
      const { bytes, offset, number } = next.value;
      const place = `${path}:${number}`;
      if (bytes === undefined) {
        this.rejects.push({ place, reason: `longer than ${LONGEST_LINE} bytes` });
        continue;
      }
      const line = withoutMark(bytes);
      if (line.trim() === '') continue;
      try {
        const { id, text } = parseRecord(line, this.#fields, place);
        yield this.#add(id, text, offset, bytes.length);
      } catch (error) {
        if (!(error instanceof MalformedLine)) throw error;
        this.rejects.push({ place, reason: error.message });
      }
    }
  }

  *#readFolder(folder: string): Generator<ReadDocument> {
    const before = this.ids.length;
    for (const { path, skipped } of filesBelow(folder)) {
      if (skipped === undefined) yield* this.#readTextFile(path);
      else this.rejects.push({ place: path, reason: skipped });
    }
    if (this.ids.length === before) {
      throw new InputError(`There is no file of text below ${folder}. Give a folder of text files, or a .jsonl file.`);
    }
  }

  *#readGivenFile(path: string): Generator<ReadDocument> {
    const format = extname(path).toLowerCase();
    if (OTHER_FORMATS.includes(format)) {
      throw new InputError(
        `Cannot read ${path}: ${format} is not a format that is known. Convert it to JSONL (an object with "id" and "text" a line) or to text files.`,
      );
    }
    const rejected = this.rejects.length;
    yield* this.#readTextFile(path);
    const reject = this.rejects[rejected];
    if (reject) throw new InputError(`Cannot read ${path}: ${reject.reason}.`);
  }

  *#readTextFile(path: string): Generator<ReadDocument> {
    let bytes: Buffer;
    try {
      if (statSync(path).size > LONGEST_LINE) {
        this.rejects.push({ place: path, reason: `longer than ${LONGEST_LINE} bytes` });
        return;
      }
      bytes = readFileSync(path);
    } catch (error) {
      this.rejects.push({ place: path, reason: reasonOf(error) });
      return;
    }
    if (looksBinary(bytes)) {
      this.rejects.push({ place: path, reason: 'not text: there are NUL bytes in it' });
      return;
    }
    this.#sources.push({ path });
    yield this.#add(path, bytes, 0, bytes.length);
  }

  #add(id: string | number, text: string | Uint8Array, offset: number, length: number): ReadDocument {
    this.#sourceOf.push(this.#sources.length - 1);
    this.#offsets.push(offset);
    this.#lengths.push(length);
    this.textBytes += typeof text === 'string' ? Buffer.byteLength(text) : text.length;
    return { number: this.ids.push(id) - 1, text };
  }

  #source(number: number): Source {
    return this.#sources[this.#sourceOf[number]!]!;
  }

  #bytes(number: number): Buffer {
    const { path, file } = this.#source(number);
    const length = this.#lengths[number]!;
    const bytes = attempt(path, () => {
      if (file === undefined) return readFileSync(path);
      const line = Buffer.allocUnsafe(length);
      return line.subarray(0, readSync(file, line, 0, length, this.#offsets[number]!));
    });
    if (bytes.length !== length) throw this.#changed(number);
    return bytes;
  }

  #changed(number: number): InputError {
    return new InputError(
      `${this.#source(number).path} changed while it was being read. Run again when it is at rest.`,
    );
  }
}

function withoutMark(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** What comes through a pipe has no name to tell its format by: it is taken as JSONL. */
function isJsonLines(path: string): boolean {
  if (path === STANDARD_INPUT) return true;
  const stats = attempt(path, () => statSync(path));
  return !stats.isDirectory() && (!stats.isFile() || LINE_FORMATS.includes(extname(path).toLowerCase()));
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw readError(path, error);
  }
}

/** What the system says of an input, as an error that names it; any other error as it is. */
function readError(path: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code === undefined) return error;
  return new InputError(`Cannot read ${path}: ${reasonOf(error)}.`);
}
