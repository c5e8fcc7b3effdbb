// What LMDB would stumble over, one by one: each is forged in a file that is sound otherwise, and found without LMDB.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { damageIn } from '../../src/store/lmdb/inspect.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Place } from './contract.ts';
import { dataFileOf, folderPlace } from './folder.ts';
import { Forgery, HEAD, PAGE } from './forgery.ts';

let place: Place;
let folder: string;
let sound: Buffer;

/** Documents on many leaves, values on pages of their own, and pages that are free, some of them in runs. */
beforeAll(async () => {
  place = await folderPlace();
  const store = await openStore(place.where);
  const documents = Array.from({ length: 1500 }, (_, i) => ({
    id: `${i}${'x'.repeat(i % 50)}`,
    fingerprint: BigInt(i),
    time: i,
    ...(i % 100 === 0 ? { meta: 'y'.repeat(9000) } : {}),
  }));
  for (let start = 0; start < 1500; start += 300) await store.load(documents.slice(start, start + 300));
  // As large as can be, and one that fills its pages to the last byte.
  await store.insert({ id: 'largest', fingerprint: 1n, meta: 'z'.repeat(65_534) });
  await store.insert({ id: 'full', fingerprint: 1n, meta: 'z'.repeat(3 * PAGE - HEAD - 8 - 19 - 4 - 2) });
  await store.expire(700);
  await store.close();
  folder = join(place.where, 'records-1');
  sound = readFileSync(join(folder, 'data.mdb'));
});
afterAll(() => place.remove());

/** What is found in a file; with `isWhole` by looking at every pair. */
async function damageOf({ bytes }: Forgery, isWhole: boolean): Promise<readonly string[]> {
  writeFileSync(join(folder, 'data.mdb'), bytes);
  return damageIn(folder, isWhole ? () => undefined : undefined);
}

it.each<[string, (forgery: Forgery) => void]>([
  ['as it is', () => undefined],
  ['with a run of free pages', (f) => f.write(f.three, 0, -3, f.bytes.readInt32LE(f.three + 16))],
  [
    'with free pages at its end that were never written',
    (f) => {
      f.add(f.free + 96, 7);
      f.write(f.three, f.lastPage);
    },
  ],
])('a file %s is sound', async (_, forge) => {
  const forgery = new Forgery(sound);
  forge(forgery);
  expect([await damageOf(forgery, false), await damageOf(forgery, true)]).toEqual([[], []]);
});

it('a leaf with keys in another order is found to be damaged where all of them are looked at', async () => {
  const forgery = new Forgery(sound);
  const at = forgery.leaf(1) + HEAD;
  forgery.bytes.copyWithin(at + 2, at + 4, at + 6);
  forgery.bytes.writeUInt16LE(sound.readUInt16LE(at + 2), at + 4);
  // And the key of a document twice.
  const twice = new Forgery(sound);
  twice.bytes[twice.nodes(twice.leaf(-1))[2]! + 12]! += 1;
  for (const forged of [forgery, twice]) {
    expect(await damageOf(forged, false)).toEqual([]);
    expect(await damageOf(forged, true)).toContainEqual(expect.stringMatching(/has keys out of order/));
  }
});

it('leaves below several branches have no keys of others', async () => {
  const where = `${place.where}-deep`;
  const store = await openStore(where);
  const ids = Array.from({ length: 1000 }, (_, i) => `${i}`.padStart(300, '5'));
  await store.load(ids.map((id) => ({ id, fingerprint: null })));
  await store.close();
  const deep = readFileSync(dataFileOf(where));
  for (const change of [0, 1, -1]) {
    const forgery = new Forgery(deep);
    expect(forgery.bytes.readUInt16LE(forgery.main + 6)).toBeGreaterThan(2);
    // The last byte of a key that stands between two branches.
    const node = forgery.branch[1]!;
    forgery.bytes[node + 7 + forgery.bytes.readUInt16LE(node + 6)]! += change;
    const damage = (await damageOf(forgery, false)).join('\n');
    expect(damage).toMatch(change === 0 ? /^$/ : /has keys (of another page|out of order)/);
  }
});

