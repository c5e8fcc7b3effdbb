// What the tokeniser needs to know of every code point.

export const SEPARATOR = 0;
/** A letter, mark or number of Han or Kana: a word by itself. */
export const UNSPACED = 1;
/** Any other letter, mark or number. */
export const WORD = 2;
/** As if it were not there. */
export const IGNORABLE = 3;
/** Half of a code point above U+FFFF. */
export const SURROGATE = 4;
/** A letter, mark or number of Thai, Lao, Khmer or Myanmar: two in a row are a word. */
export const PAIRED = 5;
/** An accent, with which no word begins. */
export const ACCENT = 6;
/** Added where NFKC may change the words of the text. */
export const UNSTABLE = 8;

/** No code points are assigned between these ranges, nor is there a word or an ignorable one. */
const RANGES = [
  [0, 0xd800],
  [0xe000, 0x40000],
  [0xe0000, 0xe1000],
] as const;

const IS_IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const IS_WORD = /^[\p{L}\p{M}\p{N}]$/u;
/** Marks of Kana that belong to both of its scripts have none of their own. */
const IS_UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}〱-〵〼ーｰﾞﾟ]$/u;
const IS_PAIRED = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const IS_ACCENT = /^[\u0300-\u036f]$/;
const IS_MARK = /^\p{M}$/u;

/** One of the above for every code point. */
export const classes = new Uint8Array(0x110000).fill(SURROGATE, 0xd800, 0xe000);
/** For every code point of a word: what its case folds to, as UTF-8, the first byte lowest. */
export const folded = new Int32Array(0x110000);

const encoder = new TextEncoder();
const composing = composingCharacters();
for (const character of characters()) {
  const code = character.codePointAt(0)!;
  const kind = kindOf(character);
  classes[code] = kind | (isUnstable(character, kind) ? UNSTABLE : 0);
  if (kind === SEPARATOR || kind === IGNORABLE) continue;
  encoder.encode(foldCase(character)).forEach((byte, i) => {
    folded[code]! |= byte << (8 * i);
  });
}

function* characters(): Iterable<string> {
  for (const [first, end] of RANGES) for (let code = first; code < end; code++) yield String.fromCodePoint(code);
}

function kindOf(character: string): number {
  if (IS_IGNORABLE.test(character)) return IGNORABLE;
  if (!IS_WORD.test(character)) return SEPARATOR;
  if (IS_PAIRED.test(character)) return PAIRED;
  if (IS_ACCENT.test(character)) return ACCENT;
  return IS_UNSPACED.test(character) ? UNSPACED : WORD;
}

/** Characters that may be the second half of a composition. */
function composingCharacters(): Set<string> {
  const found = new Set<string>();
  for (const character of characters()) {
    const parts = character.normalize('NFD');
    if (parts !== character && character.normalize('NFC') === character) found.add([...parts].at(-1)!);
  }
  return found;
}

function isUnstable(character: string, kind: number): boolean {
  if (composing.has(character) || (IS_MARK.test(character) && isReordered(character))) return true;
  const normalised = character.normalize('NFKC');
  if (normalised === character) return false;
  const isHarmless = kind === SEPARATOR || kind === IGNORABLE;
  return !(isHarmless && [...normalised].every((part) => kindOf(part) === kind));
}

/** Whether a mark changes places with one of combining class 1, U+0334, or 240, U+0345. */
function isReordered(mark: string): boolean {
  const parts = mark.normalize('NFD');
  return (
    `x${mark}\u0334`.normalize('NFD') !== `x${parts}\u0334` || `x\u0345${mark}`.normalize('NFD') !== `x\u0345${parts}`
  );
}

/** Simple case folding, with the lower-case letter as representative. */
function foldCase(character: string): string {
  const lower = [character.toUpperCase().toLowerCase(), character.toLowerCase()].find((one) => [...one].length === 1);
  return lower !== undefined && lower !== character && new RegExp(`^${character}$`, 'iu').test(lower)
    ? lower
    : character;
}
