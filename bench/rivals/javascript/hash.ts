// The library's own hash.
//
// These loops are all that multiplies. V8 compiles them to the machine's own 64-bit multiplications without making a
// BigInt, as long as these only pass from one array of 64-bit integers to another; exact products from 32-bit integers and
// floating-point numbers take two and a half times as long.
import {
  features as distinctFeatures,
  words as hashedWords,
  rest as restBytes,
  restOf as restWords,
} from './memory.ts';

const words = new BigUint64Array(hashedWords.buffer);
const rest = new BigUint64Array(restBytes.buffer);
const restOf = restWords;
const features = new BigUint64Array(distinctFeatures.buffer);

const WORD_MULTIPLIER = 0x9e3779b97f4a7c15n;
const GRAM_MULTIPLIER = 0xd6e8feb86659fd93n;
const MIX_MULTIPLIER = 0x94d049bb133111ebn;

/** Makes hashes of the words' bytes. */
export function absorbWords(wordCount: number, restCount: number): void {
  for (let word = 0; word < wordCount; word++) {
    const product = BigInt.asUintN(64, words[word]! * WORD_MULTIPLIER);
    words[word] = product ^ (product >> 32n);
  }
  for (let i = 0; i < restCount; i++) {
    const word = restOf[i]!;
    const product = BigInt.asUintN(64, (words[word]! ^ rest[i]!) * WORD_MULTIPLIER);
    words[word] = product ^ (product >> 32n);
  }
}

/** Makes every word but the last the pair of it and its next. */
export function extendWords(wordCount: number): void {
  for (let i = 0; i + 1 < wordCount; i++) {
    words[i] = BigInt.asUintN(64, words[i]! * GRAM_MULTIPLIER + words[i + 1]!);
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

function mix(hashes: BigUint64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const hash = hashes[i]!;
    const product = BigInt.asUintN(64, (hash ^ (hash >> 29n)) * MIX_MULTIPLIER);
    hashes[i] = product ^ (product >> 32n);
  }
}
