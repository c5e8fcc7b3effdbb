import type { Kind } from '../backend.ts';
import { StoreFailedError } from '../errors.ts';
import { type Address, parseAddress } from './address.ts';
import { RedisBackend } from './backend.ts';
import { type Client, mastersOf } from './client.ts';
import { Connection } from './connection.ts';
import { rebuildShards } from './rebuild.ts';
import { checkKept, settle } from './settings.ts';

/** Opens the store at `redis://host:port/database?prefix=name` or `redis-cluster://host:port,host:port?prefix=name`. */
export const open: Kind['open'] = async (where, options) => {
  const address = parseAddress(where);
  const connection = await Connection.open(address);
  try {
    // Before a store is made there.
    await connection.run((client) => checkMemory(client, address));
    const settings = await settle(connection, address, options);
    connection.guard(async (client) => {
      // First what goes by the driver's pipeline: without a connection the other fails at once, and all who wait would ask anew.
      await checkKept(client, address, settings);
      await checkMemory(client, address);
    });
    return new RedisBackend(connection, address, settings);
  } catch (error) {
    await connection.close();
    throw error;
  }
};

/** What was lost by a server is lost; what is left is made whole. */
export const rebuild: NonNullable<Kind['rebuild']> = async (where) => {
  const address = parseAddress(where);
  const connection = await Connection.open(address);
  try {
    return await rebuildShards(connection, address);
  } finally {
    await connection.close();
  }
};

/** A server that evicts what it has no memory for would forget documents without a word. */
async function checkMemory(client: Client, { shown }: Address): Promise<void> {
  for (const info of await Promise.all(mastersOf(client).map((node) => node.info('memory')))) {
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (!policy?.startsWith('allkeys')) continue;
    throw new StoreFailedError(
      `${shown} evicts any key when its memory is full (maxmemory-policy ${policy}), and would lose documents. ` +
        'Set maxmemory-policy to noeviction.',
    );
  }
}
