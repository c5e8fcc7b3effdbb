// What a store in Redis says of itself, and how it is put in order.
import { counted } from '../../numbers.ts';
import { Damage } from '../damage.ts';
import type { CheckReport } from '../store.ts';
import type { Connection } from './connection.ts';
import type { Posting, StoredRecord } from './encoding.ts';
import { idIn, shardOf } from './keys.ts';
import type { Parts } from './parts.ts';
import { shards } from './records.ts';
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

/** The posting of a record, and the buckets that lack it. */
interface Lacking {
  readonly posting: Posting;
  readonly buckets: readonly string[];
}

async function lackingOf(some: readonly StoredRecord[], parts: Parts, tell?: Unreadable): Promise<Lacking[]> {
  const doubtful = await parts.postings.doubtful(some.flatMap(postingsOf));
  const lacking = await Promise.all(
    doubtful.map(async (posting) => ({ posting, buckets: await missingOf(posting, parts, tell) })),
  );
  return lacking.filter(({ buckets }) => buckets.length > 0);
}

function postingsOf({ mark, document: { id, fingerprint } }: StoredRecord): Posting[] {
  return fingerprint === null ? [] : [{ mark, id, fingerprint }];
}

async function missingOf(
  posting: Posting,
  { records, postings }: Parts,
  tell?: Unreadable,
): Promise<readonly string[]> {
  const missing = await postings.missing(posting, tell);
  // One that was replaced or removed meanwhile lacks nothing.
  return missing.length === 0 || (await records.get(posting.id))?.mark === posting.mark ? missing : [];
}

/** Visits all keys of a kind, so many at a time; all of them again where a connection is lost, as cursors are a server's own. */
async function scan(
  connection: Connection,
  match: string,
  visit: (keys: readonly string[]) => Promise<void>,
): Promise<void> {
  const lately = { answered: performance.now() };
  await connection.onMasters(async (node) => {
    for await (const found of node.scanStream({ match, count: KEYS_A_SCAN })) {
      await visit(found as string[]);
      lately.answered = performance.now();
    }
  }, lately);
}

/** Tells of each id that is not listed as its record has it, and in which shard; of some more than once. */
async function eachAstray(
  { connection, keys, records }: Parts,
  visit: (id: string, shard: number) => Promise<void>,
  tell?: Unreadable,
): Promise<void> {
  for (const shard of shards()) {
    for (const id of (await readable(records.astray(shard), tell)) ?? []) await visit(id, shard);
  }
  await scan(connection, keys.everyRecord, async (found) => {
    for (const id of await records.unlisted(found.map(idIn), tell)) await visit(id, shardOf(id));
  });
}

/**
 * Reads every document, and looks for its postings and its places in the lists.
 *
 * @param known what is wrong besides
 */
export async function checkRecords(parts: Parts, known: readonly string[]): Promise<CheckReport> {
  const damage = new Damage(known);
  const tell: Unreadable = ({ message }) => damage.add(message);
  let documents = 0;
  const astray = new Set<string>();
  const note = async (id: string): Promise<void> => {
    astray.add(id);
    damage.add(
      `${JSON.stringify(id)} has no record, or is not listed as others are. Compacting forgets it, or lists it.`,
    );
  };
  await eachAstray(parts, note, tell);
  await parts.records.visit(async (some) => {
    const lacking = await lackingOf(some, parts, tell);
    for (const { posting, buckets } of lacking) {
      damage.add(
        `${JSON.stringify(posting.id)} lacks ${counted(buckets.length, 'posting')}, and may not be found. Compacting mends it.`,
      );
    }
    const notWhole = new Set(lacking.map(({ posting }) => posting.id));
    documents += some.filter(({ document: { id } }) => !notWhole.has(id) && !astray.has(id)).length;
  }, tell);
  return { documents, damage: damage.lines };
}

/** Lists what is astray: without that it would be neither exported nor expire. */
export async function listAstray(parts: Parts): Promise<void> {
  await eachAstray(parts, (id, shard) => parts.records.list(shard, id));
}

export async function writeMissing(parts: Parts): Promise<void> {
  await parts.records.visit(async (some) => {
    const lacking = await lackingOf(some, parts);
    await Promise.all(lacking.map(({ posting }) => parts.postings.write(posting)));
  });
}

/** Erases the postings that neither a record nor a claim stands behind. */
export async function clearRemainders(parts: Parts): Promise<void> {
  await eachRemainder(parts, ({ bucket, mark }) => parts.postings.eraseIn([bucket], mark));
}

/** Visits the postings of all buckets that neither a record nor a claim stands behind. */
export async function eachRemainder(
  { connection, keys, records, postings }: Parts,
  visit: (remainder: Posting & { readonly bucket: string }) => Promise<void>,
): Promise<void> {
  await scan(connection, keys.buckets, async (buckets) => {
    const contents = await Promise.all(buckets.map((bucket) => postings.read(bucket)));
    const there = contents.flatMap((some, i) => some.map((posting) => ({ ...posting, bucket: buckets[i]! })));
    await Promise.all((await records.remainders(there)).map(visit));
  });
}
