import { nfkc } from '../../nfkc.ts';
import { isWord, wordsOf } from '../words.ts';

/** The words of a text, by the numbers that a vocabulary gives them. */
export interface NumberedWords {
  readonly inOrder: Uint32Array;
  readonly sorted: Uint32Array;
}

/** Numbers words: the same for the same word, whatever its case, width and the signs around it. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();

  numbered(text: string): NumberedWords {
    const words = wordsOf(nfkc(text).toLowerCase()).filter(isWord);
    const inOrder = Uint32Array.from(words, (word) => this.#number(word.trimEnd()));
    return { inOrder, sorted: inOrder.slice().sort() };
  }

  #number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(word, number);
    return number;
  }
}

/** How much two texts differ: each the share of the words of both that have no counterpart in the other text, 0…1. */
export interface Change {
  /** Counterparts stand in the same order: 1 − 2·LCS / (|a| + |b|). */
  readonly inOrder: number;
  /** Counterparts stand anywhere: never more than in order. */
  readonly inAnyOrder: number;
}

/**
 * Measures exactly, and knows nothing of features, weights and hashes.
 *
 * @param enough from here on any value in order is as good as the exact one; a lower bound of it may be given
 */
export function changeBetween(a: NumberedWords, b: NumberedWords, enough = 1): Change {
  const total = a.inOrder.length + b.inOrder.length;
  if (total === 0) return { inOrder: 0, inAnyOrder: 0 };
  const inAnyOrder = 1 - (2 * sharedBySorted(a.sorted, b.sorted)) / total;
  if (inAnyOrder > enough) return { inOrder: inAnyOrder, inAnyOrder };
  return { inOrder: 1 - (2 * longestCommonSubsequence(a.inOrder, b.inOrder)) / total, inAnyOrder };
}

function sharedBySorted(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      shared++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return shared;
}

/** What both begin and end with is theirs; the rest is for the bits. */
export function longestCommonSubsequence(a: Uint32Array, b: Uint32Array): number {
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before++;
  let after = 0;
  while (after < most - before && a[a.length - 1 - after] === b[b.length - 1 - after]) after++;
  return before + after + inBits(a.subarray(before, a.length - after), b.subarray(before, b.length - after));
}

/**
 * The length of the longest common subsequence, 32 words of `a` at a time: a bit that has become 0 is a word of it.
 *
 * Source: Hyyrö, «Bit-parallel LCS-length computation revisited», AWOCA 2004.
 */
function inBits(a: Uint32Array, b: Uint32Array): number {
  const width = Math.ceil(a.length / 32);
  const rows = rowsOf(a);
  const places = placesOf(a, rows, width);
  const bits = new Uint32Array(width).fill(0xffff_ffff);
  for (const word of b) {
    const row = rows.get(word);
    if (row === undefined) continue;
    let carry = 0;
    for (let i = 0, at = row * width; i < width; i++, at++) {
      const before = bits[i]!;
      const sum = before + ((before & places[at]!) >>> 0) + carry;
      carry = sum > 0xffff_ffff ? 1 : 0;
      bits[i] = sum | (before & ~places[at]!);
    }
  }
  let length = 0;
  for (let i = 0; i < a.length; i++) length += 1 - ((bits[i >>> 5]! >>> (i & 31)) & 1);
  return length;
}

/** A row for each word. */
function rowsOf(words: Uint32Array): Map<number, number> {
  const rows = new Map<number, number>();
  for (const word of words) if (!rows.has(word)) rows.set(word, rows.size);
  return rows;
}

/** Where the word of each row stands, a bit a place. */
function placesOf(words: Uint32Array, rows: ReadonlyMap<number, number>, width: number): Uint32Array {
  const places = new Uint32Array(rows.size * width);
  for (const [i, word] of words.entries()) places[rows.get(word)! * width + (i >>> 5)]! |= 1 << (i & 31);
  return places;
}
