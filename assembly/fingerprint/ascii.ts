// Words of ASCII: first their edges, 64 bytes at a step, then their hashes. Apart, neither makes the processor guess.

import { absorb } from '../hash';
import { FULL, hashes, spans } from './batch';
import { lowerCase } from './recipe';
import { hasHighByte, highBytes, wordBytes } from './scan';

/** Where reading stopped. */
export let stoppedAt: usize = 0;
/** Whether it stopped at a run of word bytes that holds one above ASCII. */
export let stoppedAtHigh: bool = false;

/** Adds the words of ASCII from `from` on to a batch that holds `count` tokens, and returns how many it holds then. */
export function readAscii(from: usize, end: usize, count: usize): usize {
  const edges = findEdges(from, end, spans + (count << 3));
  for (let span = spans + (count << 3); span < edges; span += 8) hashSpan(span);
  return (edges - spans) >> 3;
}

function hashSpan(span: usize): void {
  const start = <usize>load<u32>(span);
  store<u64>(span - (spans - hashes), hashAscii(start, <usize>load<u32>(span, 4) - start));
}

/** Writes where words begin and end, in turn, and returns the end of what it wrote: as many beginnings as ends. */
function findEdges(from: usize, end: usize, target: usize): usize {
  const full = spans + (FULL << 3);
  let edge = target;
  let inside: u64 = 0;
  let block = from;
  stoppedAtHigh = false;
  for (; block < end && edge < full; block += 64) {
    let words = wordBytes(block);
    let high = hasHighByte(block) ? highBytes(block) : 0;
    if (end - block < 64) {
      const valid = ((<u64>1) << (end - block)) - 1;
      words &= valid;
      high &= valid;
    }
    // A set bit wherever a run of word bytes begins or ends.
    const changes = words ^ ((words << 1) | inside);
    if (high != 0) {
      stoppedAtHigh = true;
      // Words before the run with the first high byte are whole; that run begins behind the last separator before it.
      const separators = ~words & (((<u64>1) << ctz(high)) - 1);
      if (separators == 0) return stopInside(block, edge, inside);
      const start = <usize>(64 - clz(separators));
      stoppedAt = block + start;
      return writeEdges(edge, changes & (((<u64>1) << start) - 1), <u32>block);
    }
    edge = writeEdges(edge, changes, <u32>block);
    inside = words >> 63;
  }
  if (block < end || inside == 0) return stopInside(min(block, end), edge, inside);
  store<u32>(edge, <u32>end);
  stoppedAt = end;
  return edge + 4;
}

/** Stops at `position`, or where the word that is not at its end there began: it is read again. */
function stopInside(position: usize, edge: usize, inside: u64): usize {
  if (inside == 0) {
    stoppedAt = position;
    return edge;
  }
  stoppedAt = load<u32>(edge - 4);
  return edge - 4;
}

/** Writes the places of the set bits, and returns where they end. */
function writeEdges(edge: usize, bits: u64, base: u32): usize {
  let place = edge;
  if (!ASC_FEATURE_SIMD) {
    for (let rest = bits; rest != 0; rest &= rest - 1, place += 4) store<u32>(place, base + <u32>ctz(rest));
    return place;
  }
  // As many as a byte has bits, whether they are set or not: nothing is to be guessed.
  let bases = i32x4.splat(base);
  for (let rest = bits, byte = 0; byte < 8; byte++, rest >>= 8) {
    const places = PLACES + ((<usize>rest & 0xff) << 5);
    v128.store(place, i32x4.add(bases, v128.load(places)));
    v128.store(place, i32x4.add(bases, v128.load(places, 16)), 16);
    place += (<usize>popcnt<u32>(<u32>rest & 0xff)) << 2;
    bases = i32x4.add(bases, i32x4.splat(8));
  }
  return place;
}

/** The numbers (u32) of the bits that a byte has, for each of the 256. */
const PLACES: usize = memory.data(32 * 256, 16);
for (let byte: usize = 0; byte < 256; byte++) {
  let place = PLACES + (byte << 5);
  for (let rest = <u32>byte; rest != 0; rest &= rest - 1, place += 4) store<u32>(place, ctz(rest));
}

/** The hash of a word of ASCII. Nine words in ten have at most eight bytes. */
function hashAscii(word: usize, length: usize): u64 {
  if (length > 8) return hashLong(word, length);
  return absorb(0, (load<u64>(word) | lowerCase) & load<u64>(MASKS + (length << 3)));
}

/** The first 0…8 bytes. */
const MASKS: usize = memory.data<u64>([
  0, 0xff, 0xffff, 0xffffff, 0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff, 0xffffffffffffffff,
]);

function hashLong(word: usize, length: usize): u64 {
  const end = word + length;
  let hash: u64 = 0;
  let p = word;
  for (; end - p > 8; p += 8) hash = absorb(hash, load<u64>(p) | lowerCase);
  return absorb(hash, (load<u64>(p) | lowerCase) & (<u64>-1 >> (64 - ((end - p) << 3))));
}
