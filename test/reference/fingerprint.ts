// The slow, obvious twin of the core: what a fingerprint is, in regular expressions, Maps and BigInts.

const encoder = new TextEncoder();
const MASK = (1n << 64n) - 1n;
const WORD_MULTIPLIER = 0x9e3779b97f4a7c15n;
const GRAM_MULTIPLIER = 0xd6e8feb86659fd93n;

/** Each character is a token. Marks of Kana that belong to both of its scripts have none of their own. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}〱-〵〼ーｰﾞﾟ]/u;
/** Each two characters in a row are a token, or one that has no such neighbour. */
const PAIRED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No word begins with accents: of one that stands alone NFKC makes a space and a mark. */
const LONE_MARKS = /^[\u0300-\u036f]+/;
const PARTS = new RegExp(`${UNSPACED.source}+|${PAIRED.source}+|(?:(?!${UNSPACED.source}|${PAIRED.source}).)+`, 'gu');
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;

/** A recipe as a user writes it, and the weights of a corpus. */
export interface ReferenceRecipe {
  readonly words?: readonly number[] | undefined;
  readonly characters?: readonly number[] | undefined;
  readonly bytes?: readonly number[] | undefined;
  /** Lengths of n-grams of words; what is listed twice counts twice. */
  readonly compared?: readonly number[] | undefined;
  readonly normalisation?: 'nfkc-casefold' | 'nfkc' | 'casefold' | 'none' | undefined;
  readonly segmenter?: { segment(text: string): Iterable<string> } | undefined;
  readonly weights?: 'log-tf' | 'tf' | 'binary' | undefined;
  readonly ties?: 'parity' | 0 | 1 | undefined;
  readonly corpus?: { readonly weights: Map<bigint, number>; readonly unknown: number };
}

