import { type HammingbirdError, InvalidArgumentError } from '../errors.ts';
import type {
  Insertion,
  NewDocument,
  SearchOptions,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from '../store/store.ts';
import { ServiceError } from './errors.ts';
import {
  type DocumentMessage,
  fromMessage,
  giving,
  type InsertionMessage,
  type LineMessage,
  type MatchMessage,
} from './messages.ts';
import { receivedError } from './received-errors.ts';
import { Requests, type RequestsOptions } from './requests.ts';

/** How to reach a service. */
export type ServiceOptions = RequestsOptions;

/** What became of a document of many. */
export interface BatchInsertion extends Insertion {
  readonly id: string;
  /** Why it was not inserted, if that is not for duplicates. */
  readonly error?: HammingbirdError;
}

/** Documents, and characters of JSON, that one request carries at most. */
const MOST_DOCUMENTS = 500;
const MOST_CHARACTERS = 2 ** 21;

/**
 * A store behind `hammingbird serve`. It needs nothing but `fetch`, so it works in browsers, too.
 *
 * A request whose answer does not come is repeated, which does no harm: documents are inserted once, whatever is lost. Only
 * `remove` may then say false of what it has removed, and `expire` count too few.
 *
 * Errors are those of the store, by the same names; what the service itself refuses is a `ServiceError`.
 *
 * @example
 * const seen = new Service('http://127.0.0.1:7333');
 * const { inserted, duplicates } = await seen.insertIfNew({ id: url, text });
 */
export class Service {
  readonly #requests: Requests;

  /** @throws {InvalidArgumentError} if the address is none of HTTP */
  constructor(url: string | URL, options: ServiceOptions = {}) {
    this.#requests = new Requests(url, options);
  }

  /** Inserts a document unless others resemble it, as one step. Errors as `Store.insertIfNew`. */
  async insertIfNew(document: NewDocument): Promise<Insertion> {
    const answer = await this.#requests.json('POST', 'v1/documents', giving(document), document.id);
    return toInsertion(answer as InsertionMessage);
  }

  /**
   * As `insertIfNew` for each, in order, in requests of up to 500 documents: the next are taken when the answers to those
   * before have been. One that cannot be inserted is answered with its `error`, and does not keep out the others.
   */
  async *insertAllIfNew(
    documents: AsyncIterable<NewDocument> | Iterable<NewDocument>,
  ): AsyncGenerator<BatchInsertion, void, undefined> {
    let ids: string[] = [];
    let lines: string[] = [];
    let length = 0;
    for await (const document of documents) {
      const line = `${JSON.stringify(giving(document))}\n`;
      ids.push(document.id);
      lines.push(line);
      length += line.length;
      if (ids.length < MOST_DOCUMENTS && length < MOST_CHARACTERS) continue;
      yield* this.#insert(ids, lines);
      ids = [];
      lines = [];
      length = 0;
    }
    if (ids.length > 0) yield* this.#insert(ids, lines);
  }

  /** Documents that resemble a text or a fingerprint, nearest first. Errors as `Store.search`. */
  async search(query: TextOrFingerprint, options: SearchOptions = {}): Promise<StoredMatch[]> {
    const answer = await this.#requests.json('POST', 'v1/search', { ...giving(query), ...options });
    return (answer as { matches: MatchMessage[] }).matches.map((match) => fromMessage(match));
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    checkWellFormed(id);
    try {
      return fromMessage((await this.#requests.json('GET', byId(id))) as DocumentMessage);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NotFoundError') return undefined;
      throw error;
    }
  }

  /** False if it was not there. */
  async remove(id: string): Promise<boolean> {
    checkWellFormed(id);
    return ((await this.#requests.json('DELETE', byId(id))) as { removed: boolean }).removed;
  }

  /** Removes all documents whose time is before this; how many. */
  async expire(before: number | Date): Promise<number> {
    const answer = await this.#requests.json('POST', 'v1/expire', { before: Number(before) });
    return (answer as { expired: number }).expired;
  }

  async size(): Promise<number> {
    return ((await this.#requests.json('GET', 'v1/store')) as { documents: number }).documents;
  }

  async *#insert(ids: readonly string[], lines: readonly string[]): AsyncGenerator<BatchInsertion, void, undefined> {
    for (let done = 0; done < ids.length; ) {
      const left = lines.slice(done);
      const answers = (await this.#requests.lines('v1/documents/batch', left.join(''), left.length)) as LineMessage[];
      yield* answers.map((answer, i) => toBatchInsertion(ids[done + i]!, answer));
      done += answers.length;
    }
  }
}

function toBatchInsertion(id: string, answer: LineMessage): BatchInsertion {
  if ('inserted' in answer) return { id, ...toInsertion(answer) };
  return { id, inserted: false, duplicates: [], error: receivedError(200, answer, id) };
}

/** What cannot be written down in an address; JSON says it, and the service refuses it. */
function checkWellFormed(id: string): void {
  if (typeof id === 'string' && id.isWellFormed()) return;
  throw new InvalidArgumentError(
    `The id of a document is a string without lone surrogates, not ${JSON.stringify(id)}.`,
  );
}

/** Behind a question mark, since paths have trouble with slashes, dots and NUL. */
const byId = (id: string): string => `v1/documents?id=${encodeURIComponent(id)}`;

function toInsertion({ inserted, duplicates }: InsertionMessage): Insertion {
  return { inserted, duplicates: duplicates.map((match) => fromMessage(match)) };
}
