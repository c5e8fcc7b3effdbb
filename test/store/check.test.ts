// What `check` of a store in a folder finds: whatever does not fit together, each by its name.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import { idKey, numberBytes, recordKey } from '../../src/store/lmdb/encoding.ts';
import { Environment } from '../../src/store/lmdb/environment.ts';
import { seal } from '../../src/store/lmdb/sealed.ts';
import { Tables } from '../../src/store/lmdb/tables.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Place } from './contract.ts';
import { dataFileOf, folderPlace } from './folder.ts';
import { Forgery, PAGE } from './forgery.ts';

let place: Place;
beforeEach(async () => {
  place = await folderPlace();
  const store = await openStore(place.where);
  for (const id of ['a', 'b', 'c']) await store.insert({ id, fingerprint: BigInt(id.charCodeAt(0)) << 30n });
  await store.close();
});
afterEach(() => place.remove());

/** Changes the record as nobody should. */
async function forge(change: (environment: Environment, tables: Tables) => void): Promise<void> {
  const environment = new Environment(join(place.where, 'records-1'));
  environment.transact(() => change(environment, new Tables(environment)));
  await environment.close();
}

/** What a writer and a reader find. */
async function found(): Promise<readonly string[]> {
  const checks = [];
  for (const readOnly of [false, true]) {
    const store = await openStore(place.where, { readOnly });
    checks.push(await store.check());
    await store.close();
  }
  expect(checks[1]).toEqual(checks[0]);
  return checks[0]!.damage;
}

describe('check finds', () => {
  it.each<[string, (environment: Environment, tables: Tables) => void, readonly string[]]>([
    ['nothing', () => undefined, []],
    [
      'that there should be more',
      (_, tables) => tables.setState({ ...tables.state, documents: 4 }),
      ['there are 3 documents, and there should be 4', 'there are 3 ids, and there should be 4'],
    ],
    ['an id that leads to nothing', (environment) => environment.remove(recordKey(1)), ['document "b" is missing']],
    [
      'a document without an id',
      (environment) => environment.remove(idKey('b')),
      ['the id of document number 1 does not lead to it'],
    ],
    [
      'an id that leads to another document',
      (environment) => environment.put(idKey('b'), seal(idKey('b'), numberBytes(2))),
      ['the id of document number 1 does not lead to it'],
    ],
    [
      'a number that has changed',
      (environment) => environment.put(idKey('b'), seal(idKey('a'), numberBytes(1))),
      ['what is stored about "b" has changed', 'the id of document number 1 does not lead to it'],
    ],
  ])('%s', async (_, change, damage) => {
    await forge(change);
    expect(await found()).toEqual(damage);
  });

  it('what the index has not taken in', async () => {
    const store = await openStore(place.where);
    const add = vi.spyOn(HammingIndex.prototype, 'add').mockImplementationOnce(() => undefined as never);
    await store.insert({ id: 'd', fingerprint: 5n });
    add.mockRestore();
    expect((await store.check()).damage).toEqual(['the index does not have document number 3 as it should']);
    await store.close();
  });

  it('damage for a reader who could not open the store any more', async () => {
    const reader = await openStore(place.where, { readOnly: true });
    await forge((environment) => environment.remove(recordKey(1)));
    writeFileSync(join(place.where, 'hammingbird.json'), 'no JSON');
    expect((await reader.check()).damage).toEqual(['document "b" is missing']);
    await reader.close();
  });

  it('a page that is damaged while the store is open, and asks LMDB for nothing then', async () => {
    const store = await openStore(place.where);
    await store.load(Array.from({ length: 2000 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) << 20n })));
    const bytes = readFileSync(dataFileOf(place.where));
    const leaf = new Forgery(bytes).leaf(-1);
    const file = Buffer.from(bytes).fill(0xa5, leaf, leaf + PAGE);
    writeFileSync(dataFileOf(place.where), file, { flag: 'r+' });
    expect((await store.check()).damage[0]).toMatch(new RegExp(`^page ${leaf / PAGE} `));
    await store.close();
  });
});
