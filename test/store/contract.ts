// What every kind of store keeps to, as tests that run against any of them.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidArgumentError, RecipeMismatchError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { DocumentExistsError, NoStoreError, StoreClosedError, StoreMismatchError } from '../../src/store/errors.ts';
import { Intake } from '../../src/store/intake.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreOptions } from '../../src/store/settings.ts';
import type { NewDocument, Store } from '../../src/store/store.ts';
import { ReferenceStore } from '../reference/store.ts';
import { NO_DOCUMENTS, NO_IDS, NO_OPTIONS, NO_QUERIES, NO_TIMES } from './refused.ts';
import { collected, INSERTIONS, insertBy, type Operation, operations } from './sequences.ts';

/** Where a store may be. */
export interface Place {
  /** As `openStore` takes it; nothing is there yet. */
  readonly where: string;
  /** Removes whatever is there. */
  remove(): Promise<void>;
}

/** How far a kind keeps to what not all can promise. */
export interface Promises {
  /** Of near-duplicates that come at once, exactly one is inserted; otherwise at most one. */
  readonly oneWinner: boolean;
  /** How many sequences are tried. */
  readonly sequences: number;
}

/** An answer, or the name of an error, and what it tells of the documents before it. */
async function outcome(answer: () => unknown): Promise<unknown> {
  try {
    return { answer: await answer() };
  } catch (error) {
    const { before } = error as Partial<DocumentExistsError>;
    return { error: (error as Error).constructor.name, before };
  }
}

/** As many as have nothing to do with each other, and come at once. */
const UNLIKE = Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, fingerprint: 0xffn << BigInt(8 * i) }));

const TEXT = 'The library opens on Monday with a large new reading room, and the mayor will cut the ribbon at noon.';

