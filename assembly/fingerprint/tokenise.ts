// Text → tokens, a batch at a time: words, characters or bytes.

import { absorb } from '../hash';
import { BATCH, carryOver, FULL, hashes, put } from './batch';
import { readCharacters, startCharacters } from './characters';
import { mayBePairs, pairsEnd, readPairs, startPairs } from './pairs';
import { splitsUnspaced } from './recipe';
import { readSingly, singlyEnd } from './singly';
import { end, isUnstable, text } from './text';
import { mayBeThrees, readThrees, threesEnd } from './threes';
import { readyUnicode } from './unicode';
import { readWords, stoppedAt, stoppedAtSingle } from './words';

export const WORDS: u32 = 0;
export const CHARACTERS: u32 = 1;
export const BYTES: u32 = 2;
/** Words whose hashes (u64) stand in place of a text, and words that are read once more: behind them the end may come. */
export const HASHES: u32 = 3;
export const AGAIN: u32 = 4;

/** Keeps bytes apart from words and characters in the hash. */
const BYTE_STATE: u64 = 0xa0761d6478bd642f;

let unit: u32 = WORDS;
let cursor: usize = 0;
let count: usize = 0;

/** Starts to read the open text as tokens of a unit. */
export function startUnit(tokenUnit: u32): void {
  unit = tokenUnit;
  cursor = text;
  count = 0;
  startCharacters(text);
  startPairs();
}

/** Fills the batch and returns how many tokens it holds; 0 when the text is at its end or found unstable. */
export function nextTokens(): u32 {
  if (count > 0 && (cursor < end || unit >= HASHES)) carryOver(count);
  count = 0;
  if (unit == BYTES) readBytes();
  else if (unit == CHARACTERS) count = readCharacters();
  else if (unit == HASHES) readHashes();
  else {
    while (cursor < end && count < FULL && !isUnstable) {
      while (cursor < end && load<u8>(cursor) <= 0x20) cursor++;
      if (!splitsUnspaced || !mayBeThrees(cursor)) {
        count = readWords(cursor, end, count);
        cursor = stoppedAt;
        if (!stoppedAtSingle) continue;
      }
      readyUnicode();
      // Not at a word that only goes on above ASCII.
      if (splitsUnspaced && load<u8>(cursor) >= 0x80) {
        if (mayBeThrees(cursor)) {
          count = readThrees(cursor, count);
          cursor = threesEnd;
        }
        if (mayBePairs(cursor)) {
          count = readPairs(cursor, count);
          cursor = pairsEnd;
        }
        if (cursor >= end || count >= FULL || load<u8>(cursor) < 0x80) continue;
      }
      count = readSingly(cursor, end, count);
      cursor = singlyEnd;
    }
  }
  return isUnstable ? 0 : <u32>count;
}

function readHashes(): void {
  const stop = min(end, cursor + 8 * FULL);
  memory.copy(hashes, cursor, stop - cursor);
  count = (stop - cursor) >> 3;
  cursor = stop;
}

function readBytes(): void {
  const stop = min(end, cursor + BATCH);
  for (; cursor < stop; cursor++) put(count++, absorb(BYTE_STATE, load<u8>(cursor)), cursor, cursor + 1);
}
