import { untilAborted } from '../abort.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { isPreset } from '../fingerprint/recipe.ts';
import { ownText, type Text } from '../fingerprint/text.ts';
import type { Several } from '../iterable.ts';
import { type DecideOptions, Decider } from './decide.ts';
import { check, type DedupeOptions, valueIn } from './dedupe-options.ts';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from './defaults.ts';
import { checkDocument, checkSeveral, type Document, type Id } from './document.ts';
import { group } from './group.ts';
import { inOrder, orderBy } from './order.ts';
import { PairFinder } from './pairs.ts';
import type { Verdicts } from './verdicts.ts';

/** What is told of every document, by its id of the type `I`. */
interface Told<I extends Id> {
  readonly id: I;
  /** In how many bits the nearest fingerprints of it and of the document that it was compared with differ, 0…16; 0 if it is kept. */
  readonly distance: number;
  /**
   * The multiset Jaccard index of its features and that document's, 0…1; 1 if it is kept. It is exact, while `similarity()`
   * estimates a cosine from fingerprints.
   */
  readonly similarity: number;
  /** The id of the kept document of its group: its own if it is kept. */
  readonly group: I;
}

/** A document that stays. */
export interface Kept<I extends Id = Id> extends Told<I> {
  /** `undefined` tells it from the others, which name the kept document here. */
  readonly duplicateOf: undefined;
  readonly reason: 'kept';
  readonly via?: undefined;
  readonly reference?: undefined;
}

/** A document that was compared with the kept one. */
export interface Duplicate<I extends Id = Id> extends Told<I> {
  /** The kept document. */
  readonly duplicateOf: I;
  /** `'same'`: it has the features of the kept document; `'similar'`: it was verified to resemble it. */
  readonly reason: 'same' | 'similar';
  readonly via?: undefined;
  /** The kept document is one of `against`. */
  readonly reference?: true;
}

/** By the rule `'components'`, a document that others connect with the kept one. */
export interface Chained<I extends Id = Id> extends Told<I> {
  /** The kept document. */
  readonly duplicateOf: I;
  /** It resembles `via`, and that leads to the kept document. */
  readonly reason: 'chained';
  /** The document that it was compared with, to which distance and similarity belong. */
  readonly via: I;
  /** The kept document is one of `against`. */
  readonly reference?: true;
}

/** What becomes of a document, whose id is an `I`: it is kept, or duplicates one that is. */
export type Verdict<I extends Id = Id> = Kept<I> | Duplicate<I> | Chained<I>;

/**
 * Tells of each document, in order, whether it is kept or which kept one it duplicates: the engine of `hammingbird
 * dedupe`.
 *
 * By the rule `'leader'`, keeping the first, verdicts come as soon as 256 documents have been read, and later as many as
 * are a sixteenth of those before, up to 1,024 or a million characters; memory holds the texts of kept documents. With any
 * other policy they come after the last document, and memory holds all texts. So it is by any other rule, with some
 * 50 bytes a near-duplicate pair besides (of documents with the same features, only 16 are paired with others).
 * Feature sets take up to 128 MB besides.
 *
 * @param options or what `calibrate` recommends
 * @throws {InvalidArgumentError} if there is no such option, or an option or a document is not what it must be
 * @throws the reason of `signal`, once it is aborted
 * @example
 * for await (const { id, duplicateOf, similarity } of dedupe([{ id: 'a', text: '…' }, { id: 'b', text: '…' }])) {
 *   if (duplicateOf !== undefined) console.log(id, 'duplicates', duplicateOf, similarity);
 * }
 */
export async function* dedupe<D extends Document, R extends Document = D>(
  documents: Several<D>,
  options: DedupeOptions<D, R> = {},
): AsyncGenerator<Verdict<(D | R)['id']>> {
  check(options);
  checkSeveral('documents', documents);
  const { against = [], signal } = options;
  const run = new Run(options);
  try {
    for await (const reference of untilAborted(against, signal)) await run.addReference(reference);
    for await (const document of untilAborted(documents, signal)) {
      run.add(document);
      if (run.isFull) yield* run.decided();
    }
    yield* run.finish();
  } finally {
    run.dispose();
  }
}

/** Documents that are settled together: few at first, so that verdicts come soon; among many, large batches take less time. */
const FIRST_BATCH = 256;
const LARGEST_BATCH = 1024;
/** UTF-16 units or bytes of a batch, about: to settle it takes some hundredths of a second. */
const MOST_UNITS = 2 ** 20;

