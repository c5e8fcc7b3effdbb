import type { Cluster, Redis } from 'ioredis';
import type { Kind } from '../backend.ts';
import { NoStoreError, StoreFailedError } from '../errors.ts';
import { checkSettings, newSettings, type Settings, type StoreOptions } from '../settings.ts';
import { type Address, parseAddress } from './address.ts';
import { RedisBackend } from './backend.ts';
import { Connection } from './connection.ts';
import { Keys } from './keys.ts';

/** The layout of the keys. */
const VERSION = 1;

/** Opens the store at `redis://host:port/database?prefix=name` or `redis-cluster://host:port,host:port?prefix=name`. */
export const open: Kind['open'] = async (where, options) => {
  const address = parseAddress(where);
  const connection = await Connection.open(address);
  try {
    await checkMemory(connection, address);
    const settings = await settle(connection, address, options);
    connection.afterLosses((client) => checkKept(client, address, settings));
    return new RedisBackend(connection, address, settings);
  } catch (error) {
    await connection.close();
    throw error;
  }
};

/** A server that evicts what it has no memory for would forget documents without a word. */
async function checkMemory(connection: Connection, { shown }: Address): Promise<void> {
  for (const info of await connection.onMasters((node) => node.info('memory'))) {
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (!policy?.startsWith('allkeys')) continue;
    throw new StoreFailedError(
      `${shown} evicts any key when its memory is full (maxmemory-policy ${policy}), and would lose documents. ` +
        'Set maxmemory-policy to noeviction.',
    );
  }
}

/** The settings that are kept, made now if there are none. */
async function settle(connection: Connection, address: Address, options: StoreOptions): Promise<Settings> {
  const key = new Keys(address.prefix).settings;
  const wanted = newSettings(options);
  const read = () => connection.run((client) => client.get(key));
  let kept = await read();
  // Not before it is known that there are none: a server whose memory is full refuses this, whatever it would do.
  if (kept === null && !options.readOnly) {
    await connection.run((client) => client.setnx(key, JSON.stringify({ version: VERSION, ...wanted })));
    kept = await read();
  }
  if (kept === null) {
    throw NoStoreError.in(address.shown);
  }
  const { version, recipeId, maxDistance } = parsed(kept);
  if (typeof version !== 'number' || (version === VERSION && !areSettings({ recipeId, maxDistance }))) {
    throw new StoreFailedError(
      `${address.shown} has something else in ${key}, which is no store's. Choose another prefix.`,
    );
  }
  if (version !== VERSION) {
    throw new StoreFailedError(
      `${address.shown} has version ${version} of the layout, and this hammingbird knows ${VERSION}. Use a newer one.`,
    );
  }
  const settings = { recipeId, maxDistance };
  checkSettings(address.shown, settings, options);
  return settings;
}

/** Throws if the settings are no more those that a store was opened with. */
async function checkKept(client: Redis | Cluster, { prefix, shown }: Address, settings: Settings): Promise<void> {
  const kept = parsed((await client.get(new Keys(prefix).settings)) ?? '');
  if (kept.recipeId === settings.recipeId && kept.maxDistance === settings.maxDistance) return;
  throw new StoreFailedError(
    `${shown} was lost and is back without this store: its server began without its data, or somebody has removed them. ` +
      'Bring them back, or open the store anew, which begins an empty one; appendonly yes with appendfsync always keeps what a restart would lose.',
  );
}

const areSettings = ({ recipeId, maxDistance }: Settings): boolean =>
  typeof recipeId === 'string' && Number.isInteger(maxDistance);

/** What is kept; without a version if the key is somebody else's. */
function parsed(text: string): Settings & { readonly version?: number } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return Object(undefined);
  }
}
