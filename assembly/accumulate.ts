// The weighted sum per bit, for all 64 bits at once.
//
// Sixty-four counters stand across words: bit i of `sums[p]` is binary digit p of counter i. Adding a hash is
// adding a one-digit number to every counter. The carry is saved, not passed on: a level keeps one number that
// waits for a second, and two of them with the level's sum make one carry for the next level (a carry-save
// adder; Muła, Kurz, Lemire, «Faster population counts using AVX2 instructions», 2018, Harley–Seal).
// An addition so costs five operations on average, whatever the number of digits.

/** Counters of 56 binary digits: 2^30 occurrences of weight 4, or 124 at most, times 2^16 at most in a corpus. */
const LEVELS: usize = 56;
const sums: usize = memory.data(<i32>(LEVELS * 8), 16);
const waiting: usize = memory.data(<i32>(LEVELS * 8), 16);
/** Bit p is set while a number waits at level p. */
let waits: u64 = 0;
/** The sum of all weights: what a counter holds whose bit every feature has. No counter has more digits than it. */
let weightTotal: u64 = 0;

/** At each of the lowest levels hashes queue until they are eight, since eight are added at once in the time of two or three. */
const QUEUED: u32 = 8;
const queues: usize = memory.data(8 * 8 * 8, 16);
const queueSizes: usize = memory.data(8, 16);

export function startSums(): void {
  memory.fill(sums, 0, usedLevels() << 3);
  store<u64>(queueSizes, 0);
  waits = 0;
  weightTotal = 0;
}

/** Adds `weight` to the counter of every bit that `hash` has. */
export function addWeighted(hash: u64, weight: u64): void {
  weightTotal += weight;
  for (let rest = weight; rest != 0; rest &= rest - 1) {
    const level = <u32>ctz(rest);
    if (level < QUEUED) queue(level, hash);
    else addAt(level, hash);
  }
}

function queue(level: u32, hash: u64): void {
  const size = load<u8>(queueSizes + <usize>level);
  const first = queues + ((<usize>level) << 6);
  store<u64>(first + ((<usize>size) << 3), hash);
  store<u8>(queueSizes + <usize>level, (size + 1) & 7);
  if (size == 7) addEightAt(first, level);
}

function addEightAt(first: usize, level: u32): void {
  carryEight(
    <usize>level,
    load<u64>(first),
    load<u64>(first, 8),
    load<u64>(first, 16),
    load<u64>(first, 24),
    load<u64>(first, 32),
    load<u64>(first, 40),
    load<u64>(first, 48),
    load<u64>(first, 56),
  );
}

/** Adds what still queues. */
function emptyQueues(): void {
  for (let level: u32 = 0; level < QUEUED; level++) {
    const size = <usize>load<u8>(queueSizes + <usize>level);
    const first = queues + ((<usize>level) << 6);
    for (let i: usize = 0; i < size; i++) addAt(level, load<u64>(first + (i << 3)));
  }
  store<u64>(queueSizes, 0);
}

function addAt(firstLevel: u32, hash: u64): void {
  let level = <usize>firstLevel;
  let number = hash;
  while ((waits & ((<u64>1) << level)) != 0) {
    const other = load<u64>(waiting + (level << 3));
    const sum = load<u64>(sums + (level << 3));
    const partial = sum ^ other;
    store<u64>(sums + (level << 3), partial ^ number);
    number = (sum & other) | (partial & number);
    waits &= ~((<u64>1) << level);
    level++;
  }
  store<u64>(waiting + (level << 3), number);
  waits |= (<u64>1) << level;
}

/** Adds eight hashes, each with weight 2^level. */
export function addEight(level: usize, a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64): void {
  weightTotal += (<u64>8) << level;
  carryEight(level, a, b, c, d, e, f, g, h);
}

/** Seven adders for eight numbers, and one carry three levels up. */
function carryEight(level: usize, a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64): void {
  const place = sums + (level << 3);
  const ones = load<u64>(place);
  const ab = ones ^ a;
  const carry1 = (ones & a) | (ab & b);
  const ones1 = ab ^ b;
  const cd = ones1 ^ c;
  const carry2 = (ones1 & c) | (cd & d);
  const ones2 = cd ^ d;
  const ef = ones2 ^ e;
  const carry3 = (ones2 & e) | (ef & f);
  const ones3 = ef ^ f;
  const gh = ones3 ^ g;
  const carry4 = (ones3 & g) | (gh & h);
  store<u64>(place, gh ^ h);
  const twos = load<u64>(place, 8);
  const two12 = twos ^ carry1;
  const four1 = (twos & carry1) | (two12 & carry2);
  const twos1 = two12 ^ carry2;
  const two34 = twos1 ^ carry3;
  const four2 = (twos1 & carry3) | (two34 & carry4);
  store<u64>(place, two34 ^ carry4, 8);
  const fours = load<u64>(place, 16);
  const four12 = fours ^ four1;
  store<u64>(place, four12 ^ four2, 16);
  addAt(<u32>level + 3, (fours & four1) | (four12 & four2));
}

/**
 * The sign of every counter's weighted sum of ±1: bit i is set where more than half of the weight has bit i, and
 * where it is exactly half if `ties` has it. With a constant there short texts are pulled towards one another;
 * so the usual rule sets the odd bits.
 */
export function signs(ties: u64): u64 {
  settle();
  const half = weightTotal >> 1;
  let above: u64 = 0;
  let equal: u64 = ~0;
  for (let level = usedLevels(); level-- > 0; ) {
    const digits = load<u64>(sums + (level << 3));
    const bound: u64 = 0 - ((half >> level) & 1);
    above |= equal & digits & ~bound;
    equal &= ~(digits ^ bound);
  }
  const tie = (weightTotal & 1) == 0 ? equal : 0;
  return above | (tie & ties);
}

/** Levels that have been written since the sums were started: three more than the digits of the total, for saved carries. */
function usedLevels(): usize {
  return min(LEVELS, 67 - <usize>clz(weightTotal));
}

/** Passes on every carry that was saved. */
function settle(): void {
  emptyQueues();
  let carry: u64 = 0;
  const levels = usedLevels();
  for (let level: usize = 0; level < levels; level++) {
    const other = (waits & ((<u64>1) << level)) != 0 ? load<u64>(waiting + (level << 3)) : 0;
    const sum = load<u64>(sums + (level << 3));
    const partial = sum ^ other;
    store<u64>(sums + (level << 3), partial ^ carry);
    carry = (sum & other) | (partial & carry);
  }
  waits = 0;
}
