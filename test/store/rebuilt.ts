// The record of a store as bytes, to be damaged, and what is saved of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { openStore, rebuildStore } from '../../src/store/open-store.ts';
import type { RebuildReport, Store, StoredDocument } from '../../src/store/store.ts';
import { dataFileOf, folderPlace } from './folder.ts';
import { collected } from './sequences.ts';

/**
 * The record of a store after some changes, and what is in it.
 *
 * @param change may read the record as it is meanwhile
 */
export async function recordAfter(
  change: (store: Store, read: () => Buffer) => Promise<unknown>,
): Promise<{ bytes: Buffer; documents: StoredDocument[] }> {
  const place = await folderPlace();
  try {
    const store = await openStore(place.where);
    const read = (): Buffer => readFileSync(dataFileOf(place.where));
    await change(store, read);
    const documents = await collected(store.export());
    await store.close();
    return { bytes: read(), documents };
  } finally {
    await place.remove();
  }
}

/** Why a store with such a record is refused, what its rebuilding says, and what is there then. */
export async function rebuiltFrom(
  bytes: Buffer,
): Promise<{ refusal: unknown; report: RebuildReport; there: StoredDocument[] }> {
  const place = await folderPlace();
  try {
    await (await openStore(place.where)).close();
    writeFileSync(dataFileOf(place.where), bytes);
    const refusal = await openStore(place.where).then(
      (store) => store.close(),
      (error: unknown) => error,
    );
    const report = await rebuildStore(place.where);
    const store = await openStore(place.where);
    const there = await collected(store.export());
    await store.close();
    return { refusal, report, there };
  } finally {
    await place.remove();
  }
}
