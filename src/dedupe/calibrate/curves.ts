import { wilson } from '../../fingerprint/binomial.ts';
import { LARGEST_DISTANCE } from '../../search/plan.ts';
import type { Evidence } from './evidence.ts';
import { scoreOf } from './score.ts';
import { type Setting, STEPS } from './tally.ts';

/** So many of so many. */
export interface Rate {
  /** How many of `total`. */
  readonly hits: number;
  readonly total: number;
  /** `hits / total`, 0…1; null if there is nothing to have a share of. */
  readonly share: number | null;
  /** From here to `high`, 0…1, the true share lies with 95 % confidence (Wilson), were the pairs independent. */
  readonly low: number;
  readonly high: number;
}

/** What a setting finds. */
export interface Point {
  /** Of the pairs that are the same, those found. */
  readonly recall: Rate;
  /** Of the pairs found, those that are the same. */
  readonly precision: Rate;
  /** The harmonic mean of both, 0…1. */
  readonly f1: number;
}

/** What is found within a distance. */
export interface DistancePoint {
  /** Bits, 0…16. */
  readonly distance: number;
  /** By the first fingerprint alone, by the first two, and so on; features are not compared. */
  readonly fingerprints: readonly Point[];
  /** By all of them, and features with at least the recommended similarity. */
  readonly verified: Point;
}

/** What is found with a threshold, by all fingerprints within the recommended distance. */
export interface ThresholdPoint extends Point {
  /** 0…1. */
  readonly threshold: number;
}

export function rateOf(hits: number, total: number): Rate {
  return { hits, total, share: total === 0 ? null : hits / total, ...wilson(hits, total) };
}

export function pointAt({ same, different }: Evidence, fingerprints: number, { distance, step }: Setting): Point {
  const right = same.found(fingerprints, distance, step);
  const wrong = different.found(fingerprints, distance, step);
  const { f1 } = scoreOf(right, wrong, same.total);
  return { recall: rateOf(right, same.total), precision: rateOf(right, right + wrong), f1 };
}

export function distanceCurve(evidence: Evidence, fingerprints: number, step: number): DistancePoint[] {
  return Array.from({ length: LARGEST_DISTANCE + 1 }, (_, distance) => ({
    distance,
    fingerprints: Array.from({ length: fingerprints }, (_, i) => pointAt(evidence, i + 1, { distance, step: 0 })),
    verified: pointAt(evidence, fingerprints, { distance, step }),
  }));
}

export function thresholdCurve(evidence: Evidence, fingerprints: number, distance: number): ThresholdPoint[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => ({
    threshold: step / STEPS,
    ...pointAt(evidence, fingerprints, { distance, step }),
  }));
}
