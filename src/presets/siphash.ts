// SipHash-2-4: Aumasson, Bernstein, «SipHash: a fast short-input PRF», INDOCRYPT 2012, section 2.
// The packages on npm are scripts without types or modules, so it is written out here.

/** The state before any input: the four constants of section 2.1, «somepseudorandomlygeneratedbytes», under key 0. */
const START = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n] as const;

type State = [bigint, bigint, bigint, bigint];

/** The SipHash-2-4 of bytes under the key 0, as the hashers of Rust take it by default. */
export function siphash(bytes: Uint8Array): bigint {
  const state: State = [...START];
  for (const word of words(bytes)) {
    state[3] ^= word;
    rounds(state, 2);
    state[0] ^= word;
  }
  state[2] ^= 0xffn;
  rounds(state, 4);
  return state[0] ^ state[1] ^ state[2] ^ state[3];
}

/** Little-endian words of 8 bytes; the last is filled up with zeros and ends with the length modulo 256. */
function* words(bytes: Uint8Array): Iterable<bigint> {
  const padded = new Uint8Array(8 * (Math.floor(bytes.length / 8) + 1));
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  const view = new DataView(padded.buffer);
  for (let offset = 0; offset < padded.length; offset += 8) yield view.getBigUint64(offset, true);
}

function rounds(state: State, count: number): void {
  let [v0, v1, v2, v3] = state;
  for (let round = 0; round < count; round++) {
    v0 = add(v0, v1);
    v2 = add(v2, v3);
    v1 = rotated(v1, 13n) ^ v0;
    v3 = rotated(v3, 16n) ^ v2;
    v0 = rotated(v0, 32n);
    v2 = add(v2, v1);
    v0 = add(v0, v3);
    v1 = rotated(v1, 17n) ^ v2;
    v3 = rotated(v3, 21n) ^ v0;
    v2 = rotated(v2, 32n);
  }
  state[0] = v0;
  state[1] = v1;
  state[2] = v2;
  state[3] = v3;
}

function add(a: bigint, b: bigint): bigint {
  return BigInt.asUintN(64, a + b);
}

function rotated(value: bigint, left: bigint): bigint {
  return BigInt.asUintN(64, value << left) | (value >> (64n - left));
}
