// The few n-grams of words by which texts that share a run of words find each other.
//
// Of each WINDOW grams in a row the one with the smallest hash is chosen, so that a run of SIZE + WINDOW - 1 words that two
// texts share makes both choose the same gram of it («winnowing»: Schleimer, Wilkerson, Aiken, SIGMOD 2003). Of random
// grams 2 / (WINDOW + 1) are chosen.

import { again, mix } from '../hash';
import { allocate, release } from '../heap';
import { REACH } from './batch';
import { grams, writeGrams } from './grams';
import { openText } from './text';
import { nextTokens, startUnit, WORDS } from './tokenise';

const SIZE: u32 = 4;
const WINDOW: usize = 5;

/** The hashes (u64) of the last WINDOW grams, and the place of the smallest; of equal ones that of the last. */
const window: usize = memory.data(8 * 5, 16);
let smallest: usize = 0;
let seen: usize = 0;

/** The chosen grams (u32), in the order of the text. */
let chosen: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;

/** Beyond 2^16 chosen grams the memory is given back. */
const KEPT: u32 = 1 << 16;

/** Chooses grams of `length` bytes of UTF-8 at `text`, and returns how many. A text of fewer than eight words has none. */
export function winnow(text: usize, length: usize, normalised: bool): u32 {
  openText(text, length, normalised);
  startUnit(WORDS);
  seen = 0;
  count = 0;
  let before: u32 = 0;
  for (let tokens = nextTokens(); tokens > 0; tokens = nextTokens()) {
    const found = writeGrams(tokens, SIZE, before, grams);
    if (count + found > capacity) widen(count + found);
    for (let i: usize = 0; i < found; i++) pass(mix(load<u64>(grams + (i << 3))));
    before = min(<u32>REACH, before + tokens);
  }
  return count;
}

export function chosenGrams(): usize {
  return chosen;
}

export function trimWinnow(): void {
  if (capacity > KEPT) free();
}

/** Moves the window by a gram. */
function pass(hash: u64): void {
  const place = window + ((seen++ % WINDOW) << 3);
  const leaves = place == smallest;
  store<u64>(place, hash);
  if (seen < WINDOW) return;
  if (seen == WINDOW || leaves) smallest = smallestPlace();
  else if (hash <= load<u64>(smallest)) smallest = place;
  else return;
  choose(load<u64>(smallest));
}

/** Reads the window from its oldest gram on. */
function smallestPlace(): usize {
  let best = window + ((seen % WINDOW) << 3);
  for (let i: usize = 1; i < WINDOW; i++) {
    const place = window + (((seen + i) % WINDOW) << 3);
    if (load<u64>(place) <= load<u64>(best)) best = place;
  }
  return best;
}

/** Hashed once more, as the smallest of several are no longer uniform; never 0, which no bit tells from others. */
function choose(hash: u64): void {
  store<u32>(chosen + ((<usize>count) << 2), max<u32>(1, <u32>(mix(again(hash)) >> 32)));
  count++;
}

function widen(wanted: u32): void {
  let size = max<u32>(4096, capacity);
  while (size < wanted) size <<= 1;
  const wider = allocate((<usize>size) << 2);
  memory.copy(wider, chosen, (<usize>count) << 2);
  free();
  chosen = wider;
  capacity = size;
}

function free(): void {
  if (capacity > 0) release(chosen);
  capacity = 0;
}
