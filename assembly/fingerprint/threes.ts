// Characters of three bytes, of which Chinese and Japanese texts are made.

import { absorb } from '../hash';
import { FULL, hashes, spans } from './batch';
import { end, known } from './text';
import { classOf, UNSPACED } from './unicode';
import { codeOfThree, isThree } from './utf8';

/** Whether a character that `readThrees` reads may stand at p. */
export function mayBeThrees(p: usize): bool {
  // U+1000 to U+9FFF, and U+F000 to U+FFFF; what is between are words, as Korean has them.
  const first = load<u8>(p);
  return first - 0xe1 < 9 || first == 0xef;
}

/** Where reading stopped. */
export let threesEnd: usize = 0;

/**
 * Reads a run of unspaced characters and separators of three bytes each, adds them to a batch that holds `firstToken`
 * tokens, and returns how many it holds then. Each is written as if it were a token, and only counted if it is: which
 * comes next cannot be guessed.
 */
export function readThrees(from: usize, firstToken: usize): usize {
  // Tokens are at most as many as characters.
  const last = min(end, from + 3 * (FULL - firstToken));
  let target = hashes + (firstToken << 3);
  threesEnd = from;
  for (let p = from; p + 3 <= last; p = threesEnd) {
    if (ASC_FEATURE_SIMD) {
      target = readUsual(p, last, target);
      p = threesEnd;
    }
    const stop = min(last, p + 12);
    target = readAny(p, stop, target);
    if (threesEnd + 3 <= stop) break;
  }
  return (target - hashes) >> 3;
}

/** Reads characters one by one up to `last` or one of another kind, and returns where the next token is to be written. */
function readAny(from: usize, last: usize, firstTarget: usize): usize {
  const mask = known;
  let target = firstTarget;
  let p = from;
  for (; p + 3 <= last; p += 3) {
    const bytes = load<u32>(p) & 0xffffff;
    const code = codeOfThree(bytes);
    if (!isThree(bytes)) break;
    const itsClass = classOf(code) & mask;
    if ((itsClass & ~UNSPACED) != 0) break;
    write(target, bytes, spanAt(p));
    // UNSPACED is 2, SEPARATOR 0.
    target += (<usize>itsClass) << 2;
  }
  threesEnd = p;
  return target;
}

/** Reads the usual characters four at a time as `readAny` does: all of the block of Han, kana, the most frequent marks. */
function readUsual(from: usize, last: usize, firstTarget: usize): usize {
  let target = firstTarget;
  let p = from;
  for (; p + 12 <= last; p += 12) {
    const four = i8x16.swizzle(v128.load(p), v128.load(ORDER));
    let unspaced = v128.and(isBetween(four, HAN), isWhole(four));
    const marks = v128.or(v128.or(isOf(four, STOPS), isOf(four, COMMAS)), isOf(four, COLONS));
    if (i32x4.bitmask(v128.or(unspaced, marks)) != 15) {
      // Hardly ever in Chinese text, nearly always in Japanese.
      const kana = v128.or(isBetween(four, HIRAGANA), isBetween(four, KATAKANA));
      unspaced = v128.or(unspaced, v128.and(kana, isWhole(four)));
    }
    const tokens = <usize>i32x4.bitmask(unspaced);
    const span = spanAt(p);
    const second = target + ((tokens & 1) << 3);
    const third = second + ((tokens & 2) << 2);
    const fourth = third + ((tokens & 4) << 1);
    write(target, load<u32>(p) & 0xffffff, span);
    write(second, load<u32>(p, 3) & 0xffffff, span + 0x300000003);
    write(third, load<u32>(p, 6) & 0xffffff, span + 0x600000006);
    write(fourth, load<u32>(p, 9) & 0xffffff, span + 0x900000009);
    const others = i32x4.bitmask(v128.or(unspaced, marks)) ^ 15;
    if (others != 0) {
      const usual = <usize>ctz(others);
      threesEnd = p + 3 * usual;
      return target + (popcnt(tokens & ((1 << usual) - 1)) << 3);
    }
    target = fourth + (tokens & 8);
  }
  threesEnd = p;
  return target;
}

/** Whether the second and third byte of each begin with 10. */
function isWhole(four: v128): v128 {
  return i32x4.eq(v128.and(four, v128.load32_splat(WHOLE)), v128.load32_splat(WHOLE, 4));
}

function isBetween(four: v128, bounds: usize): v128 {
  return v128.and(i32x4.gt_s(four, v128.load32_splat(bounds)), i32x4.lt_s(four, v128.load32_splat(bounds, 4)));
}

function isOf(four: v128, block: usize): v128 {
  return i32x4.eq(v128.and(four, v128.load32_splat(block)), v128.load32_splat(block, 4));
}

/** From p to three bytes behind it. */
function spanAt(p: usize): u64 {
  return <u64>p | ((<u64>(p + 3)) << 32);
}

function write(target: usize, bytes: u32, span: u64): void {
  store<u64>(target, absorb(0, bytes));
  store<u64>(target + (spans - hashes), span);
}

/** Puts four characters of three bytes into words, the first byte of each highest. */
const ORDER: usize = memory.data<u8>([2, 1, 0, 255, 5, 4, 3, 255, 8, 7, 6, 255, 11, 10, 9, 255], 16);

// In memory: V8 makes the vector of a constant anew each time, in three instructions, and loads it in one.

/** Which bits, and what they are. */
const WHOLE: usize = memory.data<u32>([0xc0c0, 0x8080]);
/** The space, the comma of lists, the full stop: U+3000 to U+3003. */
const STOPS: usize = memory.data<u32>([0xfffffc, 0xe38080]);
/** The comma, brackets: U+FF00 to U+FF0F. */
const COMMAS: usize = memory.data<u32>([0xfffff0, 0xefbc80]);
/** The colon and the semicolon: U+FF1A and U+FF1B. */
const COLONS: usize = memory.data<u32>([0xfffffe, 0xefbc9a]);

/** What stands before U+4E00 and behind U+9FFF. */
const HAN: usize = memory.data<u32>([0xe4b87f, 0xe9bfc0]);
/** Before U+3041 and behind U+3096. */
const HIRAGANA: usize = memory.data<u32>([0xe38180, 0xe38297]);
/** Before U+30A1 and behind U+30FA. */
const KATAKANA: usize = memory.data<u32>([0xe382a0, 0xe383bb]);
