// The planner: every plan proved by counting out all patterns of errors, and what plans are expected to cost.
import { describe, expect, it } from 'vitest';
import {
  checkPlan,
  HammingIndex,
  IncompletePlanError,
  InvalidArgumentError,
  NoPlanFitsError,
  planTables,
} from '../../src/index.ts';
import { errorsOfGroups, prefixBits } from '../../src/search/plan.ts';
import { ALL_BITS } from '../../src/search/planning/bits.ts';
import { designs } from '../../src/search/planning/designs.ts';
import { estimate } from '../../src/search/planning/estimate.ts';
import { fewestTables, prefixesByCuts } from '../../src/search/planning/manku.ts';
import { comparePlans, planName } from '../../src/search/planning/planner.ts';
import * as reference from '../reference/plan.ts';
import { randomBits } from '../support/fingerprints.ts';
import { allPlans, DISTANCES, refusal, tabled } from '../support/plans.ts';

describe.each(DISTANCES)('for distance %i', (maxDistance) => {
  it('every pattern of errors reaches a table of every plan that there is', () => {
    expect(tabled(maxDistance).length).toBeGreaterThan(1);
    for (const plan of allPlans.get(maxDistance)!) {
      checkPlan(plan);
      expect([plan, reference.firstUncovered(plan)]).toEqual([plan, undefined]);
    }
  });

  it('no plan can spare a table', () => {
    for (const plan of tabled(maxDistance)) {
      for (const table of plan.tables) {
        const fewer = { ...plan, tables: plan.tables.filter((other) => other !== table) };
        // Without its only table, a plan is a linear scan.
        if (fewer.tables.length > 0) expect(reference.isCovered(fewer, refusal(fewer).errors)).toBe(false);
      }
    }
  });

  it('the planner returns the smallest of the plans that fit the memory and are nearly as fast as the fastest of these', () => {
    const known = new Set(allPlans.get(maxDistance)!.map((plan) => JSON.stringify(plan)));
    for (const size of [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]) {
      const all = comparePlans({ size, maxDistance });
      for (const memory of [undefined, all[0]!.bytes, size * 20, size * 45, size * 60, size * 100, size * 200]) {
        const { blocks, tables, bytes } = planTables({ size, maxDistance, memory });
        expect(known).toContain(JSON.stringify({ maxDistance, blocks, tables }));
        const fitting = all.filter((plan) => memory === undefined || plan.bytes <= memory);
        const fastest = Math.min(...fitting.map(({ nanoseconds }) => nanoseconds));
        const nearly = fitting.filter(({ nanoseconds }) => nanoseconds <= 1.25 * fastest);
        expect(bytes).toBe(Math.min(...nearly.map((plan) => plan.bytes)));
      }
    }
  });

  it('there are four tables of 16 bits with radii by the general pigeonhole principle among them', () => {
    const radii = errorsOfGroups(maxDistance, 4).filter((radius) => radius >= 0);
    const fourBlocks = tabled(maxDistance).find(
      (plan) => planName(plan) === `${radii.length} × 16` && reference.maskOf(plan, plan.blocks.length - 1) === 0xffffn,
    );
    expect(fourBlocks?.tables.map(({ radius }) => radius)).toEqual(radii);
  });
});

