import type { Fingerprinter } from '../../src/index.ts';
import { seeded } from '../random.ts';
import { type Pair, Sample } from './sample.ts';
import { type Edit, generatedTexts, type Texts } from './texts.ts';

export const SHARES = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1];
export const LENGTHS = [20, 50, 100, 300, 1000];
const TEXTS = 250;

const generated = new Map(LENGTHS.map((words) => [words, generatedTexts(TEXTS, words)]));

/** The shares that are a word at least. */
export function sharesOf(words: number): number[] {
  return SHARES.filter((share) => share * words >= 1);
}

/** What was measured before: several tables show it. */
const known = new Map<string, Sample>();

/** How far generated texts of so many words get from themselves. */
export function edited(fingerprinter: Fingerprinter, words: number, share: number, edit: Edit): Sample {
  const key = [fingerprinter.recipe.name, words, share, edit.name].join();
  const sample = known.get(key) ?? new Sample(fingerprinter, editedPairs(generated.get(words)!, share, edit));
  known.set(key, sample);
  return sample;
}

/** Each text and the same with that share of its words changed. */
export function editedPairs({ documents, replacements, separator }: Texts, share: number, edit: Edit): Pair[] {
  const random = seeded(Math.round(1000 * share));
  return documents.map((words) => {
    const changed = edit(words, share, replacements, random);
    return [words.join(separator), changed.join(separator)] as const;
  });
}
