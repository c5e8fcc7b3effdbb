import type { Plan } from '../plan.ts';

/** Places of bits in a fingerprint: 0 is the most significant, 63 the least. */
export type Bits = readonly number[];

export const ALL_BITS: Bits = /* @__PURE__ */ Array.from({ length: 64 }, (_, place) => place);

/** Parts one after the other, as equal as whole widths can be, the wider ones first. */
export function split(bits: Bits, parts: number): Bits[] {
  const width = Math.floor(bits.length / parts);
  const wider = bits.length % parts;
  return Array.from({ length: parts }, (_, part) => {
    const begin = part * width + Math.min(part, wider);
    return bits.slice(begin, begin + width + (part < wider ? 1 : 0));
  });
}

/** Every choice of `size` numbers below `count`, in order. */
export function subsets(count: number, size: number): number[][] {
  if (size === 0) return [[]];
  if (size > count) return [];
  const withLast = subsets(count - 1, size - 1).map((chosen) => [...chosen, count - 1]);
  return [...subsets(count - 1, size), ...withLast];
}

/** How many choices there are of `size` things out of `count`. */
export function choices(count: number, size: number): number {
  let ways = 1;
  for (let i = 0; i < size; i++) ways = (ways * (count - i)) / (i + 1);
  return ways;
}

/** How many values of so many bits are within a radius of one, itself counted. */
export function neighbours(bits: number, radius: number): number {
  let count = 0;
  for (let errors = 0; errors <= radius; errors++) count += choices(bits, errors);
  return count;
}

/** A table by the bits of its prefix. */
export interface BitTable {
  readonly prefix: Bits;
  readonly radius: number;
}

/** The plan of such tables: its blocks are the runs of bits that stand in the same tables. */
export function planOf(maxDistance: number, bitTables: readonly BitTable[]): Plan {
  const prefixes = bitTables.map(({ prefix }) => new Set(prefix));
  const begins = ALL_BITS.filter(
    (place) => place === 0 || prefixes.some((prefix) => prefix.has(place) !== prefix.has(place - 1)),
  );
  return {
    maxDistance,
    blocks: begins.map((begin, block) => (begins[block + 1] ?? ALL_BITS.length) - begin),
    tables: bitTables.map(({ radius }, table) => ({
      prefix: [...begins.keys()].filter((block) => prefixes[table]!.has(begins[block]!)),
      radius,
    })),
  };
}

/** The same plan with those blocks merged that stand side by side in the same tables. */
export function merged({ maxDistance, blocks, tables }: Plan): Plan {
  let begin = 0;
  const bits = blocks.map((width) => {
    begin += width;
    return ALL_BITS.slice(begin - width, begin);
  });
  return planOf(
    maxDistance,
    tables.map(({ prefix, radius }) => ({ prefix: prefix.flatMap((block) => bits[block]!), radius })),
  );
}
