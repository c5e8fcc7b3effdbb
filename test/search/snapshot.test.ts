// Snapshots: an index comes back as it was, and anything else is refused by name.
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CorruptDataError, HammingbirdError, InvalidArgumentError, RecipeMismatchError } from '../../src/errors.ts';
import { joinedBytes } from '../../src/joined-bytes.ts';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import type { Plan } from '../../src/search/plan.ts';
import { FrameReader, FrameWriter } from '../../src/search/snapshot/frames.ts';
import { checksum as kernelChecksum } from '../../src/wasm/checksum.ts';
import { indexCore, useCore } from '../../src/wasm/core.ts';
import { checksum } from '../reference/checksum.ts';
import * as reference from '../reference/search.ts';
import { builds } from '../support/builds.ts';
import { flipped, randomBits, sets } from '../support/fingerprints.ts';
import { plans } from '../support/plan-shapes.ts';

/** Few fingerprints, some of them equal, in tables. */
function smallTabled(recipe?: string): HammingIndex {
  const index = new HammingIndex({ maxDistance: 4, recipe });
  index.addAll(BigUint64Array.from(sets.repeated!(1100, randomBits(3n))));
  for (let id = 0; id < 1100; id++) if (id % 70 !== 0) index.remove(id);
  for (const id of [5000, 6000, 7000]) index.add(0x1234_5678_9abc_def0n, id);
  return index;
}

/** What an index answers, in full. */
function answers(index: HammingIndex): unknown {
  const { length, a, b, distances } = index.pairs();
  return {
    size: index.size,
    maxDistance: index.maxDistance,
    recipe: index.recipe,
    pairs: Array.from({ length }, (_, i) => [a[i], b[i], distances[i]]),
    equal: index.stats().equal,
    tables: index.stats().tables,
  };
}

/** The frames of what was saved: their types and payloads. */
function framesOf(bytes: Uint8Array): [type: number, payload: Uint8Array][] {
  const frames: [number, Uint8Array][] = [];
  const reader = new FrameReader(indexCore(), 'HammingIndex', (type, payload) => frames.push([type, payload.slice()]));
  reader.push(bytes);
  reader.finish();
  return frames;
}

/** Frames with checksums that fit them, whatever they hold. */
function forged(frames: readonly (readonly [type: number, payload: Uint8Array])[]): Uint8Array {
  const writer = new FrameWriter(indexCore());
  return joinedBytes([
    writer.head('HammingIndex'),
    ...frames.map(([type, payload]) => writer.frame(type, payload)),
    writer.end(),
  ]);
}

interface Block {
  readonly bucket: number;
  readonly keys: Uint8Array;
  readonly values: Uint8Array;
}

/** The blocks of a section, whose keys have so many bytes. */
function blocksOf(payload: Uint8Array, keyBytes: number): Block[] {
  const view = new DataView(payload.buffer, payload.byteOffset);
  const blocks: Block[] = [];
  for (let at = 0; at < payload.length; ) {
    const count = view.getUint32(at + 4, true);
    const valuesAt = at + 8 + 8 * Math.ceil((keyBytes * count) / 8);
    const end = valuesAt + 8 * count;
    const keys = payload.subarray(at + 8, at + 8 + keyBytes * count);
    blocks.push({ bucket: view.getUint32(at, true), keys, values: payload.subarray(valuesAt, end) });
    at = end;
  }
  return blocks;
}

/** And back. */
function payloadOf(blocks: readonly Block[]): Uint8Array {
  const parts = blocks.flatMap(({ bucket, keys, values }) => [
    new Uint8Array(Uint32Array.of(bucket, values.length / 8).buffer),
    keys,
    new Uint8Array(-keys.length & 7),
    values,
  ]);
  return joinedBytes(parts);
}

const refused = (bytes: Uint8Array): void => expect(() => HammingIndex.from(bytes)).toThrow(CorruptDataError);

