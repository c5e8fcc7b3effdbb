// The same numbers and texts in every engine.

/** Unsigned 64-bit numbers: splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
export function* randomBits(seed) {
  for (let state = seed; ; ) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let bits = state;
    bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    yield bits ^ (bits >> 31n);
  }
}

/** Fingerprints of which every second is at most ten bits from the one before it. */
export function fingerprints(count, seed = 1n) {
  const random = randomBits(seed);
  const result = new BigUint64Array(count);
  for (let i = 0; i < count; i++) {
    let value = random.next().value;
    if (i % 2 === 1) {
      const flips = value % 11n;
      value = result[i - 1];
      for (let flip = 0n; flip < flips; flip++) value ^= 1n << (random.next().value % 64n);
    }
    result[i] = value;
  }
  return result;
}

const SYLLABLES = ['ka', 'ro', 'mi', 'ten', 'ü', 'Sol', 'ba', 'ne', 'ла', '漢', 'th', 'a'];

/** A text of at least so many bytes of UTF-8, in several scripts. */
export function longText(bytes) {
  const random = randomBits(7n);
  const words = [];
  for (let size = 0; size < bytes; ) {
    let bits = random.next().value;
    let word = '';
    for (let count = 1n + (bits % 4n); count > 0n; count--) {
      bits >>= 4n;
      word += SYLLABLES[Number(bits % 12n)];
    }
    words.push(word);
    size += word.length + 1;
  }
  return words.join(' ');
}
