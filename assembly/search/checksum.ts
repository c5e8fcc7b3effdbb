// A checksum of 64 bits for what is saved: no word of eight bytes can change without it, since each step is a bijection.
import { absorb, mix } from '../hash';

/** The checksum of some bytes that follow on others, whose checksum is `before`. */
export function checksum(before: u64, bytes: usize, length: u32): u64 {
  // Four at a time, since a multiplication takes longer than it takes to start the next.
  let a = absorb(before, length);
  let b: u64 = 1;
  let c: u64 = 2;
  let d: u64 = 3;
  const end = bytes + length;
  let place = bytes;
  for (; end - place >= 32; place += 32) {
    a = absorb(a, load<u64>(place));
    b = absorb(b, load<u64>(place, 8));
    c = absorb(c, load<u64>(place, 16));
    d = absorb(d, load<u64>(place, 24));
  }
  for (; end - place >= 8; place += 8) a = absorb(a, load<u64>(place));
  let last: u64 = 0;
  for (let shift: u64 = 0; place < end; place++, shift += 8) last |= (<u64>load<u8>(place)) << shift;
  return mix(absorb(absorb(absorb(absorb(a, last), b), c), d));
}
