// The slow, obvious twin of the checksum of what is saved.

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

function absorb(state: bigint, word: bigint): bigint {
  const product = u64((state ^ word) * 0x9e3779b97f4a7c15n);
  return product ^ (product >> 32n);
}

function wordAt(bytes: Uint8Array, at: number): bigint {
  let word = 0n;
  for (let i = 0; i < 8; i++) word |= BigInt(bytes[at + i] ?? 0) << BigInt(8 * i);
  return word;
}

/** Words go to four lanes in turn; those behind the last whole four, and what is less than a word, to the first. */
export function checksum(before: bigint, bytes: Uint8Array): bigint {
  const lanes = [absorb(before, BigInt(bytes.length)), 1n, 2n, 3n];
  const even = bytes.length - (bytes.length % 32);
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    const lane = at < even ? (at / 8) % 4 : 0;
    lanes[lane] = absorb(lanes[lane]!, wordAt(bytes, at));
  }
  let sum = absorb(lanes[0]!, at < bytes.length ? wordAt(bytes, at) : 0n);
  for (const lane of lanes.slice(1)) sum = absorb(sum, lane);
  const mixed = u64((sum ^ (sum >> 29n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 32n);
}
