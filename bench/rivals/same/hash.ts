// The library's own hash, for which 64-bit products are put together from 32-bit ones.
//
// The low half of a product and what the high halves add to it are integer multiplications. What the low halves carry
// is a product of floating-point numbers: with constant / 2^32 it is off by less than 2^-21, its fraction must be the
// low half / 2^32, and taking that away, but for 1/2, leaves nothing to round wrongly. A quarter faster than products of
// 16-bit pieces.
import {
  features as distinctFeatures,
  words as hashedWords,
  rest as restBytes,
  restOf as restWords,
} from './memory.ts';

const words = hashedWords;
const rest = restBytes;
const restOf = restWords;
const features = distinctFeatures;

const WORD_LOW = 0x7f4a7c15;
const WORD_HIGH = 0x9e3779b9;
const GRAM_LOW = 0x6659fd93;
const GRAM_HIGH = 0xd6e8feb8;
const MIX_LOW = 0x133111eb;
const MIX_HIGH = 0x94d049bb;

/** The high half of a × `constant`, where `low` is the low half. */
function carried(a: number, constant: number, low: number): number {
  return ((a >>> 0) * (constant / 2 ** 32) - (low ^ 0x80000000) * 2 ** -32) | 0;
}

/** Makes hashes of the words' bytes. */
export function absorbWords(wordCount: number, restCount: number): void {
  for (let i = 0, end = 2 * wordCount; i < end; i += 2) absorb(i, words[i]!, words[i + 1]!);
  for (let i = 0; i < restCount; i++) {
    const word = 2 * restOf[i]!;
    absorb(word, words[word]! ^ rest[2 * i]!, words[word + 1]! ^ rest[2 * i + 1]!);
  }
}

function absorb(word: number, low: number, high: number): void {
  const productLow = Math.imul(low, WORD_LOW);
  const product = carried(low, WORD_LOW, productLow) + Math.imul(low, WORD_HIGH) + Math.imul(high, WORD_LOW);
  words[word] = productLow ^ product;
  words[word + 1] = product;
}

/** Makes every word but the last the pair of it and its next. */
export function extendWords(wordCount: number): void {
  for (let i = 0, end = 2 * (wordCount - 1); i < end; i += 2) {
    const low = words[i]!;
    const nextLow = words[i + 2]!;
    const productLow = Math.imul(low, GRAM_LOW);
    const sum = (productLow + nextLow) | 0;
    const overflow = ((productLow & nextLow) | ((productLow | nextLow) & ~sum)) >>> 31;
    const product = carried(low, GRAM_LOW, productLow) + Math.imul(low, GRAM_HIGH) + Math.imul(words[i + 1]!, GRAM_LOW);
    words[i] = sum;
    words[i + 1] = product + words[i + 3]! + overflow;
  }
}

/** Puts hashes through the finaliser. */
export function mixWords(count: number): void {
  mix(words, count);
}

export function mixFeatures(count: number): void {
  mix(features, count);
}

export function mixSingle(count: number): void {
  mix(rest, count);
}

function mix(hashes: Int32Array, count: number): void {
  for (let i = 0, end = 2 * count; i < end; i += 2) {
    const before = hashes[i]!;
    const beforeHigh = hashes[i + 1]!;
    const low = before ^ ((before >>> 29) | (beforeHigh << 3));
    const high = beforeHigh ^ (beforeHigh >>> 29);
    const productLow = Math.imul(low, MIX_LOW);
    const product = carried(low, MIX_LOW, productLow) + Math.imul(low, MIX_HIGH) + Math.imul(high, MIX_LOW);
    hashes[i] = productLow ^ product;
    hashes[i + 1] = product;
  }
}
