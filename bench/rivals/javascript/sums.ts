import { LONGEST_TEXT } from './memory.ts';

/** More binary digits than the sum of all weights has. */
const DIGITS = 32;

/**
 * Sixty-four counters that stand across words: bit i of word p is binary digit p of counter i, and of word p + DIGITS
 * that of counter i + 32.
 */
const sums = new Int32Array(2 * DIGITS);

export function startSums(): void {
  sums.fill(0);
}

/** What is carried out of three digits, and is added as numbers of its own. */
const carries = new Int32Array(LONGEST_TEXT / 2);

/** Adds the first `count` hashes, each with weight 2^level. */
export function addAll(hashes: Int32Array, count: number, level: number): void {
  for (let half = 0; half < 2; half++) {
    let place = half * DIGITS + level;
    let carried = addEights(hashes, half, 2, count, place);
    while (carried > 0) {
      place += 3;
      carried = addEights(carries, 0, 1, carried, place);
    }
  }
}

/** Seven carry-save adders for eight numbers, and one carry three levels up; returns how many there are. */
function addEights(numbers: Int32Array, first: number, step: number, count: number, place: number): number {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let carried = 0;
  let i = first;
  for (let rest = count; rest >= 8; rest -= 8) {
    const a = numbers[i]!;
    const b = numbers[i + step]!;
    const c = numbers[i + 2 * step]!;
    const d = numbers[i + 3 * step]!;
    const e = numbers[i + 4 * step]!;
    const f = numbers[i + 5 * step]!;
    const g = numbers[i + 6 * step]!;
    const h = numbers[i + 7 * step]!;
    i += 8 * step;
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
    // Behind what was read: carries may be the numbers that are added.
    carries[carried++] = (fours & foursA) | (partial & foursB);
    fours = partial ^ foursB;
  }
  for (const end = first + count * step; i < end; i += step) addDigits(numbers[i]!, place);
  addDigits(ones, place);
  addDigits(twos, place + 1);
  addDigits(fours, place + 2);
  return carried;
}

function addDigits(digits: number, lowest: number): void {
  for (let carry = digits, place = lowest; carry !== 0; place++) {
    const sum = sums[place]!;
    sums[place] = sum ^ carry;
    carry &= sum;
  }
}

const result = new BigUint64Array(1);
const halves = new Int32Array(result.buffer);

/** Bit i is set where counter i has more than half of the total weight, or half of it and i is odd. */
export function signs(total: number): bigint {
  halves[0] = signsOfHalf(0, total);
  halves[1] = signsOfHalf(DIGITS, total);
  return result[0]!;
}

function signsOfHalf(lowest: number, total: number): number {
  const half = total >>> 1;
  let above = 0;
  let equal = -1;
  for (let place = 31 - Math.clz32(total); place >= 0; place--) {
    const digits = sums[lowest + place]!;
    const bound = -((half >>> place) & 1);
    above |= equal & digits & ~bound;
    equal &= ~(digits ^ bound);
  }
  return above | ((total & 1) === 0 ? equal & 0xaaaaaaaa : 0);
}
