import { errorBounds } from './error-bounds.ts';
import { joined, seenBits, type TableLayout } from './layout.ts';
import { type Plan, prefixBits } from './plan.ts';
import type { Stage } from './stages.ts';

/** A bucket that a search looks into, seen from the query's own: the bits that are flipped, as the table sees them. */
interface Probe {
  readonly flips: bigint;
  readonly flipped: number;
  /** How many errors a match may have in the 16 bits behind the directory's: those with more or fewer are met elsewhere. */
  readonly least: number;
  readonly most: number;
}

/** Reads all fingerprints through. */
export function readingProgram(distance: number): Uint8Array {
  return encode([], [], distance, [], []);
}

/** Programs that were made lately, up to 1 MB of them: indexes that hold several fingerprints of the same texts go by the same. */
const lately = new Map<string, Uint8Array>();
const MOST_LATELY = 8;
const MOST_BYTES = 128 * 1024;

/** How a search goes about it, for the kernel: it looks into the buckets of the stages, those nearest to the query first. */
export function probingProgram(
  plan: Plan,
  layouts: readonly TableLayout[],
  stages: readonly Stage[],
  distance: number,
): Uint8Array {
  const key = JSON.stringify([plan.blocks, stages, distance]);
  const program = lately.get(key) ?? compiled(plan, layouts, stages, distance);
  lately.delete(key);
  if (program.length <= MOST_BYTES) lately.set(key, program);
  if (lately.size > MOST_LATELY) lately.delete(lately.keys().next().value!);
  return program;
}

/** The same, made anew. */
function compiled(plan: Plan, layouts: readonly TableLayout[], stages: readonly Stage[], distance: number): Uint8Array {
  const bounds = errorBounds(plan, layouts, stages, distance);
  const probes = stages.map(({ table, radius, prefix }, stage) =>
    probedFlips(prefixBits(plan, { prefix }), layouts[table]!.directoryBits, radius, distance).flatMap(
      (flips): Probe[] => {
        const flipped = bitsOf(flips);
        const bound = bounds(stage, flipped);
        return bound ? [{ flips, flipped, ...bound }] : [];
      },
    ),
  );
  const prefixes = stages.map(({ table }) => stages.map(({ prefix }) => seenBits(plan, layouts[table]!, prefix)));
  return encode(layouts, stages, distance, prefixes, probes);
}

/** How many buckets the stages have their probes look into, at most. */
export function probeCount(plan: Plan, layouts: readonly TableLayout[], stages: readonly Stage[]): number {
  let probes = 0;
  for (const { table, radius, prefix } of stages) {
    const width = prefixBits(plan, { prefix });
    for (let errors = 0, ways = 1; errors <= radius; errors++) {
      probes += ways * 2 ** Math.max(0, layouts[table]!.directoryBits - width);
      ways = (ways * (width - errors)) / (errors + 1);
    }
  }
  return probes;
}

/** Every pattern of up to `radius` of the `width` leading bits; with a directory of more bits, every pattern of those behind. */
function probedFlips(width: number, directoryBits: number, radius: number, distance: number): bigint[] {
  const behind = Math.max(0, directoryBits - width);
  const patterns: bigint[] = [];
  for (let errors = 0; errors <= Math.min(radius, width); errors++) {
    for (const prefix of withBits(width, errors)) {
      for (let rest = 0; rest < 2 ** behind; rest++) {
        const flips = ((prefix << BigInt(behind)) | BigInt(rest)) << BigInt(64 - width - behind);
        if (bitsOf(flips) <= distance) patterns.push(flips);
      }
    }
  }
  return patterns;
}

/** Every number of `width` bits of which `count` are set, ascending (Gosper's hack). */
function* withBits(width: number, count: number): Generator<bigint> {
  let bits = (1n << BigInt(count)) - 1n;
  while (bits < 1n << BigInt(width)) {
    yield bits;
    if (bits === 0n) return;
    const lowest = bits & -bits;
    const carried = bits + lowest;
    bits = carried | (((carried ^ bits) / lowest) >> 2n);
  }
}

function bitsOf(value: bigint): number {
  let count = 0;
  for (let rest = value; rest > 0n; rest &= rest - 1n) count++;
  return count;
}

/**
 * As `assembly/search/program.ts` has it.
 *
 * @param prefixes those of all stages, as the table of each sees them
 * @param probes those of each stage
 */
function encode(
  layouts: readonly TableLayout[],
  stages: readonly Stage[],
  distance: number,
  prefixes: readonly (readonly bigint[])[],
  probes: readonly (readonly Probe[])[],
): Uint8Array {
  const words = [joined(distance, stages.length), BigInt(probes.flat().length)];
  let first = 0;
  for (const [i, { table }] of stages.entries()) {
    const count = probes[i]!.length;
    words.push(joined(table, first), joined(count, layouts[table]!.directoryBits), prefixes[i]![i]!);
    for (const [j, { radius }] of stages.entries()) words.push(prefixes[i]![j]!, BigInt(radius));
    first += count;
  }
  for (const [stage, its] of probes.entries()) {
    for (const { flips, flipped, least, most } of its) {
      words.push(flips, joined(stage | (flipped << 8) | (least << 16) | (most << 24), 0));
    }
  }
  return new Uint8Array(BigUint64Array.from(words).buffer);
}
