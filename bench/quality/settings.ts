import { DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { DEFAULT_RECIPE } from '../../src/fingerprint/built-in.ts';
import type { Setting } from './candidate-pairs.ts';

export const DEFAULT: Setting = {
  recipe: DEFAULT_RECIPE,
  repeats: REPEATS,
  radius: DEFAULT_DISTANCE,
  verification: { recipe: DEFAULT_RECIPE, threshold: DEFAULT_THRESHOLD },
};

/** What is varied, and how: one thing at a time, and what else must follow it. */
export const VARIATIONS: readonly { readonly what: string; readonly settings: readonly Setting[] }[] = [
  { what: 'the default', settings: [DEFAULT] },
  {
    what: 'recipe',
    settings: [
      ...[0.72, 0.78, 0.8, 0.82].map((threshold) => verified('words', threshold, 'words')),
      ...[0.7, 0.75, 0.8].map((threshold) => verified('character-4-grams', threshold, 'character-4-grams')),
    ],
  },
  {
    what: 'verified features',
    settings: [
      ...[0.78, 0.8, 0.82].map((threshold) => verified('words', threshold)),
      { ...verified('words', 0.8), radius: 12 },
      verified('words-bigrams', 0.72, 'words'),
    ],
  },
  {
    what: 'fingerprints',
    settings: [
      ...[1, 2, 4, 5].map((repeats) => ({ ...DEFAULT, repeats })),
      { ...DEFAULT, repeats: 1, radius: 14 },
      { ...DEFAULT, repeats: 5, radius: 8 },
      { ...verified('words', 0.8, 'words'), repeats: 1 },
      { ...verified('words', 0.8, 'words'), radius: 8 },
    ],
  },
  { what: 'distance', settings: [3, 6, 8, 9, 11, 12, 14].map((radius) => ({ ...DEFAULT, radius })) },
  {
    what: 'threshold',
    settings: [0.65, 0.7, 0.75, 0.8].map((threshold) => verified(DEFAULT.recipe, threshold)),
  },
  { what: 'no verification', settings: [unverified(1, 3), unverified(1, 6), unverified(1, 8), unverified(3, 10)] },
];

function verified(features: string, threshold: number, recipe = DEFAULT.recipe): Setting {
  return { ...DEFAULT, recipe, verification: { recipe: features, threshold } };
}

function unverified(repeats: number, radius: number): Setting {
  return { recipe: DEFAULT.recipe, repeats, radius };
}
