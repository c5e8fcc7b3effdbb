import { randomBits } from '../support/fingerprints.ts';

/** Documents that have nothing to do with each other. */
export function unrelated(count: number, seed: bigint): { id: string; fingerprint: bigint; time: number }[] {
  const random = randomBits(seed);
  return Array.from({ length: count }, (_, i) => ({ id: `document ${i}`, fingerprint: random(), time: i }));
}
