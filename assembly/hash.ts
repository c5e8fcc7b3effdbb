// Features are hashed from whole words: eight bytes a multiplication, then one finaliser a feature.

/** 2^64 / golden ratio: odd, so that multiplying by it is a bijection (Knuth, TAOCP 3, 6.4). */
const WORD_MULTIPLIER: u64 = 0x9e3779b97f4a7c15;
/** Odd, and unrelated to the other: keeps «a b» apart from «b a». */
const GRAM_MULTIPLIER: u64 = 0xd6e8feb86659fd93;

/**
 * The state of a word after eight more of its bytes. A word starts at 0 and its last bytes are padded with
 * zeros; words hold no NUL, so the padding is unambiguous and words of up to eight bytes never collide.
 */
export function absorb(state: u64, bytes: u64): u64 {
  const product = (state ^ bytes) * WORD_MULTIPLIER;
  return product ^ (product >> 32);
}

/** The hash of a word, or of any other feature, as its bytes stand there; behind them seven more may be read. */
export function hashBytes(from: usize, end: usize): u64 {
  let hash: u64 = 0;
  let p = from;
  for (; end - p >= 8; p += 8) hash = absorb(hash, load<u64>(p));
  return p < end ? absorb(hash, load<u64>(p) & (<u64>-1 >> (64 - ((end - p) << 3)))) : hash;
}

/** The word n-gram that continues `gram` with one more word; a single word is its own gram. */
export function extend(gram: u64, word: u64): u64 {
  return gram * GRAM_MULTIPLIER + word;
}

/**
 * The finaliser of a gram: one round of shift, multiply and shift. `absorb` and `extend` have multiplied before, so a
 * changed letter changes each bit of the result with a probability of 0.48 to 0.52 (test/fingerprint/hash.test.ts).
 */
export function mix(gram: u64): u64 {
  const x = (gram ^ (gram >> 29)) * 0x94d049bb133111eb;
  return x ^ (x >> 32);
}

/** Another gram in place of this one, for another fingerprint that is independent of the first. */
export function again(gram: u64): u64 {
  return mix(gram) + WORD_MULTIPLIER;
}

/**
 * How many slots on a gram looks for its place in a hash table, where its slot is another's: odd, so that it comes to all of
 * them. The same for all, texts could be made whose grams all go one way, and a megabyte of them took half a minute.
 */
export function stride(gram: u64): usize {
  return <usize>(mix(gram) >> 32) | 1;
}
