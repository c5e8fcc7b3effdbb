import type { Cluster, Redis } from 'ioredis';
import { isWhole } from '../../ranges.ts';
import type { Kind } from '../backend.ts';
import { NoStoreError, StoreFailedError } from '../errors.ts';
import { areSettings, checkSettings, newSettings, type Settings, type StoreOptions } from '../settings.ts';
import { type Address, parseAddress } from './address.ts';
import { RedisBackend } from './backend.ts';
import { Connection } from './connection.ts';
import { Keys } from './keys.ts';
import { Records } from './records.ts';

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
  const keys = new Keys(address.prefix);
  const wanted = newSettings(options);
  const read = () => connection.run((client) => client.get(keys.settings));
  let kept = await read();
  if (kept === null) {
    // What has documents was made by settings that are lost: by others these would be compared as what they are not.
    const isEmpty = (await new Records(connection, keys).size()) === 0;
    // Not before it is known that there are none: a server whose memory is full refuses this, whatever it would do.
    if (isEmpty && !options.readOnly) {
      await connection.run((client) => client.setnx(keys.settings, textOf(wanted)));
    }
    kept = await read();
    if (kept === null) throw isEmpty ? NoStoreError.in(address.shown) : lostSettings(keys.settings, address);
  }
  const settings = settingsIn(kept, address);
  checkSettings(address.shown, settings, options);
  return settings;
}

/** Throws if the settings are no more those that a store was opened with. */
async function checkKept(client: Redis | Cluster, { prefix, shown }: Address, settings: Settings): Promise<void> {
  const key = new Keys(prefix).settings;
  const kept = await client.get(key);
  const { version, recipeId, maxDistance } = parsed(kept ?? '');
  if (version === VERSION && recipeId === settings.recipeId && maxDistance === settings.maxDistance) return;
  const said = kept === null ? 'is not there' : `is ${quoted(kept)}`;
  throw new StoreFailedError(
    `${shown} was lost and is back without this store: the key ${key} ${said}, and was ${textOf(settings)}. Its server began ` +
      'without its data, or somebody has changed them. Bring them back, or open the store anew, which begins an empty one where there is none; ' +
      'appendonly yes with appendfsync always keeps what a restart would lose.',
  );
}

/** @throws {StoreFailedError} if they are somebody else's, or of a later layout */
function settingsIn(kept: string, { prefix, shown }: Address): Settings {
  const { version, recipeId, maxDistance } = parsed(kept);
  if (isWhole(version, VERSION + 1)) {
    throw new StoreFailedError(
      `${shown} has version ${version} of the layout, and this hammingbird knows ${VERSION}. Use a newer one.`,
    );
  }
  const settings = { recipeId, maxDistance };
  if (version === VERSION && areSettings(settings)) return settings;
  throw new StoreFailedError(
    `${shown} has something else in ${new Keys(prefix).settings}, which is no store's: ${quoted(kept)}. Choose another prefix; ` +
      `if somebody has changed it, set it again to what it was (redis-cli), such as ${EXAMPLE}.`,
  );
}

const lostSettings = (key: string, { shown }: Address): StoreFailedError =>
  new StoreFailedError(
    `${shown} has documents, and has lost the key ${key} with their recipe and distance. Set it again to what it was (redis-cli), ` +
      `such as ${EXAMPLE}; or choose another prefix.`,
  );

const textOf = (settings: Settings): string => JSON.stringify({ version: VERSION, ...settings });
const EXAMPLE = textOf(newSettings({}));
const quoted = (kept: string): string => JSON.stringify(kept.slice(0, 200));

/** What is kept; nothing if the key is somebody else's. */
function parsed(text: string): { readonly [Name in 'version' | keyof Settings]?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