function toText(text: string | Uint8Array): string {
  return typeof text === 'string' ? text.toWellFormed() : new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

/** The text as words and characters see it; with a segmenter, its words with spaces between them. */
function normalised(
  text: string | Uint8Array,
  { normalisation = 'nfkc-casefold', segmenter }: ReferenceRecipe,
): string {
  const spaced = segmenter ? [...segmenter.segment(toText(text))].join(' ') : toText(text);
  const composed = normalisation.startsWith('nfkc') ? spaced.normalize('NFKC') : spaced;
  return composed.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function folded(token: string, { normalisation = 'nfkc-casefold' }: ReferenceRecipe): string {
  return normalisation.endsWith('casefold') ? [...token].map(foldCase).join('') : token;
}

export function tokens(text: string | Uint8Array, recipe: ReferenceRecipe = {}): string[] {
  const words = normalised(text, recipe).match(WORD) ?? [];
  return (recipe.segmenter ? words : words.flatMap(split))
    .map((token) => token.replace(LONE_MARKS, ''))
    .filter((token) => token !== '')
    .map((token) => folded(token, recipe));
}

/** The tokens of letters, marks and numbers that stand together. */
function split(word: string): string[] {
  // As most are: the expression takes several times as long.
  if (!UNSPACED.test(word) && !PAIRED.test(word)) return [word];
  return (word.match(PARTS) ?? []).flatMap((part) => {
    const characters = [...part];
    if (UNSPACED.test(part)) return characters;
    if (!PAIRED.test(part) || characters.length === 1) return [part];
    return characters.slice(1).map((one, i) => characters[i] + one);
  });
}

/** The code points of words, and a space for what stands between them. */
function characters(text: string | Uint8Array, recipe: ReferenceRecipe = {}): string[] {
  const spaced = [...normalised(text, recipe)].map((one) => (WORD_CHARACTER.test(one) ? one : ' ')).join('');
  return [...spaced.replace(/ +/g, ' ').trim()].map((one) => folded(one, recipe));
}

const folds = new Map<string, string>();

/** What each character folds to is found out once, so that the reference gets through 5 MB. */
function foldCase(character: string): string {
  const known = folds.get(character) ?? simpleFold(character);
  folds.set(character, known);
  return known;
}

/** Simple case folding, with the lower-case letter as representative. */
function simpleFold(character: string): string {
  const lower = [character.toUpperCase().toLowerCase(), character.toLowerCase()].find((one) => [...one].length === 1);
  return lower !== undefined && new RegExp(`^${character}$`, 'iu').test(lower) ? lower : character;
}

export function wordHash(token: string | Uint8Array, initial = 0n): bigint {
  const bytes = typeof token === 'string' ? encoder.encode(token) : token;
  let state = initial;
  for (let start = 0; start < bytes.length; start += 8) {
    let chunk = 0n;
    bytes.subarray(start, start + 8).forEach((byte, i) => {
      chunk |= BigInt(byte) << BigInt(8 * i);
    });
    state = ((state ^ chunk) * WORD_MULTIPLIER) & MASK;
    state ^= state >> 32n;
  }
  return state;
}

export function mix(gram: bigint): bigint {
  const x = ((gram ^ (gram >> 29n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 32n);
}

const CHARACTER_STATE = 0xe7037ed1a0b428dbn;
const BYTE_STATE = 0xa0761d6478bd642fn;

/** Every feature, before the finaliser, and how often it occurs. */
export function features(text: string | Uint8Array, recipe: ReferenceRecipe): Map<bigint, number> {
  const counts = new Map<bigint, number>();
  if (recipe.words) countGrams(counts, wordHashes(text, recipe), recipe.words);
  if (recipe.characters) {
    const hashes = characters(text, recipe).map((one) => wordHash(one, CHARACTER_STATE));
    countGrams(counts, hashes, recipe.characters);
  }
  if (recipe.bytes) {
    const bytes = typeof text === 'string' ? encoder.encode(text) : text;
    const hashes = Array.from(bytes, (byte) => {
      const product = ((BYTE_STATE ^ BigInt(byte)) * WORD_MULTIPLIER) & MASK;
      return product ^ (product >> 32n);
    });
    countGrams(counts, hashes, recipe.bytes);
  }
  return counts;
}

function countGrams(counts: Map<bigint, number>, hashes: readonly bigint[], sizes: readonly number[]): void {
  for (const size of sizes) {
    for (let i = 0; i + size <= hashes.length; i++) {
      const gram = hashes.slice(i, i + size).reduce((joined, word) => (joined * GRAM_MULTIPLIER + word) & MASK);
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
  }
}

function wordHashes(text: string | Uint8Array, recipe: ReferenceRecipe): bigint[] {
  // The same of words.
  const known = new Map<string, bigint>();
  return tokens(text, recipe).map((token) => {
    const hash = known.get(token) ?? wordHash(token);
    known.set(token, hash);
    return hash;
  });
}

/** The beginning and the end of a text: hashes that no words have. */
const [BEGINNING, END] = [2n, 3n];

/** The features that are compared, and how often each counts: n-grams of words and of the ends of the text, but no end alone. */
export function compared(text: string | Uint8Array, recipe: ReferenceRecipe): Map<bigint, number> {
  if (!recipe.compared) return features(text, recipe);
  const counts = new Map<bigint, number>();
  const words = wordHashes(text, recipe);
  const withEnds = words.length === 0 ? [] : [BEGINNING, ...words, END];
  for (const size of recipe.compared) countGrams(counts, size === 1 ? words : withEnds, [size]);
  return counts;
}

/** Those that are compared of a text that may be part of another: its ends are not. */
export function comparedOfPassage(
  text: string | Uint8Array,
  { compared, normalisation, segmenter, ...rest }: ReferenceRecipe,
) {
  const before = { ...(normalisation && { normalisation }), ...(segmenter && { segmenter }) };
  return features(text, compared ? { ...before, words: compared } : { ...before, ...rest });
}

/** By the number of occurrences: log2(1 + count) in quarters, straight between powers of two, rounded down. */
export function weight(count: number, weights: 'tf' | 'log-tf' | 'binary' = 'log-tf'): number {
  if (weights !== 'log-tf') return weights === 'tf' ? 4 * count : 4;
  const exponent = Math.floor(Math.log2(count + 1));
  return 4 * exponent + Math.floor(4 * ((count + 1) / 2 ** exponent - 1));
}

/** log2 in sixteenths, straight between powers of two, rounded down. */
function log2(x: number): number {
  const exponent = Math.floor(Math.log2(x));
  return 16 * exponent + Math.floor(16 * (x / 2 ** exponent - 1));
}

/** What an idf model of these texts makes each feature weigh. */
export function corpusWeights(texts: readonly string[], recipe: ReferenceRecipe, least: number) {
  const frequencies = new Map<bigint, number>();
  for (const text of texts) {
    for (const gram of features(text, recipe).keys()) frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
  }
  const weightOf = (frequency: number) => log2(1 + texts.length) - log2(1 + frequency) + 16;
  const kept = [...frequencies].filter(([, frequency]) => frequency >= least);
  return {
    weights: new Map(kept.map(([gram, frequency]) => [gram, weightOf(frequency)])),
    unknown: weightOf(least - 1),
  };
}

export function fingerprint(text: string | Uint8Array, recipe: ReferenceRecipe): bigint {
  return several(text, recipe, 1)[0]!;
}

/** Independent fingerprints: for each, the features' hashes are hashed anew. */
export function several(text: string | Uint8Array, recipe: ReferenceRecipe, count: number): bigint[] {
  return ofCounts(features(text, recipe), recipe, count);
}

/** The same from counted features. */
export function ofCounts(counts: Map<bigint, number>, recipe: ReferenceRecipe, count: number): bigint[] {
  const { corpus } = recipe;
  let weighted = [...counts].map(([gram, times]) => ({
    gram,
    weight: weight(times, recipe.weights) * (corpus ? (corpus.weights.get(gram) ?? corpus.unknown) : 1),
  }));
  return Array.from({ length: count }, () => {
    const fingerprint = signs(
      weighted.map(({ gram, weight }) => ({ hash: mix(gram), weight })),
      recipe.ties,
    );
    weighted = weighted.map(({ gram, weight }) => ({ gram: (mix(gram) + WORD_MULTIPLIER) & MASK, weight }));
    return fingerprint;
  });
}

/** The fingerprint of features that were weighed before. */
export function ofWeighted(weighted: readonly (readonly [string, number])[]): bigint {
  const { whole, error } = wholeWeights(weighted.map(([, weight]) => weight));
  const hashed = weighted.map(([feature], i) => ({ hash: mix(wordHash(feature)), weight: whole[i]! }));
  return signs(hashed, 'parity', error);
}

/**
 * Weights as whole numbers whose sums are all below 2^53, in as small a unit as that allows; and by how much rounding may
 * have changed a sum.
 */
function wholeWeights(weights: readonly number[]): { whole: number[]; error: number } {
  let scaled = weights;
  const bound = 2 ** (53 - weights.length.toString(2).length);
  const largest = () => Math.max(...scaled.map(Math.abs));
  while (largest() > 0 && largest() < bound / 2) scaled = scaled.map((weight) => weight * 2);
  while (largest() >= bound) scaled = scaled.map((weight) => weight / 2);
  const whole = scaled.map(roundedToEven);
  return { whole, error: whole.filter((one, i) => one !== scaled[i]).length / 2 };
}

function roundedToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

/**
 * Bit i is set where more weight has it than has it not; where it is the same, but for an error, as the ties say. 0 without
 * features.
 */
function signs(
  weighted: readonly { hash: bigint; weight: number }[],
  ties: 'parity' | 0 | 1 = 'parity',
  error = 0,
): bigint {
  let result = 0n;
  if (weighted.length === 0) return result;
  // In numbers: BigInts take two to four times as long.
  const halves = weighted.map(({ hash }) => [Number(hash & 0xffffffffn), Number(hash >> 32n)] as const);
  for (let bit = 0; bit < 64; bit++) {
    let sum = 0;
    for (const [i, { weight }] of weighted.entries())
      sum += (halves[i]![bit >> 5]! >>> (bit & 31)) & 1 ? weight : -weight;
    if (sum > error || (sum >= -error && (ties === 'parity' ? bit % 2 : ties) === 1)) result |= 1n << BigInt(bit);
  }
  return result;
}

/** Σ min / Σ max of the counts; 0 if there are no features. */
export function jaccard(a: Map<bigint, number>, b: Map<bigint, number>): number {
  let shared = 0;
  let union = 0;
  for (const gram of new Set([...a.keys(), ...b.keys()])) {
    shared += Math.min(a.get(gram) ?? 0, b.get(gram) ?? 0);
    union += Math.max(a.get(gram) ?? 0, b.get(gram) ?? 0);
  }
  return union === 0 ? 0 : shared / union;
}
