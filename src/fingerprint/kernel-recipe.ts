import { fromCaller, InvalidArgumentError } from '../errors.ts';
import { isIterable } from '../iterable.ts';
import { shown } from '../shown.ts';
import { stringOf } from '../utf8.ts';
import type { FingerprintCore } from '../wasm/core.ts';
import { type KernelRecipe, WEIGHTINGS } from '../wasm/recipe.ts';
import { type FeatureRecipe, normalisationOf, type TextRecipe, type Ties } from './recipe.ts';
import type { Text } from './text.ts';

/** A recipe as the kernels take it. */
export function kernelRecipe(core: FingerprintCore, recipe: TextRecipe): KernelRecipe {
  const normalisation = normalisationOf(recipe);
  return {
    words: mask(recipe.words),
    characters: mask(recipe.characters),
    bytes: mask(recipe.bytes),
    composes: normalisation.startsWith('nfkc'),
    foldsCase: normalisation.endsWith('casefold'),
    splitsUnspaced: recipe.segmenter === undefined,
    weighting: WEIGHTINGS[recipe.weights ?? 'log-tf'],
    ties: tiedBits(recipe.ties),
    corpus: recipe.idf?.weights(core),
  };
}

/** What the kernels know of a recipe whose features are given. */
export function givenRecipe({ weights, ties }: Pick<FeatureRecipe, 'weights' | 'ties'>): KernelRecipe {
  const weighting = WEIGHTINGS[weights === undefined || weights === 'explicit' ? 'tf' : weights];
  const rest = { words: 0, characters: 0, bytes: 0, composes: false, foldsCase: false, splitsUnspaced: false };
  return { ...rest, weighting, ties: tiedBits(ties) };
}

function tiedBits(ties: Ties = 'parity'): bigint {
  return { parity: 0xaaaaaaaaaaaaaaaan, 0: 0n, 1: 0xffffffffffffffffn }[ties];
}

/** Bit n - 1 for each n. */
function mask(sizes: readonly number[] = []): number {
  return sizes.reduce((bits, size) => bits | (1 << (size - 1)), 0);
}

/** N-grams of words that are compared, their sizes as a bit mask, and how often each counts. */
export interface ComparedPart {
  readonly sizes: number;
  readonly factor: number;
}

/** A size that is listed twice counts twice. Those that count equally often are counted together. */
export function comparedParts(sizes: readonly number[]): ComparedPart[] {
  const factorOf = (size: number) => sizes.filter((other) => other === size).length;
  const factors = [...new Set(sizes.map(factorOf))];
  return factors.map((factor) => ({ sizes: mask(sizes.filter((size) => factorOf(size) === factor)), factor }));
}

/** The text that the kernels read: with a segmenter, its words, apart. */
export function textFor({ name, segmenter }: TextRecipe, text: Text): Text {
  if (!segmenter) return text;
  const from = `The segmenter ${segmenter.name} of the recipe ${name}`;
  return fromCaller(from, () => [...checkedWords(segmenter.segment(stringOf(text)), from)].join(' '));
}

/** The words that a segmenter gave; a string, whose characters could pass for words, is no list of them. */
function* checkedWords(words: unknown, from: string): Iterable<string> {
  if (!isIterable(words)) {
    throw new InvalidArgumentError(`${from} gives ${shown(words)}, not an array or another iterable of words.`);
  }
  for (const word of words) {
    if (typeof word !== 'string')
      throw new InvalidArgumentError(`${from} gives ${shown(word)} where a word is expected.`);
    yield word;
  }
}
