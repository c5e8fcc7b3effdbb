// The core's allocator: blocks that are apart, keep what is in them, and become one again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builds } from '../support/builds.ts';

/** Sizes about powers of two and their eighths, where one list of free blocks ends and another begins. */
const sizes = fc.oneof(
  fc.nat(300),
  fc
    .tuple(fc.integer({ min: 4, max: 16 }), fc.nat(8), fc.integer({ min: -24, max: 24 }))
    .map(([power, eighths, more]) => Math.max(0, 2 ** power + eighths * 2 ** (power - 3) + more)),
);
/** What is done in turn: a block of a size is taken, or one of those taken is given back. */
const steps = fc.array(
  fc.oneof(
    sizes.map((size) => ({ size })),
    fc.nat(1000).map((which) => ({ which })),
  ),
  { minLength: 1, maxLength: 300 },
);

describe.each(builds)('the allocator of the $name build', ({ open }) => {
  it('gives blocks that are apart, begin at multiples of 16 and keep their content, and joins what comes back', () => {
    const { memory } = open();
    // The largest that is free without more memory: one block, with its header.
    const size = memory.u8.length;
    const whole = memory.allocate(2 ** 19);
    memory.release(whole);
    expect(memory.u8.length).toBe(size);
    let number = 0;

    fc.assert(
      fc.property(steps, (all) => {
        const taken: { at: number; size: number; mark: number }[] = [];
        const giveBack = (which: number) => {
          const [block] = taken.splice(which % taken.length, 1);
          const { at, size, mark } = block!;
          expect(memory.u8.subarray(at, at + size).every((byte) => byte === mark)).toBe(true);
          memory.release(at);
        };
        for (const step of all) {
          if ('size' in step) {
            const at = memory.allocate(step.size);
            expect(at % 16).toBe(0);
            expect(at).toBeGreaterThan(0);
            expect(at + step.size).toBeLessThan(memory.u8.length);
            const mark = ++number & 0xff;
            memory.u8.fill(mark, at, at + step.size);
            taken.push({ at, size: step.size, mark });
          } else if (taken.length > 0) giveBack(step.which);
        }
        while (taken.length > 0) giveBack(all.length);

        const before = memory.u8.length;
        expect(memory.allocate(2 ** 19)).toBe(whole);
        memory.release(whole);
        expect(memory.u8.length).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  it('uses a block again whose size is wanted, without more memory', () => {
    const { memory } = open();
    const wanted = [8, 100, 1000, 5000, 20_000, 100_000];
    // Each before one that stays, so that none is joined.
    const blocks = wanted.map((size) => [memory.allocate(size), memory.allocate(8)][0]!);
    const size = memory.u8.length;
    for (const block of blocks) memory.release(block);
    expect(wanted.map((size) => memory.allocate(size))).toEqual(blocks);
    expect(memory.u8.length).toBe(size);
  });

  it('grows by what is missing: a block is free at the end, and what is left to grow is less than is wanted', () => {
    const { memory } = open();
    for (let gibibyte = 0; gibibyte < 3; gibibyte++) memory.allocate(2 ** 30 - 16);
    const last = memory.allocate(600 * 2 ** 20);
    memory.release(last);
    expect(memory.allocate(900 * 2 ** 20)).toBe(last);
  });

  it('takes 0 for no block, and refuses one of more than a gibibyte', () => {
    const { memory, kernel } = open();
    expect(() => memory.release(0)).not.toThrow();
    expect(() => kernel.allocate(2 ** 30 - 15)).toThrow();
    expect(() => kernel.allocate(2 ** 32 - 1)).toThrow();
    expect(memory.u8.subarray(memory.allocate(64)).length).toBeGreaterThan(64);
  });
});
