// What stands above ASCII in a block of 64 bytes: nearly all are letters that stand in a word's hash as they are, or separate
// words. The most usual letters are found by vectors, the others code point by code point.

import { foldsCase, splitsUnspaced } from './recipe';
import { highBytes, lowest } from './scan';
import { end, known } from './text';
import { classOf, classTable, FOLDS_CASE, isAccent, readyUnicode, SEPARATOR, WORD } from './unicode';
import { usualLetters } from './usual-letters';
import { CODE_MASK, codeOfThree, decode, SIZE_SHIFT } from './utf8';

/** Which of the 64 bytes belong to code points that separate words. */
export let separating: u64 = 0;
/** The least first byte of U+3000 to U+9FFF. */
const HAN_AND_KANA: u32 = 0xe3;

/** Which bytes of the next block belong to the last code point of this one, and whether that separates words. */
let ahead: u64 = 0;
let separatingAhead: u64 = 0;

/** Where letters stand that case folding changes (u32). */
const MOST_FOLDING: usize = 1024;
export const folding: usize = memory.data(4 * (1024 + 1), 16);
export let foldingEnd: usize = folding;

/** Whether anything was read. */
export let wasBeyond: bool = false;

/** Starts to read, at the first byte of a code point. */
export function startBeyond(): void {
  wasBeyond = false;
  ahead = separatingAhead = 0;
  foldingEnd = folding;
}

/**
 * Reads those of the 64 bytes at `block` that are above ASCII. Returns the first bit of what others must read; what stands
 * behind it is not told. 0 if there is nothing such.
 */
export function readBeyond(block: usize): u64 {
  let rest = highBytes(block) & lowest(end - block) & ~ahead;
  separating = separatingAhead;
  separatingAhead = ahead = 0;
  if (rest == 0) return 0;
  const lead = <u32>load<u8>(block + <usize>ctz(rest));
  if (splitsUnspaced && lead - HAN_AND_KANA < 7) return rest & (0 - rest);
  wasBeyond = true;
  readyUnicode();
  if (ASC_FEATURE_SIMD) rest &= ~usualLetters(block, end);
  while (rest != 0) {
    const at = ctz(rest);
    if (at < 62 && isLetterOfThree(block + <usize>at)) {
      rest &= ~((<u64>7) << at);
      continue;
    }
    const bytes = readCodePoint(block + <usize>at, at);
    if (bytes == 0) return (<u64>1) << at;
    rest &= ~(bytes << at);
  }
  return 0;
}

/**
 * Whether a letter of three bytes stands there, and in a word's hash as it is: all letters of Indic scripts are such, and
 * `readCodePoint` alone takes 1.7 times as long for their texts.
 */
function isLetterOfThree(p: usize): bool {
  const bytes = load<u32>(p);
  if (end - p < 3) return false;
  // Conditions one by one: V8 makes a number of each that is joined to another. Surrogates are no words.
  if ((bytes & 0xc0c0f0) != 0x8080e0) return false;
  const code = codeOfThree(bytes);
  if (code < 0x800) return false;
  return (load<u8>(classTable + code) & known) == WORD;
}

/** Reads one, and returns a bit for every byte that it has; 0 if others must read it. */
function readCodePoint(p: usize, at: u64): u64 {
  const decoded = decode(p, end);
  const bytes = ((<u64>1) << (decoded >> SIZE_SHIFT)) - 1;
  const beyond = (bytes >> (63 - at)) >> 1;
  const code = decoded & CODE_MASK;
  const itsClass = classOf(code) & known;
  ahead |= beyond;
  if (itsClass == SEPARATOR) {
    separating |= bytes << at;
    separatingAhead = beyond;
    return bytes;
  }
  if ((itsClass & ~FOLDS_CASE) != WORD || isAccent(code)) return 0;
  if (foldsCase && itsClass != WORD) {
    store<u32>(foldingEnd, <u32>p);
    if (foldingEnd == folding + (MOST_FOLDING << 2)) return 0;
    foldingEnd += 4;
  }
  return bytes;
}