export function storeContract(kind: string, makePlace: () => Promise<Place>, promises: Promises): void {
  let place: Place;
  let opened: Store[];
  const open = async (options: StoreOptions = {}): Promise<Store> => {
    const store = await openStore(place.where, options);
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    place = await makePlace();
    opened = [];
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    await place?.remove();
  });

  describe(`${kind}: settings`, () => {
    it('are kept, and opening with others is an error that says how to convert', async () => {
      const first = await open({ recipe: 'words', maxDistance: 5 });
      expect([first.recipeId, first.maxDistance]).toEqual(['words/2', 5]);
      await first.close();
      const second = await open();
      expect([second.recipeId, second.maxDistance]).toEqual(['words/2', 5]);
      await second.close();
      await expect(open({ maxDistance: 4 })).rejects.toThrow(StoreMismatchError);
      await expect(open({ maxDistance: 4 })).rejects.toThrow(/made for distances of up to 5, not 4.*export/);
      await expect(open({ recipe: 'words-bigrams' })).rejects.toThrow(RecipeMismatchError);
      await expect(open({ recipe: 'words-bigrams' })).rejects.toThrow(/words\/2.*words-bigrams\/2.*from the texts/);
      await (await open({ recipe: 'words', maxDistance: 5 })).close();
    });

    it('are the default recipe and distance 3 if nothing is said', async () => {
      const store = await open();
      expect([store.recipeId, store.maxDistance]).toEqual([new Fingerprinter().recipeId, 3]);
    });

    it('that cannot be are named', async () => {
      await expect(open({ maxDistance: 17 })).rejects.toThrow(InvalidArgumentError);
      await expect(open({ maxDistance: 1.5 })).rejects.toThrow(InvalidArgumentError);
      await expect(open({ recipe: 'letters' })).rejects.toThrow(InvalidArgumentError);
    });

    it('of a recipe of one’s own are needed for texts alone', async () => {
      const recipe = { name: 'mine', version: 1, words: [1] };
      const first = await open({ recipe });
      await first.insert({ id: 'a', text: TEXT });
      await first.close();
      const second = await open();
      const stored = await second.get('a');
      expect(await second.search({ fingerprint: stored!.fingerprint })).toHaveLength(1);
      await expect(second.search({ text: TEXT })).rejects.toThrow(RecipeMismatchError);
      await expect(second.insertAllIfNew([{ id: 'b', text: TEXT }])).rejects.toThrow(RecipeMismatchError);
      await second.close();
      await expect(open({ recipe: { ...recipe, words: [2] } })).rejects.toThrow(RecipeMismatchError);
      expect(await (await open({ recipe })).search({ text: TEXT })).toHaveLength(1);
    });

    it('of another version of a built-in recipe, which nobody can give, take no texts', () => {
      const intake = (recipeId: string) => new Intake({ recipeId, maxDistance: 3 }, undefined);
      expect(() => intake('words/1').entry({ id: 'a', text: TEXT })).toThrow(/words\/1,.* words\/2\..*from the texts/);
    });
  });

  describe(`${kind}: documents`, () => {
    it('are inserted if nothing resembles them, and found by texts', async () => {
      const store = await open();
      expect(await store.insertIfNew({ id: 'a', text: TEXT, time: 5, meta: { from: ['x'] } })).toEqual({
        inserted: true,
        duplicates: [],
      });
      const fingerprint = new Fingerprinter().fingerprint(TEXT);
      const match = { id: 'a', fingerprint, time: 5, meta: { from: ['x'] }, distance: 0 };
      const again = await store.insertIfNew({ id: 'b', text: `  ${TEXT.toUpperCase()} ` });
      expect(again).toEqual({ inserted: false, duplicates: [match] });
      expect(await store.get('b')).toBeUndefined();
      expect(await store.search({ text: Buffer.from(TEXT) })).toEqual([match]);
      expect(await store.search({ text: 'Something else that nobody has ever written down, not even here.' })).toEqual(
        [],
      );
      expect(await store.size()).toBe(1);
    });

    it('without features are kept, and resemble nothing', async () => {
      const store = await open();
      for (const id of ['a', 'b']) {
        expect(await store.insertIfNew({ id, text: ' … ' })).toEqual({ inserted: true, duplicates: [] });
      }
      expect(await store.get('a')).toMatchObject({ id: 'a', fingerprint: null });
      expect(await store.search({ text: '…' })).toEqual([]);
      expect(await store.size()).toBe(2);
    });

    it('come when they come if no time is given', async () => {
      const store = await open();
      const before = Date.now();
      await store.insert({ id: 'a', fingerprint: 1n });
      const { time } = (await store.get('a'))!;
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThanOrEqual(Date.now());
    });

    it('may be inserted again, which changes nothing, but not with another fingerprint', async () => {
      const store = await open();
      await store.insertIfNew({ id: 'a', fingerprint: 1n, time: 1, meta: 'first' });
      await store.insert({ id: 'near', fingerprint: 3n, time: 1 });
      const again = { id: 'a', fingerprint: 1n, time: 2, meta: 'second' };
      expect(await store.insertIfNew(again)).toEqual({ inserted: true, duplicates: [] });
      await store.insert(again);
      expect(await store.load([again])).toBe(1);
      expect(await store.get('a')).toEqual({ id: 'a', fingerprint: 1n, time: 1, meta: 'first' });
      await store.insert({ id: 'none', fingerprint: null, time: 1 });
      expect((await store.insertIfNew({ id: 'none', fingerprint: null })).inserted).toBe(true);
      expect(await store.remove('none')).toBe(true);
      await expect(store.insertIfNew({ id: 'a', fingerprint: 2n })).rejects.toThrow(DocumentExistsError);
      await expect(store.insert({ id: 'a', fingerprint: null })).rejects.toThrow(DocumentExistsError);
      await expect(store.load([{ id: 'a', fingerprint: 2n }])).rejects.toThrow(DocumentExistsError);
      const batch = [
        { id: 'a', fingerprint: 2n },
        { id: 'behind it', fingerprint: 0xff00n },
      ];
      await expect(store.insertAllIfNew(batch)).rejects.toThrow(DocumentExistsError);
      expect(await store.size()).toBe(2);
      // Behind more than are inserted at once.
      const others = Array.from({ length: 1100 }, (_, i) => ({ id: `${i}`, fingerprint: null }));
      await expect(store.insertAllIfNew([...others, ...batch])).rejects.toMatchObject({
        id: 'a',
        before: others.map(() => ({ inserted: true, duplicates: [] })),
      });
    });

    it('that are loaded twice at once are the first of them, which a later one may not contradict', async () => {
      const store = await open();
      const first = { id: 'a', fingerprint: 1n, time: 2, meta: 'first' };
      await store.load([first, { ...first, time: 1, meta: 'second' }, { ...first, time: 3 }]);
      expect(await store.get('a')).toEqual(first);
      const contradicting = [
        { id: 'b', fingerprint: 1n },
        { id: 'b', fingerprint: 2n },
      ];
      await expect(store.load(contradicting)).rejects.toThrow(DocumentExistsError);
    });

    it('that are updated keep nothing of what they were', async () => {
      const store = await open();
      await store.insert({ id: 'a', fingerprint: 1n, time: 1, meta: 'first' });
      expect(await store.update({ id: 'a', fingerprint: 0xffn, time: 2 })).toBe(true);
      expect(await store.get('a')).toEqual({ id: 'a', fingerprint: 0xffn, time: 2 });
    });

    it('of one batch are compared with each other', async () => {
      const store = await open();
      // The first of them is stored, whatever its id.
      const [b, a, c] = await store.insertAllIfNew([
        { id: 'b', fingerprint: 0b1n, time: 1 },
        { id: 'a', fingerprint: 0b1111n, time: 1 },
        { id: 'c', fingerprint: 0xff00n, time: 1 },
      ]);
      expect([b!.inserted, a!.inserted, c!.inserted]).toEqual([true, false, true]);
      expect(a!.duplicates).toEqual([{ id: 'b', fingerprint: 0b1n, time: 1, distance: 3 }]);
    });

    it('that differ most, 64 bits, and least are told apart at every distance', async () => {
      const store = await open({ maxDistance: 16 });
      const all = Array.from({ length: 65 }, (_, bits) => ({
        id: `${bits}`,
        fingerprint: 2n ** BigInt(bits) - 1n,
        time: 0,
      }));
      await store.load(all);
      for (let maxDistance = 0; maxDistance <= 16; maxDistance++) {
        const found = await store.search({ fingerprint: 2n ** 64n - 1n }, { maxDistance });
        expect(found.map(({ id, distance }) => [id, distance])).toEqual(
          Array.from({ length: maxDistance + 1 }, (_, distance) => [`${64 - distance}`, distance]),
        );
      }
    });

    it('have ids and meta of any characters, up to their limits', async () => {
      const store = await open();
      const ids = [
        '\0',
        'a\0',
        'a',
        'é',
        'e\u0301',
        '😀',
        '\uffff',
        '/',
        '..',
        '*',
        '{x}',
        '"',
        '\\',
        '%00',
        'x'.repeat(1024),
        '😀'.repeat(256),
      ];
      const meta = {
        '': null,
        '\0': '\0',
        '😀': ['\ud800', -1.5e-300, true, { nested: [[]] }],
        __proto__: 1,
        long: 'y'.repeat(60_000),
        deep: JSON.parse('['.repeat(99) + ']'.repeat(99)),
      };
      for (const [i, id] of ids.entries()) await store.insert({ id, fingerprint: BigInt(i) << 20n, time: i, meta });
      for (const [i, id] of ids.entries()) {
        expect(await store.get(id)).toEqual({ id, fingerprint: BigInt(i) << 20n, time: i, meta });
      }
      const bytes = (id: string): Buffer => Buffer.from(id);
      expect((await collected(store.export())).map(({ id }) => id)).toEqual(
        [...ids].sort((a, b) => Buffer.compare(bytes(a), bytes(b))),
      );
      for (const id of ids) expect([await store.remove(id), await store.remove(id)]).toEqual([true, false]);
      expect(await store.size()).toBe(0);
    });

    it('that are equally near are found in the order of their ids in UTF-8', async () => {
      const store = await open();
      const ids = ['a', 'ab', 'b', 'é', '\uffee', '😀', '😁'];
      for (const i of [6, 4, 5, 2, 3, 1, 0]) await store.insert({ id: ids[i]!, fingerprint: 1n });
      for (const limit of [undefined, 0, 3, ids.length, 2 ** 53, 2 ** 63, Number.MAX_VALUE]) {
        expect((await store.search({ fingerprint: 0n }, { limit })).map(({ id }) => id)).toEqual(ids.slice(0, limit));
      }
    });

    it('have times as far as those of a Date', async () => {
      const store = await open();
      for (const time of [-8.64e15, -1, 0, 8.64e15]) await store.insert({ id: `${time}`, fingerprint: null, time });
      for (const time of [-8.64e15, -1, 0, 8.64e15]) expect((await store.get(`${time}`))!.time).toBe(time);
      expect(await store.expire(new Date(0))).toBe(2);
      expect(await store.expire(8.64e15)).toBe(1);
      expect(await store.size()).toBe(1);
    });

    it('go from one store to another by export and load', async () => {
      const store = await open();
      // More than are read or written at once.
      const count = 2100;
      const all = Array.from({ length: count }, (_, i) => ({
        id: `document ${String(i).padStart(4, '0')}`,
        fingerprint: i % 50 === 0 ? null : BigInt.asUintN(64, BigInt(i) * 0x9e37_79b9_7f4a_7c15n),
        time: i,
        ...(i % 3 === 0 ? { meta: i } : {}),
      }));
      expect(await store.load(all)).toBe(count);
      expect(await collected(store.export())).toEqual(all);
      const copy = new ReferenceStore(3);
      for await (const one of store.export()) copy.insert(one);
      expect(copy.export()).toEqual(all);
      expect(
        await store.load(
          (async function* () {
            yield* all;
          })(),
        ),
      ).toBe(count);
      expect(await store.size()).toBe(count);
      expect(await store.check()).toEqual({ documents: count, damage: [] });
      expect(await store.stats()).toMatchObject({ documents: count, recipe: store.recipeId, distance: 3 });
      // What comes before one that is none is there.
      const some = [{ id: 'before', fingerprint: 5n }, {} as NewDocument, { id: 'behind', fingerprint: 6n }];
      await expect(store.load(some)).rejects.toThrow(InvalidArgumentError);
      expect([await store.get('before'), await store.get('behind')]).toMatchObject([some[0], undefined]);
    });

    it('that are none are named, and change nothing', async () => {
      const store = await open();
      for (const document of NO_DOCUMENTS) {
        await expect(store.insertIfNew(document)).rejects.toThrow(InvalidArgumentError);
        await expect(store.insert(document)).rejects.toThrow(InvalidArgumentError);
        await expect(store.update(document)).rejects.toThrow(InvalidArgumentError);
        await expect(store.insertAllIfNew([{ id: 'good', fingerprint: 1n }, document])).rejects.toThrow(
          /^Document 1: /,
        );
        await expect(store.load([document])).rejects.toThrow(InvalidArgumentError);
      }
      for (const query of NO_QUERIES) {
        await expect(store.search(query)).rejects.toThrow(InvalidArgumentError);
      }
      for (const options of [...NO_OPTIONS, { maxDistance: 4 }, { maxDistance: -1 }, { limit: -1 }, { limit: 0.5 }]) {
        await expect(store.search({ fingerprint: 1n }, options)).rejects.toThrow(InvalidArgumentError);
      }
      for (const id of NO_IDS) {
        await expect(store.get(id)).rejects.toThrow(InvalidArgumentError);
        await expect(store.remove(id)).rejects.toThrow(InvalidArgumentError);
      }
      for (const time of NO_TIMES) await expect(store.expire(time)).rejects.toThrow(InvalidArgumentError);
      await expect(store.insertAllIfNew({} as never)).rejects.toThrow(InvalidArgumentError);
      // map() and its kind pass over a hole.
      await expect(store.insertAllIfNew(new Array(1))).rejects.toThrow(/^Document 0: .*not undefined/);
      await expect(store.load(5 as never)).rejects.toThrow(InvalidArgumentError);
      expect(await store.size()).toBe(0);
    });

    it.each(INSERTIONS)(
      'whose id is removed meanwhile are there when %s has said so: what both answer is so in some order',
      async (name) => {
        const store = await open();
        const seen = new Set<string>();
        const race = async (document: NewDocument & { fingerprint: bigint }): Promise<void> => {
          const { id, fingerprint } = document;
          await store.insert({ id, fingerprint: null });
          const [inserting] = await Promise.allSettled([insertBy(name, store, document), store.remove(id)]);
          const isThere = (await store.get(id))?.fingerprint === fingerprint;
          seen.add(`${inserting.status}, and ${isThere ? '' : 'not '}there`);
          await store.remove(id);
        };
        for (let i = 0; i < 80; i++) await Promise.all(UNLIKE.map(race));
        const orders = ['fulfilled, and there', 'rejected, and not there'];
        expect([...seen].filter((one) => !orders.includes(one))).toEqual([]);
      },
    );

    it('that are updated while old ones expire are as new as they were said to be', async () => {
      const store = await open();
      for (let i = 0; i < 10; i++) {
        await store.insertAllIfNew(UNLIKE.map((document) => ({ ...document, time: 0 })));
        const updates = UNLIKE.map((document) => store.update({ ...document, time: 5 }));
        const [expired, ...updated] = await Promise.all([store.expire(5), ...updates]);
        expect(await store.size()).toBe(updated.filter(Boolean).length);
        expect(expired).toBe(updated.filter((one) => !one).length);
        expect(await store.expire(5)).toBe(0);
        await store.expire(6);
      }
    });

    it('that several remove at once are removed by one of them', async () => {
      const store = await open();
      for (let i = 0; i < 10; i++) {
        await store.insert({ id: 'a', fingerprint: 1n });
        const removed = await Promise.all(UNLIKE.map(() => store.remove('a')));
        expect(removed.filter(Boolean)).toHaveLength(1);
      }
    });

    it('that are inserted meanwhile as well are not their own duplicates', async () => {
      const store = await open();
      for (let i = 0; i < 40; i++) {
        const answers = await Promise.all(
          UNLIKE.map(async (document) => {
            const [answer] = await Promise.all([store.insertIfNew(document), store.insert(document)]);
            await store.remove(document.id);
            return answer;
          }),
        );
        expect(answers).toEqual(UNLIKE.map(() => ({ inserted: true, duplicates: [] })));
      }
    });

    it(`that come at once and resemble each other: ${promises.oneWinner ? 'exactly' : 'at most'} one is inserted`, async () => {
      const store = await open();
      for (let group = 0; group < 20; group++) {
        const centre = BigInt.asUintN(64, BigInt(group + 1) * 0x9e37_79b9_7f4a_7c15n);
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, i) =>
            store.insertIfNew({ id: `${group}-${i}`, fingerprint: centre ^ (1n << BigInt(i)) }),
          ),
        );
        const winners = answers.filter(({ inserted }) => inserted).length;
        if (promises.oneWinner) expect(winners).toBe(1);
        else expect(winners).toBeLessThanOrEqual(1);
      }
    });
  });

  describe(`${kind}: opened`, () => {
    it('to be read, it refuses changes, and sees those of others once they are acknowledged', async () => {
      const writer = await open();
      const reader = await open({ readOnly: true });
      await writer.insert({ id: 'a', fingerprint: 1n, time: 1 });
      expect(await reader.search({ fingerprint: 0n })).toEqual([{ id: 'a', fingerprint: 1n, time: 1, distance: 1 }]);
      await writer.update({ id: 'a', fingerprint: 0xff00n, time: 2 });
      expect([await reader.search({ fingerprint: 0n }), (await reader.get('a'))!.time]).toEqual([[], 2]);
      await writer.remove('a');
      expect([await reader.get('a'), await reader.size(), await reader.search({ fingerprint: 0xff00n })]).toEqual([
        undefined,
        0,
        [],
      ]);
      for (const change of [
        () => reader.insertIfNew({ id: 'b', fingerprint: 1n }),
        () => reader.insertAllIfNew([{ id: 'b', fingerprint: 1n }]),
        () => reader.insert({ id: 'b', fingerprint: 1n }),
        () => reader.update({ id: 'b', fingerprint: 1n }),
        () => reader.remove('b'),
        () => reader.expire(0),
        () => reader.load([{ id: 'b', fingerprint: 1n }]),
        () => reader.compact(),
      ]) {
        await expect(change()).rejects.toThrow(StoreClosedError);
      }
    });

    it('to be read where nothing is, it is an error', async () => {
      const opening = open({ readOnly: true });
      await expect(opening).rejects.toThrow(NoStoreError);
      await expect(opening).rejects.toThrow(/no store/);
    });

    it('and closed, it refuses everything, and may be closed again', async () => {
      const store = await open();
      const begun = store.insert({ id: 'a', fingerprint: 1n });
      await store.close();
      await begun;
      await store.close();
      await expect(store.insert({ id: 'b', fingerprint: 1n })).rejects.toThrow(StoreClosedError);
      await expect(store.search({ fingerprint: 1n })).rejects.toThrow(StoreClosedError);
      await expect(store.size()).rejects.toThrow(StoreClosedError);
      await expect(collected(store.export())).rejects.toThrow(StoreClosedError);
      expect(await (await open()).size()).toBe(1);
    });

    it('and closed, it first finishes all that was begun, of whatever length', async () => {
      const many = (name: string): NewDocument[] =>
        Array.from({ length: 1500 }, (_, i) => ({
          id: `${name}${i}`,
          fingerprint: (BigInt(i) * 0x9e3779b97f4a7c15n) % 2n ** 64n,
          time: 0,
        }));
      const begun: ((store: Store) => Promise<unknown>)[] = [
        (store) => store.load(many('loaded')),
        (store) => store.insertAllIfNew(many('loaded')),
        (store) => store.check(),
        (store) => store.compact(),
        (store) => store.expire(1),
      ];
      for (const begin of begun) {
        const store = await open();
        const running = begin(store);
        await new Promise(setImmediate);
        await store.close();
        await running;
      }
      expect(await (await open()).size()).toBe(0);
    });
  });

  it(`${kind}: does in every sequence what the reference does`, async () => {
    let store = await open();
    const run = async (sequence: readonly Operation[]): Promise<void> => {
      await store.expire(8.64e15);
      const reference = new ReferenceStore(3);
      for (const operation of sequence) {
        if (operation.reopens) {
          await store.close();
          store = await open();
        }
        const expected = await outcome(() => operation.expected(reference));
        expect(await outcome(() => operation.actual(store))).toEqual(expected);
      }
      // Before, too: compacting mends what a change ought not to have left.
      expect(await store.check()).toEqual({ documents: reference.size(), damage: [] });
      await store.compact();
      expect(await collected(store.export())).toEqual(reference.export());
      expect(await store.check()).toEqual({ documents: reference.size(), damage: [] });
    };
    await fc.assert(fc.asyncProperty(fc.array(operations, { maxLength: 30 }), run), {
      numRuns: promises.sequences,
    });
  });
}
