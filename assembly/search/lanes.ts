// Bits of many numbers at once: eight of 16 bits a vector, with SIMD only.

/** Which of 16 lanes have at most so many bits: clearing the lowest so many times leaves nothing. */
function fewBits(first: v128, second: v128, most: u32): u32 {
  const ones = i16x8.splat(-1);
  let a = first;
  let b = second;
  for (let i: u32 = 0; i < most; i++) {
    a = v128.and(a, i16x8.add(a, ones));
    b = v128.and(b, i16x8.add(b, ones));
  }
  const zero = i64x2.splat(0);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(a, zero), i16x8.eq(b, zero)));
}

function bitsWithin(a: v128, b: v128, least: v128, range: v128): u32 {
  const inA = i16x8.sub(bitsIn16(a), least);
  const inB = i16x8.sub(bitsIn16(b), least);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.le_u(inA, range), i16x8.le_u(inB, range)));
}

/** Of four values, the bits without the ids. */
function farsAt(place: usize): v128 {
  return v128.shuffle<i32>(v128.load(place), v128.load(place, 16), 0, 2, 4, 6);
}

function bitsIn16(bits: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(bits));
}

function bitsIn32(bits: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(bitsIn16(bits));
}

// Down here: the compiler warns of vectors that functions declared as exports exchange, and takes them to leave the module.
export { bitsIn16, bitsIn32, bitsWithin, farsAt, fewBits };
