// Many documents in one request: lines in, and for each in its order a line out, as soon as it is stored.
import type { Readable } from 'node:stream';
import { InvalidArgumentError } from '../../errors.ts';
import { counted } from '../../numbers.ts';
import { DocumentExistsError } from '../../store/errors.ts';
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
  const inserted = await insertEach(batch.store, documents);
  let next = 0;
  const results = read.map(({ document, error }) => (document ? inserted[next++] : error));
  for (const result of results) batch.count(result);
  // What a step fails at is the failure of all its documents, and is logged once.
  for (const result of new Set(results)) {
    if (!isInsertion(result) && refusalOf(result).isLogged) batch.logFailure(result);
  }
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
 * Inserts documents in their order. One that cannot be inserted does not keep out the others. None is inserted again, since
 * what came behind it might be taken for something before it.
 */
async function insertEach(store: Store, documents: readonly NewDocument[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let size = documents.length; results.length < documents.length; ) {
    const some = documents.slice(results.length, results.length + size);
    const inserted = await insertSome(store, some);
    results.push(...inserted);
    // As long as went well, or twice as long: all that is behind an error is checked again.
    size = inserted.length < some.length ? inserted.length : 2 * size;
  }
  return results;
}

/** What becomes of some documents in a row: of the first at least, up to an error. */
async function insertSome(store: Store, documents: readonly NewDocument[]): Promise<unknown[]> {
  // Alone, so that an error does not tell which of a group it was: the line has a number of its own.
  if (documents.length === 1) return [await store.insertIfNew(documents[0]!).catch((error: unknown) => error)];
  try {
    return await store.insertAllIfNew(documents);
  } catch (error) {
    if (error instanceof DocumentExistsError) return [...error.before, error];
    // Before any of them was inserted.
    if (error instanceof InvalidArgumentError) return insertSome(store, documents.slice(0, documents.length >> 1));
    return documents.map(() => error);
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