/** One call of `dedupe`: what has been read, and what was made of it. */
class Run<D extends Document, R extends Document> {
  readonly #options: DedupeOptions<D, R>;
  readonly #engineOptions: DecideOptions;
  /** Without one, all documents wait for the order in which they are preferred. */
  #engine: Decider | PairFinder | undefined;
  /** By number, as long as they may be needed: a Map would have room for 2²⁴. */
  readonly #documents: (Pick<D | R, keyof Document> | undefined)[] = [];
  readonly #values: number[] = [];
  #batch: Text[] = [];
  #units = 0;
  #references = 0;
  #told = 0;

  constructor(options: DedupeOptions<D, R>) {
    const { recipe = DEDUPE_RECIPE, repeats = REPEATS } = options;
    const { maxDistance = DEFAULT_DISTANCE, threshold = DEFAULT_THRESHOLD } = options;
    const { rule = 'leader', keep = 'first' } = options;
    const fingerprinter = new Fingerprinter({ recipe });
    this.#engineOptions = {
      fingerprinter,
      repeats: isPreset(fingerprinter.recipe) ? 1 : repeats,
      maxDistance,
      threshold,
      textOf: (document: number) => this.#documents[document]!.text,
      isReference: (document: number) => document < this.#references,
    };
    this.#options = options;
    if (rule !== 'leader') this.#engine = new PairFinder(this.#engineOptions);
    else if (keep === 'first') this.#engine = new Decider(this.#engineOptions);
  }

  get isFull(): boolean {
    const enough = Math.min(Math.max(FIRST_BATCH, this.#documents.length / 16), LARGEST_BATCH);
    return this.#batch.length >= enough || this.#units >= MOST_UNITS;
  }

  async addReference(reference: R): Promise<void> {
    checkDocument(reference);
    this.#references++;
    this.#add(reference, Number.NaN);
    if (this.isFull) await this.#flush();
  }

  add(document: D): void {
    checkDocument(document);
    this.#add(document, valueIn(document, this.#options.keep, this.#documents.length));
  }

  /** Verdicts on what has been read, as far as there can be any yet. */
  async *decided(): AsyncGenerator<Verdict<(D | R)['id']>> {
    await this.#flush();
    const engine = this.#engine;
    if (!(engine instanceof Decider)) return;
    for (; this.#told < this.#documents.length; this.#told++) {
      const { leader, distance, similarity } = engine.at(this.#told);
      if (this.#told >= this.#references) yield this.#verdict(this.#told, leader, leader, distance, similarity);
      if (leader !== this.#told) this.#documents[this.#told] = undefined;
    }
  }

  async *finish(): AsyncGenerator<Verdict<(D | R)['id']>> {
    yield* this.decided();
    const engine = this.#engine;
    if (engine instanceof Decider) return;
    const references = this.#references;
    const order = orderBy(Float64Array.from(this.#values), references);
    const { leaders, partners, distances, similarities } = engine
      ? group(engine.pairs, { rule: this.#options.rule!, order, references })
      : await this.#decidedBy(order);
    for (let i = references; i < this.#documents.length; i++) {
      yield this.#verdict(i, leaders[i]!, partners[i]!, distances[i]!, similarities[i]!);
    }
  }

  dispose(): void {
    this.#engine?.dispose();
  }

  async #decidedBy(order: Uint32Array): Promise<Verdicts> {
    const { textOf } = this.#engineOptions;
    const decider = new Decider({ ...this.#engineOptions, textOf: (rank) => textOf(order[rank]!) });
    this.#engine = decider;
    for (const document of order) {
      this.#put(textOf(document));
      if (this.isFull) await this.#flush();
    }
    await this.#flush();
    return inOrder(decider.decisions(), order);
  }

  #add({ id, text: given }: D | R, value: number): void {
    const text = ownText(given);
    this.#documents.push({ id, text });
    this.#values.push(value);
    if (this.#engine) this.#put(text);
  }

  #put(text: Text): void {
    this.#batch.push(text);
    this.#units += text.length;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#units = 0;
    this.#options.signal?.throwIfAborted();
    await this.#engine?.add(batch);
  }

  #verdict(
    document: number,
    leader: number,
    partner: number,
    distance: number,
    similarity: number,
  ): Verdict<(D | R)['id']> {
    this.#options.signal?.throwIfAborted();
    const idOf = (number: number) => this.#documents[number]!.id;
    const told = { id: idOf(document), distance, similarity, group: idOf(leader) };
    if (leader === document) return { ...told, duplicateOf: undefined, reason: 'kept' };
    const found = {
      ...told,
      duplicateOf: idOf(leader),
      ...(leader < this.#references && { reference: true as const }),
    };
    if (partner !== leader) return { ...found, reason: 'chained', via: idOf(partner) };
    return { ...found, reason: similarity === 1 ? 'same' : 'similar' };
  }
}
