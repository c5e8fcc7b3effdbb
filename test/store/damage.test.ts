// Files of a store that were cut off or changed: refused by name, or harmless; and what can be saved is saved.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { StoreFailedError } from '../../src/store/errors.ts';
import { Environment } from '../../src/store/lmdb/environment.ts';
import { openStore, rebuildStore } from '../../src/store/open-store.ts';
import type { StoredDocument } from '../../src/store/store.ts';
import type { Place } from './contract.ts';
import { dataFileOf, folderPlace } from './folder.ts';
import { collected } from './sequences.ts';

let place: Place;
let folder: (name: string) => string;
let original: string;
let documents: ReadonlyMap<string, StoredDocument>;
let removed: ReadonlySet<string>;
let copies = 0;

/** Some hundred documents, some of them large, on pages that have been used before. */
beforeAll(async () => {
  place = await folderPlace();
  folder = (name) => join(place.where, name);
  original = folder('original');
  const store = await openStore(original, { recipe: 'words', maxDistance: 4 });
  const all = Array.from({ length: 600 }, (_, i) => ({
    id: `https://example.org/${(i * 7919) % 600}/${'x'.repeat(i % 50)}`,
    fingerprint: i % 40 === 0 ? null : BigInt.asUintN(64, BigInt(i + 1) * 0x9e37_79b9_7f4a_7c15n),
    time: i,
    ...(i % 60 === 0 ? { meta: `${i}`.repeat(4000) } : {}),
  }));
  for (let start = 0; start < 600; start += 50) await store.load(all.slice(start, start + 50));
  const gone = all.filter((_, i) => i % 5 === 1);
  for (const { id } of gone) await store.remove(id);
  await store.load([{ id: 'late', fingerprint: 5n, time: 5 }]);
  documents = new Map((await collected(store.export())).map((document) => [document.id, document]));
  removed = new Set(gone.map(({ id }) => id));
  await store.close();
  expect(documents.size).toBe(481);
});
afterAll(() => place.remove());

/** A copy of the store, whose files may be changed. */
function copy(): { where: string; data: string } {
  const where = folder(`copy-${copies++}`);
  cpSync(original, where, { recursive: true });
  return { where, data: dataFileOf(where) };
}

function flip(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >>> 3]! ^= 1 << (bit & 7);
  writeFileSync(path, bytes);
}

/** What a store says of itself: refused, damaged, or sound. */
async function verdictOn(where: string): Promise<'refused' | 'damaged' | 'sound'> {
  let store: Awaited<ReturnType<typeof openStore>>;
  try {
    store = await openStore(where);
  } catch (error) {
    expect(error).toBeInstanceOf(CorruptDataError);
    expect((error as Error).message).toMatch(/hammingbird store rebuild/);
    return 'refused';
  }
  try {
    const { damage } = await store.check();
    if (damage.length > 0) return 'damaged';
    const exported = await collected(store.export());
    expect(new Map(exported.map((document) => [document.id, document]))).toEqual(documents);
    return 'sound';
  } finally {
    await store.close();
  }
}

/**
 * Rebuilds, and checks that all that is there is as it was, and that all else is counted, unless it is said that it cannot
 * be.
 */
async function rebuilt(where: string): Promise<{ saved: number; lost: number; returned: number }> {
  const report = await rebuildStore(where);
  expect(readdirSync(where)).toContain('damaged-1');
  const store = await openStore(where, { recipe: 'words', maxDistance: 4 });
  try {
    expect((await store.check()).damage).toEqual([]);
    let saved = 0;
    let returned = 0;
    for (const document of await collected(store.export())) {
      if (removed.has(document.id)) returned++;
      else expect(documents.get(document.id)).toEqual(document);
      saved += documents.has(document.id) ? 1 : 0;
    }
    expect(report.documents).toBe(saved + returned);
    for (const id of report.lostIds) expect([documents.has(id), await store.get(id)]).toEqual([true, undefined]);
    const isCounted = !report.notes.some((note) => note.includes('cannot be read any more'));
    if (isCounted) expect(saved + returned + report.lost).toBeGreaterThanOrEqual(documents.size);
    return { saved, lost: report.lost, returned };
  } finally {
    await store.close();
  }
}

/** Changes a store in every way, on all its pages. */
async function change(where: string): Promise<void> {
  const store = await openStore(where);
  const others = Array.from({ length: 20 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) << 32n, time: 0 }));
  for (const { id, meta } of documents.values()) if (meta !== undefined) await store.remove(id);
  await store.load(others.map((document) => ({ ...document, meta: 'x'.repeat(9000) })));
  for (const { id } of others.slice(10)) await store.update({ id, fingerprint: 1n, time: 1000 });
  expect(await store.expire(500)).toBeGreaterThan(300);
  expect(await store.check()).toEqual({ documents: await store.size(), damage: [] });
  await store.close();
}

