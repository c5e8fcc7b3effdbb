// Plans, proved and costed the slow way: everything is counted out.
import type { Plan } from '../../src/search/plan.ts';

/** How many errors a table sees: those in its prefix. */
const seen = (prefix: readonly number[], errors: readonly number[]): number =>
  prefix.reduce((sum, block) => sum + errors[block]!, 0);

/** Whether a pattern of errors (how many in each block) reaches a table. */
export function isCovered({ tables }: Plan, errors: readonly number[]): boolean {
  return tables.length === 0 || tables.some(({ prefix, radius }) => seen(prefix, errors) <= radius);
}

/**
 * The first of all patterns of exactly `maxDistance` errors that reaches no table. Fewer errors need not be counted
 * out: with some error less, no table sees more of them.
 */
export function firstUncovered(plan: Plan): number[] | undefined {
  const { blocks, maxDistance } = plan;
  const errors = blocks.map(() => 0);
  const place = (block: number, left: number): boolean => {
    const room = Math.min(left, blocks[block]!);
    if (block === blocks.length - 1) {
      errors[block] = left;
      return left <= room && !isCovered(plan, errors);
    }
    for (let some = 0; some <= room; some++) {
      errors[block] = some;
      if (place(block + 1, left - some)) return true;
    }
    return false;
  };
  return place(0, maxDistance) ? errors : undefined;
}

/** The bits of a block: all ones there. */
export function maskOf({ blocks }: Plan, block: number): bigint {
  const below = blocks.slice(block + 1).reduce((sum, width) => sum + width, 0);
  return ((1n << BigInt(blocks[block]!)) - 1n) << BigInt(below);
}

/** Whether a search for one fingerprint looks into the bucket of the other in some table. */
export function meets(plan: Plan, a: bigint, b: bigint): boolean {
  return plan.tables.length === 0 || bucketsThatMeet(plan, a, b) > 0;
}

/** In how many tables it does. */
export function bucketsThatMeet(plan: Plan, a: bigint, b: bigint): number {
  return plan.tables.filter(({ prefix, radius }) => {
    const mask = prefix.reduce((bits, block) => bits | maskOf(plan, block), 0n);
    return [...((a ^ b) & mask).toString(2)].filter((bit) => bit === '1').length <= radius;
  }).length;
}

/** C(n, k), by Pascal's triangle. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let row = [1];
  for (let i = 0; i < n; i++) row = [1, ...row.map((value, j) => value + (row[j + 1] ?? 0))];
  return row[k]!;
}

/**
 * Manku's recurrence as it is printed, over widths that need not be whole: X(f, k, d) = 1 if d ≤ τ (or, as some have
 * it, d < τ), else the minimum over r > k of C(r, k) · X(f·k/r, k, d - (r - k)·f/r).
 */
export function printedRecurrence(f: number, k: number, d: number, tau: number, isEnough: 'd ≤ τ' | 'd < τ'): number {
  if (isEnough === 'd ≤ τ' ? d <= tau : d < tau) return 1;
  let least = Number.POSITIVE_INFINITY;
  for (let r = k + 1; choose(r, k) < Math.min(least, 200); r++) {
    const rest = printedRecurrence((f * k) / r, k, d - ((r - k) * f) / r, tau, isEnough);
    least = Math.min(least, choose(r, k) * rest);
  }
  return least;
}

/** The same over blocks of whole bits, the wide ones first: all choices of blocks with errors, one by one. */
export function wholeBitRecurrence(f: number, k: number, d: number, tau: number, most: number): number {
  if (d <= tau) return 1;
  let least = Number.POSITIVE_INFINITY;
  for (let r = k + 1; r <= f && choose(r, k) <= most; r++) {
    const widths = Array.from({ length: r }, (_, i) => Math.floor(f / r) + (i < f % r ? 1 : 0));
    let tables = 0;
    const wrong = (from: number, left: number, rest: number): void => {
      if (left === 0) tables += wholeBitRecurrence(rest, k, d - (f - rest), tau, most);
      else for (let i = from; i < r; i++) wrong(i + 1, left - 1, rest + widths[i]!);
    };
    wrong(0, k, 0);
    least = Math.min(least, tables);
  }
  return least;
}
