import { nearBits, type TableLayout } from './layout.ts';
import { type Plan, prefixBits } from './plan.ts';
import type { Stage } from './stages.ts';

/** How many errors there may be, least and most. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Ways in which errors fall on blocks, beyond which they are not gone through. */
const MOST_PATTERNS = 20_000;

/**
 * How many errors a match that stage s is the first to meet, with so many in its prefix, may have in the 16 bits that
 * stand behind those of its directory; undefined if there is no such match.
 *
 * What the earlier stages leave has more errors in each of their prefixes than their radius, so few in the other bits.
 */
export function errorBounds(
  plan: Plan,
  layouts: readonly TableLayout[],
  stages: readonly Stage[],
  distance: number,
): (stage: number, inPrefix: number) => Bounds | undefined {
  const layoutAt = (stage: number) => layouts[stages[stage]!.table]!;
  const isShort = stages.map((stage, i) => prefixBits(plan, stage) < layoutAt(i).directoryBits);
  const wide = (inPrefix: number): Bounds => ({ least: 0, most: Math.min(16, distance - inPrefix) });
  if (patternCount(plan.blocks.length, distance) > MOST_PATTERNS) return (_, inPrefix) => wide(inPrefix);

  const near = stages.map(({ prefix }, i) => nearBits(plan, layoutAt(i), prefix));
  const bounds = stages.map(() => new Map<number, Bounds>());
  for (const errors of errorPatterns(plan.blocks, distance)) {
    const first = stages.findIndex(({ prefix, radius }) => errorsIn(prefix, errors) <= radius);
    if (first < 0) continue;
    const inPrefix = errorsIn(stages[first]!.prefix, errors);
    const { least, most } = bounds[first]!.get(inPrefix) ?? { least: 16, most: 0 };
    const { fewest, many } = errorsNear(near[first]!, plan.blocks, errors);
    bounds[first]!.set(inPrefix, { least: Math.min(least, fewest), most: Math.max(most, many) });
  }
  return (stage, inPrefix) => (isShort[stage] ? wide(inPrefix) : bounds[stage]!.get(inPrefix));
}

function errorsIn(prefix: readonly number[], errors: readonly number[]): number {
  let sum = 0;
  for (const block of prefix) sum += errors[block]!;
  return sum;
}

/** How many errors may stand in some bits, so many of each block, given those of each block. */
function errorsNear(near: readonly number[], widths: readonly number[], errors: readonly number[]) {
  let fewest = 0;
  let many = 0;
  for (let block = 0; block < widths.length; block++) {
    fewest += Math.max(0, errors[block]! - (widths[block]! - near[block]!));
    many += Math.min(errors[block]!, near[block]!);
  }
  return { fewest, many };
}

/** In how many ways up to `most` errors fall on so many blocks, if each holds them. */
function patternCount(blocks: number, most: number): number {
  let count = 1;
  for (let i = 1; i <= most; i++) count = (count * (blocks + i)) / i;
  return count;
}

/** Every way in which up to `most` errors fall on the blocks: how many on each. */
export function* errorPatterns(blocks: readonly number[], most: number): Generator<readonly number[]> {
  const errors = new Array<number>(blocks.length).fill(0);
  let left = most;
  for (;;) {
    yield errors;
    let block = 0;
    // Counts up like an odometer whose wheels share what is left.
    while (block < blocks.length && (left === 0 || errors[block] === blocks[block])) {
      left += errors[block]!;
      errors[block++] = 0;
    }
    if (block === blocks.length) return;
    errors[block]!++;
    left--;
  }
}
