import { LARGEST_DISTANCE } from '../../search/plan.ts';

/** Thresholds are told apart in steps of a hundredth. */
export const STEPS = 100;

const DISTANCES = LARGEST_DISTANCE + 1;
const SIMILARITIES = STEPS + 1;

/** What decides on a pair. */
export interface MeasuredPair {
  /** The least distance of their first fingerprints, of the first two, and so on, 0…64. */
  readonly distances: Uint8Array;
  /** Of their features, 0…1; undefined if a text has none, and so is never found. */
  readonly similarity: number | undefined;
}

/** Counts pairs by distance and similarity, in a memory that does not grow with them. */
export class Tally {
  /** How many pairs were added. */
  total = 0;
  readonly #counts: Uint32Array;

  /** @param fingerprints how many of each document there are */
  constructor(fingerprints: number) {
    this.#counts = new Uint32Array(fingerprints * DISTANCES * SIMILARITIES);
  }

  add({ distances, similarity }: MeasuredPair): void {
    this.total++;
    if (similarity === undefined) return;
    const step = stepOf(similarity);
    for (const [i, distance] of distances.entries()) {
      if (distance < DISTANCES) this.#counts[(i * DISTANCES + distance) * SIMILARITIES + step]!++;
    }
  }

  /**
   * How many pairs a run finds.
   *
   * @param fingerprints so many of each document
   * @param distance within so many bits, 0…16
   * @param step with a similarity of at least so many hundredths
   */
  found(fingerprints: number, distance: number, step: number): number {
    let sum = 0;
    this.#visit(fingerprints, (d, s, count) => {
      if (d <= distance && s >= step) sum += count;
    });
    return sum;
  }

  /** How many pairs one run finds, and another does not. */
  foundOnlyBy(fingerprints: number, one: Setting, other: Setting): number {
    const finds = ({ distance, step }: Setting, d: number, s: number) => d <= distance && s >= step;
    let sum = 0;
    this.#visit(fingerprints, (d, s, count) => {
      if (finds(one, d, s) && !finds(other, d, s)) sum += count;
    });
    return sum;
  }

  #visit(fingerprints: number, visit: (distance: number, step: number, count: number) => void): void {
    let at = (fingerprints - 1) * DISTANCES * SIMILARITIES;
    for (let distance = 0; distance < DISTANCES; distance++) {
      for (let step = 0; step < SIMILARITIES; step++) visit(distance, step, this.#counts[at++]!);
    }
  }
}

/** What is recommended: candidates within so many bits, and a threshold in hundredths. */
export interface Setting {
  readonly distance: number;
  readonly step: number;
}

/** The most hundredths that are not more than a similarity: compared as a run compares, so that rounding is the same. */
function stepOf(similarity: number): number {
  let step = Math.floor(similarity * STEPS);
  while (step < STEPS && (step + 1) / STEPS <= similarity) step++;
  while (step / STEPS > similarity) step--;
  return step;
}
