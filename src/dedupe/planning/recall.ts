import { chanceOfAtMost } from '../../fingerprint/binomial.ts';
import { bitsOf, isFeatureRecipe, isPreset, type Recipe } from '../../fingerprint/recipe.ts';

/** A pair of documents that is just similar enough to be near-duplicates. */
export interface JustSimilar {
  readonly recipe: Recipe;
  /** Their exact similarity, 0…1. */
  readonly threshold: number;
}

/** The chance that one of their fingerprints differs within so many bits, 0…64. */
export function chanceWithin(distance: number, pair: JustSimilar): number {
  return chanceOfAtMost(distance, bitsOf(pair.recipe), Math.acos(cosineOf(pair)) / Math.PI);
}

/**
 * The chance that documents that are just similar enough are compared, if any of several independent fingerprints is to
 * be within some bits, and what differs are words here and there. Documents more alike are compared more surely.
 * Where words in a row differ, less is found if the features that are compared are longer than those of fingerprints:
 * by the recipe of dedupe 75 % in place of 89 (docs/quality.md). Each bit differs with the chance angle / π (Charikar, STOC
 * 2002), which is a little more for texts of few features, whose weights cancel out more often: below seven words less is found.
 *
 * @example recallOf({ repeats: 5, maxDistance: 8 }, { recipe, threshold: 0.75 }) // 0.89 by the recipe of dedupe
 */
export function recallOf(
  { repeats, maxDistance }: { readonly repeats: number; readonly maxDistance: number },
  pair: JustSimilar,
): number {
  return 1 - (1 - chanceWithin(maxDistance, pair)) ** repeats;
}

/**
 * The cosine of the weighted features of such a pair, if what differs are words here and there: of n-grams those stay whose n
 * words all do. The words of each text are taken for different ones; in prose they come again, and the angle is smaller.
 */
function cosineOf({ recipe, threshold }: JustSimilar): number {
  const { counted, compared } = sizesOf(recipe);
  // Where two texts of as many features have a share s of them in common, their Jaccard index is s / (2 - s).
  const share = (2 * threshold) / (1 + threshold);
  // How many words stay where so many n-grams do: by bisection, until a step changes nothing.
  let words = 0;
  for (let step = 0.5; words + step > words; step /= 2) if (shareLeft(compared, words + step) <= share) words += step;
  return shareLeft(counted, words);
}

/** The share of n-grams of these sizes that stay where this share of the words does. */
const shareLeft = (sizes: readonly number[], words: number): number =>
  sizes.reduce((sum, size) => sum + words ** size, 0) / sizes.length;

/** How long the n-grams are that fingerprints are made of, and those that are compared. */
function sizesOf(recipe: Recipe): { counted: readonly number[]; compared: readonly number[] } {
  if (isPreset(recipe) || isFeatureRecipe(recipe)) return { counted: [1], compared: [1] };
  const { words = [], characters = [], bytes = [], compared } = recipe;
  const counted = [...new Set(words), ...new Set(characters), ...new Set(bytes)];
  return { counted, compared: compared ?? counted };
}
