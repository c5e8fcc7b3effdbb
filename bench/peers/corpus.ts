import { englishTexts } from '../data.ts';
import { type LabelledSet, pairKey } from '../quality/labelled-set.ts';
import { below, type Random, seeded } from '../random.ts';

const SHORTEST_BYTES = 200;
const LONGEST_BYTES = 5000;
/** Which share of the words of a copy is edited: from what a template changes to what a revision does. */
const EDITS = [0, 0.005, 0.02, 0.05, 0.08, 0.15, 0.3];

/** 2·LCS / (|a| + |b|) of words, from which on a pair is positive, and below which it is negative. */
const POSITIVE = 0.9;
const NEGATIVE = 0.75;

/**
 * English texts, of which many are edited copies of the one before. How like they are is computed, not supposed; texts
 * that are not copies of one another are unlike.
 */
export function corpusWithCopies(count: number): LabelledSet {
  const random = seeded(6);
  const originals = englishTexts(Math.ceil(count / 2), LONGEST_BYTES).values();
  const texts: string[][] = [];
  const positive = new Set<number>();
  const grey = new Set<number>();
  while (texts.length < count) {
    const family = familyOf(originals.next().value!, random).slice(0, count - texts.length);
    const first = texts.length;
    texts.push(...family);
    for (let b = 1; b < family.length; b++) {
      for (let a = 0; a < b; a++) {
        const likeness = indel(family[a]!, family[b]!);
        if (likeness >= POSITIVE) positive.add(pairKey(first + a, first + b, count));
        else if (likeness >= NEGATIVE) grey.add(pairKey(first + a, first + b, count));
      }
    }
  }
  return { name: 'generated', texts: texts.map((words) => words.join(' ')), positive, grey };
}

/** The beginning of a text, far more often short than long, and one to three edited copies of it. */
function familyOf(text: string, random: Random): string[][] {
  const length = SHORTEST_BYTES * (LONGEST_BYTES / SHORTEST_BYTES) ** (random() / 2 ** 32);
  const words = text.slice(0, length).split(/\s+/);
  const copies = 1 + below(random, 3);
  return [words, ...Array.from({ length: copies }, () => edited(words, EDITS[below(random, EDITS.length)]!, random))];
}

/** Words are replaced, left out and put in, in equal numbers. */
function edited(words: readonly string[], share: number, random: Random): string[] {
  return words.flatMap((word) => {
    if (random() / 2 ** 32 >= share) return [word];
    const other = words[below(random, words.length)]!;
    return [[other], [], [word, other]][below(random, 3)]!;
  });
}

/**
 * 2·LCS / (|a| + |b|). A row of the usual table is the bits of one number: where it does not grow they are set
 * (Hyyrö, «Bit-parallel LCS-length computation revisited», 2004).
 */
function indel(a: readonly string[], b: readonly string[]): number {
  const places = new Map<string, bigint>();
  b.forEach((word, j) => {
    places.set(word, (places.get(word) ?? 0n) | (1n << BigInt(j)));
  });
  const all = (1n << BigInt(b.length)) - 1n;
  let row = all;
  for (const word of a) {
    const met = row & (places.get(word) ?? 0n);
    row = ((row + met) | (row - met)) & all;
  }
  const common = b.length - row.toString(2).replaceAll('0', '').length;
  return (2 * common) / (a.length + b.length);
}
