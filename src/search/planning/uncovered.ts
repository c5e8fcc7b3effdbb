import { InvalidArgumentError } from '../../errors.ts';
import type { Plan } from '../plan.ts';

/** Steps after which a proof is given up; the plans of the planner need at most 510. */
const MOST_STEPS = 10_000;

/**
 * A pattern of at most `maxDistance` errors (how many in each block) that reaches no table of a well-formed plan, or
 * undefined if there is none. Exact: a search through all patterns that skips only what cannot escape any more.
 *
 * @throws {InvalidArgumentError} if the search takes too long to be done at every construction of an index
 */
export function uncoveredErrors(plan: Plan): number[] | undefined {
  if (plan.tables.length === 0) return undefined;
  const groups = blocksByTables(plan);
  const errors = new Escape(plan, groups).find(plan.maxDistance);
  if (errors === undefined) return undefined;
  const inBlocks = plan.blocks.map(() => 0);
  for (const [group, blocks] of groups.entries()) {
    let left = errors[group]!;
    for (const block of blocks) {
      inBlocks[block] = Math.min(left, plan.blocks[block]!);
      left -= inBlocks[block]!;
    }
  }
  return inBlocks;
}

/** Groups of blocks that stand in exactly the same tables: where among them an error falls is all one. */
function blocksByTables({ blocks, tables }: Plan): number[][] {
  const groups = new Map<string, number[]>();
  for (const block of blocks.keys()) {
    const inTables = tables.map(({ prefix }) => (prefix.includes(block) ? '1' : '0')).join('');
    groups.set(inTables, [...(groups.get(inTables) ?? []), block]);
  }
  return [...groups.values()];
}

/** The search for errors that escape every table: by more than its radius in the groups of its prefix. */
class Escape {
  /** The groups in the prefix of each table, and the tables of each group. */
  readonly #groupsOf: readonly (readonly number[])[];
  readonly #tablesOf: readonly (readonly number[])[];
  readonly #plan: Plan;
  readonly #errors: Uint8Array;
  /** How many more errors each group has room for; none once it is closed to this branch of the search. */
  readonly #room: Int16Array;
  /** How many errors more each table must see to be escaped. */
  readonly #missing: Int16Array;
  /** Notes of one step, kept to spare the garbage collector. */
  readonly #inTables: Uint16Array;
  #steps = 0;

  constructor(plan: Plan, groups: readonly (readonly number[])[]) {
    this.#plan = plan;
    this.#groupsOf = plan.tables.map(({ prefix }) =>
      [...groups.keys()].filter((group) => prefix.includes(groups[group]![0]!)),
    );
    this.#tablesOf = groups.map((_, group) =>
      [...plan.tables.keys()].filter((table) => this.#groupsOf[table]!.includes(group)),
    );
    this.#errors = new Uint8Array(groups.length);
    this.#room = Int16Array.from(groups, (blocks) => blocks.reduce((bits, block) => bits + plan.blocks[block]!, 0));
    this.#missing = Int16Array.from(plan.tables, ({ radius }) => radius + 1);
    this.#inTables = new Uint16Array(groups.length);
  }

  /** Errors in each group, at most `left`, that escape every table. */
  find(left: number): Uint8Array | undefined {
    if (++this.#steps > MOST_STEPS) {
      throw new InvalidArgumentError(
        `This plan of ${this.#plan.blocks.length} blocks and ${this.#plan.tables.length} tables is too intricate ` +
          `to be proved complete in ${MOST_STEPS} steps. Use fewer blocks, or planTables().`,
      );
    }
    const table = this.#narrowest();
    if (table === undefined) return this.#errors;
    if (this.#leastErrors() > left) return undefined;
    // Some group of this table has another error. Once one has been tried with, the others are tried without.
    const groups = this.#groupsOf[table]!;
    const rooms = groups.map((group) => this.#room[group]!);
    for (const group of groups) {
      if (this.#room[group] === 0) continue;
      this.#put(group, 1);
      const found = this.find(left - 1);
      if (found) return found;
      this.#put(group, -1);
      this.#room[group] = 0;
    }
    for (const [i, group] of groups.entries()) this.#room[group] = rooms[i]!;
    return undefined;
  }

  #put(group: number, errors: 1 | -1): void {
    this.#errors[group]! += errors;
    this.#room[group]! -= errors;
    for (const table of this.#tablesOf[group]!) this.#missing[table]! -= errors;
  }

  /** Of the tables that are not escaped yet, the one with the fewest groups to put errors in. */
  #narrowest(): number | undefined {
    let narrowest: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (let table = 0; table < this.#missing.length; table++) {
      if (this.#missing[table]! <= 0) continue;
      let open = 0;
      for (const group of this.#groupsOf[table]!) if (this.#room[group]! > 0) open++;
      if (open >= fewest) continue;
      narrowest = table;
      fewest = open;
    }
    return narrowest;
  }

  /** How many errors it takes at least to escape the other tables; infinitely many if some has no room for them. */
  #leastErrors(): number {
    // All together miss so many, while an error counts in no more tables than the group in the most.
    let missingInAll = 0;
    const inTables = this.#inTables.fill(0);
    for (let table = 0; table < this.#missing.length; table++) {
      const missing = this.#missing[table]!;
      if (missing <= 0) continue;
      missingInAll += missing;
      let room = 0;
      for (const group of this.#groupsOf[table]!) {
        if (this.#room[group] === 0) continue;
        room += this.#room[group]!;
        inTables[group]!++;
      }
      if (room < missing) return Number.POSITIVE_INFINITY;
    }
    return missingInAll / Math.max(...inTables);
  }
}
