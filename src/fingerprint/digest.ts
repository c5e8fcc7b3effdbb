import { encoder } from '../utf8.ts';

const WORD_MULTIPLIER = 0x9e3779b97f4a7c15n;
const MIX_MULTIPLIER = 0x94d049bb133111ebn;

/**
 * 16 hexadecimal digits that stand for a text: hammingbird's own hash of it, so that changes are seen. It is what the core
 * makes of a feature (`assembly/hash.ts`), without one: names and versions are made where no core can be started, too.
 */
export function digest(text: string): string {
  const bytes = encoder.encode(text);
  const padded = new Uint8Array(8 * Math.ceil(bytes.length / 8));
  padded.set(bytes);
  let state = 0n;
  // Cut to 64 bits at each step, which lets V8 compute without making numbers of any length: a quarter of the time.
  for (const word of new BigUint64Array(padded.buffer)) {
    state = BigInt.asUintN(64, BigInt.asUintN(64, state ^ word) * WORD_MULTIPLIER);
    state = BigInt.asUintN(64, state ^ (state >> 32n));
  }
  const mixed = BigInt.asUintN(64, (state ^ (state >> 29n)) * MIX_MULTIPLIER);
  return (mixed ^ (mixed >> 32n)).toString(16).padStart(16, '0');
}
