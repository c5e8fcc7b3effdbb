// The core's memory: growth, blocks beyond 2 GiB where pointers turn negative in JavaScript, and its end.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { dedupe } from '../../src/dedupe/dedupe.ts';
import { OutOfMemoryError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { IdfTrainer } from '../../src/fingerprint/idf-model.ts';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import { type Core, useCore } from '../../src/wasm/core.ts';
import { GramTable } from '../../src/wasm/gram-table.ts';
import { winnow } from '../../src/wasm/winnow.ts';
import { builds } from '../support/builds.ts';
import { randomBits, sets } from '../support/fingerprints.ts';
import { roomOf } from '../support/room.ts';

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;
const BLOCK = GIBIBYTE - 1024;

/** Takes blocks of a size until there is no room for another. */
function filled({ memory }: Core, size: number): number[] {
  const blocks: number[] = [];
  const fill = () => {
    for (;;) blocks.push(memory.allocate(size));
  };
  expect(fill).toThrow(OutOfMemoryError);
  return blocks;
}

/** From large to small, so that nothing is left in the end. */
const SIZES = [BLOCK, 2 ** 24, 2 ** 20, 2 ** 17, 2 ** 14, 2 ** 11, 2 ** 8, 1];

/** Ids that stand in one part of a map of ids, by the leading bits of a hash (`partOf` in `assembly/search/id-map.ts`). */
function idsOfOnePart(part: number, count: number): Uint32Array {
  const ids: number[] = [];
  for (let eight = 0; ids.length < count; eight++) {
    let hash = Math.imul(eight ^ (eight >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    if (((hash ^ (hash >>> 16)) & 1023) === part) for (let i = 0; i < 8; i++) ids.push(8 * eight + i);
  }
  return Uint32Array.from(ids.slice(0, count));
}

describe.each(builds.filter(({ name }) => name !== 'debug'))('the memory of the $name build', ({ open }) => {
  it('works beyond 2 GiB as below', () => {
    const texts = ['the cat sat on the mat', '有一天，猫坐在垫子上。', 'naïve café '.repeat(9000)];
    const values = BigUint64Array.from(sets.clustered!(9000, randomBits(2n)));

    const results = (core: ReturnType<typeof open>) => {
      useCore(core);
      const fingerprinter = new Fingerprinter();
      const index = new HammingIndex({ maxDistance: 4 });
      index.addAll(values);
      const pairs = index.pairs();
      const answers = {
        fingerprints: texts.map((text) => fingerprinter.fingerprint(text)),
        similarity: fingerprinter.exactSimilarity(texts[0]!, `${texts[0]} again`),
        tokens: fingerprinter.features(texts[1]!),
        search: index.search(values[5]!),
        pairs: [pairs.length, pairs.a.at(-1), pairs.b.at(-1)],
      };
      index.dispose();
      useCore(undefined);
      return answers;
    };

    const high = open();
    // Untouched pages take no memory of the machine.
    const blocks = [high.memory.allocate(BLOCK), high.memory.allocate(BLOCK)];
    expect(Math.max(...blocks)).toBeGreaterThan(GIBIBYTE / 2);
    expect(high.memory.allocate(64)).toBeGreaterThan(2 * BLOCK);
    expect(high.memory.allocate(2 ** 20)).toBeGreaterThan(2 ** 31 - 4096);
    expect(results(high)).toEqual(results(open()));
  });

  it('beyond 2 GiB it grows in large steps, for after each V8 collects garbage', () => {
    const { memory, kernel } = open();
    const blocks = [memory.allocate(BLOCK), memory.allocate(BLOCK)];
    const sizes = new Set<number>();
    for (let i = 0; i < 2000; i++) {
      blocks.push(memory.allocate(2 ** 17));
      sizes.add(kernel.memory.buffer.byteLength);
    }
    expect(Math.max(...sizes)).toBeGreaterThan(2 ** 31 + 2000 * 2 ** 17 - 2 ** 24);
    expect(sizes.size).toBeLessThan(10);
    for (const block of blocks) memory.release(block);
  });

  it('an index that found no room for its tables is whole, and works when there is room again', () => {
    const core = open();
    useCore(core);
    const values = BigUint64Array.from(sets.clustered!(40_000, randomBits(7n)));
    const index = new HammingIndex({ maxDistance: 3 });
    // In portions too small to have all sorted anew: that is left to the first search.
    for (let start = 0; start < values.length; start += 1000) index.addAll(values.subarray(start, start + 1000));
    // Leaves less and less room: the build fails at its first block, or at a later one.
    const blocks = [BLOCK, 2 ** 24, 2 ** 20, 2 ** 17].flatMap((size) => filled(core, size));
    let failures = 0;
    for (; failures < 200; failures++) {
      try {
        index.search(values[11]!);
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(OutOfMemoryError);
        expect(index.size).toBe(values.length);
        core.memory.release(blocks.pop()!);
      }
    }
    expect(failures).toBeGreaterThan(2);
    const again = new HammingIndex({ maxDistance: 3 });
    for (const block of blocks) core.memory.release(block);
    again.addAll(values);
    expect(index.pairs()).toEqual(again.pairs());
    useCore(undefined);
  });

  it('an index that found no room for many changes is whole, and works when there is room again', () => {
    const core = open();
    useCore(core);
    const values = BigUint64Array.from(sets.clustered!(60_000, randomBits(11n)));
    const ids = Uint32Array.from(values, (_, i) => i);
    const index = new HammingIndex({ maxDistance: 3 });
    index.addAll(values.subarray(0, 40_000));
    const blocks: number[] = [];
    /** How often it fails until there is room. */
    const failuresOf = (change: () => void): number => {
      for (const size of [BLOCK, 2 ** 24, 2 ** 20, 2 ** 17, 2 ** 14, 2 ** 11]) blocks.push(...filled(core, size));
      for (let failures = 0; ; failures++) {
        try {
          change();
          return failures;
        } catch (error) {
          expect(error).toBeInstanceOf(OutOfMemoryError);
          expect(index.size).toBe(ids.reduce((count, id) => count + Number(index.has(id)), 0));
          for (let i = 0; i < 8; i++) core.memory.release(blocks.pop()!);
        }
      }
    };
    expect(failuresOf(() => index.addAll(values.subarray(40_000), ids.subarray(40_000)))).toBeGreaterThan(2);
    expect(index.size).toBe(60_000);
    // A batch for which there is no room is removed one by one, and only smaller blocks for what is left need some.
    expect(failuresOf(() => index.removeAll(ids.subarray(10_000, 30_000)))).toBeLessThan(20);
    expect(index.size).toBe(40_000);
    for (const block of blocks) core.memory.release(block);
    const again = new HammingIndex({ maxDistance: 3 });
    again.addAll(values, ids);
    for (const id of ids.subarray(10_000, 30_000)) again.remove(id);
    expect(index.pairs()).toEqual(again.pairs());
    useCore(undefined);
  });

  it('an id that came though its tables found no room is not given to another fingerprint', () => {
    const values = BigUint64Array.from(sets.oneBucket!(8000, randomBits(13n)));
    const cameAll = [12, 14, 16].map((power) => {
      const core = open();
      useCore(core);
      const index = new HammingIndex({ maxDistance: 3 });
      index.addAll(values.subarray(0, 2000));
      index.search(values[0]!);
      const room = core.memory.allocate(2 ** power);
      const blocks = SIZES.flatMap((size) => filled(core, size));
      core.memory.release(room);
      let id = 2000;
      const add = () => {
        for (; id < values.length; id++) index.add(values[id]!, id);
      };
      expect(add).toThrow(OutOfMemoryError);
      const came = index.has(id);
      for (const block of blocks) core.memory.release(block);
      const { size } = index;
      index.addAll(values.subarray(0, 10));
      expect([index.size, new Set(index.entries().ids).size]).toEqual([size + 10, size + 10]);
      useCore(undefined);
      return came;
    });
    expect(cameAll).toContain(true);
  });

  it.each([12, 13, 14, 15].map((power) => 2 ** power))(
    'an index has all its ids though a large part of its map was split with %i bytes left',
    (left) => {
      const core = open();
      useCore(core);
      const index = new HammingIndex({ maxDistance: 3, plan: { maxDistance: 3, blocks: [64], tables: [] } });
      // All stand in part 5 of 133, and with the next id they belong in part 133.
      const ids = idsOfOnePart(133, 133 * 32 + 1);
      index.addAll(new BigUint64Array(133 * 32), ids.subarray(1));
      const room = core.memory.allocate(left);
      const blocks = SIZES.flatMap((size) => filled(core, size));
      core.memory.release(room);
      try {
        index.add(5n, ids[0]!);
      } catch (error) {
        expect(error).toBeInstanceOf(OutOfMemoryError);
      }
      expect(ids.findLastIndex((id) => !index.has(id))).toBeLessThan(1);
      for (const block of blocks) core.memory.release(block);
      index.add(5n, ids[0]!);
      expect(index.search(5n)).toHaveLength(ids.length);
      useCore(undefined);
    },
  );

  it('says so when it is full, and goes on when something was given back', () => {
    const core = open();
    useCore(core);
    const blocks: number[] = [];
    const fill = () => {
      for (;;) blocks.push(core.memory.allocate(BLOCK / 2));
    };
    expect(fill).toThrow(OutOfMemoryError);
    expect(blocks.length).toBeGreaterThanOrEqual(6);
    expect(() => core.memory.allocate(2 * GIBIBYTE)).toThrow(/limit/);
    core.memory.release(blocks.pop()!);
    expect(new Fingerprinter().fingerprint('still there')).toBe(
      new Fingerprinter().fingerprint(new TextEncoder().encode('still there')),
    );
    useCore(undefined);
  });

  it("gives back what many features of one's own took", () => {
    const core = open();
    useCore(core);
    const many = Array.from({ length: 500_000 }, (_, i) => i.toString(36));
    const own = { name: 'own', version: 1, features: () => many, weights: 'tf' } as const;
    new Fingerprinter({ recipe: own }).fingerprint('any');
    const size = core.memory.u8.length;
    let free = -MEBIBYTE;
    for (; core.memory.u8.length === size; free += MEBIBYTE) core.memory.allocate(MEBIBYTE - 16);
    // What is counted with stays for the next one; it has 12 MB of 33, and their bytes, weights and lengths had 8.
    expect(free).toBeGreaterThan(size / 2);
    useCore(undefined);
  });

  it('keeps the numbers of grams, those of the least and the largest too, and gives back what they took', () => {
    const grams = BigUint64Array.from({ length: 5000 }, randomBits(19n)).fill(0n, 0, 1).fill(-1n, 1, 2);
    const numbers = Uint32Array.from(grams, (_, i) => i + 1);
    // There is no 0: it is told as 1.
    const expected = new Map(Array.from(grams, (gram, i) => [gram || 1n, i + 1]));
    const roomAfter = (rounds: number) => {
      const core = open();
      for (let round = 0; round < rounds; round++) {
        const table = new GramTable(core);
        table.set(grams, numbers);
        const read = table.read(1);
        expect(new Map(Array.from(read.grams, (gram, i) => [gram, read.numbers[i]!]))).toEqual(expected);
        expect(table.read(3).grams).toHaveLength(4998);
        table.dispose();
      }
      return roomOf(core);
    };
    expect(roomAfter(20)).toEqual(roomAfter(1));
  });

  it('gives back what a text took for which there was no room', () => {
    const core = open();
    useCore(core);
    const blocks = [BLOCK / 2, MEBIBYTE].flatMap((size) => filled(core, size));
    const long = Array.from({ length: 500_000 }, (_, i) => i.toString(36)).join(' ');
    // So much that at different times there is no more.
    for (const free of [12, 17, 26]) {
      for (let i = 0; i < free; i++) core.memory.release(blocks.pop()!);
      expect(() => new Fingerprinter().fingerprint(long)).toThrow(OutOfMemoryError);
      new Fingerprinter().fingerprint('a short one');
      // One of them has what is kept for the next text.
      for (let i = 0; i < free - 1; i++) blocks.push(core.memory.allocate(MEBIBYTE));
    }
    useCore(undefined);
  });

  it('gives back a feature set for which there was no room, and names that', () => {
    const core = open();
    useCore(core);
    const words = Array.from({ length: 20_000 }, (_, i) => i.toString(36));
    const own = { name: 'own', version: 1, features: () => words, weights: 'tf' } as const;
    const fingerprinters = ['words', 'dedupe', own].map((recipe) => new Fingerprinter({ recipe }));
    // What they count with is there from now on.
    for (const fingerprinter of fingerprinters) fingerprinter.featureSet(words.join(' ')).dispose();
    const blocks = [BLOCK / 2, MEBIBYTE, 1024].flatMap((size) => filled(core, size));
    for (let i = 0; i < 8; i++) core.memory.release(blocks.pop()!);
    for (const fingerprinter of fingerprinters) {
      for (let i = 0; i < 100; i++) expect(() => fingerprinter.featureSet(words.join(' '))).toThrow(OutOfMemoryError);
    }
    for (let i = 0; i < 8; i++) core.memory.allocate(1024);
    useCore(undefined);
  });
});

describe('the release build', () => {
  it('takes no more memory for a million documents than for a thousand', () => {
    const core = builds[0]!.open();
    useCore(core);
    const fingerprinter = new Fingerprinter();
    const random = randomBits(3n);
    const texts = Array.from({ length: 1000 }, () =>
      Array.from({ length: 12 }, () => (random() & 0xfffn).toString(36)).join(' '),
    );
    const several = new BigUint64Array(3);
    const round = () => {
      for (const text of texts) {
        fingerprinter.several(text, several);
        fingerprinter.featureSet(text).dispose();
      }
    };
    round();
    const before = core.kernel.memory.buffer.byteLength;
    for (let i = 0; i < 1000; i++) round();
    expect(core.kernel.memory.buffer.byteLength).toBe(before);
    useCore(undefined);
  });

  it('takes no more memory for the runs of words of many long texts than for those of one', () => {
    const core = builds[0]!.open();
    // So many that what was chosen of them is not kept.
    const long = Array.from({ length: 250_000 }, (_, i) => i.toString(36)).join(' ');
    expect(winnow(core, long).length).toBeGreaterThan(2 ** 16);
    const before = core.memory.u8.length;
    for (let i = 0; i < 40; i++) winnow(core, long);
    expect(core.memory.u8.length).toBe(before);
  });

  it('gives back what was counted before something fails', async () => {
    const core = builds[0]!.open();
    useCore(core);
    const long = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ');
    const features = (text: string) => {
      if (text === '') throw new Error('Nothing is in it.');
      return text.split(' ');
    };
    const recipe = { name: 'parts', version: 1, features, weights: 'tf' } as const;
    const fingerprinter = new Fingerprinter({ recipe });
    const fail = async () => {
      expect(() => fingerprinter.exactSimilarity(long, '')).toThrow(/Nothing/);
      const verdicts = dedupe(
        [
          { id: 1, text: long },
          { id: 2, text: '' },
        ],
        { recipe },
      );
      await expect(verdicts.next()).rejects.toThrow(/Nothing/);
    };
    await fail();
    const before = core.kernel.memory.buffer.byteLength;
    for (let i = 0; i < 24; i++) await fail();
    expect(core.kernel.memory.buffer.byteLength).toBe(before);
    useCore(undefined);
  });

  it('has less than 48 KB, and the table of Unicode less than 5 KB of them', () => {
    const wasm = readFileSync(new URL('../../build/core.wasm', import.meta.url));
    expect(wasm.length).toBeLessThan(48_000);
    const source = readFileSync(new URL('../../assembly/fingerprint/unicode-data.ts', import.meta.url), 'utf8');
    const packed = source.slice(source.indexOf('PACKED')).match(/\b\d+(?=,)/g)!;
    expect(packed.length).toBeLessThan(5_000);
  });
});

it('gives back what was to be copied, when the engine has no room for the copy', () => {
  const core = builds[0]!.open();
  useCore(core);
  const index = new HammingIndex({ maxDistance: 3 });
  index.add(1n, 1);
  const trainer = new IdfTrainer();
  trainer.add('some words');
  const release = vi.spyOn(core.memory, 'release');
  vi.spyOn(Uint32Array.prototype, 'slice').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed');
  });
  expect(() => index.entries()).toThrow(RangeError);
  expect(() => trainer.finish()).toThrow(RangeError);
  expect(release).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  useCore(undefined);
});