describe.each(builds)('snapshots of the $name build', ({ name: build, open }) => {
  beforeEach(() => useCore(open()));
  afterEach(() => useCore(undefined));

  it.each(Object.keys(sets))('of %s fingerprints come back as they were', (name) => {
    for (const count of [0, 1, 500, name === 'oneBucket' && build !== 'debug' ? 5000 : 1300]) {
      if (name === 'allEqual' && count > 500) continue;
      const index = new HammingIndex({ maxDistance: 3, recipe: 'words/2' });
      index.addAll(BigUint64Array.from(sets[name]!(count, randomBits(5n))));
      const bytes = index.toBytes();
      const restored = HammingIndex.from(bytes);
      expect(restored.toBytes()).toHaveLength(bytes.length);
      expect(answers(restored)).toEqual(answers(index));
      restored.addAll(new BigUint64Array(1));
      expect(restored.has(count)).toBe(true);
      index.dispose();
      restored.dispose();
    }
  });

  it.each(Object.entries(plans))('keep the plan %s', (_, plan) => {
    const index = new HammingIndex({ maxDistance: Math.min(3, plan.maxDistance), plan });
    index.addAll(BigUint64Array.from(sets.clustered!(1300, randomBits(9n))));
    const restored = HammingIndex.from(index.toBytes());
    expect(restored.stats().plan).toEqual(plan);
    expect(answers(restored)).toEqual(answers(index));
  });

  it('of an index without tables come back as they were', () => {
    const plan: Plan = { maxDistance: 16, blocks: [64], tables: [] };
    const index = new HammingIndex({ maxDistance: 16, plan });
    index.addAll(BigUint64Array.from(sets.clustered!(1300, randomBits(9n))));
    expect(answers(HammingIndex.from(index.toBytes()))).toEqual(answers(index));
  });

  it('taken at any time equal the reference, and so does what follows', () => {
    const fingerprint = fc
      .tuple(fc.nat(3), fc.nat(4))
      .map(([centre, bits]) => flipped(BigInt(centre) * 0x5555555555555555n, bits, randomBits(BigInt(bits))));
    const step = fc.record({
      kind: fc.constantFrom('add', 'add', 'remove', 'batch', 'search', 'reload'),
      id: fc.nat(30),
      fingerprint,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, isTabled) => {
        let index = new HammingIndex({ maxDistance: 4 });
        if (isTabled) {
          index.addAll(BigUint64Array.from(sets.uniform!(1024, randomBits(1n))));
          for (let id = 0; id < 1024; id++) index.remove(id);
        }
        const rows = new Map<number, bigint>();
        for (const { kind, id, fingerprint } of steps) {
          if (kind === 'add') {
            index.add(fingerprint, id);
            rows.set(id, fingerprint);
          } else if (kind === 'remove') expect(index.remove(id)).toBe(rows.delete(id));
          else if (kind === 'batch') {
            const ids = Uint32Array.from({ length: 400 }, (_, i) => id + i);
            index.addAll(new BigUint64Array(400).fill(fingerprint), ids);
            for (const one of ids) rows.set(one, fingerprint);
            const gone = ids.subarray(3);
            expect(index.removeAll(gone)).toBe(397);
            for (const one of gone) rows.delete(one);
          } else if (kind === 'search') {
            expect(index.search(fingerprint)).toEqual(reference.search(rows, fingerprint, 4));
          } else {
            const bytes = index.toBytes();
            index.dispose();
            index = HammingIndex.from(bytes);
          }
        }
        const { length, a, b, distances } = HammingIndex.from(index.toBytes()).pairs();
        const pairs = Array.from({ length }, (_, i) => [a[i], b[i], distances[i]]);
        expect(pairs).toEqual(reference.pairs(rows, 4));
        index.dispose();
      }),
      { numRuns: build === 'debug' ? 5 : 40 },
    );
  });

  it('are refused with any byte changed', () => {
    const bytes = smallTabled('words/2').toBytes();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at]! ^= 1 << (at % 8);
      refused(changed);
    }
  });

  it('are refused when they are cut off, or longer', () => {
    const bytes = smallTabled().toBytes();
    for (let length = 0; length < bytes.length; length++) refused(bytes.subarray(0, length));
    refused(joinedBytes([bytes, new Uint8Array(1)]));
    refused(joinedBytes([bytes, bytes]));
  });

  it('are refused with a frame missing, twice or elsewhere', () => {
    const chunks = [...smallTabled().snapshot()];
    for (let i = 0; i < chunks.length; i++) {
      refused(joinedBytes(chunks.toSpliced(i, 1)));
      refused(joinedBytes(chunks.toSpliced(i, 0, chunks[i]!)));
      if (i > 0) refused(joinedBytes(chunks.toSpliced(i - 1, 2, chunks[i]!, chunks[i - 1]!)));
    }
  });

  it('are nothing that is foreign', () => {
    const head = smallTabled().toBytes().subarray(0, 16);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, hasHead) => {
        refused(hasHead ? joinedBytes([head, bytes]) : bytes);
      }),
    );
  });

  it('that were forged, with the right checksums, do not lead outside of the index', () => {
    const frames = framesOf(smallTabled().toBytes());
    let accepted = 0;
    const change = fc.record({ frame: fc.nat(), at: fc.nat(), value: fc.nat(255), drop: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(1100)), (changes, ids) => {
        const copies = frames.map(([type, payload]): [number, Uint8Array] => [type, payload.slice()]);
        for (const { frame, at, value, drop } of changes) {
          const [type, payload] = copies[frame % copies.length]!;
          payload[at % payload.length] = value;
          if (drop === 0) copies[frame % copies.length] = [type, payload.subarray(0, at % payload.length)];
        }
        try {
          const index = HammingIndex.from(forged(copies));
          accepted++;
          // What it answers is forged, too; but it answers.
          index.pairs();
          for (const id of [0, 70, 5000, 6000, ...ids]) index.remove(id);
          for (const id of ids) index.add(BigInt(id), id);
          index.search(0n);
          index.dispose();
        } catch (error) {
          expect(error).toBeInstanceOf(HammingbirdError);
        }
      }),
      { numRuns: build === 'debug' ? 50 : 300 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it('with blocks that no index has are refused, though nothing is missing', () => {
    const index = new HammingIndex({ maxDistance: 3 });
    index.addAll(BigUint64Array.from(sets.oneBucket!(1300, randomBits(21n))));
    index.search(0n);
    const frames = framesOf(index.toBytes());
    const { parts } = JSON.parse(new TextDecoder().decode(frames[0]![1]));
    /** The same with other blocks in the frame of a type. */
    const changed = (type: number, change: (blocks: Block[]) => Block[]): Uint8Array => {
      const at = frames.findIndex(([its]) => its === type);
      const payload = payloadOf(change(blocksOf(frames[at]![1], type < 18 ? 4 : 2)));
      return forged(frames.with(at, [type, payload]));
    };
    const [rows, firstTable, crowdedTable, behind] = [16, 18, 21, 22];
    for (const type of [rows, firstTable, crowdedTable]) {
      expect(answers(HammingIndex.from(changed(type, (blocks) => blocks)))).toEqual(answers(index));
    }
    const [nothing, none] = [{ bucket: 0, keys: new Uint8Array(0), values: new Uint8Array(0) }, new Uint8Array(0)];
    const elsewhere = (bucket: number) => (blocks: Block[]) => blocks.with(0, { ...blocks[0]!, bucket });
    for (const bucket of [parts.rows, 2 ** 28, 2 ** 32 - 1]) refused(changed(rows, elsewhere(bucket)));
    for (const bucket of [2 ** 16, 2 ** 28, 2 ** 32 - 1]) refused(changed(firstTable, elsewhere(bucket)));
    // In parts where they do not belong.
    const swapped = (one: Block, other: Block) => [
      { ...one, bucket: other.bucket },
      { ...other, bucket: one.bucket },
    ];
    refused(changed(rows, ([first, second, ...rest]) => [...swapped(first!, second!), ...rest]));
    refused(changed(firstTable, (blocks) => [...blocks, nothing]));
    // In two blocks of which none is full, and in one that is larger than any.
    const cut = ({ bucket, keys, values }: Block): Block[] => [
      { bucket, keys: keys.subarray(0, 4), values: values.subarray(0, 8) },
      { bucket, keys: keys.subarray(4), values: values.subarray(8) },
    ];
    refused(changed(rows, ([first, ...rest]) => [...cut(first!), ...rest]));
    refused(
      changed(crowdedTable, (blocks) => {
        expect(blocks.map(({ bucket, values }) => [bucket, values.length / 8])).toEqual([
          [0xbeef, 276],
          [0xbeef, 1024],
        ]);
        const [keys, values] = [blocks.map((block) => block.keys), blocks.map((block) => block.values)];
        return [{ bucket: 0xbeef, keys: joinedBytes(keys), values: joinedBytes(values) }];
      }),
    );
    // Of tables that are not there.
    for (const type of [behind, behind + 1, 255]) refused(forged([...frames, [type, none]]));
    index.dispose();
  });

  it('with more in their tables than there are fingerprints are refused', () => {
    const index = new HammingIndex({ maxDistance: 3 });
    index.addAll(BigUint64Array.from(sets.uniform!(1200, randomBits(22n))));
    index.search(0n);
    const frames = framesOf(index.toBytes());
    const tables = [18, 19, 20, 21];
    // Nothing is said of twins where there are none.
    expect(new Set(frames.map(([type]) => type))).toEqual(new Set([1, 16, ...tables]));
    for (const changed of [...tables.map((type) => [type]), tables]) {
      const forgedFrames = frames.map(([type, payload], i): [number, Uint8Array] => {
        if (!changed.includes(type) || frames.findIndex(([its]) => its === type) !== i) return [type, payload];
        const [{ bucket, keys, values }, ...rest] = blocksOf(payload, 2) as [Block, ...Block[]];
        const twice = [joinedBytes([keys, keys.subarray(0, 2)]), joinedBytes([values, values.subarray(0, 8)])] as const;
        return [type, payloadOf([{ bucket, keys: twice[0], values: twice[1] }, ...rest])];
      });
      const bytes = forged(forgedFrames);
      refused(bytes);
      expect(() => HammingIndex.from(bytes)).toThrow('its tables do not fit its fingerprints');
    }
    index.dispose();
  });

  it('whose twins stand in no ring are refused', () => {
    const frames = framesOf(smallTabled().toBytes());
    const twins = frames.findIndex(([type]) => type === 17);
    const { length } = frames[twins]![1];
    const entries = frames[twins]![1][4]!;
    // Of the first block, every byte of every link.
    const links = 8 + 8 * Math.ceil(entries / 2);
    for (let at = links; at < Math.min(links + 8 * entries, length); at++) {
      const payload = frames[twins]![1].slice();
      payload[at]! ^= 1;
      refused(forged(frames.with(twins, [17, payload])));
    }
  });

  it('whose twins are none are refused', () => {
    const index = new HammingIndex({ maxDistance: 3 });
    index.addAll(BigUint64Array.from(sets.uniform!(1200, randomBits(25n))));
    index.search(0n);
    for (const id of [5000, 6000]) index.add(7n, id);
    const frames = framesOf(index.toBytes());
    const at = frames.findIndex(([type]) => type === 17);
    const words = new Uint32Array(frames[at]![1].slice().buffer);
    // One block: its bucket, its length, two ids, and of each the next and the one before.
    expect(Array.from(words)).toEqual([0, 2, 5000, 6000, 6000, 6000, 5000, 5000]);
    const changed = (...forgedWords: number[]) =>
      forged(frames.with(at, [17, new Uint8Array(Uint32Array.from(forgedWords).buffer)]));
    expect(answers(HammingIndex.from(changed(...words)))).toEqual(answers(index));
    // Each by itself; with one that has another fingerprint; and two that are not there.
    refused(changed(0, 2, 5000, 6000, 5000, 5000, 6000, 6000));
    refused(changed(0, 2, 5000, 7, 7, 7, 5000, 5000));
    refused(changed(0, 2, 5001, 6001, 6001, 6001, 5001, 5001));
  });

  it('with an id twice among the twins are refused', () => {
    const frames = framesOf(smallTabled().toBytes());
    const twins = frames.findIndex(([type]) => type === 17);
    const [, payload] = frames[twins]!;
    const entries = payload[4]!;
    const valuesAt = 8 + 8 * Math.ceil(entries / 2);
    // The first entry of the first block stands there once more, and is counted.
    const longer = new Uint8Array(payload.length + 8 + (entries % 2 === 0 ? 8 : 0));
    const valuesMoved = 8 + 8 * Math.ceil((entries + 1) / 2);
    longer.set(payload.subarray(0, 8 + 4 * entries));
    longer[4] = entries + 1;
    longer.set(payload.subarray(8, 12), 8 + 4 * entries);
    longer.set(payload.subarray(valuesAt, valuesAt + 8 * entries), valuesMoved);
    longer.set(payload.subarray(valuesAt, valuesAt + 8), valuesMoved + 8 * entries);
    longer.set(payload.subarray(valuesAt + 8 * entries), valuesMoved + 8 * entries + 8);
    const description = JSON.parse(new TextDecoder().decode(frames[0]![1]));
    const counted = new TextEncoder().encode(JSON.stringify({ ...description, equal: description.equal + 1 }));
    refused(forged(frames.with(0, [1, counted]).with(twins, [17, longer])));
  });

  it('of twins that take several lists have one ring of them', () => {
    const index = new HammingIndex({ maxDistance: 4 });
    index.addAll(new BigUint64Array(4500).fill(5n));
    for (let id = 0; id < 4500; id += 3) index.remove(id);
    const frames = framesOf(index.toBytes());
    const next = new Map<number, number>();
    const before = new Map<number, number>();
    for (const [type, payload] of frames) {
      const view = new DataView(payload.buffer);
      for (let at = 0; type === 17 && at < payload.length; ) {
        const count = view.getUint32(at + 4, true);
        const values = at + 8 + 8 * Math.ceil(count / 2);
        for (let i = 0; i < count; i++) {
          const id = view.getUint32(at + 8 + 4 * i, true);
          next.set(id, view.getUint32(values + 8 * i, true));
          before.set(id, view.getUint32(values + 8 * i + 4, true));
        }
        at = values + 8 * count;
      }
    }
    const ring = [1];
    for (let id = next.get(1)!; id !== 1; id = next.get(id)!) ring.push(id);
    expect(new Set(ring)).toEqual(new Set(index.entries().ids));
    expect(ring.every((id) => before.get(next.get(id)!) === id)).toBe(true);
    const restored = HammingIndex.from(index.toBytes());
    expect(restored.search(5n)).toEqual(index.search(5n));
    expect(restored.toBytes()).toHaveLength(index.toBytes().length);
    for (let id = 1; id < 4500; id += 3) expect(restored.remove(id)).toBe(true);
    expect(restored.search(7n).map(({ id }) => id)).toEqual(Array.from({ length: 1500 }, (_, i) => 3 * i + 2));
    index.dispose();
    restored.dispose();
  });

  it('of more than is saved at once in one bucket come back as they were', () => {
    const index = new HammingIndex({ maxDistance: 3 });
    index.addAll(BigUint64Array.from(sets.oneBucket!(30_000, randomBits(33n))));
    const restored = HammingIndex.from(index.toBytes());
    expect(restored.stats().tables).toEqual(index.stats().tables);
    expect(restored.size).toBe(30_000);
  });

  it('have the checksums of the reference', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.uint8Array({ maxLength: 200 }), (before, bytes) => {
        expect(kernelChecksum(indexCore(), before, bytes)).toBe(checksum(before, bytes));
      }),
    );
  });

  it('leave no memory behind when they are refused', async () => {
    const bytes = smallTabled().toBytes();
    const attempt = async (): Promise<void> => {
      const cut = bytes.subarray(0, bytes.length - 1);
      refused(cut);
      await expect(HammingIndex.fromChunks([cut])).rejects.toThrow(CorruptDataError);
    };
    await attempt();
    const before = indexCore().memory.u8.length;
    for (let i = 0; i < 50; i++) await attempt();
    expect(indexCore().memory.u8.length).toBe(before);
  });
});

