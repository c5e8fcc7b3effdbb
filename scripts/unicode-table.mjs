// Writes assembly/fingerprint/unicode-data.ts: how the tokeniser sees every code point, from the Unicode data of the
// engine that runs this script. `npm run unicode` makes it anew; the file is committed, so that a
// fingerprint does not depend on the engine that happened to build the package.
import { writeFileSync } from 'node:fs';

const SEPARATOR = 0;
const WORD = 1;
const UNSPACED = 2;
const IGNORABLE = 3;
const PAIRED = 4;
const UNSTABLE = 8;

const isWord = /^[\p{L}\p{M}\p{N}]$/u;
/** Letters such as the mark of long vowels belong to both of the scripts of Kana, and have none themselves. */
const isUnspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}[\p{Script=Common}&&\p{Script_Extensions=Katakana}&&\p{L}]]$/v;
const isPaired = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const isIgnorable = /^\p{Default_Ignorable_Code_Point}$/u;

function plainClass(character) {
  if (isIgnorable.test(character)) return IGNORABLE;
  if (!isWord.test(character)) return SEPARATOR;
  if (isPaired.test(character)) return PAIRED;
  return isUnspaced.test(character) ? UNSPACED : WORD;
}

/** Marks that normalisation may reorder: their combining class is not 0 (it reorders them around U+0334, class 1, or U+0345, class 240). */
function reorders(character) {
  const marks = character.normalize('NFD');
  return (
    `x${character}\u0334`.normalize('NFD') !== `x${marks}\u0334` ||
    `x\u0345${character}`.normalize('NFD') !== `x\u0345${marks}`
  );
}

const isSurrogate = (code) => code >= 0xd800 && code <= 0xdfff;

/** Code points that may be the second half of a composition (NFC_Quick_Check=Maybe). */
const composing = new Set();
for (let code = 0; code < 0x110000; code++) {
  if (isSurrogate(code)) continue;
  const character = String.fromCodePoint(code);
  const decomposed = [...character.normalize('NFD')];
  if (decomposed.length > 1 && character.normalize('NFC') === character) composing.add(decomposed.at(-1));
}

/**
 * Whether letters stand there that nearly every text has together with marks that normalisation may move: of India and its
 * neighbours, and of what is above U+FFFF. That all of them count as unstable spares an eighth of the packed table.
 */
function isAmongMarks(code) {
  const isBetween = (first, end) => code >= first && code < end;
  return isBetween(0x900, 0x10a0) || isBetween(0x1700, 0x1d00) || isBetween(0xa800, 0xab30) || code >= 0x10000;
}

/** No word begins with one of these. */
const isAccent = (code) => code >= 0x300 && code < 0x370;

/** The tokeniser may skip NFKC for a text without unstable code points: its tokens would be the same. */
function isUnstable(character, itsClass) {
  if ((itsClass === WORD || itsClass === PAIRED) && isAmongMarks(character.codePointAt(0))) return true;
  if (/^\p{M}$/u.test(character) && reorders(character)) return true;
  if (composing.has(character)) return true;
  const normalised = [...character.normalize('NFKC')];
  if (normalised.length === 1 && normalised[0] === character) return false;
  const harmless = itsClass === SEPARATOR || itsClass === IGNORABLE;
  return !(harmless && normalised.every((part) => plainClass(part) === itsClass));
}

/** Simple case folding (CaseFolding.txt, C and S), with the lower-case letter as representative. */
function folded(code) {
  const character = String.fromCodePoint(code);
  const candidate = character.toUpperCase().toLowerCase();
  const lower = [...candidate].length === 1 ? candidate : character.toLowerCase();
  if ([...lower].length !== 1 || lower === character) return code;
  return new RegExp(`^${character}$`, 'iu').test(lower) ? lower.codePointAt(0) : code;
}

const classes = new Uint8Array(0x110000);
const folds = [];
for (let code = 0; code < 0x110000; code++) {
  if (isSurrogate(code)) continue;
  const character = String.fromCodePoint(code);
  const itsClass = plainClass(character);
  classes[code] = itsClass | (isUnstable(character, itsClass) ? UNSTABLE : 0);
  if (code >= 0x80 && itsClass !== SEPARATOR && itsClass !== IGNORABLE) {
    const to = folded(code);
    if (to === code) continue;
    if (itsClass !== WORD)
      throw new Error(`U+${code.toString(16)} has case, and unspaced scripts are taken as they are`);
    folds.push([code, to]);
  }
}

// Above the last letter only E0000..E0FFF is not a separator: ignorable, in one stated range.
let limit = 0xe0000;
while (classes[limit - 1] === SEPARATOR) limit--;
for (let code = limit; code < 0x110000; code++) {
  const expected = code >= 0xe0000 && code <= 0xe0fff ? IGNORABLE : SEPARATOR;
  if (classes[code] !== expected) throw new Error(`U+${code.toString(16)} breaks the rule above the table`);
}

