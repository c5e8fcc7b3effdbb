import { type HammingbirdError, InvalidArgumentError } from '../errors.ts';
import type { Several } from '../iterable.ts';
import { type BatchSize, batches, type PAUSE } from '../store/batches.ts';
import { checkDocument, checkId, checkSearchOptions, checkTextOrFingerprint, expiryOf } from '../store/check.ts';
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
  booleanOf,
  countOf,
  type DocumentMessage,
  fromInsertionMessage,
  fromMessage,
  giving,
  type LineMessage,
  type MatchMessage,
} from './messages.ts';
import { withPauses } from './pauses.ts';
import { receivedError } from './received-errors.ts';
import { Requests, type RequestsOptions } from './requests.ts';

/** How to reach a service. */
export type ServiceOptions = RequestsOptions;

/** What became of a document of many. */
export interface BatchInsertion extends Insertion {
  /** As it was given, also where it is none. */
  readonly id: string;
  /** Why it was not inserted, if that is not for duplicates. */
  readonly error?: HammingbirdError;
}

/** A document of many: the line that is sent, or why there is none. */
interface Outgoing {
  readonly id: string;
  readonly line?: string;
  readonly error?: InvalidArgumentError;
}

/** What one request carries at most: documents, and characters of JSON. */
const REQUEST: BatchSize<Outgoing> = { items: 500, length: 2 ** 21, lengthOf: ({ line = '' }) => line.length };
/** Milliseconds for which a document waits for others, if its source is slow: a few requests' time. */
const PATIENCE = 20;

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

  /** @throws {InvalidArgumentError} if the address is none of HTTP, or an option is out of range */
  constructor(url: string | URL, options: ServiceOptions = {}) {
    this.#requests = new Requests(url, options);
  }

  /** Inserts a document unless others resemble it, as one step. Errors as `Store.insertIfNew`. */
  async insertIfNew(document: NewDocument): Promise<Insertion> {
    checkDocument(document);
    return this.#requests.json('POST', 'v1/documents', fromInsertionMessage, giving(document), document.id);
  }

  /**
   * As `insertIfNew` for each, in order, in requests of up to 500 documents, or of what has come where a source is slow: the
   * next are sent when the answers to those before have been taken. One that cannot be inserted is answered with its `error`,
   * and does not keep out the others. Where a request is repeated, a later one may have been inserted by the attempt before.
   *
   * Only what is asked for is inserted: take the answers with `for await`. When the documents' source throws, what came
   * before is inserted and answered first.
   *
   * @throws {InvalidArgumentError} if the documents are no iterable
   */
  async *insertEachIfNew(documents: Several<NewDocument>): AsyncGenerator<BatchInsertion, void, undefined> {
    for await (const batch of batches(paced(documents), outgoing, REQUEST)) {
      const answers = this.#answers(batch.flatMap(({ line }) => line ?? []));
      for (const { id, error } of batch) {
        yield error ? refused(id, error) : toBatchInsertion(id, (await answers.next()).value as LineMessage);
      }
    }
  }

  /** Documents that resemble a text or a fingerprint, nearest first. Errors as `Store.search`. */
  async search(query: TextOrFingerprint, options: SearchOptions = {}): Promise<StoredMatch[]> {
    checkTextOrFingerprint(query);
    checkSearchOptions(options);
    const { maxDistance, limit } = options;
    const read = ({ matches }: { matches: MatchMessage[] }) => matches.map((match) => fromMessage(match));
    return this.#requests.json('POST', 'v1/search', read, { ...giving(query), maxDistance, limit });
  }

  /** Undefined if it is not there. */
  async get(id: string): Promise<StoredDocument | undefined> {
    checkId(id);
    try {
      return await this.#requests.json('GET', byId(id), (answer: DocumentMessage) => fromMessage(answer));
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NotFoundError') return undefined;
      throw error;
    }
  }

  /** False if it was not there. */
  async remove(id: string): Promise<boolean> {
    checkId(id);
    return this.#requests.json('DELETE', byId(id), ({ removed }: { removed: unknown }) => booleanOf(removed));
  }

  /**
   * Removes all documents whose time is before this; how many.
   *
   * @throws {InvalidArgumentError} unless it is a date, or a whole number of milliseconds since 1970
   */
  async expire(before: number | Date): Promise<number> {
    const read = ({ expired }: { expired: unknown }) => countOf(expired);
    return this.#requests.json('POST', 'v1/expire', read, { before: expiryOf(before) });
  }

  /** How many documents there are. */
  async size(): Promise<number> {
    return this.#requests.json('GET', 'v1/store', ({ documents }: { documents: unknown }) => countOf(documents));
  }

  /** An answer for each line, of as many requests as it takes. */
  async *#answers(lines: readonly string[]): AsyncGenerator<LineMessage, void, undefined> {
    for (let done = 0; done < lines.length; ) {
      const left = lines.slice(done);
      const answers = await this.#requests.lines('v1/documents/batch', left.join(''), left.length);
      yield* answers;
      done += answers.length;
    }
  }
}

/** Of a source that is still being read, what has come does not wait for long. */
const paced = (documents: Several<NewDocument>): Several<NewDocument | typeof PAUSE> =>
  Symbol.asyncIterator in Object(documents) ? withPauses(documents as AsyncIterable<NewDocument>, PATIENCE) : documents;

function outgoing(document: NewDocument): Outgoing {
  try {
    checkDocument(document);
    return { id: document.id, line: `${JSON.stringify(giving(document))}\n` };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return { id: document?.id, error };
  }
}

function toBatchInsertion(id: string, answer: LineMessage): BatchInsertion {
  if ('inserted' in answer) return { id, ...fromInsertionMessage(answer) };
  return refused(id, receivedError(answer.status, answer, { id }));
}

const refused = (id: string, error: HammingbirdError): BatchInsertion => ({
  id,
  inserted: false,
  duplicates: [],
  error,
});

/** Behind a question mark, since paths have trouble with slashes, dots and NUL. */
const byId = (id: string): string => `v1/documents?id=${encodeURIComponent(id)}`;
