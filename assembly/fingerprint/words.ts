// Words: first their edges, 64 bytes at a step, then their hashes. Apart, neither makes the processor guess.

import { absorb } from '../hash';
import { FULL, hashes, spans } from './batch';
import { folding, foldingEnd, readBeyond, separating, startBeyond, wasBeyond } from './beyond-ascii';
import { lowerCase } from './recipe';
import { hasHighByte, wordBytes } from './scan';
import { readSingly } from './singly';

/** Where reading stopped. */
export let stoppedAt: usize = 0;
/** Whether it stopped at a run of word bytes with a character that must be read singly. */
export let stoppedAtSingle: bool = false;

/** Adds the words from `from` on to a batch that holds `count` tokens, and returns how many it holds then. */
export function readWords(from: usize, end: usize, count: usize): usize {
  const first = spans + (count << 3);
  const edges = findEdges(from, end, first);
  if (wasBeyond) hashAny(first, edges);
  else for (let span = first; span < edges; span += 8) hashSpan(span);
  return (edges - spans) >> 3;
}

/** Hashes words of which some are not of ASCII alone. */
function hashAny(first: usize, edges: usize): void {
  store<u32>(foldingEnd, -1);
  let next = folding;
  for (let span = first; span < edges; span += 8) {
    const start = <usize>load<u32>(span);
    const end = <usize>load<u32>(span, 4);
    if (<usize>load<u32>(next) >= end) {
      store<u64>(span - (spans - hashes), hashPlain(start, end - start));
      continue;
    }
    readSingly(start, end, (span - spans) >> 3);
    while (<usize>load<u32>(next) < end) next += 4;
  }
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
  let last = end;
  stoppedAtSingle = false;
  startBeyond();
  for (; block < last && edge < full; block += 64) {
    let words = wordBytes(block);
    if (hasHighByte(block)) {
      const special = readBeyond(block);
      words &= ~separating;
      if (special != 0) {
        stoppedAtSingle = true;
        // Words before the run with that character are whole; that run begins behind the last separator before it.
        const separators = ~words & (special - 1);
        if (separators == 0) return stopInside(block, edge, inside);
        const start = <usize>(64 - clz(separators));
        stoppedAt = block + start;
        words &= ((<u64>1) << start) - 1;
        last = block;
      }
    }
    if (end - block < 64) words &= ((<u64>1) << (end - block)) - 1;
    // A set bit wherever a run of word bytes begins or ends.
    edge = writeEdges(edge, words ^ ((words << 1) | inside), <u32>block);
    inside = words >> 63;
  }
  if (stoppedAtSingle) return edge;
  if (block < end || inside == 0) return stopInside(block, edge, inside);
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

/** Apart from `hashOn`, whose `lowered` takes 2 % longer to cut a text of ASCII into words. */
function hashLong(word: usize, length: usize): u64 {
  const end = word + length;
  let hash: u64 = 0;
  let p = word;
  for (; end - p > 8; p += 8) hash = absorb(hash, load<u64>(p) | lowerCase);
  return absorb(hash, (load<u64>(p) | lowerCase) & (<u64>-1 >> (64 - ((end - p) << 3))));
}

/**
 * The hash of a word of any letters that case folding leaves as they are, but for those of ASCII. Whether it has more than
 * eight bytes cannot be guessed: of two bytes a letter, half of the words have.
 */
function hashPlain(word: usize, length: usize): u64 {
  const first = absorb(0, lowered(load<u64>(word)) & load<u64>(MASKS + (min<usize>(length, 8) << 3)));
  const rest = length - 8;
  const both = absorb(first, lowered(load<u64>(word, 8)) & load<u64>(MASKS + (min<usize>(rest, 8) << 3)));
  if (<i32>rest > 8) return hashOn(both, word + 16, rest - 8);
  return select(both, first, <i32>rest > 0);
}

function hashOn(before: u64, from: usize, length: usize): u64 {
  const end = from + length;
  let hash = before;
  let p = from;
  for (; end - p > 8; p += 8) hash = absorb(hash, lowered(load<u64>(p)));
  return absorb(hash, lowered(load<u64>(p)) & (<u64>-1 >> (64 - ((end - p) << 3))));
}

/** Eight bytes, of which those of ASCII are in lower case. */
function lowered(bytes: u64): u64 {
  return bytes | (lowerCase & ~(bytes >> 2));
}
