// The slow, obvious twin of the core: what a fingerprint is, in regular expressions, Maps and BigInts.

const MASK = (1n << 64n) - 1n;
const WORD_MULTIPLIER = 0x9e3779b97f4a7c15n;
const GRAM_MULTIPLIER = 0xd6e8feb86659fd93n;

const WORD_OR_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}])+/gu;
const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;

export interface ReferenceRecipe {
  readonly wordGrams: readonly number[];
  readonly weights: 'tf' | 'log-tf';
}

export function toText(text: string | Uint8Array): string {
  return typeof text === 'string' ? text.toWellFormed() : new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

export function tokens(text: string | Uint8Array): string[] {
  const normalised = toText(text)
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return (normalised.match(WORD_OR_CHARACTER) ?? [])
    .filter((token) => [...token].every((character) => WORD_CHARACTER.test(character)))
    .map((token) => [...token].map(foldCase).join(''));
}

/** Simple case folding, with the lower-case letter as representative. */
function foldCase(character: string): string {
  const lower = [character.toUpperCase().toLowerCase(), character.toLowerCase()].find((one) => [...one].length === 1);
  return lower !== undefined && new RegExp(`^${character}$`, 'iu').test(lower) ? lower : character;
}

export function wordHash(token: string): bigint {
  const bytes = new TextEncoder().encode(token);
  let state = 0n;
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

/** Every feature, before the finaliser, and how often it occurs. */
export function features(text: string | Uint8Array, wordGrams: readonly number[]): Map<bigint, number> {
  const hashes = tokens(text).map(wordHash);
  const counts = new Map<bigint, number>();
  for (const size of wordGrams) {
    for (let i = 0; i + size <= hashes.length; i++) {
      const gram = hashes.slice(i, i + size).reduce((joined, word) => (joined * GRAM_MULTIPLIER + word) & MASK);
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
  }
  return counts;
}

/** log2(1 + count) in quarters, straight between powers of two, rounded down; the count itself for tf. */
export function weight(count: number, weights: 'tf' | 'log-tf'): number {
  if (weights === 'tf') return count;
  const exponent = Math.floor(Math.log2(count + 1));
  return 4 * exponent + Math.floor(4 * ((count + 1) / 2 ** exponent - 1));
}

export function fingerprint(text: string | Uint8Array, recipe: ReferenceRecipe): bigint {
  return several(text, recipe, 1)[0]!;
}

/** Independent fingerprints: for each, the features' hashes are hashed anew. */
export function several(text: string | Uint8Array, recipe: ReferenceRecipe, count: number): bigint[] {
  let weighted = [...features(text, recipe.wordGrams)].map(([gram, times]) => ({
    gram,
    weight: weight(times, recipe.weights),
  }));
  return Array.from({ length: count }, () => {
    const fingerprint = signs(weighted.map(({ gram, weight }) => ({ hash: mix(gram), weight })));
    weighted = weighted.map(({ gram, weight }) => ({ gram: (mix(gram) + WORD_MULTIPLIER) & MASK, weight }));
    return fingerprint;
  });
}

/** The fingerprint of features that were weighed before. */
export function ofWeighted(weighted: readonly (readonly [string, number])[]): bigint {
  return signs(weighted.map(([feature, weight]) => ({ hash: mix(wordHash(feature)), weight })));
}

/** Bit i is set where more weight has it than has it not; where it is the same, if i is odd. 0 without features. */
function signs(weighted: readonly { hash: bigint; weight: number }[]): bigint {
  let result = 0n;
  if (weighted.length === 0) return result;
  for (let bit = 0; bit < 64; bit++) {
    let sum = 0;
    for (const one of weighted) sum += (one.hash >> BigInt(bit)) & 1n ? one.weight : -one.weight;
    if (sum > 0 || (sum === 0 && bit % 2 === 1)) result |= 1n << BigInt(bit);
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
