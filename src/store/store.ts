import type { Text } from '../fingerprint/text.ts';
import type { Several } from '../iterable.ts';

/** Whatever JSON can say; kept with a document and given back as it was. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A document as a store keeps it: never its text. */
export interface StoredDocument {
  readonly id: string;
  /** Null for a text without features, which is kept but resembles nothing. */
  readonly fingerprint: bigint | null;
  /** When it was seen, in milliseconds since 1970: given by the caller, or when it came. `expire` goes by it. */
  readonly time: number;
  readonly meta?: Json;
}

/** A text, of which only the fingerprint is kept, or a fingerprint of the store's recipe: null for a text without features. */
export type TextOrFingerprint = { readonly text: Text } | { readonly fingerprint: bigint | null };

/** A document to be stored. A `StoredDocument` is one, so that what one store exports another loads. */
export type NewDocument = {
  /** 1…1,024 bytes of UTF-8, of any characters; lone surrogates are none. Ids are ordered by these bytes. */
  readonly id: string;
  /** A whole number of milliseconds since 1970, up to ±8.64e15, as of a `Date`. Default: now. */
  readonly time?: number | undefined;
  /** Up to 65,536 bytes as JSON, with up to 100 arrays and objects in one another. */
  readonly meta?: Json | undefined;
} & TextOrFingerprint;

/** How to search. */
export interface SearchOptions {
  /** In bits, from 0 to that of the store, which is the default. */
  readonly maxDistance?: number | undefined;
  /** At most so many matches, the nearest, from 0; all without it. */
  readonly limit?: number | undefined;
}

/** A stored document within the distance of a query. */
export interface StoredMatch extends StoredDocument {
  readonly fingerprint: bigint;
  /** In how many bits it differs from the query's fingerprint, 0…16. */
  readonly distance: number;
}

/** What became of a document that was to be inserted if it is new. */
export interface Insertion {
  /** Whether the store now has it: exactly if there are no duplicates. */
  readonly inserted: boolean;
  /** Stored documents within the store's distance, nearest first, those as near by id; never the document itself. */
  readonly duplicates: readonly StoredMatch[];
}

/** What a store found wrong with itself. */
export interface CheckReport {
  /** Documents that are whole, and found as they should be. */
  readonly documents: number;
  /** A line for each thing that is wrong, the first 1,000 of them; empty if all is well. */
  readonly damage: readonly string[];
}

/** What a rebuilding saved. */
export interface RebuildReport {
  readonly documents: number;
  /** Documents that are known to have been there, and could not be saved; those whose ids are known, up to 1,000 of them. */
  readonly lost: number;
  readonly lostIds: readonly string[];
  /** What there is to say of it: where the damaged store is kept. */
  readonly notes: readonly string[];
}

/**
 * Fingerprints that outlive the process, each under its document's id, and the question «was this seen before?».
 *
 * What survives which accident, and what two processes see of each other, differs by kind: docs/stores.md says it.
 *
 * Every change may be repeated after an error that leaves its outcome unknown, such as a lost connection. An id that is
 * there with the same fingerprint is neither its own duplicate nor an error: to insert it again is answered as the first
 * time, `{ inserted: true, duplicates: [] }`, whatever else came since, and leaves its time and meta as they are.
 */
export interface Store {
  /** What stands for the recipe of its fingerprints: `words-bigrams/2`. */
  readonly recipeId: string;
  /** Documents within so many bits of each other, 0…16, are near-duplicates. */
  readonly maxDistance: number;

  /**
   * Inserts a document unless others resemble it, as one step.
   *
   * @throws {InvalidArgumentError} if the document is none
   * @throws {DocumentExistsError} if the id is there with another fingerprint: `update` changes it
   */
  insertIfNew(document: NewDocument): Promise<Insertion>;

  /**
   * As `insertIfNew` for each, in order, so that a later one may be a duplicate of an earlier one. All are checked to be
   * documents before the first is inserted. Not one step: what came before an error stays, and all may be repeated; what became
   * of it, a `DocumentExistsError` tells in `before`.
   */
  insertAllIfNew(documents: readonly NewDocument[]): Promise<Insertion[]>;

  /** Inserts a document, whatever resembles it. Errors as `insertIfNew`. */
  insert(document: NewDocument): Promise<void>;

  /** Gives an id another fingerprint, time (now, unless it is given) and meta; false if it was not there, and is not then. */
  update(document: NewDocument): Promise<boolean>;

  /**
   * Documents that resemble a text or a fingerprint, nearest first, those as near by id.
   *
   * @throws {InvalidArgumentError} if the query is none, there is no such option, or one is out of range
   */
  search(query: TextOrFingerprint, options?: SearchOptions): Promise<StoredMatch[]>;

  /**
   * What is stored under an id; `undefined` if nothing is.
   *
   * @throws {InvalidArgumentError} if the id is none
   */
  get(id: string): Promise<StoredDocument | undefined>;

  /** Removes a document; false if it was not there. */
  remove(id: string): Promise<boolean>;

  /** Removes all documents whose time is before this; how many. */
  expire(before: number | Date): Promise<number>;

  /** How many documents there are. */
  size(): Promise<number>;

  /**
   * Inserts many documents whatever resembles them, faster than one by one, and says how many it was given. Not one step:
   * of what came before an error some or all stays, and in PostgreSQL some of what comes soon after a refused document.
   */
  load(documents: Several<NewDocument>): Promise<number>;

  /** All documents, ordered by the bytes of their ids; what changes meanwhile may or may not be among them. */
  export(): AsyncIterable<StoredDocument>;

  /** What there is to know of it, in the words of its kind: `documents`, `recipe`, `distance` and more, for people. */
  stats(): Promise<Readonly<Record<string, string | number>>>;

  /** Reads everything that is stored, and says what is wrong with it. */
  check(): Promise<CheckReport>;

  /** Gives back the room of what was removed, as far as the kind can. */
  compact(): Promise<void>;

  /** Finishes what was begun. The store must not be used afterwards; closing it again does nothing. */
  close(): Promise<void>;
}
