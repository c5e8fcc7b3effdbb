// The hashes of a document's words, kept so that other n-grams of them can be counted without reading it again.

import { allocate, release } from '../heap';

/** Where the first one stands. There is room for the beginning of the text in front of it, and for the end behind the last. */
let words: usize = 0;
let capacity: u32 = 0;
export let rememberedCount: u32 = 0;
/** Whether the words of the document that was read last are all here. */
export let remembers: bool = false;

const SMALLEST: u32 = 4096;
/** Beyond this many words, 512 KiB, the memory is given back after the document. */
const KEPT: u32 = 1 << 16;
/** Documents of more words are read again, rather than take 32 MiB. */
const MOST: u32 = 1 << 22;

/** Starts a document, whose words are to be remembered or not. */
export function startRemembering(wanted: bool): void {
  rememberedCount = 0;
  remembers = wanted;
}

/** Remembers the next words, if they are wanted. */
export function remember(hashes: usize, count: u32): void {
  if (!remembers) return;
  if (rememberedCount + count > MOST) {
    remembers = false;
    return;
  }
  if (rememberedCount + count > capacity) widen(rememberedCount + count);
  memory.copy(rememberedAt(rememberedCount), hashes, (<usize>count) << 3);
  rememberedCount += count;
}

export function rememberedAt(word: u32): usize {
  return words + ((<usize>word) << 3);
}

function widen(wanted: u32): void {
  let size = max(SMALLEST, capacity);
  while (size < wanted) size <<= 1;
  // One more is read where n-grams are made two at a time.
  const wider = allocate((<usize>size + 3) << 3) + 8;
  memory.copy(wider, words, (<usize>rememberedCount) << 3);
  if (capacity > 0) release(words - 8);
  words = wider;
  capacity = size;
}

/** Gives back what an unusually large document took. */
export function trimRemembered(): void {
  remembers = false;
  if (capacity <= KEPT) return;
  release(words - 8);
  capacity = 0;
}
