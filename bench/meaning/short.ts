import type { Fingerprinter } from '../../src/index.ts';
import { editedPairs } from './edited.ts';
import { Sample } from './sample.ts';
import { type Strangers, strangers } from './strangers.ts';
import { generatedTexts, scattered } from './texts.ts';

/** Enough for 12 million pairs of strangers. */
const TEXTS = 5000;
const CHANGED = 1000;

/** What becomes of generated texts of so few words. */
export interface ShortTexts {
  /** How many they have, on average. */
  readonly features: number;
  /** One word changed. */
  readonly changed: Sample;
  readonly strangers: Strangers;
}

export function shortTexts(fingerprinter: Fingerprinter, words: number): ShortTexts {
  const texts = generatedTexts(TEXTS, words);
  const all = texts.documents.map((document) => document.join(texts.separator));
  const some = { ...texts, documents: texts.documents.slice(0, CHANGED) };
  return {
    features: all.reduce((sum, text) => sum + fingerprinter.inspect(text).features, 0) / all.length,
    changed: new Sample(fingerprinter, editedPairs(some, 1 / words, scattered)),
    strangers: strangers(fingerprinter, all),
  };
}
