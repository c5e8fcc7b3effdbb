// The n-grams of words that are compared, where they are not the features.

import { BATCH, hashes, REACH } from './batch';
import { finishCount, startCount } from './count';
import { gatherEnd, keepLast, lastKept, putBeginning } from './ends';
import { gatherGrams } from './grams';
import { rememberedAt, rememberedCount, remembers } from './remembered';
import { openText } from './text';
import { nextTokens, startUnit, WORDS } from './tokenise';

/**
 * Counts n-grams of words of other sizes than the recipe's, by a bit mask as in `recipe.ts`.
 *
 * @param ends whether the ends of the text are neighbours of its words
 */
export function countWordGrams(text: usize, length: usize, normalised: bool, sizes: u32, ends: bool): void {
  startCount();
  if (remembers) gatherRemembered(sizes, ends);
  else {
    openText(text, length, normalised);
    gatherAgain(sizes, ends);
  }
  finishCount();
}

function gatherRemembered(sizes: u32, ends: bool): void {
  // Maybe there is no room yet.
  if (rememberedCount == 0) return;
  let before = ends ? putBeginning(rememberedAt(0)) : 0;
  for (let first: u32 = 0; first < rememberedCount; first += <u32>BATCH) {
    const tokens = min(<u32>BATCH, rememberedCount - first);
    gatherGrams(rememberedAt(first), tokens, sizes, before);
    before = min(<u32>REACH, before + tokens);
  }
  if (ends) gatherEnd(rememberedAt(rememberedCount), sizes, before);
}

/** Of a text that has too many words to be remembered. */
function gatherAgain(sizes: u32, ends: bool): void {
  startUnit(WORDS);
  let before = ends ? putBeginning(hashes) : 0;
  for (let tokens = nextTokens(); tokens > 0; tokens = nextTokens()) {
    gatherGrams(hashes, tokens, sizes, before);
    if (ends) keepLast(hashes, tokens);
    before = min(<u32>REACH, before + tokens);
  }
  if (ends) gatherEnd(lastKept, sizes, before);
}
