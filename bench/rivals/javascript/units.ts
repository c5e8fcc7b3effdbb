// Words of any text, from its UTF-16 units: charCodeAt looks at the kind of its string at every call, so the units
// are copied out at once, which makes this three times as fast.
import { buffer, wordsHigh, wordsLow } from './arrays.ts';
import { ALONE, pairKind, SURROGATE, unitKinds } from './characters.ts';
import { high3, highNext, low3, lowNext } from './hash.ts';

const low = wordsLow;
const high = wordsHigh;
const units = new Uint16Array(buffer);
const kinds = unitKinds();

/** Keeps characters that are words apart from ASCII words of the same bits. */
const NOT_ASCII = 0x80000000 | 0;

/** Hashes the words of `length` UTF-16 units with a 0 behind them, and returns how many there are. */
export function hashUnits(length: number): number {
  let word = 0;
  for (let i = 0; i < length; i++) {
    const unit = units[i]!;
    const kind = kinds[unit]!;
    // Hashed on suspicion, and kept or not without a branch.
    low[word] = low3(unit | NOT_ASCII, 0, 0);
    high[word] = high3(unit | NOT_ASCII, 0, 0);
    if (kind <= ALONE) word += kind;
    else if (kind === SURROGATE && pairKind(unit, units[i + 1]!) !== SURROGATE) word += hashPair(i, word);
    else {
      const end = lowerWord(i);
      hashWord(i, end, word++);
      i = end - 1;
    }
  }
  return word;
}

/** Hashes a code point above U+FFFF that is no part of a word; its lower half by itself is a separator. */
function hashPair(i: number, word: number): number {
  low[word] = low3(units[i]! | NOT_ASCII, units[i + 1]!, 0);
  high[word] = high3(units[i]! | NOT_ASCII, units[i + 1]!, 0);
  return pairKind(units[i]!, units[i + 1]!);
}

/** Puts the word that begins at `start` into lower case, and returns where it ends. */
function lowerWord(start: number): number {
  for (let i = start; ; i++) {
    const unit = units[i]!;
    const kind = kinds[unit]!;
    if (kind > SURROGATE) units[i] = kind;
    else if (kind === SURROGATE && pairKind(unit, units[i + 1]!) === SURROGATE) {
      const lower = String.fromCharCode(unit, units[i + 1]!).toLowerCase();
      units[i] = lower.charCodeAt(0);
      units[++i] = lower.charCodeAt(1);
    } else return i;
  }
}

/** Four units a chunk: an ASCII word gets the hash that it has in ASCII text. */
function hashWord(start: number, end: number, word: number): void {
  low[word] = low3(chunk(start, end), chunk(start + 4, end), chunk(start + 8, end));
  high[word] = high3(chunk(start, end), chunk(start + 4, end), chunk(start + 8, end));
  for (let i = start + 12; i < end; i += 4) {
    low[word] = lowNext(low[word]!, chunk(i, end));
    high[word] = highNext(high[word]!, chunk(i, end));
  }
}

function chunk(start: number, end: number): number {
  let bits = 0;
  for (let i = start; i < start + 4 && i < end; i++) {
    const unit = units[i]!;
    // What is above ASCII does not fit a byte; the multiplication spreads it over the chunk.
    bits ^= (unit < 0x80 ? unit : Math.imul(unit, 0x01000193)) << (8 * (i - start));
  }
  return bits;
}
