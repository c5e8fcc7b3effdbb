import { CorruptDataError, DisposedError, InvalidArgumentError } from '../errors.ts';
import { checkOptions } from '../options.ts';
import { checkWhole, isWhole } from '../ranges.ts';
import { shown } from '../shown.ts';
import { type FingerprintCore, fingerprintCore } from '../wasm/core.ts';
import { GramTable } from '../wasm/gram-table.ts';
import type { KernelRecipe } from '../wasm/recipe.ts';
import { countText } from '../wasm/text.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { DEFAULT_RECIPE } from './built-in.ts';
import { digest } from './digest.ts';
import { FORMAT, type IdfJson, VERSION } from './idf-json.ts';
import { kernelRecipe, textFor } from './kernel-recipe.ts';
import type { Idf, Recipe, TextRecipe } from './recipe.ts';
import { idOfRecipe } from './recipe-id.ts';
import { toRecipe } from './recipes.ts';
import { checkText, checkTexts, type Text } from './text.ts';

/** How features are counted. */
export interface IdfOptions {
  /** As for `Fingerprinter`, with words, characters or bytes for features, and without another idf; `'words-bigrams'` by default. */
  readonly recipe?: string | Recipe | undefined;
  /** Features of fewer documents are forgotten, 1…2^32 - 1; 2 by default, which forgets half of all, usually. */
  readonly leastDocuments?: number | undefined;
}

/**
 * In how many documents of a corpus each feature occurs. A recipe that has such a model weighs rare features more:
 * times log2((1 + documents) / (1 + frequency)) + 1, in sixteenths, straight between powers of two (inverse document
 * frequency: Spärck Jones, «A statistical interpretation of term specificity», 1972).
 *
 * @example
 * const { recipe } = new Fingerprinter({ recipe: 'words' });
 * const idf = IdfModel.train(texts, { recipe });
 * const fingerprinter = new Fingerprinter({ recipe: { ...recipe, idf } });
 */
export class IdfModel implements Idf {
  /** The recipe whose features were counted: it may be used with no other. */
  readonly recipe: string;
  /** How many documents were counted. */
  readonly documents: number;
  /** Features of fewer documents are not kept: all of them weigh as one of `leastDocuments` - 1 would. */
  readonly leastDocuments: number;
  /** Stands for everything that it holds, and so in the identity of the recipe: 16 hexadecimal digits. */
  readonly digest: string;
  readonly #features: BigUint64Array<ArrayBuffer>;
  readonly #frequencies: Uint32Array<ArrayBuffer>;

