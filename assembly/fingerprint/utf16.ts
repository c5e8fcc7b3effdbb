// UTF-16 to UTF-8, for texts that are mostly not ASCII: Node copies the units of a string ten times as fast as it encodes them.
import { encode } from './utf8';

/**
 * Writes `count` units of UTF-16 as UTF-8 to `target`, at most three bytes each, and returns how many bytes that were.
 * A lone surrogate becomes U+FFFD. The units may stand in the same room, if they end 16 bytes or more behind it.
 */
export function encodeUnits(units: usize, count: usize, target: usize): usize {
  const end = units + (count << 1);
  let unit = units;
  let out = target;
  if (ASC_FEATURE_SIMD && !isReady) makeClosed();
  while (unit < end) {
    if (ASC_FEATURE_SIMD) {
      for (; unit + 16 <= end; unit += 16) {
        const next = encodeEight(v128.load(unit), out);
        if (next == 0) break;
        out = next;
      }
    }
    // Those with surrogates, and the last ones.
    for (const stop = min(end, unit + 16); unit < stop; ) {
      const code = codePointAt(unit, end);
      store<u32>(out, encode(code));
      out += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      unit += code < 0x10000 ? 2 : 4;
    }
  }
  return out - target;
}

function codePointAt(unit: usize, end: usize): u32 {
  const code = <u32>load<u16>(unit);
  if ((code & 0xf800) != 0xd800) return code;
  const next = unit + 2 < end ? <u32>load<u16>(unit, 2) : 0;
  const isPair = code < 0xdc00 && (next & 0xfc00) == 0xdc00;
  return isPair ? 0x10000 + ((code & 0x3ff) << 10) + (next & 0x3ff) : 0xfffd;
}

/** Writes eight units, and returns where their bytes end; 0 if there are surrogates among them. */
function encodeEight(eight: v128, target: usize): usize {
  const kind = v128.and(eight, v128.load32_splat(KIND));
  const surrogates = i16x8.eq(kind, v128.load32_splat(SURROGATE));
  if (!v128.any_true(v128.or(i16x8.eq(kind, i16x8.splat(0)), surrogates))) return encodeThrees(eight, target);
  if (v128.any_true(surrogates)) return 0;
  return encodeFour(i32x4.extend_high_i16x8_u(eight), encodeFour(i32x4.extend_low_i16x8_u(eight), target));
}

/** Eight units of three bytes each. */
function encodeThrees(eight: v128, target: usize): usize {
  const middle = v128.and(i16x8.shl(eight, 2), v128.load32_splat(SECOND));
  const firstTwo = v128.or(v128.or(i16x8.shr_u(eight, 12), middle), v128.load32_splat(FIRST_TWO_MARKS));
  const third = v128.or(v128.and(eight, v128.load32_splat(THIRD)), v128.load32_splat(THIRD_MARKS));
  v128.store(target, interleave(firstTwo, third, PLACES));
  v128.store64_lane(target, interleave(firstTwo, third, PLACES + 32), 0, 16);
  return target + 24;
}

/** Four units (u32) of one to three bytes, all three made of each: which it has cannot be guessed. */
function encodeFour(four: v128, target: usize): usize {
  const last = v128.and(four, v128.load32_splat(LAST));
  const two = v128.or(v128.or(i32x4.shr_u(four, 6), i32x4.shl(last, 8)), v128.load32_splat(TWO_MARKS));
  const middle = v128.and(i32x4.shl(four, 2), v128.load32_splat(MIDDLE));
  const ends = v128.or(i32x4.shr_u(four, 12), i32x4.shl(last, 16));
  const three = v128.or(v128.or(ends, middle), v128.load32_splat(THREE_MARKS));
  const isTwo = i32x4.gt_s(four, v128.load32_splat(ONE_END));
  const isThree = i32x4.gt_s(four, v128.load32_splat(TWO_END));
  const bytes = v128.bitselect(v128.bitselect(three, two, isThree), four, isTwo);
  const sizes = <usize>(i32x4.bitmask(isTwo) | (i32x4.bitmask(isThree) << 4));
  v128.store(target, i8x16.swizzle(bytes, v128.load(closed + (sizes << 4))));
  return target + 4 + popcnt(sizes);
}

/** For any four sizes, a bit for more than one byte and one for more than two, the places of their bytes without gaps. */
const closed: usize = memory.data(16 * 256, 16);
let isReady = false;

function makeClosed(): void {
  for (let sizes: usize = 0; sizes < 256; sizes++) {
    let place = closed + (sizes << 4);
    for (let unit: usize = 0; unit < 4; unit++) {
      const size = <usize>1 + ((sizes >> unit) & 1) + ((sizes >> (unit + 4)) & 1);
      for (let byte: usize = 0; byte < size; byte++) store<u8>(place++, (unit << 2) + byte);
    }
  }
  isReady = true;
}

function interleave(firstTwo: v128, third: v128, places: usize): v128 {
  return v128.or(i8x16.swizzle(firstTwo, v128.load(places)), i8x16.swizzle(third, v128.load(places, 16)));
}

// In memory: V8 makes the vector of a constant anew each time, in three instructions, and loads it in one. Two units each.

/** The bits of the second byte, and of the third; and what marks all three. */
const SECOND: usize = memory.data<u32>([0x3f003f00]);
const THIRD: usize = memory.data<u32>([0x003f003f]);
const FIRST_TWO_MARKS: usize = memory.data<u32>([0x80e080e0]);
const THIRD_MARKS: usize = memory.data<u32>([0x00800080]);
/** What tells units below U+0800, and surrogates. */
const KIND: usize = memory.data<u32>([0xf800f800]);
const SURROGATE: usize = memory.data<u32>([0xd800d800]);
/** The same of units with 32 bits each. */
const LAST: usize = memory.data<u32>([0x3f]);
const MIDDLE: usize = memory.data<u32>([0x3f00]);
const TWO_MARKS: usize = memory.data<u32>([0x80c0]);
const THREE_MARKS: usize = memory.data<u32>([0x8080e0]);
/** The last units of one byte and of two. */
const ONE_END: usize = memory.data<u32>([0x7f]);
const TWO_END: usize = memory.data<u32>([0x7ff]);
/** Where the bytes of a vector of first and second ones go, and those of one of third ones; so for the last eight. */
const PLACES: usize = memory.data<u8>(
  [
    0, 1, 255, 2, 3, 255, 4, 5, 255, 6, 7, 255, 8, 9, 255, 10, 255, 255, 0, 255, 255, 2, 255, 255, 4, 255, 255, 6, 255,
    255, 8, 255, 11, 255, 12, 13, 255, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 10, 255, 255, 12, 255,
    255, 14, 255, 255, 255, 255, 255, 255, 255, 255,
  ],
  16,
);
