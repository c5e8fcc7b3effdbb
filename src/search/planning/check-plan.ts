import { IncompletePlanError, InvalidArgumentError } from '../../errors.ts';
import { isWhole } from '../../ranges.ts';
import { shown } from '../../shown.ts';
import { LARGEST_DISTANCE, type Plan, prefixBits } from '../plan.ts';
import { uncoveredErrors } from './uncovered.ts';

const FINGERPRINT_BITS = 64;
/** More tables than any design has a use for; it bounds the time of a check. */
const MOST_TABLES = 256;

/**
 * Proves that a plan finds every match within its distance, whatever bits are wrong.
 *
 * Which bits of a block are wrong does not matter to a table, only how many: so the proof goes through the ways in
 * which up to `maxDistance` errors fall on the blocks, and leaves none out.
 *
 * @throws {InvalidArgumentError} if the plan is not well-formed, or too intricate to be proved in a moment
 * @throws {IncompletePlanError} if some pattern of errors reaches no table; it is named
 * @example
 * checkPlan({ maxDistance: 1, blocks: [32, 32], tables: [{ prefix: [0], radius: 0 }, { prefix: [1], radius: 0 }] })
 */
export function checkPlan(plan: Plan): void {
  checkForm(plan);
  const errors = uncoveredErrors(plan);
  if (errors === undefined) return;
  const count = errors.reduce((sum, some) => sum + some, 0);
  throw new IncompletePlanError(
    `The plan would miss matches within distance ${plan.maxDistance}: with ${nameErrors(plan, errors)}, ` +
      `${count} in all, no table's prefix is within its radius. Add a table or widen a radius, or use planTables().`,
    errors,
  );
}

/** 'errors in block 0 (bits 63…48): 1, block 3 (bits 15…0): 2'. */
function nameErrors({ blocks }: Plan, errors: readonly number[]): string {
  let above = FINGERPRINT_BITS;
  const named = blocks.flatMap((width, block) => {
    const from = above - 1;
    above -= width;
    return errors[block] === 0 ? [] : [`block ${block} (bits ${from}…${above}): ${errors[block]}`];
  });
  return `errors in ${named.join(', ')}`;
}

function checkForm(plan: Plan): void {
  const { maxDistance, blocks, tables } = plan ?? {};
  check(
    isWhole(maxDistance, 0, LARGEST_DISTANCE),
    () => `maxDistance must be a whole number from 0 to ${LARGEST_DISTANCE}, not ${shown(maxDistance)}`,
  );
  check(
    Array.isArray(blocks) && [...blocks].every((width) => isWhole(width, 1, FINGERPRINT_BITS)) && sum(blocks) === 64,
    () => `blocks must be whole widths of at least 1 bit that add up to 64, not ${shown(blocks)}`,
  );
  check(
    Array.isArray(tables) && tables.length <= MOST_TABLES,
    () =>
      `tables must be an array of at most ${MOST_TABLES}, not ${Array.isArray(tables) ? tables.length : shown(tables)}`,
  );
  // Copied, since the methods of an array pass over its holes.
  for (const [number, table] of [...tables].entries()) {
    const { prefix, radius } = table ?? {};
    check(
      Array.isArray(prefix) &&
        prefix.length > 0 &&
        [...prefix].every((block) => isWhole(block, 0, blocks.length - 1)) &&
        new Set(prefix).size === prefix.length,
      () =>
        `the prefix of table ${number} must be one or more different blocks, 0 to ${blocks.length - 1}, ` +
        `not ${shown(prefix)}`,
    );
    const most = Math.min(maxDistance, prefixBits(plan, table));
    check(
      isWhole(radius, 0, most),
      () => `the radius of table ${number} must be a whole number from 0 to ${most}, not ${shown(radius)}`,
    );
  }
}

function check(fits: boolean, problem: () => string): asserts fits {
  if (!fits) throw new InvalidArgumentError(`This is no plan: ${problem()}. planTables() makes one.`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
