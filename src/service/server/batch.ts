// Many documents in one request: lines in, and for each in its order a line out, as soon as it is stored.
import type { Readable } from 'node:stream';
import { counted } from '../../numbers.ts';
import type { CheckedStore } from '../../store/checked-store.ts';
import { ConnectionLostError, DocumentExistsError } from '../../store/errors.ts';
import type { Insertion, NewDocument, Store } from '../../store/store.ts';
import { type LineErrorMessage, type LineMessage, type NewDocumentMessage, toInsertionMessage } from '../messages.ts';
import { parseJson } from './body.ts';
import type { Limits } from './limits.ts';
import { type End, type Line, Lines } from './lines.ts';
import { newDocument } from './operations.ts';
import { RefusedError, refusalOf } from './refusals.ts';

export interface Batch {
  readonly store: Store;
  readonly limits: Limits;
  /** Throws an `InvalidArgumentError` unless it is a document. */
  readonly check: (document: unknown) => void;
  /** The service stops: what has come is answered, and no more is read. */
  readonly stop: AbortSignal;
  /** Ends a connection over which answers are not taken. */
  readonly abandon: () => void;
  /** Takes note of what became of a document. */
  readonly count: (result: unknown) => void;
  /** Takes note of a failure of the service or its store. */
  readonly logFailure: (error: unknown) => void;
}

/** A document of a line, or why there is none. */
interface Read {
  readonly line: number;
  readonly id?: string | undefined;
  readonly document?: NewDocument;
  readonly error?: unknown;
}

/** What of a store inserts, and says what it has settled. */
type Inserting = Pick<CheckedStore, 'insertIfNew' | 'insertAllIfNew'>;
/** What became of documents, where that is known. */
type Results = Map<NewDocument, unknown>;

/** The answers, a group of lines at a time: the next is read when these have been taken. */
export async function* batchAnswers(stream: Readable, batch: Batch): AsyncGenerator<string, void, undefined> {
  const { limits, stop } = batch;
  const lines = new Lines(stream, limits.line, limits.time, stop);
  for await (const group of lines.groups()) {
    const taken = group.filter(({ number }) => number <= limits.batch);
    yield* patiently(await answersOf(taken, batch), batch);
    if (taken.length < group.length) {
      yield lineOf({ line: limits.batch + 1 }, tooMany(limits));
      return;
    }
  }
  const error = endOf(lines.end!, limits);
  if (error) yield lineOf({ line: lines.count + 1 }, error);
}

/** Ends the connection if the answers are not taken in time. */
function* patiently(answers: string, { limits, abandon }: Batch): Generator<string, void, undefined> {
  const timer = setTimeout(abandon, limits.time);
  try {
    yield answers;
  } finally {
    clearTimeout(timer);
  }
}

async function answersOf(group: readonly Line[], batch: Batch): Promise<string> {
  const read = group.map((line) => readLine(line, batch));
  const documents = read.flatMap(({ document }) => (document ? [document] : []));
  const inserted = await insertEach(batch.store, documents, batch.limits.time);
  let next = 0;
  const results = read.map(({ document, error }) => (document ? inserted[next++] : error));
  for (const result of results) batch.count(result);
  // What the store fails at may be the failure of all its documents, and is logged once.
  const failures = results.filter((result) => !isInsertion(result) && refusalOf(result).isLogged);
  for (const failure of new Map(failures.map((error) => [String(error), error])).values()) batch.logFailure(failure);
  return read.map((line, i) => lineOf(line, results[i])).join('');
}

function readLine({ number: line, bytes }: Line, { store, limits, check }: Batch): Read {
  if (bytes === undefined) {
    return { line, error: new RefusedError('TooLargeError', `A line has up to ${counted(limits.line, 'byte')}.`) };
  }
  let id: string | undefined;
  try {
    const message = parseJson(bytes, 'The line');
    const named = Object(message) as { id?: unknown };
    if (typeof named.id === 'string') id = named.id;
    check(message);
    return { line, id, document: newDocument(store, message as NewDocumentMessage) };
  } catch (error) {
    return { line, id, error };
  }
}

/**
 * Inserts documents in their order. One that cannot be inserted does not keep out the others: behind an error those are
 * tried again, fewer at a time, of which it is not known what became of them. The others are not, since what came behind one
 * might be taken for something before it.
 *
 * @param patience how many milliseconds errors may take: then the last is that of all that is left
 */
async function insertEach(store: Inserting, documents: readonly NewDocument[], patience: number): Promise<unknown[]> {
  const results: Results = new Map();
  let left = [...documents];
  let taken = 0;
  for (let size = left.length; left.length > 0; ) {
    const some = left.slice(0, size);
    const begun = performance.now();
    const error = await insertSome(store, some, results);
    left = left.filter((document) => !results.has(document));
    if (error === undefined) {
      size *= 2;
      continue;
    }
    taken += performance.now() - begun;
    if (error instanceof ConnectionLostError || taken > patience) {
      for (const document of left.splice(0)) results.set(document, error);
    }
    // As many as went well, or half as many: all that is behind an error is checked again.
    size = some.filter((document) => results.has(document)).length || some.length >> 1;
  }
  return documents.map((document) => results.get(document));
}

/** The error of some documents, if there is one. What is settled all the same is noted; of one alone, its error is. */
async function insertSome(store: Inserting, documents: readonly NewDocument[], results: Results): Promise<unknown> {
  const note = (settled: readonly unknown[]): void => {
    for (const [i, result] of settled.entries()) if (result !== undefined) results.set(documents[i]!, result);
  };
  // Alone, so that an error does not tell which of a group it was: the line has a number of its own.
  if (documents.length === 1) {
    const result = await store.insertIfNew(documents[0]!).catch((error: unknown) => error);
    note([result]);
    return isInsertion(result) ? undefined : result;
  }
  const settled: (Insertion | undefined)[] = [];
  try {
    note(await store.insertAllIfNew(documents, settled));
    return undefined;
  } catch (error) {
    note(settled);
    if (error instanceof DocumentExistsError) results.set(documents[error.before.length]!, error);
    return error;
  }
}

function lineOf({ line, id }: Pick<Read, 'line' | 'id'>, result: unknown): string {
  const answer: LineMessage = { line, id, ...(isInsertion(result) ? toInsertionMessage(result) : refused(result)) };
  return `${JSON.stringify(answer)}\n`;
}

function refused(error: unknown): LineErrorMessage {
  const { status, body } = refusalOf(error);
  return { status, ...body };
}

const isInsertion = (result: unknown): result is Insertion =>
  typeof result === 'object' && result !== null && 'inserted' in result;

const tooMany = ({ batch }: Limits): Error =>
  new RefusedError(
    'TooLargeError',
    `A batch has up to ${counted(batch, 'line')}: those from here on were not read. Send another.`,
  );

function endOf(end: End, { time }: Limits): Error | undefined {
  if (end === 'late') return new RefusedError('TooSlowError', `No line came within ${time} ms.`);
  if (end === 'stopped')
    return new RefusedError('StoppingError', 'The service stops: lines from here on were not read. Repeat them.');
  return undefined;
}
