import { errorBounds } from './error-bounds.ts';
import { seenBits, type TableLayout } from './layout.ts';
import { type Plan, prefixBits } from './plan.ts';
import type { Stage } from './stages.ts';

/** How a search goes about it, for the kernel: without probes it reads all fingerprints through. */
export interface Program {
  readonly bytes: Uint8Array;
  readonly probes: number;
}

/** A bucket that a search looks into, seen from the query's own: the bits that are flipped, as the table sees them. */
interface Probe {
  readonly stage: number;
  readonly flips: bigint;
  readonly flipped: number;
  /** How many errors a match may have in the 16 bits behind the directory's: those with more or fewer are met elsewhere. */
  readonly least: number;
  readonly most: number;
}

const HEADER = 16;
const PROBE = 16;

/** Reads all fingerprints through. */
export function readingProgram(distance: number): Program {
  return { bytes: encode([], [], distance, [], []), probes: 0 };
}

/** Programs that were made lately, up to 1 MB of them: indexes that hold several fingerprints of the same texts go by the same. */
const lately = new Map<string, Program>();
const MOST_LATELY = 8;
const MOST_BYTES = 128 * 1024;

/** Looks into the buckets of the stages, those nearest to the query first. */
export function probingProgram(
  plan: Plan,
  layouts: readonly TableLayout[],
  stages: readonly Stage[],
  distance: number,
): Program {
  const key = JSON.stringify([plan.blocks, stages, distance]);
  const program = lately.get(key) ?? compiled(plan, layouts, stages, distance);
  lately.delete(key);
  if (program.bytes.length <= MOST_BYTES) lately.set(key, program);
  if (lately.size > MOST_LATELY) lately.delete(lately.keys().next().value!);
  return program;
}

/** The same, made anew. */
function compiled(plan: Plan, layouts: readonly TableLayout[], stages: readonly Stage[], distance: number): Program {
  const bounds = errorBounds(plan, layouts, stages, distance);
  const probes = stages.flatMap(({ table, radius, prefix }, stage) =>
    probedFlips(prefixBits(plan, { prefix }), layouts[table]!.directoryBits, radius, distance).flatMap(
      (flips): Probe[] => {
        const flipped = bitsOf(flips);
        const bound = bounds(stage, flipped);
        return bound ? [{ stage, flips, flipped, ...bound }] : [];
      },
    ),
  );
  const prefixes = stages.map(({ table }) => stages.map(({ prefix }) => seenBits(plan, layouts[table]!, prefix)));
  return { bytes: encode(layouts, stages, distance, prefixes, probes), probes: probes.length };
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

/** As `assembly/search/program.ts` has it. */
function encode(
  layouts: readonly TableLayout[],
  stages: readonly Stage[],
  distance: number,
  prefixes: readonly (readonly bigint[])[],
  probes: readonly Probe[],
): Uint8Array {
  const stageBytes = 24 + 16 * stages.length;
  const view = new DataView(new ArrayBuffer(HEADER + stages.length * stageBytes + probes.length * PROBE));
  for (const [i, value] of [distance, stages.length, probes.length].entries()) view.setUint32(4 * i, value, true);
  for (const [i, stage] of stages.entries()) {
    const at = HEADER + i * stageBytes;
    view.setUint32(at, stage.table, true);
    view.setUint32(
      at + 4,
      Math.max(
        0,
        probes.findIndex((probe) => probe.stage === i),
      ),
      true,
    );
    view.setUint32(at + 8, probes.filter((probe) => probe.stage === i).length, true);
    view.setUint32(at + 12, layouts[stage.table]!.directoryBits, true);
    view.setBigUint64(at + 16, prefixes[i]![i]!, true);
    for (const [j, earlier] of stages.entries()) {
      view.setBigUint64(at + 24 + 16 * j, prefixes[i]![j]!, true);
      view.setUint32(at + 32 + 16 * j, earlier.radius, true);
    }
  }
  for (const [i, probe] of probes.entries()) {
    const at = HEADER + stages.length * stageBytes + i * PROBE;
    view.setBigUint64(at, probe.flips, true);
    for (const [j, value] of [probe.stage, probe.flipped, probe.least, probe.most].entries())
      view.setUint8(at + 8 + j, value);
  }
  return new Uint8Array(view.buffer);
}
