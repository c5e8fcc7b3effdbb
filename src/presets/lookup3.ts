// lookup3, hashlittle2: Bob Jenkins, May 2006, public domain; http://www.burtleburtle.net/bob/c/lookup3.c
import { joined } from './halves.ts';

/** A, b and c of the original: three unsigned 32-bit integers. */
type State = Uint32Array;

const BLOCK = 12;
/** How far each step of `mix` and `final` rotates. */
const MIX = [4, 6, 8, 16, 19, 4] as const;
const FINAL = [14, 11, 25, 16, 4, 14, 24] as const;

/** The 64-bit lookup3 hash of bytes from the seed 0: the primary 32 bits are the upper half. */
export function lookup3(bytes: Uint8Array): bigint {
  const state = new Uint32Array(3).fill(0xdeadbeef + bytes.length);
  if (bytes.length > 0) {
    // The last block, of 1 to 12 bytes, is not mixed but finished; zeros fill it up.
    const blocks = Math.ceil(bytes.length / BLOCK);
    const padded = new Uint8Array(blocks * BLOCK);
    padded.set(bytes);
    const view = new DataView(padded.buffer);
    for (let block = 0; block < blocks; block++) {
      for (let i = 0; i < 3; i++) state[i]! += view.getUint32(block * BLOCK + 4 * i, true);
      if (block < blocks - 1) mix(state);
    }
    final(state);
  }
  const [, secondary, primary] = state;
  return joined(secondary!, primary!);
}

/** The three integers take the same turn six times: (a, b, c), (b, c, a), (c, a, b), … */
function mix(state: State): void {
  MIX.forEach((distance, turn) => {
    const a = turn % 3;
    const b = (turn + 1) % 3;
    const c = (turn + 2) % 3;
    state[a]! -= state[c]!;
    state[a]! ^= rotated(state[c]!, distance);
    state[c]! += state[b]!;
  });
}

/** Seven turns: c from b, a from c, b from a, … */
function final(state: State): void {
  FINAL.forEach((distance, turn) => {
    const target = (turn + 2) % 3;
    const source = (turn + 1) % 3;
    state[target]! ^= state[source]!;
    state[target]! -= rotated(state[source]!, distance);
  });
}

function rotated(value: number, left: number): number {
  return ((value << left) | (value >>> (32 - left))) >>> 0;
}
