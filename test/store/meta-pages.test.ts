// The two pages with which LMDB begins, of which each transaction writes one: what they say is checked, and where one cannot
// be read a store is rebuilt from the other.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { RebuildReport, StoredDocument } from '../../src/store/store.ts';
import type { Place } from './contract.ts';
import { dataFileOf, folderPlace } from './folder.ts';
import { HEAD, PAGE } from './forgery.ts';
import { rebuiltFrom } from './rebuilt.ts';
import { collected } from './sequences.ts';

let place: Place;
let sound: Buffer;
let documents: readonly StoredDocument[];
const transaction = (page: number): number => sound.readUInt32LE(page * PAGE + 152);

/** So many changes that the removals are no longer listed: only the pages say what is there. */
beforeAll(async () => {
  place = await folderPlace();
  const store = await openStore(place.where);
  await store.load(Array.from({ length: 12_000 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) << 14n, time: i })));
  await store.expire(11_000);
  await store.close();
  const again = await openStore(place.where);
  expect((await again.stats())['removals listed']).toBe(0);
  // With a last transaction, to which only one of the pages leads, and whose number and the one before become one another's
  // neighbours again by a bit: 2 and 1 become 0 and 3.
  do {
    await again.insert({ id: `last ${await again.size()}`, fingerprint: 1n, time: 12_000 });
    sound = readFileSync(dataFileOf(place.where));
  } while (Math.max(transaction(0), transaction(1)) % 4 !== 2);
  documents = await collected(again.export());
  await again.close();
});
afterAll(() => place.remove());

/** What is there after a store of these bytes was refused and rebuilt. */
async function rebuilt(bytes: Buffer, named: RegExp): Promise<{ report: RebuildReport; there: StoredDocument[] }> {
  const { refusal, report, there } = await rebuiltFrom(bytes);
  expect(refusal).toBeInstanceOf(CorruptDataError);
  expect(`${refusal}`).toMatch(named);
  return { report, there };
}

it('of which neither can be read cost no document, and bring some again that were removed, which is said', async () => {
  const bytes = Buffer.from(sound);
  bytes[HEAD]! ^= 1;
  bytes[PAGE + HEAD]! ^= 1;
  const { report, there } = await rebuilt(bytes, /is not what LMDB begins with/);
  expect(report.documents).toBe(there.length);
  expect(there).toEqual(expect.arrayContaining([...documents]));
  expect(report.notes.join('\n')).toMatch(/may have been removed or updated since.*\n.*cannot be read any more/);
});

describe.each([0, 1])('page %i', (page) => {
  it.each<[string, RegExp, number, number]>([
    ['has another number', /is not what LMDB begins with/, 0, 2],
    ['is of another kind', /is not what LMDB begins with/, 18, 8],
    ['was written by another program', /is not what LMDB begins with/, 24, 1],
    ['has another version', /is not what LMDB begins with/, 28, 1],
    ['says that pages have another size', /is not what LMDB begins with/, 49, 1],
    ['asks for more memory than there is', /asks for \d+ bytes of memory/, 46, 1],
    ['is of a transaction that the other one should have', /is of transaction \d+/, 152, 1],
    ['is of a transaction two before or after', /is said to be of transaction \d+ is of \d+/, 152, 2],
    ['is of a transaction long ago or to come', /two last transactions are \d+ and \d+/, 153, 2],
  ])('that %s is refused, and nothing is lost or comes again when the store is rebuilt', async (_, named, at, bit) => {
    const bytes = Buffer.from(sound);
    bytes[page * PAGE + at]! ^= bit;
    const { report, there } = await rebuilt(bytes, named);
    expect(report).toMatchObject({ documents: documents.length, lost: 0 });
    expect(there).toEqual(documents);
  });
});
