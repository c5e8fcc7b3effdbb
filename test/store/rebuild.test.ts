// What can be known of a damaged record is: which documents were there, in which version, and how many are lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { Forgery, PAGE } from './forgery.ts';
import { rebuiltFrom, recordAfter } from './rebuilt.ts';
import { type Operation, operations } from './sequences.ts';

const KEPT = /^What was there before is kept in /;
const UNCERTAIN = /documents stood on pages to which nothing led any more/;
const UNCOUNTED = /^How many documents there were cannot be read any more/;

/** Destroys meta pages. */
function without(bytes: Buffer, ...metaPages: readonly number[]): Buffer {
  const damaged = Buffer.from(bytes);
  for (const page of metaPages) damaged.fill(0, page * PAGE, page * PAGE + 200);
  return damaged;
}

/** Of the meta pages, the one of the last transaction but one. */
const olderMeta = (bytes: Buffer): number => (bytes.readUInt32LE(152) < bytes.readUInt32LE(PAGE + 152) ? 0 : 1);

async function perform(store: Store, all: readonly Operation[]): Promise<void> {
  for (const one of all) await one.actual(store).catch(() => undefined);
}

describe('after any changes, a record', () => {
  const sequences = fc.array(operations, { minLength: 1, maxLength: 40 });

  it.each<[string, (bytes: Buffer) => Buffer, readonly RegExp[]]>([
    ['of which nothing says where it begins', (bytes) => without(bytes, 0, 1), [UNCERTAIN, UNCOUNTED, KEPT]],
    [
      'whose end is torn, too',
      (bytes) => Buffer.concat([without(bytes, 0, 1), Buffer.alloc(10, 1)]),
      [UNCERTAIN, UNCOUNTED, KEPT],
    ],
    ['without the older of its first pages', (bytes) => without(bytes, olderMeta(bytes)), [UNCOUNTED, KEPT]],
    ['that is whole', (bytes) => bytes, [KEPT]],
  ])('%s is rebuilt with exactly what was there', async (_, damage, notes) => {
    await fc.assert(
      fc.asyncProperty(sequences, async (all) => {
        const { bytes, documents } = await recordAfter((store) => perform(store, all));
        const { report, there } = await rebuiltFrom(damage(bytes));
        expect(there).toEqual(documents);
        expect(report).toMatchObject({ documents: documents.length, lost: 0, lostIds: [] });
        const said = documents.length > 0 ? notes : notes.filter((note) => note !== UNCERTAIN);
        expect(report.notes).toEqual(said.map((note) => expect.stringMatching(note)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('documents', () => {
  const document = (id: string) => ({ id, fingerprint: BigInt(id.length) << 50n, time: 0 });
  const ids = (there: readonly { readonly id: string }[]): string[] => there.map(({ id }) => id);

  /** Changes one by one. */
  const inTurn =
    (...changes: readonly ((store: Store) => Promise<unknown>)[]) =>
    async (store: Store): Promise<void> => {
      for (const change of changes) await change(store);
    };
  const insert = (id: string) => (store: Store) => store.insert(document(id));
  const remove = (id: string) => (store: Store) => store.remove(id);
  const update = (id: string) => (store: Store) => store.update({ ...document(id), time: 1 });

  /** Where a document stands in some bytes, and not its id alone. */
  function* placesOf(id: string, bytes: Buffer): Generator<number> {
    const head = Buffer.from([id.length, 0, ...Buffer.from(id)]);
    for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) yield at;
  }

  /** Changes a document, everywhere or on the page that counts. */
  function spoil(id: string, bytes: Buffer): Buffer {
    for (const at of placesOf(id, bytes)) bytes[at - 1]! |= 0x40;
    return bytes;
  }
  function spoilCurrent(id: string, sound: Buffer): Buffer {
    const { bytes, main } = new Forgery(sound);
    const root = new Forgery(sound).root(main);
    spoil(id, bytes.subarray(root, root + PAGE));
    return bytes;
  }

  /** Destroys the list of free pages. */
  function withoutFreePages(sound: Buffer): Buffer {
    const { bytes, free } = new Forgery(sound);
    const page = new Forgery(sound).root(free);
    return bytes.fill(0xa5, page, page + PAGE);
  }

  it.each([
    ['insertion', insert('fourth')],
    ['removal', remove('second')],
    ['update', update('second')],
  ])('that are lost are counted by what was said at the last change, an %s', async (_, change) => {
    const { bytes, documents } = await recordAfter(inTurn(insert('first'), insert('second'), insert('third'), change));
    const { report, there } = await rebuiltFrom(without(spoil('first', Buffer.from(bytes)), 0, 1));
    expect(there).toEqual(documents.filter(({ id }) => id !== 'first'));
    expect(report).toMatchObject({ documents: there.length, lost: 1, lostIds: [] });
  });

  it('that are lost are named', async () => {
    const { bytes } = await recordAfter(inTurn(insert('first'), insert('second')));
    const { report, there } = await rebuiltFrom(spoil('first', Buffer.from(bytes)));
    expect(ids(there)).toEqual(['second']);
    expect(report).toMatchObject({ lost: 1, lostIds: ['first'], notes: [expect.stringMatching(KEPT)] });
  });

  it('that are lost are named up to a thousand', async () => {
    const { bytes } = await recordAfter((store) =>
      store.load(Array.from({ length: 1100 }, (_, i) => ({ ...document('x'), id: `${i}`, meta: 'spoilt' }))),
    );
    for (let at = bytes.indexOf('spoilt'); at >= 0; at = bytes.indexOf('spoilt', at)) bytes[at]! ^= 1;
    const { report, there } = await rebuiltFrom(bytes);
    expect(there).toEqual([]);
    expect(report.lost).toBe(1100);
    expect(new Set(report.lostIds).size).toBe(1000);
  });

  it('whose last copy has changed are taken from an earlier one', async () => {
    const { bytes, documents } = await recordAfter(inTurn(...['first', 'second', 'third', 'fourth'].map(insert)));
    const { report, there } = await rebuiltFrom(spoilCurrent('first', bytes));
    expect(there).toEqual(documents);
    expect(report).toMatchObject({ lost: 0, lostIds: [], notes: [expect.stringMatching(KEPT)] });
  });

  it.each([
    ['free', (bytes: Buffer) => bytes],
    ['not known to be free', withoutFreePages],
  ])('that were updated since are not taken from an earlier copy on a page that is %s', async (_, damage) => {
    const { bytes } = await recordAfter(inTurn(...['first', 'second', 'third'].map(insert), update('first')));
    const damaged = spoilCurrent('first', bytes);
    expect([...placesOf('first', damaged)].length).toBeGreaterThan(1);
    const { report, there } = await rebuiltFrom(damage(damaged));
    expect(ids(there)).toEqual(['second', 'third']);
    expect(report).toMatchObject({ lost: 1, lostIds: ['first'], notes: [expect.stringMatching(KEPT)] });
  });

  it('that were removed do not come again where all others are known, even if neither their removal nor what is free is', async () => {
    const { bytes } = await recordAfter(inTurn(...['first', 'second', 'third'].map(insert), remove('third')));
    const removal = Buffer.of(3, 0, 0, 0, 0, 0, 0);
    for (let at = bytes.indexOf(removal); at >= 0; at = bytes.indexOf(removal, at + 1)) bytes[at + 7]! ^= 1;
    expect([...placesOf('third', bytes)]).not.toEqual([]);
    const { report, there } = await rebuiltFrom(spoil('first', withoutFreePages(bytes)));
    expect(ids(there)).toEqual(['second']);
    expect(report).toMatchObject({ lost: 1, lostIds: ['first'], notes: [expect.stringMatching(KEPT)] });
  });

  it('of a transaction that never finished count for nothing', async () => {
    let before: Buffer = Buffer.alloc(0);
    const { bytes } = await recordAfter(async (store, read) => {
      await inTurn(insert('first'), insert('second'))(store);
      before = read();
      await insert('third')(store);
    });
    before.copy(bytes, 0, 0, 2 * PAGE);
    const { report, there } = await rebuiltFrom(spoil('first', bytes));
    expect(ids(there)).toEqual(['second']);
    expect(report).toMatchObject({ lost: 1, lostIds: ['first'], notes: [expect.stringMatching(KEPT)] });
  });

  it('of which only the last transaction knew are found, and said to be uncertain', async () => {
    const { bytes, documents } = await recordAfter(inTurn(insert('first'), insert('second')));
    const { report, there } = await rebuiltFrom(without(bytes, 1 - olderMeta(bytes)));
    expect(there).toEqual(documents);
    expect(report.notes).toEqual([UNCERTAIN, UNCOUNTED, KEPT].map((note) => expect.stringMatching(note)));
  });

  it('that only the last transaction removed come again, which is said', async () => {
    const { bytes } = await recordAfter(inTurn(insert('first'), insert('second'), remove('first')));
    const { report, there } = await rebuiltFrom(without(bytes, 1 - olderMeta(bytes)));
    expect(ids(there)).toEqual(['first', 'second']);
    expect(report.notes).toEqual([UNCOUNTED, KEPT].map((note) => expect.stringMatching(note)));
  });

  it('that only the last transaction updated are as they were before, which is said', async () => {
    const { bytes } = await recordAfter(inTurn(insert('first'), insert('second'), update('first')));
    const { report, there } = await rebuiltFrom(without(bytes, 1 - olderMeta(bytes)));
    expect(there).toEqual([document('first'), document('second')]);
    expect(report.notes).toEqual([UNCOUNTED, KEPT].map((note) => expect.stringMatching(note)));
  });
});
