// Plans given by hand: taken if they are complete, and otherwise refused with a pattern of errors that they miss.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPlan, InvalidArgumentError, type Plan } from '../../src/index.ts';
import { ALL_BITS } from '../../src/search/planning/bits.ts';
import * as reference from '../reference/plan.ts';
import { randomBits } from '../support/fingerprints.ts';
import { DISTANCES, refusal, tabled } from '../support/plans.ts';

const anyPlan = fc.constantFrom(...DISTANCES).chain((k) => fc.constantFrom(...tabled(k)));

describe('a plan by hand', () => {
  const halves: Plan = {
    maxDistance: 1,
    blocks: [32, 32],
    tables: [
      { prefix: [0], radius: 0 },
      { prefix: [1], radius: 0 },
    ],
  };

  it('passes if it is complete', () => {
    expect(() => checkPlan(halves)).not.toThrow();
    expect(() => checkPlan({ maxDistance: 16, blocks: [64], tables: [] })).not.toThrow();
    expect(() => checkPlan({ maxDistance: 3, blocks: [1, 63], tables: [{ prefix: [0], radius: 1 }] })).not.toThrow();
  });

  it('with a table left out is refused, and the pattern that is named is missed', () => {
    const random = randomBits(31n);
    fc.assert(
      fc.property(anyPlan, fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (plan, number, fingerprint) => {
        fc.pre(plan.tables.length > 1);
        const tables = plan.tables.filter((_, table) => table !== number % plan.tables.length);
        const { errors } = refusal({ ...plan, tables });
        const other = plan.blocks.reduce(
          (bits, width, block) => bits ^ misplaced(reference.maskOf(plan, block), width, errors[block]!, random),
          fingerprint,
        );
        expect(errors.reduce((sum, some) => sum + some, 0)).toBeLessThanOrEqual(plan.maxDistance);
        expect(reference.meets({ ...plan, tables }, fingerprint, other)).toBe(false);
        expect(reference.meets(plan, fingerprint, other)).toBe(true);
      }),
      { numRuns: 400, seed: 4 },
    );
  });

  it('is refused exactly if some pattern is missed, whatever its blocks and tables', () => {
    const outcomes = { complete: 0, incomplete: 0 };
    fc.assert(
      fc.property(handMade, (plan) => {
        if (reference.firstUncovered(plan) === undefined) {
          checkPlan(plan);
          outcomes.complete++;
        } else {
          const { errors } = refusal(plan);
          expect(reference.isCovered(plan, errors)).toBe(false);
          for (const [block, some] of errors.entries()) expect(some).toBeLessThanOrEqual(plan.blocks[block]!);
          outcomes.incomplete++;
        }
      }),
      { numRuns: 2000, seed: 5 },
    );
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(200);
  });

  it('is told which bits it would miss', () => {
    expect(refusal({ ...halves, maxDistance: 2 }).message).toBe(
      'The plan would miss matches within distance 2: with errors in block 0 (bits 63…32): 1, block 1 (bits 31…0): 1, ' +
        "2 in all, no table's prefix is within its radius. Add a table or widen a radius, or use planTables().",
    );
  });

  it.each<[string, unknown]>([
    ['maxDistance must be a whole number from 0 to 16, not 17', { ...halves, maxDistance: 17 }],
    ['maxDistance must be a whole number from 0 to 16, not undefined', undefined],
    ['blocks must be whole widths of at least 1 bit that add up to 64, not [32, 31]', { ...halves, blocks: [32, 31] }],
    ['blocks must be whole widths of at least 1 bit that add up to 64, not [64, 0]', { ...halves, blocks: [64, 0] }],
    ['add up to 64, not "64"', { ...halves, blocks: '64' }],
    ['add up to 64, not [an object, […]]', { ...halves, blocks: [Object.create(null), []] }],
    ['tables must be an array of at most 256, not 257', { ...halves, tables: new Array(257).fill(halves.tables[0]) }],
    // biome-ignore lint/suspicious/noSparseArray: that is what it is about
    ['add up to 64, not [64, undefined]', { ...halves, blocks: [64, ,] }],
    ['table 0 must be one or more different blocks', { ...halves, tables: new Array(2) }],
    ['tables must be an array', { ...halves, tables: null }],
    ['table 0 must be one or more different blocks, 0 to 1, not undefined', { ...halves, tables: [null] }],
    [
      'table 1 must be one or more different blocks',
      { ...halves, tables: [halves.tables[0], { prefix: [], radius: 0 }] },
    ],
    ['table 0 must be one or more different blocks', { ...halves, tables: [{ prefix: [0, 0], radius: 0 }] }],
    ['different blocks, 0 to 1, not [2]', { ...halves, tables: [{ prefix: [2], radius: 0 }] }],
    [
      'radius of table 0 must be a whole number from 0 to 1, not -1',
      { ...halves, tables: [{ prefix: [0], radius: -1 }] },
    ],
    [
      'radius of table 0 must be a whole number from 0 to 1, not 2',
      { ...halves, tables: [{ prefix: [0], radius: 2 }] },
    ],
    [
      'radius of table 0 must be a whole number from 0 to 1, not 2',
      { maxDistance: 3, blocks: [1, 63], tables: [{ prefix: [0], radius: 2 }] },
    ],
    ['table 0 must be one or more different blocks', { ...halves, tables: [{ prefix: Uint8Array.of(0), radius: 0 }] }],
  ])('is refused: %s', (message, plan) => {
    expect(() => checkPlan(plan as Plan)).toThrow(InvalidArgumentError);
    expect(() => checkPlan(plan as Plan)).toThrow(message);
  });

  it('that nobody could prove in a moment is refused before it takes longer', () => {
    const random = randomBits(7n);
    const tables = Array.from({ length: 256 }, () => ({
      prefix: [...new Set(Array.from({ length: 6 }, () => Number(random() & 63n)))],
      radius: 0,
    }));
    const plan = { maxDistance: 16, blocks: ALL_BITS.map(() => 1), tables };
    expect(() => checkPlan(plan)).toThrow(/too intricate to be proved complete in 10000 steps/);
  });
});

/** Blocks and tables at random, small enough to count out. */
const handMade = fc
  .record({
    maxDistance: fc.integer({ min: 0, max: 6 }),
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 63 }), { maxLength: 5 }),
  })
  .chain(({ maxDistance, cuts }) => {
    const ends = [0, ...cuts.sort((a, b) => a - b), 64];
    const blocks = ends.slice(1).map((end, i) => end - ends[i]!);
    const prefix = fc.shuffledSubarray([...blocks.keys()], { minLength: 1 });
    const table = prefix.chain((chosen) => {
      const bits = chosen.reduce((sum, block) => sum + blocks[block]!, 0);
      return fc.record({
        prefix: fc.constant(chosen),
        radius: fc.integer({ min: 0, max: Math.min(bits, maxDistance, 2) }),
      });
    });
    const tables = fc.array(table, { minLength: 1, maxLength: 8 });
    return fc.record({ maxDistance: fc.constant(maxDistance), blocks: fc.constant(blocks), tables });
  });

/** `count` different bits of a block of so many under a mask. */
function misplaced(mask: bigint, width: number, count: number, random: () => bigint): bigint {
  const lowest = mask & -mask;
  let bits = 0n;
  while (bits.toString(2).replaceAll('0', '').length < count) bits |= lowest << (random() % BigInt(width));
  return bits;
}