describe('what a plan is expected to cost', () => {
  const ofWeb = comparePlans({ size: 2 ** 34, maxDistance: 3 });

  it.each([
    ['4 × 16', 1_048_576],
    ['10 × 25–26', 3584],
    ['16 × 28', 1024],
    ['20 × 31–33', 88],
  ])('%s: as Manku counts it, %i candidates among 2^34 within 3 bits', (name, candidates) => {
    expect(ofWeb.filter((plan) => planName(plan) === name).map((plan) => plan.candidates)).toEqual([candidates]);
  });

  it('covers the designs that are known', () => {
    const names = ofWeb.map(planName);
    for (const name of ['3 × 21–22', '6 × 21–22', '8 × 24', '12 × 27–28', 'linear scan']) expect(names).toContain(name);
    expect(ofWeb.find((plan) => planName(plan) === '12 × 27–28')!.candidates).toBeLessThan(1024 * 1.2);
  });

  it('the candidates are those that are met among random fingerprints', () => {
    const random = randomBits(41n);
    const rows = Array.from({ length: 500 }, random);
    const queries = Array.from({ length: 40 }, random);
    const plans = comparePlans({ size: rows.length, maxDistance: 12 }).filter(
      ({ candidates, tables }) => candidates > 10 && tables.length > 0 && tables.length < 8,
    );
    expect(plans.length).toBeGreaterThan(3);
    for (const plan of plans) {
      const met = queries.flatMap((query) => rows.map((row) => reference.bucketsThatMeet(plan, query, row)));
      const sum = met.reduce((total, buckets) => total + buckets, 0);
      const expected = plan.candidates * queries.length;
      // Six standard deviations of a Poisson variable.
      expect(Math.abs(sum - expected)).toBeLessThan(6 * Math.sqrt(expected));
    }
  });

  it('counts the probes of four tables as the theory says', () => {
    const probes = (k: number) =>
      comparePlans({ size: 1e6, maxDistance: k }).find((p) => planName(p) === '4 × 16')!.probes;
    expect([3, 4, 6, 8, 10, 12].map(probes)).toEqual([4, 20, 52, 188, 428, 1108]);
  });

  it('grows with the size', () => {
    for (const { plan } of designs(6, 1e6)) {
      const times = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8].map((size) => estimate(plan, size).nanoseconds);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });
});

describe('planTables', () => {
  it('reads small sets through, and has more and longer prefixes for large ones', () => {
    expect(planTables({ size: 100, maxDistance: 10 }).tables).toEqual([]);
    const names = [1e5, 1e6, 1e8, 1e10].map((size) => planName(planTables({ size, maxDistance: 3 })));
    expect(names).toEqual(['4 × 16', '4 × 16', '6 × 21–22', '6 × 21–22']);
  });

  it('returns the same again, whatever was done to what it returned', () => {
    const wish = { size: 1e6, maxDistance: 3 };
    const expected = structuredClone(planTables(wish));
    (planTables(wish).tables as unknown[]).pop();
    expect(planTables(wish)).toEqual(expected);
  });

  it('says why', () => {
    expect(planTables({ size: 1e6, maxDistance: 3 }).why).toMatch(
      /^The fastest of \d+ complete plans\. A linear scan takes [\d,]+ times as long\.$/,
    );
    const { why } = planTables({ size: 1e10, maxDistance: 3, memory: 5e11 });
    expect(why).toMatch(/ complete plans that fit the memory\..* would be faster, but does not fit the memory\.$/);
  });

  it('is never slower with more memory', () => {
    for (const maxDistance of [2, 3, 6, 10]) {
      const times = [30, 60, 120, 240, 480].map(
        (each) => planTables({ size: 1e8, maxDistance, memory: each * 1e8 }).nanoseconds,
      );
      for (const [i, time] of times.slice(1).entries()) expect(time).toBeLessThanOrEqual(1.25 * times[i]!);
    }
  });

  it('throws if not even the fingerprints fit', () => {
    const plan = () => planTables({ size: 8e9, maxDistance: 3, memory: 64e9 });
    expect(plan).toThrow(NoPlanFitsError);
    expect(plan).toThrow(/^No plan for 8000000000 fingerprints fits 64000000000 bytes: .* at least 2 such memories\.$/);
  });

  it.each([
    [{ size: 0, maxDistance: 3 }, /^size is a whole number from 1 to 1000000000000, not 0\.$/],
    [{ size: 1.5, maxDistance: 3 }, /^size is/],
    [{ size: 1e13, maxDistance: 3 }, /^size is/],
    [{ size: 10, maxDistance: 17 }, /^maxDistance is a whole number from 0 to 16, not 17\.$/],
    [{ size: 10, maxDistance: 3, memory: 0 }, /^memory must be a number of bytes above 0, not 0\.$/],
    [{ size: 10, maxDistance: 3, memory: Number.NaN }, /^memory must be/],
  ])('refuses %j', (request, message) => {
    expect(() => planTables(request)).toThrow(InvalidArgumentError);
    expect(() => planTables(request)).toThrow(message);
  });
});

