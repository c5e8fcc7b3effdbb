import type { KernelPlan } from '../wasm/index-memory.ts';

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
export function prefixBits({ blocks }: Plan, { prefix }: Plan['tables'][number]): number {
  return prefix.reduce((bits, block) => bits + blocks[block]!, 0);
}

/** Four tables, a 16-bit block of the fingerprint each. */
const TABLES = 4;
const BLOCK_BITS = 16;

// What the steps of a search cost, in nanoseconds, fitted to searches of 3·10³ to 10⁶ rows at distances 6 to 16 on one
// 3.1 GHz core. A row in a bucket costs more than one that is read through: it must be fetched from elsewhere.
const ROW_READ = 0.65;
const PROBE = 8;
const BUCKET_ROW = 10;
/** Sorting a row into four tables. */
const ROW_BUILD = 120;

/**
 * The radius of each table's block so that every error pattern of up to `maxDistance` bits has some block with no
 * more errors than its radius: Σ(radius + 1) = maxDistance + 1 (Qin et al., «GPH», ICDE 2018). -1 leaves a table out.
 */
export function tableRadii(maxDistance: number): number[] {
  const share = Math.floor((maxDistance + 1) / TABLES);
  const more = (maxDistance + 1) % TABLES;
  return Array.from({ length: TABLES }, (_, table) => share - 1 + (table >= TABLES - more ? 1 : 0));
}

/** How many buckets a search looks into: the block values within each table's radius. */
export function probeCount(maxDistance: number): number {
  let probes = 0;
  for (const radius of tableRadii(maxDistance)) {
    for (let errors = 0, ways = 1; errors <= radius; errors++) {
      probes += ways;
      ways = (ways * (BLOCK_BITS - errors)) / (errors + 1);
    }
  }
  return probes;
}

/** Expected nanoseconds of one search over `rows` rows that stand in tables. */
function probeCost(rows: number, maxDistance: number): number {
  return probeCount(maxDistance) * (PROBE + (rows / 2 ** BLOCK_BITS) * BUCKET_ROW);
}

/** Whether tables make a search over `rows` rows cheaper than reading all of them. */
export function tablesPay(rows: number, maxDistance: number): boolean {
  return probeCost(rows, maxDistance) < rows * ROW_READ;
}

/** How many rows a search may find outside the tables before sorting all of them again pays. */
export function untabledLimit(rows: number): number {
  // Each search reads those rows, each build sorts all rows: the sum is least where the two cost the same.
  return Math.max(4096, Math.sqrt((2 * rows * ROW_BUILD) / ROW_READ));
}

/** Probe the tables. */
export function probingPlan(maxDistance: number): KernelPlan {
  const radii = tableRadii(maxDistance).reduce((bytes, radius, table) => bytes | ((radius + 1) << (8 * table)), 0);
  return { maxDistance, radii };
}

/** Read all rows through. */
export function readingPlan(maxDistance: number): KernelPlan {
  return { maxDistance, radii: 0 };
}

/** Whichever of the two is cheaper over so many rows in tables. */
export function cheapestPlan(tabled: number, maxDistance: number): KernelPlan {
  return tabled > 0 && tablesPay(tabled, maxDistance) ? probingPlan(maxDistance) : readingPlan(maxDistance);
}
