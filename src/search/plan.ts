/** The largest radius an index can be made for. */
export const LARGEST_DISTANCE = 16;

/** A complete set of tables. `blocks` are widths in bits, most significant first, that add up to 64. */
export interface Plan {
  readonly maxDistance: number;
  readonly blocks: readonly number[];
  /** Each table sorts the fingerprints by the bits of its prefix blocks, in that order, then the other blocks in order; a search probes every prefix within `radius` bits of its own. No tables: a linear scan. */
  readonly tables: readonly { readonly prefix: readonly number[]; readonly radius: number }[];
}

/** The same plan in arrays of its own: whoever changes those of one, changes nothing of the other. */
export function copyOfPlan(plan: Plan): Plan {
  const tables = plan.tables.map(({ prefix, radius }) => ({ prefix: [...prefix], radius }));
  return { ...plan, blocks: [...plan.blocks], tables };
}

/** How many bits a table's prefix has. */
export function prefixBits({ blocks }: Plan, { prefix }: { readonly prefix: readonly number[] }): number {
  return prefix.reduce((bits, block) => bits + blocks[block]!, 0);
}

/** The bits of a table's prefix, within a fingerprint. */
export function prefixMask({ blocks, tables }: Plan, table: number): bigint {
  let below = 64;
  return blocks.reduce((mask, width, block) => {
    below -= width;
    const isPrefix = tables[table]!.prefix.includes(block);
    return isPrefix ? mask | (((1n << BigInt(width)) - 1n) << BigInt(below)) : mask;
  }, 0n);
}

/**
 * The errors that each of some groups of bits must bear, ascending, so that every error pattern of up to `maxDistance`
 * bits leaves some group no more than its own: Σ(errors + 1) = maxDistance + 1 (Qin et al., «GPH», ICDE 2018). -1 if a
 * group need not be looked at.
 */
export function errorsOfGroups(maxDistance: number, groups: number): number[] {
  const share = Math.floor((maxDistance + 1) / groups);
  const more = (maxDistance + 1) % groups;
  return Array.from({ length: groups }, (_, group) => share - 1 + (group >= groups - more ? 1 : 0));
}

/** Four tables, a 16-bit block of the fingerprint each: what an index has if it is given no plan. */
export function fourTables(maxDistance: number): Plan {
  const radii = errorsOfGroups(maxDistance, 4);
  const tables = radii.flatMap((radius, block) => (radius < 0 ? [] : [{ prefix: [block], radius }]));
  return { maxDistance, blocks: [16, 16, 16, 16], tables };
}
