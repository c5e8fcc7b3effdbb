import { DisposedError, InvalidArgumentError } from '../errors.ts';
import { DEFAULT_RECIPE } from '../fingerprint/built-in.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Text } from '../fingerprint/text.ts';
import type { Several } from '../iterable.ts';
import { joinedBytes } from '../joined-bytes.ts';
import { checkOptions } from '../options.ts';
import { checkDocumentId, savedRecipe } from './check.ts';
import { HammingIndex } from './hamming-index.ts';
import type { Match } from './matches.ts';
import type { DocumentIndexOptions, SavedDocumentsOptions, SearchOptions } from './options.ts';
import { readSnapshot, readSnapshotChunks } from './snapshot/frames.ts';
import { DocumentsReader, type SavedDocuments } from './snapshot/read-documents.ts';
import { writeDocuments } from './snapshot/write-documents.ts';

/** A document within the distance of a query. */
export interface DocumentMatch {
  readonly id: string;
  readonly fingerprint: bigint;
  /** In how many of 64 bits it differs from the query's fingerprint, 0…64. */
  readonly distance: number;
}

/**
 * Finds documents that resemble a text: a `Fingerprinter` and a `HammingIndex`, with strings for ids.
 *
 * Documents as near as each other come in the order in which they were first added. Texts without features, which have
 * no fingerprint, are kept but match nothing.
 *
 * @example
 * const documents = new DocumentIndex({ maxDistance: 6 });
 * documents.add('a.html', 'the cat sat on the mat');
 * documents.search('the cat sat on the mat!') // [{ id: 'a.html', fingerprint, distance: 0 }]
 */
export class DocumentIndex {
  readonly #fingerprinter: Fingerprinter;
  #index: HammingIndex;
  /** Of each id, what number it has in the index; and the other way round. */
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  #nextNumber = 0;
  #isDisposed = false;

  /**
   * An empty index.
   *
   * @throws {InvalidArgumentError} if an option is none
   * @throws {RecipeMismatchError} if the recipe's idf model is that of another recipe
   */
  constructor(options: DocumentIndexOptions) {
    checkOptions(options, { maxDistance: true, recipe: true });
    const { recipe = DEFAULT_RECIPE, maxDistance } = options;
    this.#fingerprinter = new Fingerprinter({ recipe });
    this.#index = new HammingIndex({ maxDistance, recipe: this.#fingerprinter.recipeId });
  }

  /** The largest distance a search may ask for. */
  get maxDistance(): number {
    return this.#index.maxDistance;
  }

  /** What stands for the recipe: `words-bigrams/2`. */
  get recipeId(): string {
    return this.#fingerprinter.recipeId;
  }

  /** How many documents there are. */
  get size(): number {
    this.#open();
    return this.#numbers.size;
  }

  /**
   * Adds a document, or gives an id another text.
   *
   * @param id a string of up to 65,536 UTF-16 units
   * @throws {InvalidArgumentError} if an argument is none, or there are 2^24 documents
   */
  add(id: string, text: Text): void {
    const index = this.#open();
    checkDocumentId(id);
    // Before its number is looked up, since functions of the caller's recipe may add documents, too.
    const { fingerprint, features } = this.#fingerprinter.inspect(text);
    const number = this.#numbers.get(id) ?? this.#nextNumber;
    // As many as a Map of V8 can have.
    if (number === this.#nextNumber && this.size === 2 ** 24) {
      throw new InvalidArgumentError('A DocumentIndex holds 2^24 documents. Make another one.');
    }
    try {
      if (features > 0) index.add(fingerprint, number);
      else index.remove(number);
    } finally {
      // It may be in the index even if that threw, for want of room for its tables.
      if (features === 0 || index.has(number)) {
        this.#name(number, id);
        if (number === this.#nextNumber) this.#nextNumber++;
      }
    }
  }

  /** Removes a document; false if it was not there. */
  remove(id: string): boolean {
    const index = this.#open();
    checkDocumentId(id);
    const number = this.#numbers.get(id);
    if (number === undefined) return false;
    // Before the index removes it, since it is gone from there even if the tables then find no room to shrink.
    this.#numbers.delete(id);
    this.#ids.delete(number);
    index.remove(number);
    return true;
  }

  /** Whether there is a document of that id. */
  has(id: string): boolean {
    this.#open();
    checkDocumentId(id);
    return this.#numbers.has(id);
  }

  /**
   * All documents within a distance of a text, nearest first.
   *
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  search(text: Text, options?: SearchOptions): DocumentMatch[] {
    return this.#find(text, (fingerprint) => this.#open().search(fingerprint, options));
  }

  /**
   * The documents nearest to a text, whatever their distance: exactly `count` of those that have features, or all if there
   * are fewer.
   *
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  nearest(text: Text, count = 1): DocumentMatch[] {
    return this.#find(text, (fingerprint) => this.#open().nearest(fingerprint, count));
  }

  /** The index as bytes, for `load`. Its texts are not among them. */
  save(): Uint8Array<ArrayBuffer> {
    return joinedBytes(this.snapshot());
  }

  /**
   * What `save` gives, in chunks. The index may be searched while they are taken, but not changed.
   *
   * @throws {InvalidArgumentError} while they are taken, if it has been changed or disposed since this was called
   */
  snapshot(): Generator<Uint8Array, void, undefined> {
    return writeDocuments(this.recipeId, this.#open().snapshot(), this.#ids, this.#nextNumber);
  }

  /**
   * An index that was saved.
   *
   * @throws {InvalidArgumentError} if they are no bytes
   * @throws {CorruptDataError} if the bytes are anything else, cut off or changed
   * @throws {RecipeMismatchError} if it was made by another recipe, or one that is not built in and not given
   */
  static load(bytes: Uint8Array | Iterable<Uint8Array>, options?: SavedDocumentsOptions): DocumentIndex {
    return DocumentIndex.#restored(readSnapshot(bytes, new DocumentsReader(savedRecipe(options))));
  }

  /** As `load`, from chunks that come one after the other, cut anywhere. */
  static async fromChunks(chunks: Several<Uint8Array>, options?: SavedDocumentsOptions): Promise<DocumentIndex> {
    return DocumentIndex.#restored(await readSnapshotChunks(chunks, new DocumentsReader(savedRecipe(options))));
  }

  static #restored({ recipe, index, ids, nextNumber }: SavedDocuments): DocumentIndex {
    const restored = new DocumentIndex({ recipe, maxDistance: index.maxDistance });
    restored.#index.dispose();
    restored.#index = index;
    for (const [number, id] of ids) restored.#name(number, id);
    restored.#nextNumber = nextNumber;
    return restored;
  }

  /** Gives the memory back. The index must not be used afterwards; disposing it again does nothing. */
  dispose(): void {
    this.#isDisposed = true;
    this.#index.dispose();
    this.#numbers.clear();
    this.#ids.clear();
  }

  #name(number: number, id: string): void {
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
  }

  #find(text: Text, search: (fingerprint: bigint) => Match[]): DocumentMatch[] {
    const { fingerprint, features } = this.#fingerprinter.inspect(text);
    // Searched also for nothing, so that what is wrong with the arguments is said.
    const matches = search(fingerprint);
    if (features === 0) return [];
    return matches.map(({ id, ...rest }) => ({ id: this.#ids.get(id)!, ...rest }));
  }

  /** @throws {DisposedError} if it has been disposed */
  #open(): HammingIndex {
    if (!this.#isDisposed) return this.#index;
    throw new DisposedError('This DocumentIndex has been disposed. Make a new one.');
  }
}
