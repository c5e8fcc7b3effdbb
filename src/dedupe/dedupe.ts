import { checkSignal, type Signal, untilAborted } from '../abort.ts';
import { fromCaller, InvalidArgumentError } from '../errors.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { isPreset, type Recipe } from '../fingerprint/recipe.ts';
import { ownText, stringOf, type Text } from '../fingerprint/text.ts';
import type { Several } from '../iterable.ts';
import { checkOptions } from '../options.ts';
import { checkBetween, checkWhole } from '../ranges.ts';
import { LARGEST_DISTANCE } from '../search/plan.ts';
import { shown } from '../shown.ts';
import type { Recommendation } from './calibrate/recommend.ts';
import { Decider } from './decide.ts';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from './defaults.ts';
import { checkDocument, checkSeveral, type Document, type Id } from './document.ts';
import { group, RULES, type Rule } from './group.ts';
import { orderBy } from './order.ts';
import { PairFinder } from './pairs.ts';
import { type ExpectedCandidates, MOST_REPEATS } from './planning/plan-candidates.ts';

const POLICIES = ['first', 'last', 'longest', 'shortest'] as const;

export interface DedupeOptions<D extends Document = Document, R extends Document = Document> {
  /** The name of a built-in recipe, a recipe of your own or a preset; `'dedupe'` without it. */
  readonly recipe?: string | Recipe | undefined;
  /** Documents are compared one of whose fingerprints differs in at most so many bits, 0…16; 8 without it. */
  readonly maxDistance?: number | undefined;
  /** Independent fingerprints of each document, 1…16; 5 without it. Presets make one. */
  readonly repeats?: number | undefined;
  /** Near-duplicates have at least this multiset Jaccard index of their features, 0…1; 0.75 without it. */
  readonly threshold?: number | undefined;
  /** How pairs become groups: `'leader'` (the default), `'components'` or `'complete'`. */
  readonly rule?: Rule | undefined;
  /** Which of a group is kept; a function gives a value, the greatest of which wins, and `undefined` loses. */
  readonly keep?: (typeof POLICIES)[number] | ((document: D) => number | undefined) | undefined;
  /** Documents that always win; there are no verdicts on them. They are read first. */
  readonly against?: Several<R> | undefined;
  /** An `AbortSignal`, which ends everything; what is waited for is then rejected with its reason. */
  readonly signal?: Signal | undefined;
}

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
 * other rule or policy they come after the last document, and memory holds all texts, and 18 bytes a near-duplicate pair
 * (of documents with the same features, only 16 are paired with others).
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
  readonly #engine: Decider | PairFinder;
  /** Documents that may still be needed, by number. */
  readonly #documents = new Map<number, Pick<D | R, keyof Document>>();
  readonly #values: number[] = [];
  #batch: Text[] = [];
  #units = 0;
  #count = 0;
  #references = 0;
  #told = 0;

  constructor(options: DedupeOptions<D, R>) {
    const { recipe = DEDUPE_RECIPE, repeats = REPEATS } = options;
    const { maxDistance = DEFAULT_DISTANCE, threshold = DEFAULT_THRESHOLD } = options;
    const { rule = 'leader', keep = 'first' } = options;
    const fingerprinter = new Fingerprinter({ recipe });
    const engineOptions = {
      fingerprinter,
      repeats: isPreset(fingerprinter.recipe) ? 1 : repeats,
      maxDistance,
      threshold,
      textOf: (document: number) => this.#documents.get(document)!.text,
      isReference: (document: number) => document < this.#references,
    };
    this.#options = options;
    this.#engine = rule === 'leader' && keep === 'first' ? new Decider(engineOptions) : new PairFinder(engineOptions);
  }

  get isFull(): boolean {
    const enough = Math.min(Math.max(FIRST_BATCH, this.#count / 16), LARGEST_BATCH);
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
    this.#add(document, valueIn(document, this.#options.keep, this.#count));
  }

  /** Verdicts on what has been read, as far as there can be any yet. */
  async *decided(): AsyncGenerator<Verdict<(D | R)['id']>> {
    await this.#flush();
    const engine = this.#engine;
    if (engine instanceof PairFinder) return;
    for (; this.#told < this.#count; this.#told++) {
      const { leader, distance, similarity } = engine.at(this.#told);
      if (this.#told >= this.#references) yield this.#verdict(this.#told, leader, leader, distance, similarity);
      if (leader !== this.#told) this.#documents.delete(this.#told);
    }
  }

  async *finish(): AsyncGenerator<Verdict<(D | R)['id']>> {
    yield* this.decided();
    if (this.#engine instanceof Decider) return;
    const references = this.#references;
    const order = orderBy(Float64Array.from(this.#values), references);
    const { leaders, partners, distances, similarities } = group(this.#engine.pairs, {
      rule: this.#options.rule ?? 'leader',
      order,
      references,
    });
    for (let i = references; i < this.#count; i++) {
      yield this.#verdict(i, leaders[i]!, partners[i]!, distances[i]!, similarities[i]!);
    }
  }

  dispose(): void {
    this.#engine.dispose();
  }

  #add({ id, text: given }: D | R, value: number): void {
    const text = ownText(given);
    this.#documents.set(this.#count++, { id, text });
    this.#values.push(value);
    this.#batch.push(text);
    this.#units += text.length;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#units = 0;
    await this.#engine.add(batch);
  }

  #verdict(
    document: number,
    leader: number,
    partner: number,
    distance: number,
    similarity: number,
  ): Verdict<(D | R)['id']> {
    this.#options.signal?.throwIfAborted();
    const idOf = (number: number) => this.#documents.get(number)!.id;
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

function preferenceOf<D extends Document>(document: D, keep: (document: D) => number | undefined): number {
  const value: unknown = fromCaller('The function keep', () => keep(document)) ?? Number.NaN;
  if (typeof value === 'number') return value;
  throw new InvalidArgumentError(`The function keep must return a number or undefined, not ${shown(value)}.`);
}

/** The greater, the rather a document is kept. */
function valueIn<D extends Document>(document: D, keep: DedupeOptions<D>['keep'], place: number): number {
  if (typeof keep === 'function') return preferenceOf(document, keep);
  if (keep === 'last') return place;
  if (keep === 'longest') return stringOf(document.text).length;
  return keep === 'shortest' ? -stringOf(document.text).length : 0;
}

const OPTIONS: { readonly [name in keyof DedupeOptions]-?: true } = {
  ...{ recipe: true, maxDistance: true, repeats: true, threshold: true },
  ...{ rule: true, keep: true, against: true, signal: true },
};
/** What a recommendation or a plan, which may be given as options, tells besides. */
const TOLD: { readonly [name in Exclude<keyof (Recommendation & ExpectedCandidates), keyof DedupeOptions>]: true } = {
  ...{ recall: true, precision: true, f1: true, defaults: true, best: true },
  ...{ better: true, worse: true, keepsDefaults: true, seconds: true, bytes: true },
};

function check(options: DedupeOptions<never>): void {
  checkOptions(options, OPTIONS, TOLD);
  const { repeats = 1, maxDistance = 0, threshold = 0, rule = 'leader', keep = 'first' } = options;
  const { against = [], signal } = options;
  checkSeveral('against', against);
  checkSignal(signal);
  checkWhole('repeats', repeats, 1, MOST_REPEATS);
  checkWhole('maxDistance', maxDistance, 0, LARGEST_DISTANCE);
  checkBetween('threshold', threshold, 0, 1);
  if (!RULES.includes(rule)) throw new InvalidArgumentError(`rule is one of ${RULES.join(', ')}, not ${shown(rule)}.`);
  if (typeof keep !== 'function' && !POLICIES.includes(keep)) {
    throw new InvalidArgumentError(`keep is a function, or one of ${POLICIES.join(', ')}, not ${shown(keep)}.`);
  }
}
