import { flipsOf } from '../../search/flips.ts';
import { type Plan, prefixMask } from '../../search/plan.ts';
import { sides } from './join-plan.ts';

/** A prefix under which a fingerprint stands on one side of the join: its own, with some bits flipped. */
export interface Probe {
  /** The table, counted through all repeats. */
  readonly table: number;
  readonly mask: bigint;
  readonly flip: bigint;
  /** How many bits are flipped, and between which places, 0 being the least significant bit; 64 and -1 if there are none. */
  readonly flipped: number;
  readonly lowest: number;
  readonly highest: number;
}

/** A table of one of the repeated fingerprints. */
export interface RepeatTable {
  readonly repeat: number;
  /** Its number in the plan. */
  readonly table: number;
}

/** The bits that are a table's prefix. Without tables everything stands under one prefix of no bits. */
export function prefixMasks(plan: Plan): bigint[] {
  return plan.tables.length === 0 ? [0n] : plan.tables.map((_, table) => prefixMask(plan, table));
}

/**
 * Both sides' probes of some tables.
 *
 * Two prefixes that differ in the bits D meet wherever the flips of the left, F, and of the right, G, make up the
 * difference: F ^ G = D. They are counted once, where F are the upper bits of D and G the lower ones, and F has as many
 * as G or one more: `flipped` of the left less that of the right is 0 or 1, and the left's `lowest` is above the right's
 * `highest`. There is exactly one such F and G for every D of up to `radius` bits.
 */
export function probesOf(plan: Plan, tables: readonly RepeatTable[]): readonly [left: Probe[], right: Probe[]] {
  const masks = prefixMasks(plan);
  const side = (which: 0 | 1): Probe[] =>
    tables.flatMap(({ repeat, table }) => {
      const mask = masks[table]!;
      const radius = plan.tables[table]?.radius ?? 0;
      return [...flipsOf(mask, sides(radius)[which])].map(({ bits, places }) => ({
        table: repeat * masks.length + table,
        mask,
        flip: bits,
        flipped: places.length,
        lowest: places[0] ?? 64,
        highest: places.at(-1) ?? -1,
      }));
    });
  return [side(0), side(1)];
}
