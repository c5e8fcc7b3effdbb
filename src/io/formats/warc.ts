import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { AsyncIterReader, type LimitReader, WARCParser, type WARCRecord } from 'warcio';
import { askingAhead } from '../ahead.ts';
import { isCharset, textIn } from '../bytes/charset.ts';
import { nameOf, plainBytes } from '../bytes/input-bytes.ts';
import { isTooLong, LONGEST } from '../bytes/lines.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { InputError } from '../errors.ts';
import type { Id } from '../id.ts';
import { sizeOfFile } from '../inputs.ts';
import { type Page, pagesAhead } from '../page-reader.ts';
import { type Found, MalformedRecord } from '../records.ts';
import type { ReadingPages, RecordSource } from '../source.ts';
import { withoutChunks } from './http-chunks.ts';
import { type HttpHead, readHttpHead } from './http-head.ts';

/**
 * A web archive. Documents are the HTML and plain text in its responses of status 200, conversions and resources, with
 * their address as id; requests, images and the like are no documents.
 */
export class Warc implements RecordSource {
  readonly format = 'warc';
  readonly path: string;
  readonly #reading: ReadingPages;
  readonly #bytes: AsyncIterReader;
  /** Bytes of the file that were read, and of them those up to the record that was taken last. */
  #read = 0;
  #taken = 0;
  #records: StoredRecords | undefined;

