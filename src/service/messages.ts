// Documents as they go over the wire: as those of a store, with fingerprints as 16 hexadecimal digits.
import { fromHex, toHex } from '../fingerprint/fingerprint.ts';
import type { Insertion, Json, NewDocument, StoredDocument, StoredMatch, TextOrFingerprint } from '../store/store.ts';
import { isTypedArray } from '../typed-arrays.ts';
import { stringOf } from '../utf8.ts';

export type QueryMessage = { readonly text: string } | { readonly fingerprint: string | null };

export type NewDocumentMessage = QueryMessage & {
  readonly id: string;
  readonly time?: number;
  readonly meta?: Json;
  /** If it is given, that of the store: lines of `hammingbird store export` have it. */
  readonly recipe?: string;
};

export interface DocumentMessage {
  readonly id: string;
  readonly fingerprint: string | null;
  readonly time: number;
  readonly meta?: Json;
}

export interface MatchMessage extends DocumentMessage {
  readonly fingerprint: string;
  readonly distance: number;
}

export interface InsertionMessage {
  readonly inserted: boolean;
  readonly duplicates: readonly MatchMessage[];
}

export interface ErrorMessage {
  readonly error: { readonly name: string; readonly message: string };
}

/** Why the document of a line was not inserted. */
export interface LineErrorMessage extends ErrorMessage {
  /** That of HTTP, had it come alone. */
  readonly status: number;
}

/** The answer to a line of a batch. */
export type LineMessage = { readonly line: number; readonly id?: string | undefined } & (
  | InsertionMessage
  | LineErrorMessage
);

export function toMessage(document: StoredMatch): MatchMessage;
export function toMessage(document: StoredDocument): DocumentMessage;
export function toMessage(document: StoredDocument): DocumentMessage {
  const { fingerprint } = document;
  return { ...document, fingerprint: fingerprint === null ? null : toHex(fingerprint) };
}

/** What is no answer of a service: who asked it says so. */
const odd = (): never => {
  throw new TypeError('This is not what a service answers.');
};

export function fromMessage(message: MatchMessage): StoredMatch;
export function fromMessage(message: DocumentMessage): StoredDocument;
export function fromMessage(message: DocumentMessage): StoredDocument {
  const { id, fingerprint } = message;
  if (typeof id !== 'string') return odd();
  return { ...message, fingerprint: fingerprint === null ? null : fromHex(fingerprint) };
}

export function toInsertionMessage({ inserted, duplicates }: Insertion): InsertionMessage {
  return { inserted, duplicates: duplicates.map((match) => toMessage(match)) };
}

export function fromInsertionMessage({ inserted, duplicates }: InsertionMessage): Insertion {
  if (typeof inserted !== 'boolean') return odd();
  return { inserted, duplicates: duplicates.map((match) => fromMessage(match)) };
}

/** The answer to the line with a number. */
export function fromLineMessage(answer: LineMessage, number: number): LineMessage {
  if (answer.line !== number) return odd();
  if ('inserted' in answer) fromInsertionMessage(answer);
  else if (!Number.isInteger(answer.status)) return odd();
  return answer;
}

export const booleanOf = (value: unknown): boolean => (typeof value === 'boolean' ? value : odd());
export const countOf = (value: unknown): number => (Number.isInteger(value) ? (value as number) : odd());

/** A query, or a document to be inserted, as the store takes it. */
export function given(message: NewDocumentMessage): NewDocument;
export function given(message: QueryMessage): TextOrFingerprint;
export function given(message: QueryMessage): TextOrFingerprint {
  if (!('fingerprint' in message) || message.fingerprint === null) return message as TextOrFingerprint;
  return { ...message, fingerprint: fromHex(message.fingerprint) };
}

/** The fields of a query or document that go over the wire; undefined ones are left out by JSON. */
export function giving(given: TextOrFingerprint & Partial<NewDocument>): object {
  const { id, time, meta, text, fingerprint } = given as { text?: unknown; fingerprint?: bigint | null } & NewDocument;
  return {
    id,
    text: isTypedArray('Uint8Array', text) ? stringOf(text) : text,
    fingerprint: typeof fingerprint === 'bigint' ? toHex(fingerprint) : fingerprint,
    time,
    meta,
  };
}
