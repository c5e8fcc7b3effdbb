/** The largest radius an index can be made for. */
export const LARGEST_DISTANCE = 16;

/** A complete set of tables. `blocks` are widths in bits, most significant first, that add up to 64. */
export interface Plan {
  readonly maxDistance: number;
  readonly blocks: readonly number[];
  /** Each table sorts the fingerprints by the bits of its prefix blocks, in that order, then the other blocks in order; a search probes every prefix within `radius` bits of its own. No tables: a linear scan. */
  readonly tables: readonly { readonly prefix: readonly number[]; readonly radius: number }[];
}

/** How many bits a table's prefix has. */
export function prefixBits({ blocks }: Plan, { prefix }: { readonly prefix: readonly number[] }): number {
  return prefix.reduce((bits, block) => bits + blocks[block]!, 0);
}

/**
 * The radius of each table's block so that every error pattern of up to `maxDistance` bits has some block with no
 * more errors than its radius: Σ(radius + 1) = maxDistance + 1 (Qin et al., «GPH», ICDE 2018). -1 leaves a table out.
 */
export function tableRadii(maxDistance: number): number[] {
  const share = Math.floor((maxDistance + 1) / 4);
  const more = (maxDistance + 1) % 4;
  return Array.from({ length: 4 }, (_, table) => share - 1 + (table >= 4 - more ? 1 : 0));
}

/** Four tables, a 16-bit block of the fingerprint each: what an index has if it is given no plan. */
export function fourTables(maxDistance: number): Plan {
  const radii = tableRadii(maxDistance);
  const tables = radii.flatMap((radius, block) => (radius < 0 ? [] : [{ prefix: [block], radius }]));
  return { maxDistance, blocks: [16, 16, 16, 16], tables };
}