  constructor(reading: ReadingPages) {
    this.path = reading.path;
    this.#reading = reading;
    this.#bytes = new AsyncIterReader(
      plainBytes(this.path, (bytes) => {
        this.#read += bytes;
      }),
      null,
    );
  }

  async *read(): AsyncGenerator<Found | undefined> {
    const ahead = pagesAhead(this.#reading.pages);
    for await (const { item, answer } of askingAhead(this.#contents(), (met) => this.#textOf(met), ahead)) {
      const { place, uri, end } = item;
      this.#taken = end;
      try {
        yield this.#keep(uri ?? place, await answer);
      } catch (error) {
        if (!(error instanceof MalformedRecord)) throw error;
        this.#reading.reject(`${place} ${uri ?? ''}`.trim(), error.message);
        yield undefined;
      }
    }
  }

  get share(): number {
    return this.#taken / Math.max(1, this.#taken, sizeOfFile(this.path));
  }

  text(index: number): Buffer {
    return this.#records!.bytes(index);
  }

  json(index: number, id: Id): Buffer {
    return Buffer.from(JSON.stringify({ id, text: this.text(index).toString() }));
  }

  /** The pages and texts, and where one should be that cannot be read. */
  async *#contents(): AsyncGenerator<Met> {
    let number = 0;
    for await (const record of this.#warcRecords()) {
      const met = { place: `${this.path}:${++number}`, uri: record.warcTargetURI };
      try {
        const content = await contentOf(record);
        if (content !== undefined) yield { ...met, ...(await this.#contentOf(record, content)), end: this.#read };
      } catch (error) {
        if (!(error instanceof MalformedRecord)) throw error;
        yield { ...met, problem: error, end: this.#read };
      }
    }
    if (number === 0) throw new InputError(`Cannot read ${nameOf(this.path)}: there is no WARC record in it.`);
  }

  async *#warcRecords(): AsyncGenerator<WARCRecord> {
    // What the library takes for a head of HTTP may end in a later record, which is then lost.
    const parser = new WARCParser(this.#bytes, { parseHttp: false });
    for await (const record of parser) {
      if (!record.warcHeaders.statusline?.startsWith('WARC/')) {
        throw new InputError(`Cannot read ${nameOf(this.path)} as WARC: a record does not begin with «WARC/».`);
      }
      // The library would take what is no number for no end.
      if (!/^\d+$/.test(record.warcHeader('Content-Length') ?? '')) {
        throw new InputError(
          `Cannot read ${nameOf(this.path)}: the head of ${nameOfRecord(record)} does not say its length, as if cut off. Fetch it again.`,
        );
      }
      yield record;
      await this.#skipRest(record);
    }
  }

  async #contentOf(record: WARCRecord, { isHtml, charset: told, http }: Content): Promise<Pick<Met, 'page' | 'text'>> {
    if (record.warcContentLength > LONGEST) throw new MalformedRecord(isTooLong);
    const bytes = await this.#payload(record, http);
    const charset = this.#reading.charset ?? told;
    if (isHtml) return { page: { bytes, charset, part: this.#reading.html } };
    return { text: Buffer.from(await textIn(bytes, charset)) };
  }

  async #textOf({ page, text, problem }: Met): Promise<Uint8Array> {
    if (problem !== undefined) throw problem;
    return page ? this.#reading.pages.text(page) : text!;
  }

  /** The content of a record, without its transfer and content encoding. */
  async #payload(record: WARCRecord, http: HttpHead | undefined): Promise<Buffer> {
    const isChunked = http?.fields.get('transfer-encoding')?.toLowerCase() === 'chunked';
    const read = Buffer.from(await new AsyncIterReader(bytesOf(record, http), null).readFully());
    await this.#skipRest(record);
    if (!(await endsHere(this.#bytes))) throw new MalformedRecord('longer than it says');
    return decoded(isChunked ? withoutChunks(read) : read, http?.fields.get('content-encoding')?.toLowerCase());
  }

  /** Passes over what is left of a record. The library would wait for ever for one that the file does not hold whole. */
  async #skipRest(record: WARCRecord): Promise<void> {
    const limited = record.reader as LimitReader;
    for await (const _ of limited);
    if (limited.limit > 0) {
      throw new InputError(`Cannot read ${nameOf(this.path)}: it ends within ${nameOfRecord(record)}. Fetch it again.`);
    }
  }

  #keep(id: string, text: Uint8Array): Found {
    const stored = this.#reading.storage.append(text, this.path);
    this.#records ??= new StoredRecords(stored);
    this.#records.add(stored.start, text.length);
    return { id, text };
  }
}

/** What a record holds: a page, or a text, or why that cannot be read. */
interface Met {
  readonly place: string;
  readonly uri: string | null | undefined;
  /** Bytes of the file up to its end. */
  readonly end: number;
  readonly page?: Page;
  readonly text?: Uint8Array;
  readonly problem?: MalformedRecord;
}

/** One may be of no address, or be cut off before it. */
const nameOfRecord = ({ warcTargetURI }: WARCRecord): string =>
  warcTargetURI ? `the record of ${warcTargetURI}` : 'a record without an address';

/** Whether what comes next is the end of a record: the library passes over a line of anything else. */
async function endsHere(bytes: AsyncIterReader): Promise<boolean> {
  if (!(await isBoundary(bytes))) return false;
  const start = await nextOf(bytes);
  // Two empty lines end a record, of which the library wants one.
  if (start === '' || start.startsWith('W')) return true;
  await bytes.readlineRaw();
  return isBoundary(bytes);
}

/** Whether an empty line comes next, or a record, or nothing, as far as can be seen without reading on. */
async function isBoundary(bytes: AsyncIterReader): Promise<boolean> {
  const start = await nextOf(bytes);
  return /^(\r?\n|\r$)/.test(start) || 'WARC/'.startsWith(start);
}

/** The next bytes, which stay; fewer than that where a chunk ends. */
async function nextOf(bytes: AsyncIterReader): Promise<string> {
  const chunk = await bytes._next();
  if (chunk === null) return '';
  bytes.unread(chunk);
  return Buffer.from(chunk.subarray(0, 5)).toString('latin1');
}

interface Content {
  readonly isHtml: boolean;
  readonly charset: string | undefined;
  /** Of a response. */
  readonly http: HttpHead | undefined;
}

/** Kinds of records (ISO 28500, 6). */
const TYPES = ['warcinfo', 'response', 'resource', 'request', 'metadata', 'revisit', 'conversion', 'continuation'];

/**
 * What a record holds; undefined if that is no page or text.
 *
 * @throws {MalformedRecord} if it is none of those that there may be
 */
async function contentOf(record: WARCRecord): Promise<Content | undefined> {
  if (!TYPES.includes(record.warcType ?? ''))
    throw new MalformedRecord(`its WARC-Type is not known: ${record.warcType ?? 'none'}`);
  const http = record.warcType === 'response' ? await readHttpHead(record.reader) : undefined;
  const type = record.warcType === 'response' ? http?.fields.get('content-type') : record.warcContentType;
  if (record.warcType === 'response' && http === undefined && /^https?:/i.test(record.warcTargetURI ?? '')) {
    throw new MalformedRecord('what it holds does not begin with «HTTP/» and a status');
  }
  if (http !== undefined && http.status !== 200) return undefined;
  if (!['response', 'resource', 'conversion'].includes(record.warcType) || !type) return undefined;
  const isHtml = /^(text\/html|application\/xhtml\+xml)/i.test(type);
  if (!isHtml && !/^text\/plain/i.test(type)) return undefined;
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(type)?.[1];
  return { isHtml, charset: charset !== undefined && isCharset(charset) ? charset : undefined, http };
}

/** The bytes of a record, behind the head of HTTP if it has one. */
async function* bytesOf({ reader }: WARCRecord, http: HttpHead | undefined): AsyncGenerator<Uint8Array> {
  if (http !== undefined) yield http.rest;
  yield* reader;
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
};

/** Archives may say an encoding that they have undone: what does not decode is taken as it is, if it is text. */
function decoded(bytes: Buffer, encoding = 'identity'): Buffer {
  if (bytes.length === 0) return bytes;
  try {
    // The one that was applied last is named last.
    const encodings = encoding.split(',').reverse();
    return encodings.reduce((rest, name) => decoderOf(name.trim())(rest, { maxOutputLength: LONGEST }), bytes);
  } catch (error) {
    if (!bytes.subarray(0, 1000).includes(0) && isUtf8(bytes.subarray(0, 3))) return bytes;
    throw new MalformedRecord(`its ${encoding} content cannot be decoded: ${(error as Error).message}`);
  }
}

function decoderOf(encoding: string) {
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decode === undefined) throw new Error('this encoding is not known');
  return decode;
}
