// Letters of Thai, Lao, Khmer and Myanmar: each two in a row are a word, or one that has no neighbour.

import { gather } from './ascii.ts';
import { classes, folded, IGNORABLE, PAIRED } from './classes.ts';
import { buffer } from './memory.ts';

const bytes = new DataView(buffer);

/** How many words there are when a run was read. */
export let pairedWords = 0;

/** Gathers the letters of a run that begins at `from`, as words from number `word` on, and returns where it ends. */
export function gatherPairs(text: string, from: number, known: number, word: number): number {
  pairedWords = word;
  // How many bytes the letter before has, which stands first.
  let before = 0;
  let i = from;
  for (; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    const kind = classes[code]! & known;
    if (kind !== PAIRED && kind !== IGNORABLE) break;
    if (code > 0xffff) i++;
    if (kind === IGNORABLE) continue;
    const utf8 = folded[code]!;
    const size = (39 - Math.clz32(utf8)) >> 3;
    bytes.setInt32(before, utf8, true);
    if (before > 0) gather(pairedWords++, 0, before + size, 0);
    bytes.setInt32(0, utf8, true);
    before = size;
  }
  if (pairedWords === word) gather(pairedWords++, 0, before, 0);
  return i;
}
