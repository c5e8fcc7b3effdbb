import {
  isFeatureRecipe,
  isPreset,
  type Normalisation,
  normalisationOf,
  type Preset,
  type Recipe,
  type TextRecipe,
  type Ties,
  type Weighting,
} from '../fingerprint/recipe.ts';
import { idOfRecipe } from '../fingerprint/recipe-id.ts';

const NORMALISATIONS: Readonly<Record<Normalisation, string>> = {
  'nfkc-casefold': 'NFKC and case folding: width, composition and case do not matter',
  nfkc: 'NFKC: width and composition do not matter, case does',
  casefold: 'case folding: case does not matter, width and composition do',
  none: 'none: every difference matters',
};

const WEIGHTINGS: Readonly<Record<Weighting, string>> = {
  'log-tf': 'log2(1 + n), in quarters, where a feature occurs n times',
  tf: 'n where a feature occurs n times',
  binary: 'the same for every feature, however often it occurs',
};

const TIES: Readonly<Record<Ties, string>> = {
  parity: 'a bit with as much weight for it as against it is set if it is an odd one',
  0: 'a bit with as much weight for it as against it is not set',
  1: 'a bit with as much weight for it as against it is set',
};

/** A recipe in words, a line a setting. */
export function explained(recipe: Recipe): string {
  const rows = isPreset(recipe) ? source(recipe) : isFeatureRecipe(recipe) ? [] : settings(recipe);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return `${[idOfRecipe(recipe), ...aboutLine(recipe), ...lines].join('\n')}\n`;
}

function aboutLine({ about }: Recipe): string[] {
  return about === undefined ? [] : [`  ${about}`, ''];
}

/** Presets tell no settings: they are what they are in the original. */
function source(preset: Preset & { source?: string }): [string, string][] {
  return preset.source === undefined ? [] : [['as made by', preset.source]];
}

function settings(recipe: TextRecipe): [string, string][] {
  const { words, characters, bytes, compared, weights = 'log-tf', ties = 'parity', idf } = recipe;
  const grams = [runs(words, 'words'), runs(characters, 'characters'), runs(bytes, 'bytes')];
  const rarity = idf ? `; times how rare it is among ${idf.documents} documents (idf)` : '';
  return [
    ['features', grams.filter((text) => text !== '').join('; ')],
    ...(compared ? [['compared', comparedRuns(compared)] as [string, string]] : []),
    ['normalisation', NORMALISATIONS[normalisationOf(recipe)]],
    ['weights', `${WEIGHTINGS[weights]}${rarity}`],
    ['ties', TIES[ties]],
    ['hash', "hammingbird's own, 64 bits"],
  ];
}

/** `[1, 2]` of words: «words; 2 words in a row». */
function runs(sizes: readonly number[] = [], unit: string): string {
  return [...new Set(sizes)].map((size) => (size === 1 ? `single ${unit}` : `${size} ${unit} in a row`)).join('; ');
}

/** `[1, 1, 2]`: «single words, which count 2 times; 2 words in a row, the ends of the text among them». */
function comparedRuns(sizes: readonly number[]): string {
  return [...new Set(sizes)]
    .map((size) => {
      const factor = sizes.filter((other) => other === size).length;
      const ends = size === 1 ? '' : ', the ends of the text among them';
      return `${runs([size], 'words')}${ends}${factor === 1 ? '' : `, which count ${factor} times`}`;
    })
    .join('; ');
}