describe('a snapshot', () => {
  it('has the bytes that version 1 of the format says', () => {
    const index = new HammingIndex({ maxDistance: 3, recipe: 'words/2' });
    index.add(0x0123456789abcdefn, 7);
    // Whatever stood before where it is written.
    indexCore()
      .memory.scratchBytes(2 ** 18)
      .fill(0xff);
    const bytes = index.toBytes();
    expect(Array.from(bytes.subarray(0, 16))).toEqual([
      0x89, 0x48, 0x42, 0x49, 0x52, 0x44, 0x0d, 0x0a, 1, 0, 0, 0, 1, 0, 0, 0,
    ]);
    const [description, rows] = framesOf(bytes);
    expect(JSON.parse(new TextDecoder().decode(description![1]))).toEqual({
      maxDistance: 3,
      recipe: 'words/2',
      nextId: 8,
      plan: index.stats().plan,
      size: 1,
      isTabled: false,
      equal: 0,
      parts: { rows: 1, twins: 0 },
    });
    const block = [0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01];
    expect([rows![0], Array.from(rows![1])]).toEqual([16, block]);
    const sum = [description!, rows!].reduce((before, [type, payload]) => checksum(before ^ BigInt(type), payload), 0n);
    expect(new DataView(bytes.buffer).getBigUint64(bytes.length - 8, true)).toBe(checksum(sum, new Uint8Array(0)));
  });

  it.each<[string, object]>([
    ['size must be a whole number', { size: -1 }],
    ['equal must be a whole number', { equal: 0.5 }],
    ['parts must be a whole number', { parts: { rows: -1, twins: 0 } }],
    ['parts must be a whole number', { parts: { rows: 1 } }],
    ['its maps have too many parts', { parts: { rows: 2 ** 27 + 1, twins: 0 } }],
    ['its maps have too many parts', { parts: { rows: 1, twins: 2 ** 27 + 1 } }],
    ['An id is a whole number', { nextId: 2 ** 32 + 1 }],
    ['This is no plan', { plan: null }],
    ['its maxDistance is 17', { maxDistance: 17 }],
    ['its maxDistance is -1', { maxDistance: -1 }],
    ['its recipe is no name', { recipe: 5 }],
    ['it does not say whether there are tables', { isTabled: 1 }],
    ['its tables do not fit its fingerprints', { size: 20 }],
    ['its tables do not fit its fingerprints', { equal: 0 }],
  ])('that says something else is refused: %s', (why, changes) => {
    const frames = framesOf(smallTabled().toBytes());
    const description = { ...JSON.parse(new TextDecoder().decode(frames[0]![1])), ...changes };
    const bytes = forged(frames.with(0, [1, new TextEncoder().encode(JSON.stringify(description))]));
    refused(bytes);
    expect(() => HammingIndex.from(bytes)).toThrow(why);
  });

  it('that says of what it is twice, or searches further than its plan, is refused', () => {
    const plan = Object.values(plans).find(({ maxDistance }) => maxDistance < 16)!;
    const frames = framesOf(new HammingIndex({ maxDistance: plan.maxDistance, plan }).toBytes());
    const twice = forged([frames[0]!, ...frames]);
    refused(twice);
    expect(() => HammingIndex.from(twice)).toThrow('its blocks have no place in it');
    const maxDistance = plan.maxDistance + 1;
    const description = { ...JSON.parse(new TextDecoder().decode(frames[0]![1])), maxDistance };
    const further = forged(frames.with(0, [1, new TextEncoder().encode(JSON.stringify(description))]));
    expect(() => HammingIndex.from(further)).toThrow(`its maxDistance is ${maxDistance}`);
  });

  it('of a later version asks for a newer hammingbird, and is not called damaged', () => {
    const bytes = smallTabled().toBytes();
    bytes[8] = 2;
    const message = 'This index has the format 2, not 1: update hammingbird.';
    expect(() => HammingIndex.from(bytes)).toThrow(new CorruptDataError(message));
  });

  it('whose description is no UTF-8, or no object, is refused', () => {
    const frames = framesOf(smallTabled('words/2').toBytes());
    const spoilt = frames[0]![1].slice();
    spoilt[new TextDecoder().decode(spoilt).indexOf('words')] = 0xff;
    for (const [payload, why] of [
      [spoilt, 'its description cannot be read'],
      [new TextEncoder().encode('{'), 'its description cannot be read'],
      [new TextEncoder().encode('null'), 'its description is none'],
      [new TextEncoder().encode('5'), 'its description is none'],
    ] as const) {
      const bytes = forged(frames.with(0, [1, payload]));
      refused(bytes);
      expect(() => HammingIndex.from(bytes)).toThrow(why);
    }
  });

  it('of something that is unknown is said to be that', () => {
    const bytes = smallTabled().toBytes();
    bytes[12] = 9;
    expect(() => HammingIndex.from(bytes)).toThrow('it holds something unknown, and not HammingIndex');
  });

  it('is refused at the head of a frame that is longer than any, and not when all of that has come', () => {
    for (const [length, isRefused] of [
      [512 * 1024, false],
      [512 * 1024 + 1, true],
    ] as const) {
      const writer = new FrameWriter(indexCore());
      const reader = new FrameReader(indexCore(), 'HammingIndex', () => {});
      reader.push(writer.head('HammingIndex'));
      const frame = writer.frame(1, new Uint8Array(length));
      const push = () => reader.push(frame.subarray(0, 16));
      if (isRefused) expect(push).toThrow(`one of its frames has ${length} bytes`);
      else {
        push();
        reader.push(frame.subarray(16));
      }
    }
  });

  it('keeps the largest id, behind which there is none, and a distance of 0', () => {
    const index = new HammingIndex({ maxDistance: 0 });
    index.add(5n, 2 ** 32 - 1);
    const restored = HammingIndex.from(index.toBytes());
    expect(answers(restored)).toEqual(answers(index));
    expect(restored.has(2 ** 32 - 1)).toBe(true);
    for (const one of [index, restored]) expect(() => one.addAll(new BigUint64Array(1))).toThrow(HammingbirdError);
  });

  it('comes in chunks, and is read from chunks cut anywhere', async () => {
    const index = smallTabled();
    const bytes = index.toBytes();
    expect(joinedBytes(index.snapshot())).toEqual(bytes);
    for (const size of [1, 7, 16, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      expect(answers(HammingIndex.from(chunks))).toEqual(answers(index));
      const stream = async function* () {
        yield* chunks;
      };
      expect(answers(await HammingIndex.fromChunks(stream()))).toEqual(answers(index));
      expect(answers(await HammingIndex.fromChunks(bytes as never))).toEqual(answers(index));
      const cut = async function* () {
        yield* chunks.slice(0, -1);
      };
      await expect(HammingIndex.fromChunks(cut())).rejects.toThrow(CorruptDataError);
    }
  });

  it('may be searched while it is taken, but not changed', () => {
    const index = new HammingIndex({ maxDistance: 3 });
    for (let id = 0; id < 2000; id++) index.add(BigInt(id) << 20n, id);
    const chunks: Uint8Array[] = [];
    for (const chunk of index.snapshot()) {
      chunks.push(chunk);
      index.search(5n);
      index.pairs();
    }
    expect(answers(HammingIndex.from(chunks))).toEqual(answers(index));
    for (const change of [() => index.add(1n, 1), () => index.remove(1), () => index.dispose()]) {
      const begun = index.snapshot();
      const called = index.snapshot();
      begun.next();
      change();
      expect(() => [...begun]).toThrow(InvalidArgumentError);
      expect(() => called.next()).toThrow(InvalidArgumentError);
    }
  });

  it('keeps its index, though nobody else does any more', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const snapshotOf = (values: BigUint64Array) => {
      const index = new HammingIndex({ maxDistance: 3 });
      index.addAll(values);
      return index.snapshot();
    };
    const snapshot = snapshotOf(BigUint64Array.from(sets.uniform!(5000, randomBits(3n))));
    const chunks = [snapshot.next().value!];
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      // What frees the memory is called between tasks.
      await sleep(5);
    }
    expect(HammingIndex.from([...chunks, ...snapshot]).size).toBe(5000);
  });

  it('keeps its recipe, and is refused to another', () => {
    const bytes = smallTabled('words/2').toBytes();
    expect(HammingIndex.from(bytes).recipe).toBe('words/2');
    expect(HammingIndex.from(bytes, { recipe: 'words/2' }).size).toBe(19);
    expect(() => HammingIndex.from(bytes, { recipe: 'bytes/2' })).toThrow(RecipeMismatchError);
    expect(() => HammingIndex.from(bytes, { recipe: 'bytes/2' })).toThrow(/words\/2.*bytes\/2/);
    expect(() => HammingIndex.from(smallTabled().toBytes(), { recipe: 'words/2' })).toThrow(RecipeMismatchError);
    expect(() => HammingIndex.from(smallTabled().toBytes(), { recipe: 'words/2' })).toThrow('that was not named');
    expect(() => HammingIndex.from(bytes, { recipe: 5 as never })).toThrow(InvalidArgumentError);
    expect(() => new HammingIndex({ maxDistance: 3, recipe: 5 as unknown as string })).toThrow(InvalidArgumentError);
  });

  it.each([undefined, null, 5, 'text', {}, [5]])('is not made of %s', async (source) => {
    expect(() => HammingIndex.from(source as never)).toThrow(InvalidArgumentError);
    await expect(HammingIndex.fromChunks(source as never)).rejects.toThrow(InvalidArgumentError);
  });

  it('is not made at once of chunks that have to be waited for, and the error says by what', () => {
    const chunks = (async function* () {})() as never;
    expect(() => HammingIndex.from(chunks)).toThrow(InvalidArgumentError);
    expect(() => HammingIndex.from(chunks)).toThrow('fromChunks()');
  });
});
