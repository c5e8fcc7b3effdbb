/** How many of 64 bits differ. */
export function hammingDistance(a: u64, b: u64): u32 {
  return <u32>popcnt(a ^ b);
}
