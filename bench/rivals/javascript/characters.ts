/** Everything that is no letter, mark or number. */
export const SEPARATOR = 0;
/** Han, Kana, Thai, Lao, Khmer, Myanmar: a word by itself. */
export const ALONE = 1;
/** Half of a code point above U+FFFF: `pairKind` tells. */
export const SURROGATE = 2;

const WORD = /^[\p{L}\p{M}\p{N}]$/u;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/**
 * For every UTF-16 unit one of the kinds above, or, for one that is part of a word, its lower case.
 *
 * NFKC, and leaving ignorable code points out, are left to the library: an advantage to this rival.
 */
export function unitKinds(): Uint16Array {
  return Uint16Array.from({ length: 65_536 }, (_, unit) => {
    if ((unit & 0xf800) === 0xd800) return SURROGATE;
    const character = String.fromCharCode(unit);
    if (!WORD.test(character)) return SEPARATOR;
    if (UNSPACED.test(character)) return ALONE;
    const lower = character.toLowerCase();
    return lower.length === 1 ? lower.charCodeAt(0) : unit;
  });
}

/** The kind of a code point above U+FFFF; SURROGATE if it is part of a word. */
export function pairKind(high: number, low: number): number {
  const character = String.fromCharCode(high, low);
  if (!WORD.test(character)) return SEPARATOR;
  return UNSPACED.test(character) ? ALONE : SURROGATE;
}
