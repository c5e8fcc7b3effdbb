/** More binary digits than the sum of all weights has. */
const DIGITS = 32;

/**
 * Thirty-two counters that stand across words: bit i of word p is binary digit p of counter i.
 */
const sums = new Int32Array(DIGITS);
/** Every second carry of a digit waits here for the next. */
const waiting = new Int32Array(DIGITS);

export function startSums(): void {
  sums.fill(0);
}

/** Adds one half of the first `count` hashes, each with weight 2^level: seven carry-save adders for eight hashes. */
export function addAll(hashes: Int32Array, half: number, count: number, level: number): void {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let waits = 0;
  let i = half;
  for (const end = 2 * (count & ~7); i < end; i += 16) {
    const a = hashes[i]!;
    const b = hashes[i + 2]!;
    const c = hashes[i + 4]!;
    const d = hashes[i + 6]!;
    const e = hashes[i + 8]!;
    const f = hashes[i + 10]!;
    const g = hashes[i + 12]!;
    const h = hashes[i + 14]!;
    let partial = ones ^ a;
    const twosA = (ones & a) | (partial & b);
    ones = partial ^ b;
    partial = ones ^ c;
    const twosB = (ones & c) | (partial & d);
    ones = partial ^ d;
    partial = ones ^ e;
    const twosC = (ones & e) | (partial & f);
    ones = partial ^ f;
    partial = ones ^ g;
    const twosD = (ones & g) | (partial & h);
    ones = partial ^ h;
    partial = twos ^ twosA;
    const foursA = (twos & twosA) | (partial & twosB);
    twos = partial ^ twosB;
    partial = twos ^ twosC;
    const foursB = (twos & twosC) | (partial & twosD);
    twos = partial ^ twosD;
    partial = fours ^ foursA;
    let carry = (fours & foursA) | (partial & foursB);
    fours = partial ^ foursB;
    let place = level + 3;
    for (let rest = waits; (rest & 1) !== 0; rest >>= 1, place++) {
      const sum = sums[place]!;
      const other = waiting[place]!;
      const both = sum ^ other;
      sums[place] = both ^ carry;
      carry = (sum & other) | (both & carry);
    }
    waiting[place] = carry;
    // Counting up clears the levels whose carry was taken, and sets the one where it waits now.
    waits++;
  }
  addDigits(ones, level);
  addDigits(twos, level + 1);
  addDigits(fours, level + 2);
  for (let place = level + 3; waits !== 0; waits >>= 1, place++) {
    if ((waits & 1) !== 0) addDigits(waiting[place]!, place);
  }
  for (; i < 2 * count; i += 2) addDigits(hashes[i]!, level);
}

/** Adds one hash. */
export function add(hash: number, weight: number): void {
  for (let rest = weight, level = 0; rest !== 0; rest >>= 1, level++) {
    if ((rest & 1) !== 0) addDigits(hash, level);
  }
}

function addDigits(bits: number, level: number): void {
  for (let carry = bits, place = level; carry !== 0; place++) {
    const sum = sums[place]!;
    sums[place] = sum ^ carry;
    carry &= sum;
  }
}

/** Bit i is set where counter i has more than half of the total weight, or half of it and i is odd. */
export function signs(total: number): number {
  const half = total >>> 1;
  let above = 0;
  let equal = -1;
  for (let place = DIGITS - 1; place >= 0; place--) {
    const digits = sums[place]!;
    const bound = -((half >>> place) & 1);
    above |= equal & digits & ~bound;
    equal &= ~(digits ^ bound);
  }
  return above | ((total & 1) === 0 ? equal & 0xaaaaaaaa : 0);
}