  private constructor(
    facts: Pick<IdfJson, 'recipe' | 'documents' | 'leastDocuments'>,
    features: BigUint64Array<ArrayBuffer>,
    frequencies: Uint32Array<ArrayBuffer>,
  ) {
    this.recipe = facts.recipe;
    this.documents = facts.documents;
    this.leastDocuments = facts.leastDocuments;
    this.#features = features;
    this.#frequencies = frequencies;
    this.digest = digest(JSON.stringify(this.#contents()));
  }

  /** How many features it knows. */
  get size(): number {
    return this.#features.length;
  }

  /**
   * Counts the features of texts, as an `IdfTrainer` does.
   *
   * @throws {InvalidArgumentError} if an argument is none, or the recipe's features are not those of a text
   * @throws {OutOfMemoryError} if the features of a text do not fit the 4 GiB of WebAssembly memory beside the others
   */
  static train(texts: Iterable<Text>, options: IdfOptions = {}): IdfModel {
    checkTexts(texts);
    const trainer = new IdfTrainer(options);
    for (const text of texts) trainer.add(text);
    return trainer.finish();
  }

  /**
   * The model that `toJSON` or `hammingbird idf` wrote.
   *
   * @throws {CorruptDataError} if it is anything else, or was changed since
   */
  static from(json: unknown): IdfModel {
    const given = (json ?? {}) as IdfJson;
    const { recipe, documents, leastDocuments, features, frequencies } = given;
    if (given.format !== FORMAT) throw new CorruptDataError(`This is no idf model: its format is not ${FORMAT}.`);
    if (given.version !== VERSION) {
      throw new CorruptDataError(
        `This idf model has version ${shown(given.version)}, but only ${VERSION} is known here.`,
      );
    }
    let cause: unknown;
    try {
      const grams = new BigUint64Array(fromBase64(features).buffer);
      const numbers = new Uint32Array(fromBase64(frequencies).buffer);
      const model = new IdfModel(given, grams, numbers);
      const areTexts = [recipe, features, frequencies].every((text) => typeof text === 'string');
      // One more than there are documents has 32 bits, as `log2InSixteenths` wants it.
      if (
        areTexts &&
        isWhole(leastDocuments, 1) &&
        isWhole(documents, 0, 2 ** 32 - 2) &&
        grams.length === numbers.length &&
        model.digest === given.digest
      ) {
        return model;
      }
    } catch (error) {
      cause = error;
    }
    throw new CorruptDataError('This idf model is damaged. Train it again.', { cause });
  }

  toJSON(): IdfJson {
    return { ...this.#contents(), digest: this.digest };
  }

  /** What each feature weighs, in the core's memory, in sixteenths. */
  weights(core: FingerprintCore): { weights: GramTable; unknown: number } {
    const weights = new GramTable(core);
    weights.set(
      this.#features,
      this.#frequencies.map((frequency) => this.#weight(frequency)),
    );
    // Features that are not here occur in fewer, and in no more than there are.
    return { weights, unknown: this.#weight(Math.min(this.leastDocuments - 1, this.documents)) };
  }

  #weight(frequency: number): number {
    return log2InSixteenths(1 + this.documents) - log2InSixteenths(1 + frequency) + 16;
  }

  #contents(): Omit<IdfJson, 'digest'> {
    const { recipe, documents, leastDocuments } = this;
    return {
      format: FORMAT,
      version: VERSION,
      recipe,
      documents,
      leastDocuments,
      features: toBase64(new Uint8Array(this.#features.buffer)),
      frequencies: toBase64(new Uint8Array(this.#frequencies.buffer)),
    };
  }

  /** @internal for `IdfTrainer` */
  static counted(
    facts: Pick<IdfJson, 'recipe' | 'documents' | 'leastDocuments'>,
    { grams, numbers }: ReturnType<GramTable['read']>,
  ): IdfModel {
    return new IdfModel(facts, grams, numbers);
  }
}

/**
 * Most features that are counted at once: they take 2 GiB of memory while they are made fewer, of the 4 GiB that there are,
 * and in base64 480 million characters, of the 512 Mi that V8 has room for.
 */
const MOST_FEATURES = 30e6;

/**
 * Trains an `IdfModel`, a text at a time: for corpora that are read while they are counted.
 *
 * Where there are more than 30 million different features, the rarest so far are forgotten each time (lossy counting: Manku
 * and Motwani, «Approximate frequency counts over data streams», 2002), and `undercount` tells by how much frequencies may be
 * too low.
 */
export class IdfTrainer {
  readonly #core: FingerprintCore = fingerprintCore();
  readonly #recipe: TextRecipe;
  readonly #kernelRecipe: KernelRecipe;
  readonly #leastDocuments: number;
  #table: GramTable | undefined;
  readonly #mostFeatures: number;
  #documents = 0;
  #undercount = 0;

  /**
   * @param mostFeatures is for tests
   * @throws {InvalidArgumentError} if there is no such option, or the recipe's features are not those of a text
   */
  constructor(options: IdfOptions = {}, mostFeatures: number = MOST_FEATURES) {
    checkOptions(options, { recipe: true, leastDocuments: true });
    const { recipe = DEFAULT_RECIPE, leastDocuments = 2 } = options;
    checkWhole('leastDocuments', leastDocuments, 1, 2 ** 32 - 1);
    const checked = toRecipe(recipe);
    if ('features' in checked || checked.idf !== undefined) {
      throw new InvalidArgumentError(
        `Idf is trained for words, characters or bytes of texts, without another idf; ${checked.name} is no such recipe.`,
      );
    }
    this.#recipe = checked;
    this.#kernelRecipe = kernelRecipe(this.#core, checked);
    this.#leastDocuments = leastDocuments;
    this.#table = new GramTable(this.#core);
    this.#mostFeatures = mostFeatures;
  }

  /** How many texts were added. */
  get documents(): number {
    return this.#documents;
  }

  /** By how much frequencies may be too low at most: 0 unless there were more different features than are counted at once. */
  get undercount(): number {
    return this.#undercount;
  }

  /**
   * @throws {InvalidArgumentError} if it is no text
   * @throws {DisposedError} after `finish`
   * @throws {OutOfMemoryError} if its features do not fit the 4 GiB of WebAssembly memory beside the others
   */
  add(text: Text): void {
    checkText(text);
    // The table last: a recipe's own segmenter may have finished it.
    const features = countText(this.#core, textFor(this.#recipe, text), this.#kernelRecipe, () =>
      this.#open().countDocument(),
    );
    this.#documents++;
    if (features > this.#mostFeatures) this.#forgetRarest();
  }

  /**
   * The model. The trainer must not be used afterwards.
   *
   * @throws {DisposedError} if it was
   */
  finish(): IdfModel {
    const table = this.#open();
    const facts = {
      recipe: idOfRecipe(this.#recipe),
      documents: this.#documents,
      leastDocuments: this.#leastDocuments,
    };
    const model = IdfModel.counted(facts, table.read(this.#leastDocuments));
    table.dispose();
    this.#table = undefined;
    return model;
  }

  /** Half of what is counted at once remains at most, so that this is not done often. */
  #forgetRarest(): void {
    const table = this.#open();
    let least = 2;
    while (table.forget(least) > this.#mostFeatures / 2) least *= 2;
    this.#undercount += least - 1;
  }

  #open(): GramTable {
    if (this.#table) return this.#table;
    throw new DisposedError('This IdfTrainer has finished. Make a new one.');
  }
}

/** Integers alone, so that every engine agrees; less than 0.149 below the logarithm, of which 0.086 by going straight. */
function log2InSixteenths(x: number): number {
  const zeros = Math.clz32(x);
  // The first five digits, of which the first is the exponent's.
  return ((x << zeros) >>> 27) + 16 * (30 - zeros);
}
