import { Turns } from '../../turns.ts';
import { isWord, wordsOf } from '../words.ts';
import { type Change, changeBetween, type NumberedWords, Vocabulary } from './change.ts';
import { type EditKind, edited, KINDS } from './edits.ts';
import { Evidence } from './evidence.ts';
import type { Truth } from './labels.ts';
import { type Engine, type Inquiry, measurePairs } from './measure.ts';
import { below, type Random } from './random.ts';
import { type MeasuredPair, Tally } from './tally.ts';

/** The largest change that is generated. */
export const LARGEST_CHANGE = 0.4;
/** Changes are shown in so many bins, of this width. */
const BINS = 8;
export const BIN = LARGEST_CHANGE / BINS;

/** So many edited copies are made, of at most so many documents, and at most so many of one. */
const COPIES = 2000;
const MOST_EDITED = 500;
const MOST_COPIES = 40;
/** Of the documents that its fingerprints find, one is compared with so many, lest large groups outweigh the rest. */
const MOST_PARTNERS = 100;

/** Of longer texts only so many words are taken: the time to measure a change grows with the square. */
const MOST_WORDS = 3_000;
/** 1 − 0.95 is a little more than 0.05 to a computer. */
const ROUNDING = 1e-9;

/** What a change is called, by its size, 0…1. */
export interface Meaning {
  /** Up to this texts are the same. */
  readonly same: number;
  /** From this on they are different; between both they are doubtful. */
  readonly different: number;
}

export interface GeneratedEvidence {
  /** All of it. */
  readonly all: Evidence;
  /** Pairs of documents as they are, judged by how much they differ. */
  readonly corpus: Evidence;
  /** Edited copies, and the documents that they were made of. */
  readonly edits: Evidence;
  /** The copies that are not only reordered, by how much they differ, in bins. */
  readonly bySize: readonly Tally[];
  readonly byKind: ReadonlyMap<EditKind, Evidence>;
}

interface Copy {
  readonly original: number;
  readonly kind: EditKind;
  readonly text: string;
}

/** A text, or the beginning of a long one. */
export function cut(text: string): string {
  if (text.length <= MOST_WORDS) return text;
  const words = wordsOf(text);
  return words.length <= MOST_WORDS ? text : words.slice(0, MOST_WORDS).join('');
}

/**
 * Gathers evidence without labels: pairs whose difference is measured word by word, of edited copies and of the corpus.
 *
 * @param texts no two with the same features
 */
export async function generatedEvidence(
  texts: readonly string[],
  meaning: Meaning,
  random: Random,
  engine: Engine,
): Promise<GeneratedEvidence> {
  const copies = await editedCopies(texts, random, engine);
  const inquiry = new GeneratedInquiry(texts, copies, meaning, engine.repeats);
  await measurePairs([...texts, ...copies.map(({ text }) => text)], texts.length, engine, inquiry);
  return inquiry;
}

/** Copies of documents far apart, of every kind, with sizes spread evenly from 0 to the largest. */
async function editedCopies(texts: readonly string[], random: Random, { signal }: Engine): Promise<Copy[]> {
  const originals = spread(texts.length, MOST_EDITED);
  const donors = originals.map((original) => wordsOf(texts[original]!).filter(isWord));
  const each = Math.min(MOST_COPIES, Math.ceil(COPIES / originals.length));
  const copies: Copy[] = [];
  const turns = new Turns();
  for (const [i, original] of originals.entries()) {
    for (let copy = 0; copy < each; copy++) {
      if (turns.isOver) await turns.give(signal);
      // Along the documents every kind meets every size.
      const kind = KINDS[(copy + i) % KINDS.length]!;
      const size = (LARGEST_CHANGE * (copy + random() / 2 ** 32)) / each;
      const text = edited(texts[original]!, kind, size, donors[below(random, donors.length)]!, random);
      copies.push({ original, kind, text });
    }
  }
  return copies;
}

/** At most so many of the whole numbers below a count, equally far apart. */
function spread(count: number, most: number): number[] {
  return Array.from({ length: Math.min(count, most) }, (_, i) => Math.floor(i * Math.max(1, count / most)));
}

class GeneratedInquiry implements GeneratedEvidence, Inquiry {
  readonly all: Evidence;
  readonly corpus: Evidence;
  readonly edits: Evidence;
  readonly bySize: readonly Tally[];
  readonly byKind: ReadonlyMap<EditKind, Evidence>;
  readonly #texts: readonly string[];
  readonly #edited: readonly Copy[];
  readonly #meaning: Meaning;
  readonly #vocabulary = new Vocabulary();
  readonly #words: (NumberedWords | undefined)[] = [];

  constructor(texts: readonly string[], edited: readonly Copy[], meaning: Meaning, repeats: number) {
    this.#texts = texts;
    this.#edited = edited;
    this.#meaning = meaning;
    [this.all, this.corpus, this.edits] = [new Evidence(repeats), new Evidence(repeats), new Evidence(repeats)];
    this.bySize = Array.from({ length: BINS }, () => new Tally(repeats));
    this.byKind = new Map(KINDS.map((kind) => [kind, new Evidence(repeats)]));
  }

  partners(document: number, candidates: Uint32Array): Iterable<number> {
    const copy = this.#edited[document - this.#texts.length];
    if (copy !== undefined) return [copy.original];
    return spread(candidates.length, MOST_PARTNERS).map((i) => candidates[i]!);
  }

  see(partner: number, document: number, pair: MeasuredPair): void {
    const copy = this.#edited[document - this.#texts.length];
    // The same features are found by any settings, and tell nothing of them.
    if (pair.similarity === 1) return;
    const words = copy === undefined ? this.#wordsOf(document) : this.#vocabulary.numbered(copy.text);
    const change = changeBetween(this.#wordsOf(partner), words, copy === undefined ? this.#meaning.different : 1);
    const truth = truthOf(change, this.#meaning);
    this.all.add(truth, pair);
    (copy === undefined ? this.corpus : this.edits).add(truth, pair);
    if (copy === undefined) return;
    this.byKind.get(copy.kind)!.add(truth, pair);
    if (!isReordered(change, this.#meaning)) this.bySize[Math.floor((change.inOrder + ROUNDING) / BIN)]?.add(pair);
  }

  #wordsOf(document: number): NumberedWords {
    this.#words[document] ??= this.#vocabulary.numbered(this.#texts[document]!);
    return this.#words[document];
  }
}

function truthOf(change: Change, meaning: Meaning): Truth {
  if (change.inOrder <= meaning.same + ROUNDING) return 'same';
  return change.inOrder >= meaning.different - ROUNDING && !isReordered(change, meaning) ? 'different' : 'doubtful';
}

/** The same words in another order: features hardly see that, and it is yours to say whether it matters. */
function isReordered({ inOrder, inAnyOrder }: Change, { same }: Meaning): boolean {
  return inOrder > same + ROUNDING && inAnyOrder <= same + ROUNDING;
}
