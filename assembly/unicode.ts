// What the tokeniser needs to know of a code point: its class, and what its case folds to.
import { foldsCase } from './recipe';
import { FOLDS, FOLDS_LENGTH, LIMIT, RUNS, RUNS_LENGTH } from './unicode-data';
import { encode } from './utf8';

export const SEPARATOR: u32 = 0;
/** A letter, mark or number of a script that puts spaces between words. */
export const WORD: u32 = 1;
/** A letter, mark or number of Han, Kana, Thai, Lao, Khmer or Myanmar: a token by itself. */
export const UNSPACED: u32 = 2;
/** Soft hyphens, joiners, variation selectors: as if they were not there. */
export const IGNORABLE: u32 = 3;
export const CLASS_MASK: u32 = 3;
/** NFKC may change the tokens of a text that holds this code point. */
export const UNSTABLE: u32 = 4;
/** Case folding changes this code point. */
const FOLDS_CASE: u32 = 8;

/** A byte for every code point below LIMIT; made on first use, 205 KiB. */
let table: usize = 0;

/** Makes the table if it is not there yet. Called once a document, so that `classOf` need not ask. */
export function readyUnicode(): void {
  if (table == 0) table = unpack();
}

export function classOf(code: u32): u32 {
  if (code < LIMIT) return load<u8>(table + code);
  return code >= 0xe0000 && code <= 0xe0fff ? IGNORABLE : SEPARATOR;
}

/** The simple case folding of a code point whose class has FOLDS_CASE. */
function foldCase(code: u32): u32 {
  let low: usize = 0;
  let high: usize = FOLDS_LENGTH;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (load<u32>(FOLDS + middle * 12) <= code) low = middle;
    else high = middle;
  }
  return code + load<u32>(FOLDS + low * 12 + 8);
}

/** A code point of a word as UTF-8, case folded if the recipe asks for it. */
export function folded(code: u32, itsClass: u32): u32 {
  if (!foldsCase) return encode(code);
  if (code < 0x80) return code - 0x41 < 26 ? code | 0x20 : code;
  return encode((itsClass & FOLDS_CASE) != 0 ? foldCase(code) : code);
}

function unpack(): usize {
  const target = heap.alloc(LIMIT);
  let code: usize = 0;
  for (let at: usize = 0; at < RUNS_LENGTH; ) {
    const run: u32 = load<u8>(RUNS + at++);
    let length = run >> 3;
    if (length == 0) {
      let shift: u32 = 0;
      let part: u32;
      do {
        part = load<u8>(RUNS + at++);
        length |= (part & 127) << shift;
        shift += 7;
      } while (part > 127);
    }
    memory.fill(target + code, <u8>(run & 7), length);
    code += length;
  }
  for (let range: usize = 0; range < FOLDS_LENGTH; range++) {
    const first = load<u32>(FOLDS + range * 12);
    const countAndStep = load<u32>(FOLDS + range * 12 + 4);
    for (let i: u32 = 0; i < countAndStep >> 8; i++) {
      const place = target + first + i * (countAndStep & 255);
      store<u8>(place, load<u8>(place) | <u8>FOLDS_CASE);
    }
  }
  return target;
}
