import { type Plan, prefixBits } from './plan.ts';

/** Bits of a fingerprint that a table has rotated to the left, and how far. */
interface Move {
  readonly bits: bigint;
  readonly by: number;
}

/** How a table stands in memory. */
export interface TableLayout {
  /** How many of the leading bits the directory goes by. */
  readonly directoryBits: number;
  /** Blocks in the order in which the table has them, its prefix first. */
  readonly order: readonly number[];
  /** The permutation: every bit of a fingerprint is moved by one of these. */
  readonly moves: readonly Move[];
}

/** A directory has 512 KiB for a prefix of up to 16 bits, and 2 MiB for a longer one, whatever the number of fingerprints. */
const SHORT_DIRECTORY = 16;
const LONG_DIRECTORY = 18;

/** How many leading bits the directory of a table goes by. */
export function directoryBits(plan: Plan, table: { readonly prefix: readonly number[] }): number {
  return Math.min(LONG_DIRECTORY, Math.max(SHORT_DIRECTORY, prefixBits(plan, table)));
}

/** Where each block begins, counted from the most significant bit. */
function startsOf(blocks: readonly number[], order: readonly number[]): number[] {
  const starts = new Array<number>(blocks.length).fill(0);
  let start = 0;
  for (const block of order) {
    starts[block] = start;
    start += blocks[block]!;
  }
  return starts;
}

const maskOf = (start: number, width: number): bigint => ((1n << BigInt(width)) - 1n) << BigInt(64 - start - width);

export function layoutOf(plan: Plan): TableLayout[] {
  const { blocks } = plan;
  const places = startsOf(blocks, [...blocks.keys()]);
  return plan.tables.map((table) => {
    // Behind the prefix stand those blocks first that follow it: they are rather those of later tables, whose errors
    // are not bounded from below, so that few errors in them tell more.
    const last = table.prefix.at(-1) ?? 0;
    const rotated = [...blocks.keys()].map((_, i) => (last + 1 + i) % blocks.length);
    const order = [...table.prefix, ...rotated.filter((block) => !table.prefix.includes(block))];
    const starts = startsOf(blocks, order);
    const moves = new Map<number, bigint>();
    for (const [block, width] of blocks.entries()) {
      const by = (places[block]! - starts[block]! + 64) % 64;
      moves.set(by, (moves.get(by) ?? 0n) | maskOf(places[block]!, width));
    }
    return {
      directoryBits: directoryBits(plan, table),
      order,
      moves: [...moves].map(([by, bits]) => ({ by, bits })),
    };
  });
}

/** The bits of some blocks, as a table sees them. */
export function seenBits(plan: Plan, { order }: TableLayout, blocks: readonly number[]): bigint {
  const starts = startsOf(plan.blocks, order);
  return blocks.reduce((bits, block) => bits | maskOf(starts[block]!, plan.blocks[block]!), 0n);
}

/** How many bits of each block a table has in the 16 bits behind those of its directory; of its prefix, none counts. */
export function nearBits(plan: Plan, { order, directoryBits }: TableLayout, prefix: readonly number[]): number[] {
  const starts = startsOf(plan.blocks, order);
  return plan.blocks.map((width, block) => {
    if (prefix.includes(block)) return 0;
    const first = Math.max(starts[block]!, directoryBits);
    const end = Math.min(starts[block]! + width, directoryBits + 16);
    return Math.max(0, end - first);
  });
}

/** The layouts as the kernel reads them. */
export function layoutBytes(layouts: readonly TableLayout[]): Uint8Array {
  const words = layouts.flatMap(({ directoryBits, moves }) => [
    joined(directoryBits, moves.length),
    ...moves.flatMap(({ bits, by }) => [bits, BigInt(by)]),
  ]);
  return new Uint8Array(BigUint64Array.from(words).buffer);
}

/** The number of 64 bits of which these are the lower and the upper half. */
export function joined(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}
