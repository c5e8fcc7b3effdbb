import type { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import type { Text } from '../../fingerprint/text.ts';
import { fingerprintCore } from '../../wasm/core.ts';
import { SHARED_RUN, winnow } from '../../wasm/winnow.ts';
import { FeatureCache } from '../feature-cache.ts';
import { type Contained, Containers } from './containers.ts';
import { SharedGrams, type SharedGramsOptions } from './shared-grams.ts';

/** Where least of a document must be found again, unless it is said. */
export const DEFAULT_SHARE = 0.9;

export interface ContainmentOptions extends SharedGramsOptions {
  readonly fingerprinter: Fingerprinter;
  /** The least share of the shorter document's features that must be in the longer, 0…1. */
  readonly share: number;
  /** The text of a document, again: what was counted is not kept for all. */
  readonly textOf: (document: number) => Text;
  /** Which documents may be compared at all, by their numbers; all of them without it. */
  readonly mayPair?: ((a: number, b: number) => boolean) | undefined;
  /** Which documents are only asked what they contain. */
  readonly isReference?: ((document: number) => boolean) | undefined;
}

/** Documents of fewer words are not looked for. */
export const SHORTEST = SHARED_RUN;

/** A document that is long enough to be looked for. */
interface Member {
  readonly document: number;
  /** How many are compared, repetitions counted. */
  readonly features: number;
}

/**
 * Finds documents of which a share of the features is contained in longer ones.
 *
 * Two documents are compared, feature by feature, if they share enough of the few n-grams of words that are chosen of
 * each (`assembly/fingerprint/winnow.ts`): a ninth of those of the shorter one for the share 0.9. A run of eight words that two share
 * has at least one of them, so that a document of eight words or more that stands in another unchanged is always found,
 * however long that one is. Two limits, both counted: a gram that is in many documents leads to the first `HUBS` of them
 * only; and if there are more grams than fit the memory, every other one is dropped, perhaps repeatedly.
 */
export class Containment {
  /** What was found. */
  readonly containers = new Containers();
  /** How many documents were too short to be looked for. */
  tooShort = 0;
  readonly #options: ContainmentOptions;
  readonly #grams: SharedGrams;
  readonly #cache: FeatureCache;
  readonly #members: Member[] = [];
  readonly #sizes = new Map<number, number>();

  constructor(options: ContainmentOptions) {
    this.#options = options;
    this.#grams = new SharedGrams(options);
    this.#cache = new FeatureCache((document) => options.fingerprinter.passageSet(options.textOf(document)));
  }

  /** How many documents can be compared. */
  get length(): number {
    return this.#members.length;
  }

  /** Of how many chosen grams one was kept, and how many were in too many documents. */
  get limits(): { readonly thinning: number; readonly common: number } {
    return { thinning: this.#grams.thinning, common: this.#grams.common };
  }

  /** Takes the next document, whose number is higher than those before. */
  add(document: number, text: Text): void {
    const grams = winnow(fingerprintCore(), text);
    if (grams.length === 0) {
      this.tooShort++;
      return;
    }
    const set = this.#options.fingerprinter.passageSet(text);
    this.#cache.put(document, set);
    this.#grams.add(grams);
    this.#members.push({ document, features: set.compared });
    this.#sizes.set(document, set.compared);
  }

  /** Compares the document that was taken as number `place`, from 0, with those before it. None can be added afterwards. */
  compare(place: number): void {
    const member = this.#members[place]!;
    for (const { text, shared } of this.#grams.before(place)) {
      const other = this.#members[text]!;
      const isInner = member.features <= other.features;
      const [inner, outer] = isInner ? [member, other] : [other, member];
      if (shared < this.#enough(this.#grams.gramsOf(isInner ? place : text))) continue;
      this.#verify(inner, outer);
    }
  }

  /** Which of the documents can go, and for which one each, that stays. */
  removable(): Map<number, Contained> {
    return this.containers.removable((document) => this.#sizes.get(document)!);
  }

  dispose(): void {
    this.#cache.dispose();
  }

  #verify({ document: inner, features }: Member, { document: outer }: Member): void {
    const { isReference, mayPair, share } = this.#options;
    if (features === 0 || isReference?.(inner) || mayPair?.(inner, outer) === false) return;
    const containment = this.#cache.containment(inner, outer);
    if (containment >= share) this.containers.add({ inner, outer, containment });
  }

  /**
   * How many chosen grams a pair must share to be compared: a third of those that are expected where all missing features
   * are pairs of words, of three features a word, parted by insertions all over the text. A missing pair of words spoils
   * three grams of four words.
   */
  #enough(grams: number): number {
    return Math.max(1, Math.ceil((grams * Math.max(0, 3 * this.#options.share - 2) ** 3) / 3));
  }
}
