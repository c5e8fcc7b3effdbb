// The weighted sum per bit, for all 64 bits at once.
//
// Sixty-four counters stand across words: bit i of number p is binary digit p of counter i, and adding a hash is adding a
// one-digit number to every counter. Eight hashes go through seven carry-save adders, and leave one carry three digits up;
// the carries are added the same way (Muła, Kurz, Lemire, «Faster population counts using AVX2 instructions», 2018,
// Harley–Seal). With SIMD two sets of counters stand side by side, and take the hashes in turn.

/** Bytes of one digit of all counters. */
const WIDTH: usize = ASC_FEATURE_SIMD ? 16 : 8;

/** Counters of 56 binary digits: 2^30 occurrences of weight 4, or 124 at most, times 2^16 at most in a corpus. Some are spare. */
const sums: usize = memory.data(16 * 66, 16);
/** The sum of all weights: what a counter holds whose bit every feature has. No counter has more digits than it. */
let weightTotal: u64 = 0;

/** The most numbers (u64) of one call. */
export const AT_MOST: u32 = 512;
/** Bytes of a buffer for them: as many as are read at once behind the last one. */
export const BUFFER: i32 = 8 * 512 + 128;

export function startSums(): void {
  memory.fill(sums, 0, digits() * WIDTH);
  weightTotal = 0;
}

/** Adds the first `count` numbers (u64) of a buffer, each with weight 2^level. They are overwritten. */
export function addAlike(buffer: usize, count: u32, level: usize): void {
  weightTotal += (<u64>count) << level;
  let end = buffer + ((<usize>count) << 3);
  for (let digit = level; digit < digits(); digit += 3) {
    padZeros(end);
    const place = sums + digit * WIDTH;
    end = ASC_FEATURE_SIMD ? addPairs(buffer, end, place) : addSingly(buffer, end, place);
  }
}

/** Zeros behind the last number, as many as are read at once. What is stored in halves must wait to be loaded as a whole. */
function padZeros(end: usize): void {
  if (ASC_FEATURE_SIMD) {
    store<u64>(end, 0);
    const start = (end + 8) & ~15;
    for (let p = start; p < start + 8 * WIDTH; p += 16) v128.store(p, i64x2.splat(0));
  } else for (let p = end; p < end + 8 * WIDTH; p += 8) store<u64>(p, 0);
}

const chosen: usize = memory.data(BUFFER, 16);

/** Adds `count` numbers (u64), each with its own weight (u64), one binary digit of the weights after another. */
export function addWeighted(numbers: usize, weights: usize, count: u32): void {
  let left: u64 = 0;
  for (let i: usize = 0; i < count; i++) left |= load<u64>(weights + (i << 3));
  for (; left != 0; left &= left - 1) {
    const level = ctz(left);
    let target = chosen;
    for (let i: usize = 0; i < count; i++) {
      // Written on suspicion, and kept or not without a branch.
      store<u64>(target, load<u64>(numbers + (i << 3)));
      target += (<usize>(load<u64>(weights + (i << 3)) >> level) & 1) << 3;
    }
    addAlike(chosen, <u32>((target - chosen) >> 3), <usize>level);
  }
}

/** How many digits a counter can have. */
function digits(): usize {
  return 64 - <usize>clz(weightTotal);
}

/**
 * Adds the numbers from `from` to `end`, eight at a time, to three digits at `place`. What they carry into the fourth takes
 * their place, and where that ends is returned.
 */
function addSingly(from: usize, end: usize, place: usize): usize {
  let ones = load<u64>(place);
  let twos = load<u64>(place, 8);
  let fours = load<u64>(place, 16);
  let target = from;
  for (let p = from; p < end; p += 64) {
    const a = ones ^ load<u64>(p) ^ load<u64>(p, 8);
    const b = a ^ load<u64>(p, 16) ^ load<u64>(p, 24);
    const c = b ^ load<u64>(p, 32) ^ load<u64>(p, 40);
    const carryA = carry(ones, load<u64>(p), load<u64>(p, 8));
    const carryB = carry(a, load<u64>(p, 16), load<u64>(p, 24));
    const carryC = carry(b, load<u64>(p, 32), load<u64>(p, 40));
    const carryD = carry(c, load<u64>(p, 48), load<u64>(p, 56));
    ones = c ^ load<u64>(p, 48) ^ load<u64>(p, 56);
    const half = twos ^ carryA ^ carryB;
    const carryE = carry(twos, carryA, carryB);
    const carryF = carry(half, carryC, carryD);
    twos = half ^ carryC ^ carryD;
    store<u64>(target, carry(fours, carryE, carryF));
    fours ^= carryE ^ carryF;
    target += 8;
  }
  store<u64>(place, ones);
  store<u64>(place, twos, 8);
  store<u64>(place, fours, 16);
  return target;
}

function carry(a: u64, b: u64, c: u64): u64 {
  return (a & b) | ((a ^ b) & c);
}

/** The same with two sets of counters, sixteen numbers at a time. */
function addPairs(from: usize, end: usize, place: usize): usize {
  let ones = v128.load(place);
  let twos = v128.load(place, 16);
  let fours = v128.load(place, 32);
  let target = from;
  for (let p = from; p < end; p += 128) {
    const a = sum(ones, v128.load(p), v128.load(p, 16));
    const b = sum(a, v128.load(p, 32), v128.load(p, 48));
    const c = sum(b, v128.load(p, 64), v128.load(p, 80));
    const carryA = carries(ones, v128.load(p), v128.load(p, 16));
    const carryB = carries(a, v128.load(p, 32), v128.load(p, 48));
    const carryC = carries(b, v128.load(p, 64), v128.load(p, 80));
    const carryD = carries(c, v128.load(p, 96), v128.load(p, 112));
    ones = sum(c, v128.load(p, 96), v128.load(p, 112));
    const half = sum(twos, carryA, carryB);
    const carryE = carries(twos, carryA, carryB);
    const carryF = carries(half, carryC, carryD);
    twos = sum(half, carryC, carryD);
    v128.store(target, carries(fours, carryE, carryF));
    fours = sum(fours, carryE, carryF);
    target += 16;
  }
  v128.store(place, ones);
  v128.store(place, twos, 16);
  v128.store(place, fours, 32);
  return target;
}

function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

function carries(a: v128, b: v128, c: v128): v128 {
  return v128.bitselect(c, a, v128.xor(a, b));
}

/**
 * The sign of every counter's weighted sum of ±1: bit i is set where more than half of the weight has bit i, and
 * where it is exactly half if `ties` has it. With a constant there short texts are pulled towards one another;
 * so the usual rule sets the odd bits.
 */
export function signs(ties: u64): u64 {
  const half = weightTotal >> 1;
  let above: u64 = 0;
  let equal: u64 = ~0;
  let passed: u64 = 0;
  for (let level: usize = 0; level < digits(); level++) {
    const place = sums + level * WIDTH;
    const one = load<u64>(place);
    const other = ASC_FEATURE_SIMD ? load<u64>(place, 8) : 0;
    const number = one ^ other ^ passed;
    passed = carry(one, other, passed);
    const bound: u64 = 0 - ((half >> level) & 1);
    const differs = number ^ bound;
    above = (differs & number) | (above & ~differs);
    equal &= ~differs;
  }
  const tie = (weightTotal & 1) == 0 ? equal : 0;
  return above | (tie & ties);
}
