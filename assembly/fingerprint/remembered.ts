// The hashes of a document's words, kept so that other n-grams of them can be counted without reading it again.

import { allocate, release } from '../heap';
import { hashes } from './batch';

export let words: usize = 0;
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

/** Remembers the words of the batch, if they are wanted. */
export function remember(count: u32): void {
  if (!remembers) return;
  if (rememberedCount + count > MOST) {
    remembers = false;
    return;
  }
  if (rememberedCount + count > capacity) widen(rememberedCount + count);
  memory.copy(words + ((<usize>rememberedCount) << 3), hashes, (<usize>count) << 3);
  rememberedCount += count;
}

function widen(wanted: u32): void {
  let size = max(SMALLEST, capacity);
  while (size < wanted) size <<= 1;
  const wider = allocate((<usize>size) << 3);
  memory.copy(wider, words, (<usize>rememberedCount) << 3);
  if (capacity > 0) release(words);
  words = wider;
  capacity = size;
}

/** Gives back what an unusually large document took. */
export function trimRemembered(): void {
  remembers = false;
  if (capacity <= KEPT) return;
  release(words);
  capacity = 0;
}
