import { InvalidArgumentError } from '../../errors.ts';
import { shown } from '../../shown.ts';
import type { Document, Id } from '../document.ts';

/** What is known of two documents. */
export interface Label {
  readonly a: Id;
  readonly b: Id;
  /** Whether they are duplicates: `true` without it; `null` if they are neither, and count for nothing. */
  readonly duplicate?: boolean | null | undefined;
}

/** What a pair really is. Doubtful pairs count neither way. */
export type Truth = 'same' | 'different' | 'doubtful';

/** Labels that could not be used, and why. */
export interface UnusedLabels {
  /** They name documents that the corpus does not have. */
  readonly unknown: readonly Label[];
  /** Other labels say otherwise of the same two documents, which count for nothing. */
  readonly contradictory: readonly Label[];
  /** How many are on documents that the sample left out. */
  readonly leftOut: number;
}

/** Labels on pairs of documents, and the ids that they name; 1 and "1" are the same id. */
export class Labels {
  /** By their two ids; undefined where labels contradict each other. */
  readonly #labels = new Map<string, Label | undefined>();
  readonly #contradictory: Label[] = [];
  /** How often the corpus has each id that is named. */
  readonly #seen = new Map<string, number>();

  /** @throws {InvalidArgumentError} if it is no label, or pairs a document with itself */
  add(label: Label): void {
    checkLabel(label);
    const [a, b] = [String(label.a), String(label.b)];
    const key = JSON.stringify(a < b ? [a, b] : [b, a]);
    const isKnown = this.#labels.has(key);
    const known = this.#labels.get(key);
    if (isKnown && (known === undefined || truthOf(known) !== truthOf(label))) {
      this.#contradictory.push(...(known === undefined ? [label] : [known, label]));
      this.#labels.set(key, undefined);
    } else if (!isKnown) this.#labels.set(key, label);
    for (const id of [a, b]) this.#seen.set(id, 0);
  }

  /** Whether a label says that two documents are different. */
  get haveDifferent(): boolean {
    return [...this.#labels.values()].some((label) => label !== undefined && truthOf(label) === 'different');
  }

  /**
   * Takes note of a document of the corpus, and says whether a label names it.
   *
   * @throws {InvalidArgumentError} if a label names it, and the corpus has its id twice
   */
  meet({ id }: Document): boolean {
    const times = this.#seen.get(String(id));
    if (times === undefined) return false;
    if (times > 0) {
      throw new InvalidArgumentError(
        `There are several documents with the id ${JSON.stringify(id)}, so labels cannot tell which is meant. ` +
          'Give each document an id of its own.',
      );
    }
    this.#seen.set(String(id), 1);
    return true;
  }

  /** What the labels say of documents by their numbers, once the corpus has been met. */
  numbered(ids: readonly Id[]): { readonly truths: NumberedTruths; readonly unused: UnusedLabels } {
    const numbers = new Map(ids.map((id, number) => [String(id), number]));
    const truths = new NumberedTruths();
    const unknown: Label[] = [];
    let leftOut = 0;
    for (const [key, label] of this.#labels) {
      const ids: [string, string] = JSON.parse(key);
      const [a, b] = ids.map((id) => numbers.get(id));
      // What nobody can say for sure is not unlisted, and must not be taken for different.
      if (a !== undefined && b !== undefined) truths.set(a, b, label === undefined ? 'doubtful' : truthOf(label));
      else if (label === undefined) continue;
      else if (ids.every((id) => this.#seen.get(id) === 1)) leftOut++;
      else unknown.push(label);
    }
    return { truths, unused: { unknown, contradictory: this.#contradictory, leftOut } };
  }
}

/** What is known of pairs, by the numbers of their documents. */
export class NumberedTruths {
  /** By the later document. */
  readonly #truths = new Map<number, Map<number, Truth>>();

  set(a: number, b: number, truth: Truth): void {
    const [earlier, later] = [Math.min(a, b), Math.max(a, b)];
    const known = this.#truths.get(later) ?? new Map<number, Truth>();
    this.#truths.set(later, known.set(earlier, truth));
  }

  /** What is known of a document and each of those before it. */
  before(document: number): ReadonlyMap<number, Truth> {
    return this.#truths.get(document) ?? new Map();
  }
}

function truthOf({ duplicate = true }: Label): Truth {
  if (duplicate === null) return 'doubtful';
  return duplicate ? 'same' : 'different';
}

function checkLabel(label: unknown): asserts label is Label {
  const { a, b, duplicate } = Object(label) as Record<string, unknown>;
  for (const id of [a, b]) {
    if (typeof id === 'string' || typeof id === 'number') continue;
    throw new InvalidArgumentError(
      `A label is { a, b } with two ids, strings or numbers; one of this is ${shown(id)}.`,
    );
  }
  if (String(a) === String(b)) {
    throw new InvalidArgumentError(`A label is on two documents, and this one pairs ${JSON.stringify(a)} with itself.`);
  }
  if (duplicate === undefined || duplicate === null || typeof duplicate === 'boolean') return;
  throw new InvalidArgumentError(`"duplicate" of a label is true, false or null, not ${shown(duplicate)}.`);
}