describe('a damaged store', () => {
  it('with a bit flipped anywhere in the record is refused, found damaged, or sound, and is rebuilt', async () => {
    const counts = { refused: 0, damaged: 0, sound: 0, saved: 0, lost: 0, returned: 0 };
    const bits = statSync(copy().data).size * 8;
    // The two pages with which LMDB begins and the rest, a golden ratio apart.
    const places = [
      ...Array.from({ length: 30 }, (_, i) => (i % 2) * 4096 * 8 + ((i * 151) % (184 * 8))),
      ...Array.from({ length: 60 }, (_, i) => Math.floor(((i * 0.618_034) % 1) * bits)),
    ];
    for (const place of places) {
      const { where, data } = copy();
      flip(data, place);
      const verdict = await verdictOn(where);
      counts[verdict]++;
      if (verdict === 'sound') continue;
      const { saved, lost, returned } = await rebuilt(where);
      counts.saved += saved;
      counts.lost += lost;
      counts.returned += returned;
    }
    console.log(`${places.length} flipped bits: ${JSON.stringify(counts)}`);
    expect(counts.refused).toBeGreaterThan(10);
    expect(counts.damaged).toBeGreaterThan(2);
    expect(counts.lost).toBeLessThan(counts.saved / 50);
  });

  it('with a bit flipped in the head of any page is found, or takes changes as before', async () => {
    const counts = { found: 0, sound: 0 };
    const bytes = readFileSync(copy().data);
    // Those behind the first that a value lies on have no head.
    const heads = Array.from({ length: bytes.length / 4096 }, (_, page) => page).filter(
      (page) => page > 1 && bytes.readBigUInt64LE(page * 4096) === BigInt(page),
    );
    for (const page of heads) {
      const isLeaf = bytes.readUInt16LE(page * 4096 + 18) === 2;
      // A later transaction, and another number of a leaf, of which nothing is lost; more pages, or nodes; and whatever else
      // stands there.
      for (const bit of [13 * 8, 8, 20 * 8 + 3, Math.floor(((page * 0.618_034) % 1) * 24 * 8)]) {
        const { where, data } = copy();
        flip(data, page * 4096 * 8 + bit);
        const isSound = (await verdictOn(where)) === 'sound';
        counts[isSound ? 'sound' : 'found']++;
        if (isSound) await change(where);
        else if (bit === 13 * 8 || (bit === 8 && isLeaf))
          expect(await rebuilt(where)).toEqual({ saved: documents.size, lost: 0, returned: 0 });
      }
    }
    console.log(`${heads.length} heads of pages: ${JSON.stringify(counts)}`);
    expect(counts.found).toBeGreaterThan(heads.length);
  });

  it('that was cut off anywhere is refused, and what is left is saved and the rest counted', async () => {
    const { size } = statSync(copy().data);
    for (const share of [0, 0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1 - 1 / size]) {
      const { where, data } = copy();
      truncateSync(data, Math.floor(size * share));
      const verdict = await verdictOn(where);
      // The last pages may be free.
      if (share > 0.95 && verdict === 'sound') continue;
      expect(verdict).toBe('refused');
      const { saved } = await rebuilt(where);
      if (share > 0.95) expect(saved).toBeGreaterThan(documents.size / 2);
    }
  });

  it('with a page overwritten is refused or found damaged, and only what stood there is lost', async () => {
    const { size } = statSync(copy().data);
    for (let page = 2; page < size / 4096; page++) {
      const { where, data } = copy();
      const bytes = readFileSync(data);
      bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
      writeFileSync(data, bytes);
      if ((await verdictOn(where)) === 'sound') continue;
      const { saved, lost, returned } = await rebuilt(where);
      expect([saved + lost, returned]).toEqual([documents.size, 0]);
      // No page has more of them; what stands below a branch is found without it.
      expect(lost).toBeLessThanOrEqual(36);
    }
  });

  it('fails what meets the damage, and nothing that comes at the same time or later', async () => {
    const { where, data } = copy();
    const bytes = readFileSync(data);
    // The number behind the key of an id, and its checksum.
    const key = Buffer.from('\x02late');
    for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) bytes[at + key.length + 8]! ^= 1;
    writeFileSync(data, bytes);
    const store = await openStore(where);
    const other = { id: 'other', fingerprint: 1n << 60n, time: 7 };
    const answers = await Promise.allSettled([
      store.insert(other),
      store.remove('late'),
      store.get('late'),
      store.get('other'),
    ]);
    const damaged = { status: 'rejected', reason: expect.any(CorruptDataError) };
    expect(answers.slice(0, 3)).toEqual([{ status: 'fulfilled', value: undefined }, damaged, damaged]);
    expect(answers[3]!.status).toBe('fulfilled');
    expect(await store.get('other')).toEqual(other);
    await store.close();
  });

  it('whose hammingbird.json has changed or gone is refused, and rebuilt from what the record says', async () => {
    for (const change of [
      '{"format":1',
      '[]',
      undefined,
      '{"format":"1"}',
      '{"format":1,"recipe":"words/2","distance":99,"generation":1}',
      '{"format":1,"recipe":"words/2","distance":5,"generation":1}',
      '{"format":1,"recipe":"words/3","distance":4,"generation":1}',
    ]) {
      const { where } = copy();
      if (change === undefined) rmSync(join(where, 'hammingbird.json'));
      else writeFileSync(join(where, 'hammingbird.json'), change);
      expect(await verdictOn(where)).toBe('refused');
      expect(await rebuilt(where)).toEqual({ saved: documents.size, lost: 0, returned: 0 });
    }
  });

  it('that a newer hammingbird has made is no damaged one, and is not rebuilt', async () => {
    const { where } = copy();
    const newer = '{"format":2,"recipe":"words/2","distance":4,"generation":1}';
    writeFileSync(join(where, 'hammingbird.json'), newer);
    for (const attempt of [openStore, (where: string) => openStore(where, { readOnly: true }), rebuildStore]) {
      const error = await attempt(where).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(StoreFailedError);
      expect(`${error}`).toMatch(/version 2 of the format, and this hammingbird knows 1\. Use a newer one/);
    }
    expect(readFileSync(join(where, 'hammingbird.json'), 'utf8')).toBe(newer);
    expect(readdirSync(where).sort()).toEqual(['gate', 'hammingbird.json', 'records-1']);
  });

  it('that could not be rebuilt, as for want of room, is rebuilt as if nobody had tried', async () => {
    const { where } = copy();
    rmSync(join(where, 'hammingbird.json'));
    const { transact } = Environment.prototype;
    let left = 1;
    const full = vi.spyOn(Environment.prototype, 'transact').mockImplementation(function (this: Environment, work) {
      if (left-- > 0) return transact.call(this, work);
      throw new StoreFailedError('the disk is full');
    });
    await expect(rebuildStore(where)).rejects.toThrow('the disk is full');
    full.mockRestore();
    expect(readdirSync(where).sort()).toEqual(['gate', 'records-1']);
    expect(await rebuilt(where)).toEqual({ saved: documents.size, lost: 0, returned: 0 });
  });

  it('without its record is refused, and cannot be rebuilt', async () => {
    const { where, data } = copy();
    rmSync(data);
    expect(await verdictOn(where)).toBe('refused');
    await expect(rebuildStore(where)).rejects.toThrow(/^There is no record in .*, so nothing can be saved/);
    expect(readdirSync(where).sort()).toEqual(['gate', 'hammingbird.json', 'records-1']);
  });

  it('of which several records are there is rebuilt from the one that counts, or if nothing says which from the last', async () => {
    for (const [damaged, json] of [
      [2, true],
      [1, false],
    ] as const) {
      const { where } = copy();
      cpSync(join(where, 'records-1'), join(where, 'records-2'), { recursive: true });
      truncateSync(join(where, `records-${damaged}`, 'data.mdb'), 0);
      if (!json) rmSync(join(where, 'hammingbird.json'));
      expect((await rebuildStore(where)).documents).toBe(documents.size);
      expect(readdirSync(where).sort()).toEqual(
        expect.arrayContaining([`damaged-${3 - damaged}`, `records-${damaged}`, 'records-3']),
      );
      expect(await verdictOn(where)).toBe('sound');
    }
  });

  it('of which only the record is left that was damaged once is not rebuilt from it', async () => {
    const { where } = copy();
    await rebuildStore(where);
    rmSync(join(where, 'records-2'), { recursive: true });
    rmSync(join(where, 'hammingbird.json'));
    await expect(rebuildStore(where)).rejects.toThrow(/^There is no record in/);
    expect(readdirSync(where).sort()).toEqual(['damaged-1', 'gate']);
  });

  it('whose saved index is damaged, or that of another store, answers as before', async () => {
    const big = folder('big');
    const store = await openStore(big);
    await store.load(
      Array.from({ length: 12_000 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) << 12n, time: 0 })),
    );
    await store.close();
    const records = join(big, 'records-1');
    const saved = readdirSync(records).filter((name) => name.startsWith('index-'));
    expect(saved).toHaveLength(1);
    for (const bit of [100, 5000, 100_000]) {
      flip(join(records, saved[0]!), bit);
      const again = await openStore(big, { readOnly: true });
      expect(await again.search({ fingerprint: 5n << 12n }, { maxDistance: 0 })).toHaveLength(1);
      await again.close();
    }
  });
});