/** Runs of equal class. */
const runs = [];
for (let start = 0; start < limit; ) {
  let end = start;
  while (end < limit && classes[end] === classes[start]) end++;
  runs.push({ itsClass: classes[start], length: end - start });
  start = end;
}
// Classes stand by twos.
if (runs.length % 2 === 1) runs.push({ itsClass: SEPARATOR, length: 0 });

/** Folds as ranges: first, how many, every which one, added to each. */
const ranges = [];
for (const [from, to] of folds) {
  const last = ranges.at(-1);
  const step = last ? from - last.last : 0;
  if (last && to - from === last.delta && (last.count === 1 ? step <= 2 : step === last.step)) {
    last.step = step;
    last.last = from;
    last.count++;
  } else ranges.push({ first: from, last: from, count: 1, step: 1, delta: to - from });
}

/** LEB128: seven bits a byte, the lowest first. */
function varint(value) {
  const bytes = [];
  for (; value >= 128; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
/** 0, -1, 1, -2, … → 0, 1, 2, 3, … */
const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value);

// Alike stands by alike, which is what compression lives on.
const twos = runs.filter((_, i) => i % 2 === 0).map(({ itsClass }, i) => itsClass | (runs[2 * i + 1].itsClass << 4));
const gaps = ranges.map(({ first }, i) => first - (ranges[i - 1]?.last ?? 0));
const columns = {
  'classes of runs of code points, by twos': twos,
  'lengths of these runs': runs.flatMap(({ length }) => varint(length)),
  'case: from the last of a range to the first of the next': gaps.flatMap(varint),
  'how many in the range, twice, and 1 if every second one': ranges.flatMap(({ count, step }) =>
    varint(2 * count + step - 1),
  ),
  'what is added to each, -1 as 1, 1 as 2': ranges.flatMap(({ delta }) => varint(zigzag(delta))),
};
const bytes = Object.values(columns).flat();

/** Whether all code points whose UTF-8 begins with these bytes are letters that stand in a word as they are. */
function areLetters(lead, second) {
  const isLong = lead >= 0xe0;
  const first = isLong ? ((lead & 15) << 12) | ((second & 63) << 6) : ((lead & 31) << 6) | (second & 63);
  const isOverlong = first < (isLong ? 0x800 : 0x80);
  const folds = (code) => foldedCodes.has(code);
  const codes = Array.from({ length: isLong ? 64 : 1 }, (_, i) => first + i);
  return !isOverlong && codes.every((code) => classes[code] === WORD && !folds(code) && !isAccent(code));
}

/** The longest run of second bytes with which a first byte makes such letters: from where, less 0x80, and how many. */
function longestRun(lead) {
  let [from, count, run] = [0, 0, 0];
  for (let second = 0; second < 64; second++) {
    run = areLetters(lead, 0x80 | second) ? run + 1 : 0;
    if (run > count) [from, count] = [second + 1 - run, run];
  }
  return { from, count };
}

const foldedCodes = new Set(folds.map(([from]) => from));
const longestRuns = Array.from({ length: 48 }, (_, i) => longestRun(0xc0 + i));

const list = (values) => {
  const lines = [];
  for (let i = 0; i < values.length; i += 24) lines.push(`  ${values.slice(i, i + 24).join(', ')},`);
  return lines.join('\n');
};
writeFileSync(
  new URL('../assembly/fingerprint/unicode-data.ts', import.meta.url),
  `// Generated by scripts/unicode-table.mjs from Unicode ${process.versions.unicode}. Do not edit.

/** Code points from here on are separators, but for U+E0000..U+E0FFF, which are ignorable. */
export const LIMIT: u32 = ${limit};

/** Runs of code points of one class; an even number. */
export const RUNS: u32 = ${runs.length};

/** Ranges of code points that simple case folding changes. */
export const FOLDS: u32 = ${ranges.length};

/** All of them, in numbers of seven bits a byte, the lowest first. */
export const PACKED: usize = memory.data<u8>([
${Object.entries(columns)
  .map(([what, values]) => `  // ${what}\n${list(values)}`)
  .join('\n')}
]);

/**
 * Of every first byte from 0xc0 to 0xef the longest run of second bytes with which it makes letters that stand in a word as
 * they are: their first ones, less 0x80, and how many they are.
 */
export const LETTER_RUNS: usize = memory.data<u8>(
  [
  // first ones
${list(longestRuns.map(({ from }) => from))}
  // how many
${list(longestRuns.map(({ count }) => count))}
  ],
  16,
);
`,
);
console.log(
  `limit U+${limit.toString(16)}, ${runs.length} runs, ${folds.length} folds in ${ranges.length} ranges, ${bytes.length} bytes`,
);
