// What is left of a store that has lost shards, and what is known of the rest.
import { counted } from '../../numbers.ts';
import { MOST_LISTED } from '../damage.ts';
import type { RebuildReport } from '../store.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';
import { shardOf } from './keys.ts';
import { eachRemainder, listAstray, writeMissing } from './maintenance.ts';
import { partsOf } from './parts.ts';
import { lostShards, savedSettings, writeSettings } from './settings.ts';

/** Writes the postings again that were lost, and then the settings, without which the store answers nothing. */
export async function rebuildShards(connection: Connection, address: Address): Promise<RebuildReport> {
  const settings = await savedSettings(connection, address);
  const parts = partsOf(connection, address, settings);
  const lost = new Set(await connection.run((client) => lostShards(client, parts.keys)));
  await listAstray(parts);
  await writeMissing(parts);
  const ids = new Set<string>();
  await eachRemainder(parts, async ({ id }) => {
    if (lost.has(shardOf(id))) ids.add(id);
  });
  await writeSettings(connection, parts.keys, settings);
  const notes =
    lost.size === 0
      ? []
      : [
          `${counted(lost.size, 'shard')} had been lost. Of a document there nothing is known that had no fingerprint, or all of whose ` +
            'postings were lost as well; some that are named may never have been stored, since their writer ended before.',
        ];
  return { documents: await parts.records.size(), lost: ids.size, lostIds: [...ids].slice(0, MOST_LISTED), notes };
}
