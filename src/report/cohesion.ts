import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Text } from '../fingerprint/text.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';

/** The features of a group's members that are compared with each other take up to this much memory, and one set more. */
const MOST_BYTES = 16 * 1024 * 1024;

/** How alike the members of a group are among themselves. */
export interface Cohesion {
  /** The lowest exact similarity of two of the members that were compared, 0…1. */
  readonly lowest: number;
  /** The two, the first in the order given. */
  readonly between: readonly [a: number, b: number];
  /** How many members were compared, each with each other. */
  readonly compared: number;
}

/** Compares members of a group with each other, from the first on as far as memory allows: at least two of them. */
export function cohesionOf(
  members: readonly number[],
  fingerprinter: Fingerprinter,
  textOf: (document: number) => Text,
): Cohesion {
  const sets: FeatureSet[] = [];
  try {
    let bytes = 0;
    for (const member of members) {
      if (bytes > MOST_BYTES && sets.length >= 2) break;
      const set = fingerprinter.featureSet(textOf(member));
      sets.push(set);
      bytes += set.bytes;
    }
    return { ...lowestOf(members, sets), compared: sets.length };
  } finally {
    for (const set of sets) set.dispose();
  }
}

function lowestOf(members: readonly number[], sets: readonly FeatureSet[]): Pick<Cohesion, 'lowest' | 'between'> {
  let lowest = Number.POSITIVE_INFINITY;
  let between: readonly [number, number] = [members[0]!, members[0]!];
  for (const [i, a] of sets.entries()) {
    for (let j = i + 1; j < sets.length; j++) {
      const similarity = a.jaccard(sets[j]!);
      if (similarity >= lowest) continue;
      lowest = similarity;
      between = [members[i]!, members[j]!];
    }
  }
  return { lowest, between };
}
