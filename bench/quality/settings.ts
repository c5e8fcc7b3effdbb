import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import type { Setting } from './candidate-pairs.ts';

export const DEFAULT: Setting = {
  recipe: DEDUPE_RECIPE,
  repeats: REPEATS,
  radius: DEFAULT_DISTANCE,
  verification: { recipe: DEDUPE_RECIPE, threshold: DEFAULT_THRESHOLD },
};

/** What is varied, and how: one thing at a time, and what else must follow it. */
export const VARIATIONS: readonly { readonly what: string; readonly settings: readonly Setting[] }[] = [
  { what: 'the default', settings: [DEFAULT] },
  {
    what: 'compared features',
    settings: [
      ...[0.77, 0.79, 0.81].map((threshold) => verified('words', threshold)),
      ...[0.7, 0.72, 0.74].map((threshold) => verified('words-bigrams', threshold)),
    ],
  },
  {
    what: 'fingerprinted features',
    settings: [
      { ...DEFAULT, recipe: 'words' },
      { ...DEFAULT, recipe: 'words-bigrams' },
      { ...DEFAULT, recipe: 'words-bigrams', radius: 10 },
      { ...DEFAULT, recipe: 'words-bigrams', repeats: 3, radius: 10 },
    ],
  },
  {
    what: 'both',
    settings: [
      { ...verified('words-bigrams', 0.72, 'words-bigrams'), repeats: 3, radius: 10 },
      ...[0.7, 0.75, 0.8].map((threshold) => ({
        ...verified('character-4-grams', threshold, 'character-4-grams'),
        radius: 10,
      })),
    ],
  },
  {
    what: 'fingerprints',
    settings: [
      ...[1, 2, 3, 4].map((repeats) => ({ ...DEFAULT, repeats })),
      { ...DEFAULT, repeats: 1, radius: 12 },
      { ...DEFAULT, repeats: 1, radius: 14 },
      { ...DEFAULT, repeats: 2, radius: 10 },
      { ...DEFAULT, repeats: 3, radius: 10 },
    ],
  },
  { what: 'distance', settings: [3, 6, 7, 9, 10, 12].map((radius) => ({ ...DEFAULT, radius })) },
  {
    what: 'threshold',
    settings: [0.7, 0.72, 0.74, 0.76, 0.78, 0.8].map((threshold) => verified(DEDUPE_RECIPE, threshold)),
  },
  { what: 'no verification', settings: [unverified(1, 3), unverified(1, 6), unverified(1, 8), unverified(5, 8)] },
];

function verified(features: string, threshold: number, recipe = DEDUPE_RECIPE): Setting {
  return { ...DEFAULT, recipe, verification: { recipe: features, threshold } };
}

function unverified(repeats: number, radius: number): Setting {
  return { recipe: DEDUPE_RECIPE, repeats, radius };
}
