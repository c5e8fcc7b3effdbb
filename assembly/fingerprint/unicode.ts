// What the tokeniser needs to know of a code point: its class, and what its case folds to.
import { allocate } from '../heap';
import { foldsCase } from './recipe';
import { FOLDS, LIMIT, PACKED, RUNS } from './unicode-data';
import { encode } from './utf8';

export const SEPARATOR: u32 = 0;
/** A letter, mark or number of a script that puts spaces between words. */
export const WORD: u32 = 1;
/** A letter, mark or number of Han or Kana: a token by itself. */
export const UNSPACED: u32 = 2;
/** Soft hyphens, joiners, variation selectors: as if they were not there. */
export const IGNORABLE: u32 = 3;
/** One of Thai, Lao, Khmer or Myanmar: two in a row are a token. */
export const PAIRED: u32 = 4;
export const CLASS_MASK: u32 = 7;
/** NFKC may change the tokens of a text that holds this code point. */
export const UNSTABLE: u32 = 8;
/** Case folding changes this code point. */
export const FOLDS_CASE: u32 = 16;

/** A byte for every code point below LIMIT; made on first use, 205 KiB. */
export let classTable: usize = 0;
/** Behind them, of the ranges that case folding changes, their first code points, how many they have, and what is added (u32). */
const FIRSTS: usize = (LIMIT + 3) & ~3;
const COUNTS: usize = FIRSTS + 4 * FOLDS;
const ADDED: usize = COUNTS + 4 * FOLDS;

/** Makes the table if it is not there yet. Called where reading begins, so that `classOf` need not ask. */
export function readyUnicode(): void {
  if (classTable == 0) unpack();
}

/** Whether it is an accent, with which no word begins: where one stands alone, as in «it´s», NFKC makes a space and a mark. */
export function isAccent(code: u32): bool {
  return code - 0x300 < 0x70;
}

export function classOf(code: u32): u32 {
  if (code < LIMIT) return load<u8>(classTable + code);
  return code >= 0xe0000 && code <= 0xe0fff ? IGNORABLE : SEPARATOR;
}

/** The simple case folding of a code point whose class has FOLDS_CASE. */
function foldCase(code: u32): u32 {
  let low: usize = 0;
  let high: usize = FOLDS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (load<u32>(classTable + (middle << 2), FIRSTS) <= code) low = middle;
    else high = middle;
  }
  return code + load<u32>(classTable + (low << 2), ADDED);
}

/** A code point of a word as UTF-8, case folded if the recipe asks for it. */
export function folded(code: u32, itsClass: u32): u32 {
  if (!foldsCase) return encode(code);
  if (code < 0x80) return code - 0x41 < 26 ? code | 0x20 : code;
  return encode((itsClass & FOLDS_CASE) != 0 ? foldCase(code) : code);
}

/** Where unpacking reads. */
let cursor: usize = 0;

/** Sets `classTable` last: when there is no room, nothing counts as made. */
function unpack(): void {
  const classes = allocate(ADDED + 4 * FOLDS);
  cursor = PACKED + (RUNS >> 1);
  let code = classes;
  for (let run: usize = 0; run < RUNS; run++) {
    const length = readNumber();
    memory.fill(code, (load<u8>(PACKED + (run >> 1)) >> (4 * (<u8>run & 1))) & 15, length);
    code += length;
  }
  unpackFolds(classes);
  classTable = classes;
}

function unpackFolds(classes: usize): void {
  for (let i: usize = 0; i < 3 * FOLDS; i++) store<u32>(classes + (i << 2), readNumber(), FIRSTS);
  let code: u32 = 0;
  for (let i: usize = 0; i < FOLDS; i++) {
    const fold = classes + (i << 2);
    code += load<u32>(fold, FIRSTS);
    store<u32>(fold, code, FIRSTS);
    const countAndStep = load<u32>(fold, COUNTS);
    const step = (countAndStep & 1) + 1;
    for (let left = countAndStep >> 1; ; code += step) {
      store<u8>(classes + code, load<u8>(classes + code) | <u8>FOLDS_CASE);
      if (--left == 0) break;
    }
    const added = load<u32>(fold, ADDED);
    store<u32>(fold, (added >> 1) ^ (0 - (added & 1)), ADDED);
  }
}

/** The next number of `PACKED`: seven bits a byte, the lowest first. */
function readNumber(): u32 {
  let number: u32 = 0;
  let shift: u32 = 0;
  let part: u32;
  do {
    part = load<u8>(cursor++);
    number |= (part & 127) << shift;
    shift += 7;
  } while (part > 127);
  return number;
}
