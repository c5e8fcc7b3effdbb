// What is left of a store that has lost shards, and what is known of the rest.
import { counted } from '../../numbers.ts';
import type { RebuildReport } from '../store.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';
import { Keys, shardOf } from './keys.ts';
import { eachRemainder, listAstray, writeMissing } from './maintenance.ts';
import { Postings } from './postings.ts';
import { Records } from './records.ts';
import { lostShards, savedSettings, writeSettings } from './settings.ts';

/** How many lost ids are named. */
const MOST_LISTED = 1000;

/** Writes the postings again that were lost, and then the settings, without which the store answers nothing. */
export async function rebuildShards(connection: Connection, address: Address): Promise<RebuildReport> {
  const keys = new Keys(address.prefix);
  const settings = await savedSettings(connection, address);
  const lost = new Set(await connection.run((client) => lostShards(client, keys)));
  const records = new Records(connection, keys);
  const postings = new Postings(connection, keys, settings.maxDistance);
  await listAstray(connection, keys, records);
  await writeMissing(records, postings);
  const ids = new Set<string>();
  await eachRemainder(connection, keys, records, postings, async (_, remainders) => {
    for (const { id } of remainders) if (lost.has(shardOf(id))) ids.add(id);
  });
  await writeSettings(connection, keys, settings);
  const notes =
    lost.size === 0
      ? []
      : [
          `${counted(lost.size, 'shard')} had been lost. Of a document there nothing is known that had no fingerprint, or all of whose ` +
            'postings were lost as well; some that are named may never have been stored, since their writer ended before.',
        ];
  return { documents: await records.size(), lost: ids.size, lostIds: [...ids].slice(0, MOST_LISTED), notes };
}
