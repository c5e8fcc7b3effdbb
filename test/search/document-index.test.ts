// Documents by their texts: equal to comparing fingerprints one by one, and saved as they are.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  CorruptDataError,
  DisposedError,
  InvalidArgumentError,
  OutOfMemoryError,
  RecipeMismatchError,
} from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { joinedBytes } from '../../src/joined-bytes.ts';
import { DocumentIndex } from '../../src/search/document-index.ts';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import { FrameReader, FrameWriter } from '../../src/search/snapshot/frames.ts';
import { writeDocuments } from '../../src/search/snapshot/write-documents.ts';
import { indexCore } from '../../src/wasm/core.ts';
import * as reference from '../reference/search.ts';

const words = ['cat', 'sat', 'mat', 'hat', 'bat', 'on', 'the', '猫'];
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((some) => some.join(' '));

/** What a search should find: documents that have features, in the order in which they were added. */
function expected(documents: ReadonlyMap<string, string>, query: string, maxDistance: number) {
  const fingerprinter = new Fingerprinter();
  if (fingerprinter.inspect(query).features === 0) return [];
  const ids = [...documents.keys()];
  const rows = new Map(
    ids.flatMap((id, number): [number, bigint][] =>
      documents.get(id) === '' ? [] : [[number, fingerprinter.fingerprint(documents.get(id)!)]],
    ),
  );
  const found = reference.search(rows, fingerprinter.fingerprint(query), maxDistance);
  return found.map(({ id, ...rest }) => ({ id: ids[id]!, ...rest }));
}

describe('DocumentIndex', () => {
  it('refuses more documents than a Map can have before it takes a part of one', () => {
    const index = new DocumentIndex({ maxDistance: 3 });
    index.add('a', 'the cat sat');
    const size = vi.spyOn(Map.prototype, 'size', 'get').mockReturnValue(2 ** 24);
    try {
      expect(() => index.add('b', 'the cat sat')).toThrow(/holds 2\^24 documents/);
      index.add('a', 'the dog sat');
    } finally {
      size.mockRestore();
    }
    expect([index.size, index.search('the cat sat'), index.search('the dog sat').length]).toEqual([1, [], 1]);
  });

  it('equals comparing all documents, through additions, updates, removals and reloads', () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'remove', 'search', 'reload'),
      id: fc.constantFrom('a', 'b', 'c/d', '', '\ud800', '\udc00', '𠮷'),
      text,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let index = new DocumentIndex({ maxDistance: 16 });
        const documents = new Map<string, string>();
        for (const { kind, id, text } of steps) {
          if (kind === 'add') {
            index.add(id, text);
            documents.set(id, text);
          } else if (kind === 'remove') expect(index.remove(id)).toBe(documents.delete(id));
          else if (kind === 'search') {
            expect(index.search(text)).toEqual(expected(documents, text, 16));
            expect(index.search(text, { maxDistance: 9, limit: 2 })).toEqual(expected(documents, text, 9).slice(0, 2));
            expect(index.nearest(text, 3)).toEqual(expected(documents, text, 64).slice(0, 3));
          } else {
            const bytes = index.save();
            index.dispose();
            index = DocumentIndex.load(bytes);
          }
          expect(index.size).toBe(documents.size);
          expect(index.has(id)).toBe(documents.has(id));
        }
        index.dispose();
      }),
      { numRuns: 100 },
    );
  });

  it.each(['before', 'after'])('has what it has, should the index find no room %s a change', (when) => {
    const index = new DocumentIndex({ maxDistance: 3 });
    index.add('a', 'the cat sat');
    const { add, remove } = HammingIndex.prototype;
    const spies = [
      vi.spyOn(HammingIndex.prototype, 'add').mockImplementation(function (this: HammingIndex, fingerprint, id) {
        if (when === 'after') add.call(this, fingerprint, id);
        throw new OutOfMemoryError('no room');
      }),
      // Ids are gone before there can be too little room.
      vi.spyOn(HammingIndex.prototype, 'remove').mockImplementation(function (this: HammingIndex, id) {
        remove.call(this, id);
        throw new OutOfMemoryError('no room');
      }),
    ];
    try {
      expect(() => index.add('b', 'the dog sat')).toThrow(OutOfMemoryError);
      expect(() => index.remove('a')).toThrow(OutOfMemoryError);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    const ids = when === 'after' ? ['b'] : [];
    expect(index.search('the dog sat').map(({ id }) => id)).toEqual(ids);
    expect([index.size, index.has('a'), index.has('b')]).toEqual([ids.length, false, ids.length === 1]);
    index.add('c', 'the hen sat');
    expect(index.search('the hen sat').map(({ id }) => id)).toEqual(['c']);
  });

  it('knows texts without features, which match nothing', () => {
    const index = new DocumentIndex({ maxDistance: 16 });
    index.add('empty', '');
    index.add('dots', '… …');
    index.add('cat', 'the cat');
    expect(index.size).toBe(3);
    expect(index.search('')).toEqual([]);
    expect(index.nearest('the cat', 5).map(({ id }) => id)).toEqual(['cat']);
    expect(index.nearest('the cat')).toEqual(index.nearest('the cat', 1));
    index.add('cat', '!');
    expect(index.nearest('the cat', 5)).toEqual([]);
    const loaded = DocumentIndex.load(index.save());
    expect([loaded.size, loaded.has('dots')]).toEqual([3, true]);
  });

  it('takes documents that a recipe of the caller’s adds meanwhile', () => {
    const features = (text: string) => {
      if (text.startsWith('outer') && !index.has('inner')) index.add('inner', 'inner words');
      return text.split(' ');
    };
    const index: DocumentIndex = new DocumentIndex({ recipe: { name: 'mine', version: 1, features }, maxDistance: 0 });
    index.add('outer', 'outer words');
    expect(index.size).toBe(2);
    for (const id of ['inner', 'outer']) expect(index.search(`${id} words`).map((match) => match.id)).toEqual([id]);
    index.dispose();
  });

  it('names what it cannot take', () => {
    const index = new DocumentIndex({ maxDistance: 3 });
    expect(() => index.add(5 as unknown as string, 'text')).toThrow(InvalidArgumentError);
    for (const id of [5, ['a']] as unknown as string[]) expect(() => index.add(id, 'text')).toThrow('is a string, not');
    expect(() => index.add('x'.repeat(65_537), 'text')).toThrow(InvalidArgumentError);
    expect(() => index.add('a', 5 as unknown as string)).toThrow(InvalidArgumentError);
    expect(() => index.search('', { maxDistance: 4 })).toThrow(InvalidArgumentError);
    expect(() => new DocumentIndex({ maxDistance: 17 })).toThrow(InvalidArgumentError);
    expect(() => new DocumentIndex({ recipe: 'none', maxDistance: 3 })).toThrow(InvalidArgumentError);
    expect(index.size).toBe(0);
    index.dispose();
    index.dispose();
    for (const call of [
      () => index.size,
      () => index.add('a', 'text'),
      () => index.remove('a'),
      () => index.has('a'),
      () => index.search('text'),
      () => index.nearest('text'),
      () => index.save(),
    ]) {
      expect(call).toThrow(new DisposedError('This DocumentIndex has been disposed. Make a new one.'));
    }
  });
});

