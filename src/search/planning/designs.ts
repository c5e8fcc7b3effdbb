import { errorsOfGroups, type Plan, prefixBits } from '../plan.ts';
import { ALL_BITS, type Bits, type BitTable, choices, merged, planOf, split, subsets } from './bits.ts';
import { type Cut, fewestTables, prefixesByCuts } from './manku.ts';
import { tightened } from './tighten.ts';

/** A way to make tables, and what it makes. */
export interface Design {
  /** The idea behind it, in a few words. */
  readonly idea: string;
  readonly plan: Plan;
}

/** More tables take more memory, and longer to build, than they save. */
const MOST_TABLES = 32;
/** So that every plan can be proved complete by counting out all patterns: 735,471 with 9 blocks at distance 16. */
const MOST_BLOCKS = 9;
/** The same where there are no radii, and so few errors. */
const MOST_BLOCKS_WITHOUT_RADIUS = 16;
const MOST_GROUPS = 8;
/** Shorter prefixes meet too many rows; longer ones tell no more apart, and have more neighbours within a radius. */
const FEWEST_BITS = 10;
const MOST_BITS = 34;

const known = new Map<number, readonly Design[]>();

/**
 * Every design for a distance over so many fingerprints. Each is complete, and not without any one of its tables.
 * Of plans with the same prefix widths and radii, which cost the same, the first stands for all.
 */
export function designs(maxDistance: number, size: number): Design[] {
  if (!known.has(maxDistance)) known.set(maxDistance, designsForAnySize(maxDistance));
  const byShape = new Map<string, Design>();
  for (const design of [...known.get(maxDistance)!, ...recurrenceDesigns(maxDistance, size)]) {
    const shape = design.plan.tables.map((table) => `${prefixBits(design.plan, table)}/${table.radius}`);
    const key = shape.sort().join(' ');
    if (!byShape.has(key)) byShape.set(key, design);
  }
  return [...byShape.values()];
}

function designsForAnySize(maxDistance: number): Design[] {
  const found: Design[] = [{ idea: 'linear scan', plan: planOf(maxDistance, []) }];
  const add = (idea: string, tables: readonly BitTable[]): void => {
    found.push({ idea, plan: merged(tightened(planOf(maxDistance, tables))) });
  };
  for (let groups = 1; groups <= MOST_GROUPS; groups++) {
    if (isPigeonhole(maxDistance, groups)) add('pigeonhole', groupTables(maxDistance, groups, 1, 1));
  }
  if (maxDistance > 0 && (maxDistance + 1) ** 2 <= MOST_TABLES) add('Manku, cut twice', tablesByTwoCuts(maxDistance));
  for (let groups = 1; groups <= MOST_GROUPS; groups++) {
    for (let parts = 3; parts <= MOST_BLOCKS_WITHOUT_RADIUS; parts++) {
      for (let chosen = 2; chosen < parts; chosen++) {
        if (!isWorthwhile(maxDistance, groups, parts, chosen)) continue;
        const tables = groupTables(maxDistance, groups, parts, chosen);
        const isExact = tables.every(({ radius }) => radius === 0);
        add(!isExact ? 'cover with radii' : groups === 1 ? 'Manku' : 'Turán cover', tables);
      }
    }
  }
  if (maxDistance === 3) add('Turán cover', triplesOfSeven());
  return found;
}

/** Four blocks of 16 bits are always among the designs. */
function isPigeonhole(maxDistance: number, groups: number): boolean {
  return groups === 4 || (groups <= maxDistance + 1 && (groups > 1 || maxDistance === 0));
}

function isWorthwhile(maxDistance: number, groups: number, parts: number, chosen: number): boolean {
  const errors = errorsOfGroups(maxDistance, groups);
  if (errors[0]! < 1 || groups * choices(parts, chosen) > MOST_TABLES) return false;
  const bits = (ALL_BITS.length * chosen) / (groups * parts);
  if (bits < FEWEST_BITS || bits > MOST_BITS) return false;
  const spare = parts - chosen;
  const most = errors.at(-1)!;
  return most > spare ? groups * parts <= MOST_BLOCKS : most === spare && groups * parts <= MOST_BLOCKS_WITHOUT_RADIUS;
}

/**
 * Tables by groups of blocks: `groups` groups of `parts` blocks each, and a table for each choice of `chosen` blocks
 * of a group. Errors are shared out by the general pigeonhole principle, Σ(errors + 1) = maxDistance + 1 over the
 * groups (Qin et al., «GPH», ICDE 2018); within a group, a pattern is met by the choice that has the fewest.
 *
 * With a block a group that is multi-index hashing; with one group and no radius, Manku's first step; with several
 * groups and no radius, Turán's construction.
 */
function groupTables(maxDistance: number, groups: number, parts: number, chosen: number): BitTable[] {
  const errors = errorsOfGroups(maxDistance, groups);
  return split(ALL_BITS, groups).flatMap((bits, group) => {
    if (errors[group]! < 0) return [];
    const blocks = split(bits, parts);
    const radius = fewestErrors(errors[group]!, parts, chosen);
    return subsets(parts, chosen).map((choice) => ({ prefix: choice.flatMap((block) => blocks[block]!), radius }));
  });
}

/** The errors in those `chosen` of `parts` blocks that have the fewest; at worst, errors are spread evenly. */
function fewestErrors(errors: number, parts: number, chosen: number): number {
  const each = Math.floor(errors / parts);
  const blocksWithMore = errors % parts;
  return each * chosen + Math.max(0, chosen - (parts - blocksWithMore));
}

/** One block more than errors, and in what is left once more: 16 tables for distance 3. */
function tablesByTwoCuts(maxDistance: number): BitTable[] {
  const cut: Cut = (_width, _log2Rows, depth) => (depth < 2 ? maxDistance + 1 : 0);
  return prefixesByCuts(ALL_BITS, maxDistance, 0, cut).map(exactly);
}

/** Twelve triples of seven blocks, of which any four blocks hold one: Turán's number T(7, 4, 3) is 12. */
function triplesOfSeven(): BitTable[] {
  const parts = [
    [0, 1, 2],
    [3, 4],
    [5, 6],
  ];
  const triples = subsets(7, 3).filter((triple) => {
    // All in one part, or two in a part and the third in the part after it.
    const counts = parts.map((part) => triple.filter((block) => part.includes(block)).length);
    return counts.some((count, part) => count === 3 || (count === 2 && counts[(part + 1) % 3] === 1));
  });
  const blocks = split(ALL_BITS, 7);
  return triples.map((triple) => exactly(triple.flatMap((block) => blocks[block]!)));
}

/** The optimum of Manku's recurrence for every number of candidates that one may find good enough. */
function recurrenceDesigns(maxDistance: number, size: number): Design[] {
  const found: Design[] = [];
  const log2Rows = Math.ceil(Math.log2(size));
  // A table with a shorter prefix is one of a pigeonhole with more groups.
  for (let enough = log2Rows - FEWEST_BITS; enough >= 0 && maxDistance > 0; enough--) {
    const cut = fewestTables(maxDistance, log2Rows, enough, MOST_TABLES);
    if (!cut) continue;
    const tables = prefixesByCuts(ALL_BITS, maxDistance, log2Rows, cut).map(exactly);
    found.push({ idea: 'recurrence', plan: planOf(maxDistance, tables) });
  }
  return found;
}

const exactly = (prefix: Bits): BitTable => ({ prefix, radius: 0 });
