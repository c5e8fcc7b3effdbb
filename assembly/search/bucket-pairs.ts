// Compares the entries of one bucket with those of another, or with each other. Both are in the cache after the first few
// comparisons, so what passes by its key is looked at in full at once.
import { blockOf, countOf, nextHead, valuesOf } from './bucket';
import { fewBits } from './lanes';
import { KEYS16 } from './pool';
import { directoryBitsOf, distanceOf, exactOf, flippedOf, flipsOf, isMetBefore, mostOf } from './program';
import { report } from './report';

/** The probe that leads from one bucket to the other, and its stage. */
let stage: usize = 0;
let probe: usize = 0;
/** By how much the key of an entry is to be shifted to stand as the table sees it. */
let keyShift: u32 = 0;
/** What the probe flips behind the leading bits, and how many errors there may be besides. */
let flips: u64 = 0;
let most: u64 = 0;

/** Reports all pairs of an entry of the first bucket and one of the second that the probe is due to find. */
export function pairBuckets(program: usize, itsStage: usize, itsProbe: usize, first: u64, second: u64): void {
  stage = itsStage;
  probe = itsProbe;
  keyShift = 48 - directoryBitsOf(stage);
  flips = flipsOf(probe) & (~(<u64>0) >> directoryBitsOf(stage));
  most = distanceOf(program) - flippedOf(probe);
  for (let a = first; a != 0; a = nextHead(KEYS16, a)) {
    for (let b = first == second ? a : second; b != 0; b = nextHead(KEYS16, b)) pairBlocks(a, b);
  }
}

function pairBlocks(a: u64, b: u64): void {
  if (ASC_FEATURE_SIMD) {
    pairLanes(a, b);
    return;
  }
  const inKey = mostOf(probe);
  const keyFlips = <u32>(flips >> keyShift);
  for (let i: u32 = 0; i < countOf(a); i++) {
    const wanted = load<u16>(blockOf(a) + ((<usize>i) << 1)) ^ keyFlips;
    for (let j = a == b ? i + 1 : 0; j < countOf(b); j++) {
      if (popcnt<u32>(load<u16>(blockOf(b) + ((<usize>j) << 1)) ^ wanted) <= inKey) checkPair(a, i, b, j);
    }
  }
}

/** Sixteen entries of the second block at a time, with each of the first. */
function pairLanes(a: u64, b: u64): void {
  const inKey = mostOf(probe);
  const flipped = i16x8.splat(<i16>(flips >> keyShift));
  for (let j: u32 = 0; j < countOf(b); j += 16) {
    const place = blockOf(b) + ((<usize>j) << 1);
    const first = v128.xor(v128.load(place), flipped);
    const second = v128.xor(v128.load(place, 16), flipped);
    const lanes = countOf(b) - j < 16 ? (1 << (countOf(b) - j)) - 1 : 0xffff;
    const end = a == b ? min(countOf(a), j + 15) : countOf(a);
    for (let i: u32 = 0; i < end; i++) {
      const key = v128.load_splat<u16>(blockOf(a) + ((<usize>i) << 1));
      let passed = fewBits(v128.xor(first, key), v128.xor(second, key), inKey) & lanes;
      // Of one block with itself, only what comes behind.
      if (a == b && i >= j) passed &= -2 << (i - j);
      for (; passed != 0; passed &= passed - 1) checkPair(a, i, b, j + ctz(passed));
    }
  }
}

/** Compares all bits of entry i of one block and j of the other, and leaves a pair to the first stage that is due to meet it. */
function checkPair(a: u64, i: usize, b: u64, j: usize): void {
  const valueA = load<u64>(valuesOf(KEYS16, a) + (i << 3));
  const valueB = load<u64>(valuesOf(KEYS16, b) + (j << 3));
  const keys = load<u16>(blockOf(a) + (i << 1)) ^ load<u16>(blockOf(b) + (j << 1));
  const errors = (((<u64>keys) << keyShift) | ((valueA ^ valueB) & 0xffffffff)) ^ flips;
  const distance = popcnt(errors);
  if (distance > most || (errors & exactOf(stage)) != 0) return;
  if (isMetBefore(stage, probe, errors | flipsOf(probe))) return;
  report(<u32>(valueA >> 32), <u32>(valueB >> 32), <u32>distance + flippedOf(probe));
}
