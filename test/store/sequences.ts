// Sequences of what may be done with a store, done with one and with the reference.
import fc from 'fast-check';
import { DocumentExistsError } from '../../src/store/errors.ts';
import type { Insertion, NewDocument, Store, StoredDocument } from '../../src/store/store.ts';
import type { ReferenceStore } from '../reference/store.ts';

/** Few, so that they meet: of several scripts, with what other systems take for an end, a path or a separator. */
const IDS = [
  'a',
  'b',
  'aa',
  'a/b',
  '../a',
  'a\0b',
  'ä',
  '\u{ffee}',
  '😀',
  '{a}',
  "'; --",
  ' ',
  'https://example.org/?q=1#2',
];
/** Fingerprints a few bits around these, signed and unsigned extremes among them. */
const CENTRES = [0n, 2n ** 64n - 1n, 2n ** 63n, 0x1234_5678_9abc_def0n];

const id = fc.constantFrom(...IDS);
const fingerprint = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom(...CENTRES), fc.array(fc.nat(63), { maxLength: 3 }))
      .map(([centre, bits]) => bits.reduce((changed, bit) => changed ^ (1n << BigInt(bit)), centre)),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);
const time = fc.integer({ min: -5, max: 1000 });
const meta = fc.option(
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value))),
  { nil: undefined },
);
const document: fc.Arbitrary<StoredDocument> = fc
  .record({ id, fingerprint, time, meta })
  .map(({ meta: value, ...rest }) => (value === undefined ? rest : { ...rest, meta: value }));
const documents = fc.array(document, { maxLength: 6 });

/** Something to be done: with the reference, and with the store, for the same answer. */
export interface Operation {
  expected(reference: ReferenceStore): unknown;
  actual(store: Store): Promise<unknown>;
  /** Whether the store is closed, and opened again. */
  readonly reopens: boolean;
  toString(): string;
}

function operation<Arguments extends unknown[]>(
  name: string,
  given: fc.Arbitrary<Arguments>,
  expected: (reference: ReferenceStore, ...args: Arguments) => unknown,
  actual: (store: Store, ...args: Arguments) => Promise<unknown>,
): fc.Arbitrary<Operation> {
  return given.map((args) => ({
    expected: (reference) => expected(reference, ...args),
    actual: (store) => actual(store, ...args),
    reopens: name === 'reopen',
    toString: () => `${name}(${fc.stringify(args)})`,
  }));
}

/** What comes before an error stays, and is told by it, so the reference inserts one by one, too. */
function upToAnError(all: readonly StoredDocument[], insert: (one: StoredDocument) => Insertion): Insertion[] {
  const before: Insertion[] = [];
  try {
    for (const one of all) before.push(insert(one));
    return before;
  } catch (error) {
    throw error instanceof DocumentExistsError ? new DocumentExistsError(error.id, before) : error;
  }
}

export const operations: fc.Arbitrary<Operation> = fc.oneof(
  operation(
    'insertIfNew',
    fc.tuple(document),
    (r, one) => r.insertIfNew(one),
    (s, one) => s.insertIfNew(one),
  ),
  operation(
    'insertAllIfNew',
    fc.tuple(documents),
    (r, all) => upToAnError(all, (one) => r.insertIfNew(one)),
    (s, all) => s.insertAllIfNew(all),
  ),
  operation(
    'insert',
    fc.tuple(document),
    (r, one) => r.insert(one),
    (s, one) => s.insert(one),
  ),
  operation(
    'update',
    fc.tuple(document),
    (r, one) => r.update(one),
    (s, one) => s.update(one),
  ),
  operation(
    'search',
    fc.tuple(fingerprint, fc.integer({ min: 0, max: 3 }), fc.option(fc.nat(4), { nil: undefined })),
    (r, given, maxDistance, limit) => r.search(given, maxDistance, limit),
    (s, given, maxDistance, limit) =>
      s.search({ fingerprint: given }, limit === undefined ? { maxDistance } : { maxDistance, limit }),
  ),
  operation(
    'get',
    fc.tuple(id),
    (r, one) => r.get(one),
    (s, one) => s.get(one),
  ),
  operation(
    'remove',
    fc.tuple(id),
    (r, one) => r.remove(one),
    (s, one) => s.remove(one),
  ),
  operation(
    'expire',
    fc.tuple(time),
    (r, before) => r.expire(before),
    (s, before) => s.expire(before),
  ),
  operation(
    'size',
    fc.tuple(),
    (r) => r.size(),
    (s) => s.size(),
  ),
  // Ids of their own, each always with the same fingerprint: what a loading does before an error is not said.
  operation(
    'load',
    fc.tuple(documents.map((all) => all.map((one) => ({ ...one, id: `${one.id}${one.fingerprint}` })))),
    (r, all) => {
      for (const one of all) r.insert(one);
      return all.length;
    },
    (s, all) => s.load(all),
  ),
  operation(
    'export',
    fc.tuple(),
    (r) => r.export(),
    (s) => collected(s.export()),
  ),
  operation(
    'reopen',
    fc.tuple(),
    () => undefined,
    async () => undefined,
  ),
);

/** Every way to insert a document that has an id of its own. */
export const INSERTIONS = ['insert', 'load', 'insertIfNew'] as const;

export const insertBy = (name: (typeof INSERTIONS)[number], store: Store, document: NewDocument): Promise<unknown> =>
  name === 'load' ? store.load([document]) : store[name](document);

/** All that an iterable gives. */
export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
