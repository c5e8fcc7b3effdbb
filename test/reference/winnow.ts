// The slow, obvious twin of what finds shared runs: every window is looked at anew.
import { features, mix, tokens, wordHash } from './fingerprint.ts';

const MASK = (1n << 64n) - 1n;
const AGAIN = 0x9e3779b97f4a7c15n;
const GRAM_MULTIPLIER = 0xd6e8feb86659fd93n;

/** The chosen grams of a text: of each five in a row that with the smallest hash. */
export function winnow(text: string | Uint8Array): number[] {
  const words = tokens(text).map((token) => wordHash(token));
  const grams = words.slice(3).map((_, i) => {
    const gram = words.slice(i, i + 4).reduce((joined, word) => (joined * GRAM_MULTIPLIER + word) & MASK);
    return mix(gram);
  });
  const chosen = new Set<number>();
  for (let i = 0; i + 5 <= grams.length; i++) {
    const [smallest] = grams.slice(i, i + 5).sort((a, b) => (a < b ? -1 : Number(a > b)));
    chosen.add(Math.max(1, Number(mix((mix(smallest!) + AGAIN) & MASK) >> 32n)));
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Of a's features the share that b has, too. */
export function containment(a: Map<bigint, number>, b: Map<bigint, number>): number {
  let [shared, all] = [0, 0];
  for (const [gram, count] of a) {
    shared += Math.min(count, b.get(gram) ?? 0);
    all += count;
  }
  return all === 0 ? 0 : shared / all;
}

/** Documents that are contained in others, `inner` in `outer`, by comparing all that share enough chosen grams. */
export function contained(texts: readonly string[], share: number, most: number) {
  const sets = texts.map((text) => features(text, { words: [1, 2] }));
  const sizes = sets.map((set) => [...set.values()].reduce((sum, count) => sum + count, 0));
  const grams = texts.map((text) => new Set(winnow(text)));
  const found = texts.flatMap((_, a) =>
    texts.flatMap((_, b) => {
      const isInner = sizes[a]! < sizes[b]! || (sizes[a] === sizes[b] && a > b);
      const shared = [...grams[a]!].filter((gram) => grams[b]!.has(gram)).length;
      if (a === b || !isInner || shared === 0) return [];
      const value = containment(sets[a]!, sets[b]!);
      const enough = Math.max(1, Math.ceil((grams[a]!.size * Math.max(0, 3 * share - 2) ** 3) / 3));
      return shared >= enough && value >= share ? [{ inner: a, outer: b, containment: value }] : [];
    }),
  );
  found.sort((a, b) => a.inner - b.inner || b.containment - a.containment || a.outer - b.outer);
  return found.filter(({ inner }, i) => found.slice(0, i).filter((one) => one.inner === inner).length < most);
}
