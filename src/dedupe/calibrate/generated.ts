import { Turns } from '../../turns.ts';
import { isWord, wordsOf } from '../words.ts';
import { type Change, changeBetween, type NumberedWords, Vocabulary } from './change.ts';
import { type EditKind, edited, KINDS } from './edits.ts';
import { Evidence } from './evidence.ts';
import type { Truth } from './labels.ts';
import { type Engine, measurePairs } from './measure.ts';
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
  /** Documents with the features of another one. */
  readonly copies: number;
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

/** Gathers evidence without labels: pairs whose difference is measured word by word, of edited copies and of the corpus. */
export async function generatedEvidence(
  texts: readonly string[],
  meaning: Meaning,
  random: Random,
  engine: Engine,
): Promise<GeneratedEvidence> {
  const copies = await editedCopies(texts, random, engine);
  const inquiry = new GeneratedInquiry(texts, copies, meaning, engine.repeats);
  await measurePairs([...texts, ...copies.map(({ text }) => text)], engine, inquiry);
  return inquiry;
}

/** Copies of documents far apart, of every kind, with sizes spread evenly from 0 to the largest. */
async function editedCopies(texts: readonly string[], random: Random, { signal }: Engine): Promise<Copy[]> {
  const step = Math.max(1, texts.length / MOST_EDITED);
  const originals = Array.from({ length: Math.min(texts.length, MOST_EDITED) }, (_, i) => Math.floor(i * step));
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

class GeneratedInquiry implements GeneratedEvidence {
  readonly all: Evidence;
  readonly corpus: Evidence;
  readonly edits: Evidence;
  readonly bySize: readonly Tally[];
  readonly byKind: ReadonlyMap<EditKind, Evidence>;
  copies = 0;
  readonly #texts: readonly string[];
  readonly #edited: readonly Copy[];
  readonly #meaning: Meaning;
  readonly #vocabulary = new Vocabulary();
  readonly #words: (NumberedWords | undefined)[] = [];
  #isCopy = false;

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
    const step = Math.max(1, candidates.length / MOST_PARTNERS);
    return Array.from(
      { length: Math.min(candidates.length, MOST_PARTNERS) },
      (_, i) => candidates[Math.floor(i * step)]!,
    );
  }

  see(partner: number, document: number, pair: MeasuredPair): void {
    const copy = this.#edited[document - this.#texts.length];
    // The same features are found by any settings, and tell nothing of them.
    if (pair.similarity === 1) this.#isCopy = true;
    else if (copy !== undefined) this.#seeCopy(copy, pair);
    else this.#seeNeighbours(partner, document, pair);
  }

  isOpen(document: number): boolean {
    const [isEdited, isCopy] = [document >= this.#texts.length, this.#isCopy];
    this.#isCopy = false;
    if (isCopy && !isEdited) this.copies++;
    return !isCopy && !isEdited;
  }

  #seeCopy({ original, kind, text }: Copy, pair: MeasuredPair): void {
    const change = changeBetween(this.#wordsOf(original), this.#vocabulary.numbered(text));
    const truth = truthOf(change, this.#meaning);
    for (const evidence of [this.all, this.edits, this.byKind.get(kind)!]) evidence.add(truth, pair);
    if (!isReordered(change, this.#meaning)) this.bySize[Math.floor((change.inOrder + ROUNDING) / BIN)]?.add(pair);
  }

  #seeNeighbours(a: number, b: number, pair: MeasuredPair): void {
    const change = changeBetween(this.#wordsOf(a), this.#wordsOf(b), this.#meaning.different);
    for (const evidence of [this.all, this.corpus]) evidence.add(truthOf(change, this.#meaning), pair);
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
