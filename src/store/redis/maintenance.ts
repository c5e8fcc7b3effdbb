// What a store in Redis says of itself, and how it is put in order.
import { counted } from '../../numbers.ts';
import { Damage } from '../damage.ts';
import type { CheckReport } from '../store.ts';
import type { Connection } from './connection.ts';
import type { StoredRecord } from './encoding.ts';
import type { Keys } from './keys.ts';
import type { Postings } from './postings.ts';
import { type Records, shards } from './records.ts';
import { readable, type Unreadable } from './unreadable.ts';

/** How many keys a node looks through at a time. */
const KEYS_A_SCAN = 500;

export async function storeStats(connection: Connection): Promise<Record<string, string | number>> {
  const infos = await connection.onMasters((node) => node.info());
  const bytes = infos.map((info) => Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? 0));
  return {
    masters: infos.length,
    'memory bytes of all masters': bytes.reduce((sum, one) => sum + one, 0),
    server: `Redis ${/^redis_version:(\S+)/m.exec(infos[0] ?? '')?.[1] ?? '?'}`,
  };
}

/** The buckets that lack the posting of a record. */
async function missingOf(
  { mark, document }: StoredRecord,
  records: Records,
  postings: Postings,
  tell?: Unreadable,
): Promise<readonly string[]> {
  const { id, fingerprint } = document;
  const missing = fingerprint === null ? [] : await postings.missing({ mark, id, fingerprint }, tell);
  // One that was replaced or removed meanwhile lacks nothing.
  return missing.length === 0 || (await records.get(id))?.mark === mark ? missing : [];
}

/** Reads every document, and looks for its postings and its places in the lists. */
export async function checkRecords(records: Records, postings: Postings): Promise<CheckReport> {
  const damage = new Damage();
  const tell: Unreadable = ({ message }) => damage.add(message);
  let documents = 0;
  const astray = new Set<string>();
  for (const shard of shards()) {
    for (const id of (await readable(records.astray(shard), tell)) ?? []) {
      astray.add(id);
      damage.add(
        `${JSON.stringify(id)} has no record, or is not listed as others are. Compacting forgets it, or lists it.`,
      );
    }
  }
  for await (const page of records.all(tell)) {
    const missing = await Promise.all(page.map((record) => missingOf(record, records, postings, tell)));
    for (const [i, buckets] of missing.entries()) {
      const { id } = page[i]!.document;
      if (buckets.length > 0) {
        damage.add(
          `${JSON.stringify(id)} lacks ${counted(buckets.length, 'posting')}, and may not be found. Compacting mends it.`,
        );
      } else if (!astray.has(id)) documents++;
    }
  }
  return { documents, damage: damage.lines };
}

/** Lists what is astray: without that it would be neither exported nor expire. */
export async function listAstray(records: Records): Promise<void> {
  for (const shard of shards()) {
    for (const id of await records.astray(shard)) await records.list(shard, id);
  }
}

export async function writeMissing(records: Records, postings: Postings): Promise<void> {
  for await (const page of records.all()) {
    await Promise.all(
      page.map(async (record) => {
        const { mark, document } = record;
        const { id, fingerprint } = document;
        if (fingerprint === null || (await missingOf(record, records, postings)).length === 0) return;
        await postings.write({ mark, id, fingerprint });
      }),
    );
  }
}

/** Erases the postings that neither a record nor a claim stands behind. */
export async function clearRemainders(
  connection: Connection,
  keys: Keys,
  records: Records,
  postings: Postings,
): Promise<void> {
  await connection.onMasters(async (node) => {
    for await (const found of node.scanStream({ match: keys.buckets, count: KEYS_A_SCAN })) {
      await Promise.all((found as string[]).map((bucket) => clearBucket(bucket, records, postings)));
    }
  });
}

async function clearBucket(bucket: string, records: Records, postings: Postings): Promise<void> {
  const there = await postings.read(bucket);
  const standings = await Promise.all(there.map(({ id, mark }) => records.standing(id, mark)));
  const remainders = there.filter((_, i) => standings[i]!.by === 'nothing');
  await Promise.all(remainders.map(({ mark }) => postings.eraseIn([bucket], mark)));
}
