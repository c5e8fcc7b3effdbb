import type { Counted } from '../dedupe/counted.ts';
import { RecipeMismatchError } from '../errors.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import { IdList } from '../io/id-list.ts';
import { counted } from '../numbers.ts';
import { GrowingColumn } from '../search/column.ts';
import { corrupt } from '../search/snapshot/frames.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import { comparedOf, decodeRecord, featureSetOf, type SeenDocument } from './record.ts';
import { SeenFile } from './seen-file.ts';
import type { SeenWriter } from './writer.ts';

/** Documents that are read at once. */
const BATCH = 256;
/** Bytes of records that are read at once, but for a single record that has more. */
const AHEAD = 4 * 1024 * 1024;

/**
 * Documents that an earlier run has seen: of each its id, fingerprints, and features with their counts, as hashes. So the
 * same is decided as if their texts were here, which cannot be had from it. Features are read again when they are needed.
 */
export class SeenIndex {
  readonly ids = new IdList();
  readonly #file: SeenFile;
  readonly #needed: number;
  /** Where each record begins, and the last one ends. */
  readonly #offsets = new GrowingColumn(new Float64Array(0));

  /**
   * @param recipe what stands for the recipe of this run
   * @param repeats how many fingerprints this run needs
   * @throws {InputError} if the file cannot be read
   * @throws {CorruptDataError} if it is anything else, cut off or changed
   * @throws {RecipeMismatchError} if it was made otherwise
   */
  constructor(path: string, recipe: string, repeats: number) {
    this.#file = new SeenFile(path);
    this.#needed = repeats;
    this.#offsets.push(0);
    try {
      const { description } = this.#file;
      checkSameRecipe(recipe, description.recipe, `The index ${path}`);
      if (description.repeats < repeats) {
        throw new RecipeMismatchError(
          `The index ${path} has ${counted(description.repeats, 'fingerprint')} of each document, and this run needs ${repeats}. ` +
            'Use the settings of the run that began it, or make it again from the texts. What --distance auto needs ' +
            'depends on the number of documents; --distance 8 --recall 0.9 needs the same for any.',
        );
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** How many fingerprints it has of each document, of which this run may need less. */
  get repeats(): number {
    return this.#file.description.repeats;
  }

  /** All documents, some at a time; called once. */
  *portions(): Generator<Counted> {
    let batch: SeenDocument[] = [];
    let bytes = 0;
    while (this.ids.length < this.#file.count) {
      const document = this.#read(this.ids.length);
      this.ids.push(document.id);
      batch.push(document);
      bytes += document.set.length;
      if (batch.length < BATCH && bytes < AHEAD) continue;
      yield this.#counted(batch);
      batch = [];
      bytes = 0;
    }
    if (this.#offsets.at(this.ids.length) !== this.#file.length)
      throw this.#file.named(corrupt('it holds more than its documents'));
    if (batch.length > 0) yield this.#counted(batch);
  }

  /** The features of a document that has been read, again. Whoever asks disposes of them. */
  set(document: number): FeatureSet {
    return featureSetOf(this.#read(document));
  }

  /** Adds all records to an index in the making. */
  copyTo(writer: SeenWriter): void {
    for (let document = 0; document < this.ids.length; document++) writer.add(this.#record(document));
  }

  close(): void {
    this.#file.close();
  }

  #counted(batch: readonly SeenDocument[]): Counted {
    return {
      length: batch.length,
      fingerprints: Array.from({ length: this.#needed }, (_, i) =>
        BigUint64Array.from(batch, ({ fingerprints }) => fingerprints[i]!),
      ),
      features: Uint32Array.from(batch, ({ features }) => features),
      compared: Uint32Array.from(batch, comparedOf),
      set: (row) => featureSetOf(batch[row]!),
    };
  }

  #read(document: number): SeenDocument {
    try {
      return decodeRecord(this.#record(document), this.repeats);
    } catch (error) {
      throw this.#file.named(error);
    }
  }

  /** A record with its length. Those before it have been read. */
  #record(document: number): Uint8Array {
    const start = this.#offsets.at(document);
    if (document + 1 < this.#offsets.length) {
      return this.#file.bytes(start, this.#offsets.at(document + 1) - start);
    }
    const length = 4 + new DataView(this.#file.bytes(start, 4).buffer).getUint32(0, true);
    this.#offsets.push(start + length);
    return this.#file.bytes(start, length);
  }
}
