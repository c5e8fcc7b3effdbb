import { InvalidArgumentError, NoPlanFitsError } from '../../errors.ts';
import { checkOptions } from '../../options.ts';
import { checkWhole } from '../../ranges.ts';
import { shown } from '../../shown.ts';
import { copyOfPlan, LARGEST_DISTANCE, type Plan, prefixBits } from '../plan.ts';
import { designs } from './designs.ts';
import { type Estimate, estimate } from './estimate.ts';

/** How many fingerprints a plan can be made for: far more than any machine holds. */
export const LARGEST_SIZE = 1e12;

export interface PlanRequest {
  /** How many fingerprints there will be, 1…10¹². */
  readonly size: number;
  /** The largest distance of a search, 0…16. */
  readonly maxDistance: number;
  /** Bytes that rows and tables may take together; without it, as many as they like. */
  readonly memory?: number | undefined;
}

/** A complete plan and what to expect of it. */
export interface PlannedTables extends Plan, Estimate {
  /** The idea of the design. */
  readonly idea: string;
  /** Bytes of rows and tables together. */
  readonly bytes: number;
}

/** The plan that was chosen. */
export interface ChosenPlan extends PlannedTables {
  /** Why this one, in a sentence or two. */
  readonly why: string;
}

/** Among plans that are nearly as fast as the fastest, the one with the least memory is the cheapest. */
const NEARLY_AS_FAST = 1.25;

/**
 * The cheapest complete plan of tables for exact searches within a distance: of those that fit the memory and take at
 * most a quarter longer than the fastest, the one with the least memory. A linear scan is a plan, too: it has no tables.
 * Expected numbers hold for uniform fingerprints, all in one memory.
 *
 * @throws {InvalidArgumentError} if an argument is out of range
 * @throws {NoPlanFitsError} if not even a linear scan fits the memory
 * @example
 * const plan = planTables({ size: 1e7, maxDistance: 3 });
 * plan.tables.length // how many tables
 * plan.probes // how many buckets a search looks into
 * plan.timeClass // 'under 1 µs'
 */
export function planTables(request: PlanRequest): ChosenPlan {
  const all = comparePlans(request);
  const chosen = choose(all, request);
  if (chosen) return chosen;
  throw nothingFits(all, request);
}

/** The error that no plan fits. */
export function nothingFits(all: readonly PlannedTables[], { size, memory }: PlanRequest): NoPlanFitsError {
  const least = Math.min(...all.map(({ bytes }) => bytes));
  return new NoPlanFitsError(
    `No plan for ${size} fingerprints fits ${memory} bytes: the fingerprints alone take ${least}. ` +
      `Share them among at least ${Math.ceil(least / memory!)} such memories.`,
  );
}

/**
 * All designs for the request, whether they fit the memory or not, the fastest first.
 *
 * @throws {InvalidArgumentError} if an argument is out of range
 */
export function comparePlans(request: PlanRequest): PlannedTables[] {
  checkOptions(request, { size: true, maxDistance: true, memory: true });
  const { size, maxDistance, memory } = request;
  checkWhole('size', size, 1, LARGEST_SIZE);
  checkWhole('maxDistance', maxDistance, 0, LARGEST_DISTANCE);
  if (memory !== undefined && !(typeof memory === 'number' && memory > 0)) {
    throw new InvalidArgumentError(`memory must be a number of bytes above 0, not ${shown(memory)}.`);
  }
  return designs(maxDistance, size)
    .map(({ idea, plan }): PlannedTables => {
      const expected = estimate(plan, size);
      // Designs are kept for the next call.
      return { ...copyOfPlan(plan), idea, ...expected, bytes: Math.round(expected.bytesPerFingerprint * size) };
    })
    .sort((a, b) => a.nanoseconds - b.nanoseconds);
}

/** The cheapest of plans in order of time; undefined if none fits. */
export function choose(
  all: readonly PlannedTables[],
  { memory = Number.POSITIVE_INFINITY }: PlanRequest,
): ChosenPlan | undefined {
  const fitting = all.filter(({ bytes }) => bytes <= memory);
  const fastest = fitting[0];
  if (!fastest) return undefined;
  const chosen = fitting
    .filter(({ nanoseconds }) => nanoseconds <= NEARLY_AS_FAST * fastest.nanoseconds)
    .reduce((least, plan) => (plan.bytes < least.bytes ? plan : least));
  return { ...chosen, why: reasons(chosen, fastest, all, fitting) };
}

function reasons(
  chosen: PlannedTables,
  fastest: PlannedTables,
  all: readonly PlannedTables[],
  fitting: readonly PlannedTables[],
): string {
  const scan = all.find(({ tables }) => tables.length === 0)!;
  const how =
    chosen === fastest
      ? `The fastest of ${fitting.length} complete plans${fitting.length < all.length ? ' that fit the memory' : ''}.`
      : `Nearly as fast as ${planName(fastest)}, in ${Math.round((100 * chosen.bytes) / fastest.bytes)} % of its memory.`;
  const times = roughly(scan.nanoseconds / chosen.nanoseconds);
  const slower = chosen === scan ? '' : ` A linear scan takes ${times} times as long.`;
  const isTooLarge = !fitting.includes(all[0]!);
  return `${how}${slower}${isTooLarge ? ` ${planName(all[0]!)} would be faster, but does not fit the memory.` : ''}`;
}

/** 2712345 → '2,700,000'. */
function roughly(value: number): string {
  return String(Number(value.toPrecision(2))).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '4 × 16', '20 × 31–33', 'linear scan'. */
export function planName(plan: Plan): string {
  const { tables } = plan;
  if (tables.length === 0) return 'linear scan';
  const widths = tables.map((table) => prefixBits(plan, table));
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  return `${tables.length} × ${least === most ? least : `${least}–${most}`}`;
}