/** As a frame of ids has them. */
interface Names {
  readonly numbers: unknown[];
  readonly ids: unknown[];
}

describe('saved documents', () => {
  function few(recipe?: string): DocumentIndex {
    const index = new DocumentIndex({ maxDistance: 3, ...(recipe ? { recipe } : {}) });
    for (const [i, word] of words.entries()) index.add(`document ${i}`, `the ${word} sat`);
    return index;
  }

  it('are refused with any byte changed, or cut off', () => {
    const bytes = few().save();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at]! ^= 1 << (at % 8);
      expect(() => DocumentIndex.load(changed)).toThrow(CorruptDataError);
      expect(() => DocumentIndex.load(bytes.subarray(0, at))).toThrow(CorruptDataError);
    }
  });

  type Frame = readonly [type: number, payload: Uint8Array];

  /** A few documents as other frames, with checksums that fit them. */
  function forged(change: (frames: readonly Frame[]) => readonly Frame[]): Uint8Array {
    const frames: Frame[] = [];
    const reader = new FrameReader(indexCore(), 'DocumentIndex', (type, payload) =>
      frames.push([type, payload.slice()]),
    );
    reader.push(few().save());
    const writer = new FrameWriter(indexCore());
    return joinedBytes([
      writer.head('DocumentIndex'),
      ...change(frames).map(([type, payload]) => writer.frame(type, payload)),
      writer.end(),
    ]);
  }

  it('have the bytes that version 1 of the format says', () => {
    const index = new DocumentIndex({ maxDistance: 3, recipe: 'words' });
    index.add('a', 'the cat');
    index.add('b', '');
    const bytes = index.save();
    expect(Array.from(bytes.subarray(8, 16))).toEqual([1, 0, 0, 0, 2, 0, 0, 0]);
    const frames: [type: number, text: string][] = [];
    const reader = new FrameReader(indexCore(), 'DocumentIndex', (type, payload) =>
      frames.push([type, new TextDecoder().decode(payload)]),
    );
    reader.push(bytes);
    expect(frames.slice(0, 2)).toEqual([
      [1, '{"recipe":"words/2","count":2,"nextNumber":2}'],
      [2, '{"numbers":[0,1],"ids":["a","b"]}'],
    ]);
    expect(frames.slice(2).map(([type]) => type)).toEqual([3, 3, 3, 3]);
  });

  it('that were forged are refused, or answer', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(255), (frame, at, value) => {
        const bytes = forged((frames) => {
          const [, changed] = frames[frame % frames.length]!;
          changed[at % changed.length] = value;
          return frames;
        });
        try {
          const loaded = DocumentIndex.load(bytes);
          for (const { id } of loaded.nearest('the cat sat', 9)) expect(typeof id).toBe('string');
        } catch (error) {
          expect([CorruptDataError, RecipeMismatchError]).toContain((error as Error).constructor);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, (frames: readonly Frame[]) => readonly Frame[]]>([
    ['it has no description', (frames) => frames.slice(2)],
    ['it has frames that are unknown', ([documents, ...others]) => [documents!, documents!, ...others]],
    ['it has frames that are unknown', ([documents, ids, ...index]) => [ids!, documents!, ...index]],
    ['it has frames that are unknown', (frames) => [...frames, [9, Uint8Array.of(1)]]],
  ])('of other frames are refused: %s', (why, change) => {
    const bytes = forged(change);
    expect(() => DocumentIndex.load(bytes)).toThrow(CorruptDataError);
    expect(() => DocumentIndex.load(bytes)).toThrow(why);
  });

  it.each<[string, { recipe?: unknown; count?: unknown; nextNumber?: unknown }, (names: Names) => void]>([
    ['it names no recipe', { recipe: 2 }, () => undefined],
    ['some of its ids are missing or twice', { count: 7 }, ({ ids }) => ids.copyWithin(1, 0, 1)],
    ['some of its ids are missing or twice', {}, ({ ids }) => ids.fill(ids[0])],
    ['some of its documents have no ids', { count: 7 }, ({ ids, numbers }) => [ids.pop(), numbers.pop()]],
    ['its ids have no numbers', {}, ({ numbers }) => numbers.push(8)],
    ['not 5', {}, ({ ids }) => ids.fill(5)],
    ['not 0.5', {}, ({ numbers }) => numbers.fill(0.5)],
    ['a number is too large, or twice', {}, ({ numbers }) => numbers.fill(0)],
    ['a number is too large, or twice', { nextNumber: 7 }, () => undefined],
    ['not 4294967297', { nextNumber: 2 ** 32 + 1 }, () => undefined],
  ])('that say something else are refused: %s', (why, description, change) => {
    const bytes = forged(([documents, ids, ...index]) => {
      const json = ([, payload]: Frame) => JSON.parse(new TextDecoder().decode(payload));
      const frame = (type: number, value: unknown): Frame => [type, new TextEncoder().encode(JSON.stringify(value))];
      const names: Names = json(ids!);
      change(names);
      return [frame(documents![0], { ...json(documents!), ...description }), frame(ids![0], names), ...index];
    });
    expect(() => DocumentIndex.load(bytes)).toThrow(CorruptDataError);
    expect(() => DocumentIndex.load(bytes)).toThrow(why);
  });

  it('give up their index when they are refused, and may have the largest number', () => {
    const changed = (description: object, without: number) =>
      forged(([documents, ids, ...index]) => {
        const json = ([, payload]: Frame) => JSON.parse(new TextDecoder().decode(payload));
        const frame = (type: number, value: unknown): Frame => [type, new TextEncoder().encode(JSON.stringify(value))];
        const names: Names = json(ids!);
        for (const list of [names.ids, names.numbers]) list.splice(8 - without);
        return [frame(1, { ...json(documents!), ...description }), frame(2, names), ...index];
      });
    const [largest, unnamed] = [changed({ nextNumber: 2 ** 32 }, 0), changed({ count: 7 }, 1)];
    expect(DocumentIndex.load(largest).size).toBe(8);
    const from = vi.spyOn(HammingIndex, 'from');
    try {
      expect(() => DocumentIndex.load(unnamed)).toThrow('some of its documents have no ids');
      const index = from.mock.results[0]!.value as HammingIndex;
      expect(() => index.has(0)).toThrow(DisposedError);
    } finally {
      from.mockRestore();
    }
  });

  it('come in chunks, which change nothing and may be cut anywhere', async () => {
    const bytes = few().save();
    const loaded = await DocumentIndex.fromChunks(
      (async function* () {
        for (let at = 0; at < bytes.length; at += 11) yield bytes.subarray(at, at + 11);
      })(),
    );
    expect(loaded.save()).toEqual(bytes);
    const index = few();
    const begun = index.snapshot();
    const called = index.snapshot();
    begun.next();
    index.add('another', '');
    for (const taken of [begun, called]) expect(() => [...taken]).toThrow(InvalidArgumentError);
  });

  it('with many long ids come back', () => {
    const index = new DocumentIndex({ maxDistance: 3 });
    const ids = Array.from({ length: 1500 }, (_, i) => `${i} `.padEnd(i % 500 === 0 ? 65_536 : 20, '\u0001'));
    for (const id of ids) index.add(id, `${id.slice(0, 5)} the cat sat on ${id.length}`);
    const loaded = DocumentIndex.load(index.save());
    expect(loaded.size).toBe(1500);
    expect(loaded.search('7 the cat sat on 20')).toEqual(index.search('7 the cat sat on 20'));
    expect(loaded.search('7 the cat sat on 20')[0]).toMatchObject({ id: ids[7], distance: 0 });
  });

  it('with a long id behind very many short ones come back, in few frames', () => {
    // As JSON, each of these takes six bytes.
    const signs = Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).filter(
      (sign) => JSON.stringify(sign).length === 8,
    );
    const short = (i: number) => [i, i / 27, i / 729].map((at) => signs[Math.floor(at) % 27]).join('');
    const ids = [...Array.from({ length: 5461 }, (_, i) => short(i)), signs[1]!.repeat(65_536)];
    const index = new DocumentIndex({ maxDistance: 3 });
    for (const id of ids) index.add(id, '');
    const chunks = [...index.snapshot()];
    expect(chunks.length).toBeLessThan(20);
    const loaded = DocumentIndex.load(joinedBytes(chunks));
    expect([loaded.size, ids.every((id) => loaded.has(id))]).toEqual([5462, true]);
  });

  it('have the recipe that they were made by', () => {
    expect(DocumentIndex.load(few('byte-8-grams').save()).recipeId).toMatch(/^byte-8-grams\//);
    expect(() => DocumentIndex.load(few('words').save(), { recipe: 'byte-8-grams' })).toThrow(RecipeMismatchError);
    const mine = { name: 'mine', version: 1, words: [1] };
    const index = new DocumentIndex({ recipe: mine, maxDistance: 3 });
    index.add('a', 'the cat');
    expect(() => DocumentIndex.load(index.save())).toThrow(RecipeMismatchError);
    expect(() => DocumentIndex.load(index.save(), { recipe: { ...mine, words: [2] } })).toThrow(RecipeMismatchError);
    expect(DocumentIndex.load(index.save(), { recipe: { ...mine } }).search('the cat')).toHaveLength(1);
  });

  it('are refused with both names if they were made by another version of a built-in recipe, or with idf', () => {
    const saved = (recipe: string) =>
      joinedBytes([...writeDocuments(recipe, new HammingIndex({ maxDistance: 3, recipe }).snapshot(), new Map(), 0)]);
    expect(() => DocumentIndex.load(saved('words/1'))).toThrow(/words\/1,.* words\/2\..*from the texts/);
    expect(() => DocumentIndex.load(saved('words/1+idf-0'))).toThrow(/words\/1\+idf-0,.* words\/2\..*from the texts/);
    expect(() => DocumentIndex.load(saved('words/2+idf-0'))).toThrow(/words\/2\+idf-0,.* words\/2\..*use that recipe/);
    const index = new HammingIndex({ maxDistance: 3, recipe: 'words/2' }).snapshot();
    const mixed = joinedBytes([...writeDocuments('words-bigrams/2', index, new Map(), 0)]);
    expect(() => DocumentIndex.load(mixed)).toThrow(RecipeMismatchError);
  });

  it('are told from an index without documents', () => {
    expect(() => HammingIndex.from(few().save())).toThrow(/DocumentIndex/);
    expect(() => DocumentIndex.load(new HammingIndex({ maxDistance: 3 }).toBytes())).toThrow(/HammingIndex/);
  });
});
