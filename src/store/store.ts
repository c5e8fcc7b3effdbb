import type { Text } from '../fingerprint/text.ts';

/** Whatever JSON can say; kept with a document and given back as it was. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A document as a store keeps it: never its text. */
export interface StoredDocument {
  readonly id: string;
  /** Absent for a text without features, which is kept but resembles nothing. */
  readonly fingerprint?: bigint;
  /** When it was seen, in milliseconds since 1970: given by the caller, or when it came. `expire` goes by it. */
  readonly time: number;
  readonly meta?: Json;
}

/** A document to be stored: its text, of which only the fingerprint is kept, or a fingerprint of the store's recipe. */
export type NewDocument = {
  /** 1…1,024 bytes of UTF-8. */
  readonly id: string;
  /** Default: now. */
  readonly time?: number;
  readonly meta?: Json;
} & ({ readonly text: Text } | { readonly fingerprint: bigint });

/** A stored document within the distance of a query. */
export interface StoredMatch extends StoredDocument {
  readonly fingerprint: bigint;
  readonly distance: number;
}

/** What became of a document that was to be inserted if it is new. */
export interface Insertion {
  /** Whether the store now has it. False if others resemble it, which are then listed. */
  readonly inserted: boolean;
  /** Stored documents within the store's distance, nearest first, those as near by id; never the document itself. */
  readonly duplicates: readonly StoredMatch[];
}

/**
 * Fingerprints that outlive the process, each under its document's id, and the question «was this seen before?».
 *
 * What survives which accident, and what two processes see of each other, differs by kind: docs/stores.md says it.
 *
 * Every change may be repeated after an error that leaves its outcome unknown, such as a lost connection: an id that is
 * there with the same fingerprint is neither its own duplicate nor an error, and the answer is as if it were the first.
 */
export interface Store {
  /** What stands for the recipe of its fingerprints: `words-bigrams/1`. */
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

  /** As `insertIfNew` for each, in order, so that a later one may be a duplicate of an earlier one. */
  insertAllIfNew(documents: readonly NewDocument[]): Promise<Insertion[]>;

  /** Inserts a document, whatever resembles it. Errors as `insertIfNew`. */
  insert(document: NewDocument): Promise<void>;

  /** Gives an id another fingerprint, time and meta; false if it was not there, and is not then. */
  update(document: NewDocument): Promise<boolean>;

  /**
   * Documents that resemble a text or a fingerprint, nearest first, those as near by id.
   *
   * @param options.maxDistance 0…the store's own, which is the default
   * @param options.limit at most so many, the nearest
   */
  search(
    query: { readonly text: Text } | { readonly fingerprint: bigint },
    options?: { maxDistance?: number; limit?: number },
  ): Promise<StoredMatch[]>;

  get(id: string): Promise<StoredDocument | undefined>;

  /** False if it was not there. */
  remove(id: string): Promise<boolean>;

  /** Removes all documents whose time is before this; how many. */
  expire(before: number | Date): Promise<number>;

  size(): Promise<number>;

  /** Inserts many documents whatever resembles them, faster than one by one; how many. Not one step: what came before an error stays. */
  load(documents: AsyncIterable<NewDocument> | Iterable<NewDocument>): Promise<number>;

  /** All documents, ordered by id; what changes meanwhile may or may not be among them. */
  export(): AsyncIterable<StoredDocument>;

  /** Finishes what was begun. The store must not be used afterwards; closing it again does nothing. */
  close(): Promise<void>;
}