describe('the memory that is expected', () => {
  it.each([10_000, 100_000, 1_000_000])('of tables is nearly what an index of %i takes', (size) => {
    const fingerprints = BigUint64Array.from({ length: size }, randomBits(43n));
    for (const maxDistance of [0, 3, 6]) {
      const plan = planTables({ size, maxDistance });
      const index = new HammingIndex({ maxDistance, plan });
      index.addAll(fingerprints);
      expect(index.stats().bytes.total / plan.bytes).toBeGreaterThan(0.9);
      expect(index.stats().bytes.total / plan.bytes).toBeLessThan(1.3);
      index.dispose();
    }
  });
});

describe("Manku's recurrence", () => {
  it.each([1, 2, 3, 4, 5])('on whole bits is what counting out all choices gives, for %i errors', (errors) => {
    for (const log2Rows of [12, 20, 27, 34]) {
      for (let enough = 0; enough < log2Rows - 9; enough++) {
        const cut = fewestTables(errors, log2Rows, enough, 32);
        const expected = reference.wholeBitRecurrence(64, errors, log2Rows, enough, 32);
        if (!cut) expect(expected).toBeGreaterThan(32);
        else expect(prefixesByCuts(ALL_BITS, errors, log2Rows, cut).length).toBe(expected);
      }
    }
  });
});

describe('what is often said about tables, put right', () => {
  const inPrefix = (bits: number, errors: number): number =>
    reference.choose(64 - bits, errors) / reference.choose(64, errors);

  it('one error-free block of four, C(4, 1) = 4 tables, and all four are needed: one finds 41.5 % at distance 3', () => {
    const [plan] = tabled(3).filter((some) => planName(some) === '4 × 16');
    expect(plan!.tables.length).toBe(reference.choose(4, 1));
    expect(inPrefix(16, 3)).toBeCloseTo(0.415, 3);
    // Of all 41,664 ways to have three wrong bits, the share that spares the first block.
    const ways = ALL_BITS.flatMap((a) =>
      ALL_BITS.slice(a + 1).flatMap((b) => ALL_BITS.slice(b + 1).map((c) => [a, b, c])),
    );
    const spared = ways.filter((wrong) => wrong.every((bit) => bit >= 16));
    expect([ways.length, spared.length / ways.length]).toEqual([41_664, inPrefix(16, 3)]);
  });

  it('2^34 is 17.2 billion; 8 billion is about 2^33', () => {
    expect(2 ** 34 / 1e9).toBeCloseTo(17.2, 1);
    expect(Math.log2(8e9)).toBeCloseTo(33, 0);
  });

  it.each([
    ['4 × 16', 262_144, 1_048_576],
    ['10 × 25–26', 512, 3584],
    ['16 × 28', 64, 1024],
    ['20 × 31–33', 8, 88],
  ])('%s: %i candidates are those of the worst table, all tables have %i', (name, worst, all) => {
    const plan = tabled(3).find((some) => planName(some) === name)!;
    const ofTables = plan.tables.map((table) => 2 ** (34 - prefixBits(plan, table)));
    expect(Math.max(...ofTables)).toBe(worst);
    expect(ofTables.reduce((sum, candidates) => sum + candidates, 0)).toBe(all);
  });

  it('the recurrence stops at d ≤ τ: at d < τ it loses two of the designs of its own paper', () => {
    const counts = (isEnough: 'd ≤ τ' | 'd < τ') =>
      [18, 9, 6, 3].map((tau) => reference.printedRecurrence(64, 3, 34, tau, isEnough));
    expect(counts('d ≤ τ')).toEqual([4, 10, 16, 20]);
    expect(counts('d < τ')).toEqual([10, 10, 20, 20]);
  });

  it('32-bit prefixes of four blocks need six tables and find distance 2; at distance 3 they miss pairs', () => {
    const blocks = [16, 16, 16, 16];
    const pairs = [0, 1, 2].flatMap((a) => [1, 2, 3].filter((b) => b > a).map((b) => ({ prefix: [a, b], radius: 0 })));
    expect(pairs.length).toBe(6);
    checkPlan({ maxDistance: 2, blocks, tables: pairs });
    expect(refusal({ maxDistance: 2, blocks, tables: pairs.slice(1) })).toBeInstanceOf(IncompletePlanError);
    expect(refusal({ maxDistance: 3, blocks, tables: pairs }).errors.filter((errors) => errors > 0).length).toBe(3);
    const halves = [0, 1].map((half) => ({ prefix: [half], radius: 1 }));
    checkPlan({ maxDistance: 3, blocks: [32, 32], tables: halves });
  });
});
