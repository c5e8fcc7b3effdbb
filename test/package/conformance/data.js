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

/** A text of at least so many bytes of UTF-8, in several scripts, by numbers of xorshift (Marsaglia 2003). */
export function longText(bytes) {
  const words = [];
  let random = 7;
  for (let size = 0; size < bytes; ) {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    let word = '';
    for (let syllable = 0, rest = random >>> 2; syllable <= (random & 3); syllable++, rest = Math.floor(rest / 12)) {
      word += SYLLABLES[rest % 12];
    }
    words.push(word);
    size += word.length + 1;
  }
  return words.join(' ');
}
