import { InvalidArgumentError } from '../errors.ts';
import { lazyPattern } from '../lazy-pattern.ts';
import { isWhole } from '../ranges.ts';
import { shown } from '../shown.ts';
import { isFeatureRecipe, isPreset, type Recipe, type Segmenter, type TextRecipe } from './recipe.ts';

/** The longest n-gram. */
const LONGEST_GRAM = 16;

const CHOICES = {
  normalisation: ['nfkc-casefold', 'nfkc', 'casefold', 'none'],
  weights: ['log-tf', 'tf', 'binary', 'explicit'],
  ties: ['parity', 0, 1],
} as const;

const TEXT_FIELDS = [
  ...['name', 'version', 'about', 'words', 'characters', 'bytes', 'compared'],
  ...['normalisation', 'segmenter', 'weights', 'idf', 'ties'],
];
const FEATURE_FIELDS = ['name', 'version', 'about', 'features', 'weights', 'ties'];
const nameOfRecipe = /* @__PURE__ */ lazyPattern('^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,99}$', 'u');

/** Up to 100 letters and digits of any script, dots, hyphens and underscores. */
export const isRecipeName = (name: unknown): name is string => typeof name === 'string' && nameOfRecipe().test(name);

/**
 * Throws unless `recipe` is a recipe that can be followed.
 *
 * @throws {InvalidArgumentError} naming the field, its value, and what it may be
 */
export function checkRecipe(recipe: unknown): asserts recipe is Recipe {
  if (typeof recipe !== 'object' || recipe === null || Array.isArray(recipe)) {
    throw new InvalidArgumentError(
      `A recipe is the name of one, or an object with a name, a version and features, not ${shown(recipe)}.`,
    );
  }
  const { name, version } = recipe as Recipe;
  if (!isRecipeName(name)) {
    throw new InvalidArgumentError(`A recipe's name is up to 100 letters, digits and ._-, unlike ${shown(name)}.`);
  }
  if (!isWhole(version, 1, Number.MAX_SAFE_INTEGER)) {
    fail(name, `version is a whole number from 1, not ${shown(version)}; raise it when any fingerprint would change`);
  }
  if (isPreset(recipe as Recipe)) checkPreset(recipe as { fingerprint: unknown; features?: unknown }, name);
  else if (isFeatureRecipe(recipe as Recipe)) checkFeatureRecipe(recipe as { features?: unknown }, name);
  else checkTextRecipe(recipe as TextRecipe);
}

function checkPreset(preset: { fingerprint: unknown; features?: unknown }, name: string): void {
  for (const field of ['fingerprint', 'features'] as const) {
    if (typeof preset[field] !== 'function') {
      fail(name, `${field} is a function from a text, as presets have it, not ${shown(preset[field])}`);
    }
  }
}

function checkFeatureRecipe(recipe: { features?: unknown }, name: string): void {
  checkFields(recipe, name, FEATURE_FIELDS);
  if (typeof recipe.features !== 'function') {
    fail(name, `features is a function from a text to its features, not ${shown(recipe.features)}`);
  }
  checkChoices(recipe, name);
}

function checkTextRecipe(recipe: TextRecipe): void {
  const { name, words = [], characters = [], bytes = [], compared = [], segmenter, idf } = recipe;
  checkFields(recipe, name, TEXT_FIELDS);
  checkChoices(recipe, name);
  if (recipe.weights === ('explicit' as string)) {
    fail(name, "weights are 'explicit' only where a function gives the features");
  }
  for (const [unit, sizes] of Object.entries({ words, characters, bytes, compared })) {
    // Copied, since the methods of an array pass over its holes.
    if (!Array.isArray(sizes) || ![...sizes].every((size) => isWhole(size, 1, LONGEST_GRAM))) {
      fail(name, `${unit} is a list of lengths of n-grams from 1 to ${LONGEST_GRAM}, not ${shown(sizes)}`);
    }
  }
  if (words.length + characters.length + bytes.length === 0) {
    fail(name, 'there are no features: say, for example, words: [1, 2] or characters: [4]');
  }
  if (recipe.compared !== undefined && (compared.length === 0 || words.length === 0 || bytes.length > 0)) {
    fail(
      name,
      `compared is a list of lengths of n-grams of words, for recipes with words and without bytes, not ${shown(compared)}`,
    );
  }
  if (bytes.length > 0 && recipe.normalisation !== undefined && recipe.normalisation !== 'none') {
    fail(name, `bytes are read as they are, so normalisation is 'none', not ${shown(recipe.normalisation)}`);
  }
  if (segmenter !== undefined && !isSegmenter(segmenter)) {
    fail(name, `segmenter has a name, a version and a function segment(text), unlike ${shown(segmenter)}`);
  }
  if (segmenter !== undefined && bytes.length > 0) fail(name, 'there is nothing to segment in bytes');
  if (idf !== undefined && typeof idf?.weights !== 'function') {
    fail(name, `idf is an IdfModel, as IdfModel.train() or IdfModel.from() gives it, not ${shown(idf)}`);
  }
}

function isSegmenter(segmenter: Partial<Segmenter> | null): boolean {
  const { name, version, segment } = segmenter ?? {};
  const isNamed = typeof name === 'string' && name !== '';
  return isNamed && (typeof version === 'string' || Number.isFinite(version)) && typeof segment === 'function';
}

function checkFields(recipe: object, name: string, known: readonly string[]): void {
  for (const field of Object.keys(recipe)) {
    if (!known.includes(field)) fail(name, `there is no field ${shown(field)}; there are ${known.join(', ')}`);
  }
}

function checkChoices(recipe: object, name: string): void {
  for (const [field, choices] of Object.entries(CHOICES)) {
    const value = (recipe as Record<string, unknown>)[field];
    if (value === undefined || (choices as readonly unknown[]).includes(value)) continue;
    fail(name, `${field} is ${choices.map(shown).join(' or ')}, not ${shown(value)}`);
  }
}

function fail(name: string, why: string): never {
  throw new InvalidArgumentError(`In the recipe ${shown(name)} ${why}.`);
}