describe.each<[string, RegExp, (forgery: Forgery) => void]>([
  [
    'too few pages, of which none is free',
    /is not in the file/,
    (f) => {
      f.write(f.free + 8, 0, 0, 0, 0, -1);
      f.bytes.writeUInt16LE(0, f.free + 6);
      f.add(f.free + 96, 3 - f.lastPage);
    },
  ],
  [
    'a list of one more free page than there is',
    /a list of free pages should have \d+ entries/,
    (f) => f.write(f.list, f.bytes.readUInt16LE(f.list - 16) / 8),
  ],
  ['a page that begins before it should', /has keys of another page/, (f) => f.add(f.branch.at(-1)! + 12, 1)],
  ['a page that ends behind where it should', /has keys of another page/, (f) => f.add(f.branch.at(-1)! + 12, -1)],
  ['a flag of the tree of free pages', /its trees have the flags 12,0/, (f) => f.add(f.free + 4, 4)],
  ['a flag of the other tree', /its trees have the flags 8,4/, (f) => f.add(f.main + 4, 4)],
  [
    'pages of another size on the newest page',
    /its page [01] is not what LMDB begins with/,
    (f) => f.add(f.free, PAGE),
  ],
  ['far too many pages', /it should have \d+ pages, and has \d+/, (f) => f.add(f.free + 96, 2 ** 21)],
  ['too few pages', /is not in the file/, (f) => f.add(f.free + 96, 3 - f.lastPage)],
  ['levels without a root', /its main tree has 2 levels, and the root -1/, (f) => f.write(f.main + 40, -1)],
  ['a root without levels', /its main tree has 0 levels, and the root \d+/, (f) => f.add(f.main + 6, -2)],
  ['far too many levels', /is of the kind 2, and should be of 1/, (f) => f.add(f.main + 6, 40)],
  [
    'entries in a tree without any',
    /its main tree has 0 entries, and should have \d+/,
    (f) => {
      f.write(f.main + 40, -1);
      f.bytes.writeUInt16LE(0, f.main + 6);
      f.write(f.main + 8, 0, 0, 0);
    },
  ],
  ...['branches', 'leaves', 'overflows', 'entries'].map((what, i): [string, RegExp, (forgery: Forgery) => void] => [
    `a wrong count of ${what}`,
    new RegExp(`^its main tree has \\d+ ${what}, and should have \\d+$`),
    (f) => f.add(f.main + 8 + 8 * i, 1),
  ]),
  [
    'a branch that leads to the page on which it stands',
    /page \d+ is used twice/,
    (f) => f.bytes.writeUInt32LE(f.root(f.main) / PAGE, f.branch[1]!),
  ],
  [
    'a branch that leads to a page twice',
    /page \d+ is used twice/,
    (f) => f.bytes.writeUInt32LE(f.leaf(2) / PAGE, f.branch[1]!),
  ],
  ['a branch that leads to a meta page', /page 1 is not in the file/, (f) => f.bytes.writeUInt32LE(1, f.branch[1]!)],
  [
    'a branch that leads beyond 32 bits',
    /page 4294967\d+ is not in the file/,
    (f) => f.bytes.writeUInt16LE(1, f.branch[1]! + 4),
  ],
  ['a page of a later transaction', /is of the later transaction/, (f) => f.add(f.leaf(1) + 8, 2 ** 16)],
  ['a branch of a later transaction', /is of the later transaction/, (f) => f.add(f.root(f.main) + 8, 2 ** 16)],
  ['a page with another number', /page \d+ says that it is page \d+/, (f) => f.add(f.leaf(1), 1)],
  [
    'a leaf that says it is a branch',
    /is of the kind 1, and should be of 2/,
    (f) => f.bytes.writeUInt16LE(1, f.leaf(1) + 18),
  ],
  [
    'a page without nodes',
    /says that it is free from 0 to 4072/,
    (f) => f.bytes.writeUInt32LE(4072 << 16, f.leaf(1) + 20),
  ],
  ['half a node', /says that it is free from \d+ to/, (f) => f.add(f.leaf(1) + 20, -1)],
  [
    'more nodes than a page has room for',
    /says that it is free from 4\d+ to/,
    (f) => f.bytes.writeUInt16LE(4072, f.leaf(1) + 20),
  ],
  [
    'a free part that ends beyond its page',
    /says that it is free from \d+ to 4074/,
    (f) => f.bytes.writeUInt16LE(4074, f.leaf(1) + 22),
  ],
  ['a node less', /has nodes that do not lie side by side/, (f) => f.add(f.leaf(1) + 20, -2)],
  [
    'a node that is longer than its value',
    /has nodes that do not lie side by side/,
    (f) => f.add(f.nodes(f.leaf(1)).at(1)!, 2),
  ],
  [
    'a node of a branch with a longer key',
    /has nodes that do not lie side by side/,
    (f) => f.bytes.writeUInt16LE(f.bytes.readUInt16LE(f.branch[1]! + 6) + 2, f.branch[1]! + 6),
  ],
  [
    'a node that reaches beyond its page',
    /has a node that is not in it/,
    (f) => f.add(f.nodes(f.leaf(1)).at(0)!, PAGE),
  ],
  [
    'a node that begins at the end of its page',
    /has a node that is not in it/,
    (f) => f.bytes.writeUInt16LE(4070, f.leaf(1) + HEAD),
  ],
  [
    'a node twice',
    /has nodes that do not lie side by side/,
    (f) => f.bytes.copyWithin(f.leaf(-1) + HEAD, f.leaf(-1) + HEAD + 2, f.leaf(-1) + HEAD + 4),
  ],
  [
    'a node of an unknown kind',
    /has a node with the flags 2/,
    (f) => f.bytes.writeUInt16LE(2, f.nodes(f.leaf(1))[0]! + 4),
  ],
  [
    'leaves in another order',
    /has keys of another page/,
    (f) => {
      const [a, b] = [f.leaf(1), f.leaf(2)];
      f.bytes.writeUInt32LE(a / PAGE, f.branch[2]!);
      f.bytes.writeUInt32LE(b / PAGE, f.branch[1]!);
    },
  ],
  [
    'keys of a branch in another order',
    /has keys out of order/,
    (f) => {
      const at = f.root(f.main) + HEAD;
      const [a, b] = [f.bytes.readUInt16LE(at + 2), f.bytes.readUInt16LE(at + 4)];
      f.bytes.writeUInt16LE(b, at + 2);
      f.bytes.writeUInt16LE(a, at + 4);
    },
  ],
  ['a value on fewer pages', /hold the \d+ bytes that they should/, (f) => f.add(f.big + 16, -1)],
  ['a value on pages that are not there', /is not in the file|are not in the file/, (f) => f.add(f.big, 2 ** 20)],
  ['a value on pages of another', /is used twice/, (f) => f.bytes.writeUInt32LE(f.leaf(1) / PAGE, f.big)],
  [
    'a value whose first page has another number',
    /do not hold the \d+ bytes/,
    (f) => f.add(f.bytes.readUInt32LE(f.big) * PAGE, 1),
  ],
  [
    'a value whose first page is of another kind',
    /do not hold the \d+ bytes/,
    (f) => f.bytes.writeUInt16LE(2, f.bytes.readUInt32LE(f.big) * PAGE + 18),
  ],
  [
    'a value whose first page says they are more',
    /says that it is the first of 4, and is of 3/,
    (f) => f.add(f.bytes.readUInt32LE(f.big) * PAGE + 20, 1),
  ],
  [
    'a value of a later transaction',
    /is of the later transaction/,
    (f) => f.add(f.bytes.readUInt32LE(f.big) * PAGE + 8, 2 ** 16),
  ],
  [
    'a list of more free pages than there is room for',
    /a list of free pages should have \d+ entries/,
    (f) => f.add(f.list, 100),
  ],
  ['a free page that is in use', /is used twice/, (f) => f.write(f.three, f.root(f.main) / PAGE)],
  ['a run of free pages, of which one is in use', /is used twice/, (f) => f.write(f.three, 0, -(f.lastPage - 6), 6)],
  [
    'a run of free pages behind another',
    /is not in the file|are not in the file/,
    (f) => f.write(f.three, -1, -2, f.bytes.readInt32LE(f.three + 16)),
  ],
  [
    'a run of free pages that begins nowhere',
    /page 0 and 2 behind it are not in the file/,
    (f) => f.write(f.three, -3, 0, f.bytes.readInt32LE(f.three + 16)),
  ],
  [
    'a run of free pages behind the last',
    /page 0 and 2 behind it are not in the file/,
    (f) => f.write(f.list, 1, -3, f.bytes.readInt32LE(f.three + 16)),
  ],
])('a file with %s', (_, named, forge) => {
  it.each([false, true])('is found to be damaged', async (isWhole) => {
    const forgery = new Forgery(sound);
    forge(forgery);
    expect((await damageOf(forgery, isWhole)).join('\n')).toMatch(named);
  });
});

it('a document whose key is cut off is found by name when the store is opened', async () => {
  const forgery = new Forgery(sound);
  const { bytes } = forgery;
  // An odd length is followed by a byte that is not used: the page looks the same.
  const node = forgery
    .nodes(forgery.leaf(-1))
    .slice(1, -1)
    .find((at) => (bytes.readUInt16LE(at) + bytes.readUInt16LE(at + 6)) % 2 === 0)!;
  bytes.writeUInt16LE(4, node + 6);
  expect(await damageOf(forgery, false)).toEqual([]);
  await expect(openStore(place.where)).rejects.toThrow(CorruptDataError);
});
