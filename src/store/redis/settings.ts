// What a store was made with, in a key of its own and once more in every shard. A shard without it has been lost, as when a
// master of a cluster starts without its data: what was in it would seem never to have been.
import { counted } from '../../numbers.ts';
import { isWhole } from '../../ranges.ts';
import { ConnectionLostError, NoStoreError, StoreFailedError } from '../errors.ts';
import { areSettings, checkSettings, newSettings, type Settings, type StoreOptions } from '../settings.ts';
import type { Address } from './address.ts';
import type { Client } from './client.ts';
import type { Connection } from './connection.ts';
import { Keys, SHARDS } from './keys.ts';
import { Records, shards } from './records.ts';

/** The layout of the keys. */
const VERSION = 1;

/** The settings that are kept, made now if there are none. */
export async function settle(connection: Connection, address: Address, options: StoreOptions): Promise<Settings> {
  const keys = new Keys(address.prefix);
  const read = () => connection.run((client) => client.get(keys.settings));
  let kept = await read();
  if (kept === null) {
    // What has documents was made by settings that are lost: by others these would be compared as what they are not.
    const none = await whyNone(connection, keys, address);
    // Not before it is known that there are none: a server whose memory is full refuses this, whatever it would do.
    if (none instanceof NoStoreError && !options.readOnly) {
      await connection.run((client) => client.setnx(keys.settings, textOf(newSettings(options), true)));
    }
    kept = await read();
    if (kept === null) throw none;
  }
  const { isNew, ...settings } = settingsIn(kept, address);
  if (isNew && options.readOnly) throw NoStoreError.in(address.shown);
  checkSettings(address.shown, settings, options);
  // By whoever comes, since the one who began may have ended. Nobody stores anything before.
  if (isNew) await writeSettings(connection, keys, settings);
  return settings;
}

/** First into all shards: settings that are not new say that they are there. */
export async function writeSettings(connection: Connection, keys: Keys, settings: Settings): Promise<void> {
  const text = textOf(settings);
  await Promise.all(shards().map((shard) => connection.run((client) => client.set(keys.settingsIn(shard), text))));
  await connection.run((client) => client.set(keys.settings, text));
}

/** The settings, or if they are lost those of a shard that is there. */
export async function savedSettings(connection: Connection, address: Address): Promise<Settings> {
  const keys = new Keys(address.prefix);
  const read = async (client: Client) => [await client.get(keys.settings), ...(await settingsOfShards(client, keys))];
  const text = (await connection.run(read)).find((one) => one !== null);
  if (!text) throw await whyNone(connection, keys, address);
  const { isNew: _, ...settings } = settingsIn(text, address);
  return settings;
}

/** The shards that have been lost. */
export async function lostShards(client: Client, keys: Keys): Promise<number[]> {
  const texts = await settingsOfShards(client, keys);
  return shards().filter((shard) => texts[shard] === null);
}

const settingsOfShards = (client: Client, keys: Keys): Promise<(string | null)[]> =>
  Promise.all(shards().map((shard) => client.get(keys.settingsIn(shard))));

/** Throws if the settings are no more those that a store was opened with, or shards have been lost. */
export async function checkKept(client: Client, { prefix, shown }: Address, settings: Settings): Promise<void> {
  const keys = new Keys(prefix);
  const [kept, lost] = await Promise.all([client.get(keys.settings), lostShards(client, keys)]);
  const { version, recipeId, maxDistance } = parsed(kept ?? '');
  if (version !== VERSION || recipeId !== settings.recipeId || maxDistance !== settings.maxDistance) {
    const said = kept === null ? 'is not there' : `is ${quoted(kept)}`;
    throw new StoreFailedError(
      `${shown} was lost and is back without this store: the key ${keys.settings} ${said}, and was ${textOf(settings)}. Its server began ` +
        'without its data, or somebody has removed or changed them. Bring them back, or open the store anew, which begins an empty one where there is none; ' +
        'appendonly yes with appendfsync always keeps what a restart would lose.',
    );
  }
  if (lost.length === 0) return;
  throw new StoreFailedError(
    `${shown} has lost ${counted(lost.length, 'shard')} of ${SHARDS}, and whatever they had: the key ${keys.settingsIn(lost[0]!)} is not ` +
      'there. A master began without its data, or somebody has removed them. Bring them back, or save what can be saved, and learn which ' +
      'documents are known to be lost: hammingbird store rebuild.',
  );
}

/** The same as a line for each thing that is wrong. */
export async function damageOf(connection: Connection, address: Address, settings: Settings): Promise<string[]> {
  try {
    await connection.run((client) => checkKept(client, address, settings));
    return [];
  } catch (error) {
    if (error instanceof ConnectionLostError) throw error;
    return [(error as Error).message];
  }
}

/** What to say of settings that are not there: that there is no store, or that one has lost them. */
async function whyNone(connection: Connection, keys: Keys, { shown }: Address): Promise<StoreFailedError> {
  const lost = await connection.run((client) => lostShards(client, keys));
  const areAllLost = lost.length === SHARDS;
  if (areAllLost && (await new Records(connection, keys).size()) === 0) return NoStoreError.in(shown);
  // What no shard has, either, a rebuilding cannot know.
  const rebuilt = areAllLost ? 'and then run hammingbird store rebuild' : 'or by hammingbird store rebuild';
  return new StoreFailedError(
    `${shown} has a store that has lost the key ${keys.settings} with its recipe and distance. Set it again to what it was ` +
      `(redis-cli), such as ${EXAMPLE}, ${rebuilt}; or choose another prefix.`,
  );
}

/** @throws {StoreFailedError} if they are somebody else's, or of a later layout */
function settingsIn(kept: string, { prefix, shown }: Address): Settings & { readonly isNew?: boolean } {
  const { version, recipeId, maxDistance, isNew } = parsed(kept);
  if (isWhole(version, VERSION + 1)) {
    throw new StoreFailedError(
      `${shown} has version ${version} of the layout, and this hammingbird knows ${VERSION}. Use a newer one.`,
    );
  }
  const settings = { recipeId, maxDistance };
  if (version === VERSION && areSettings(settings)) return isNew === true ? { ...settings, isNew } : settings;
  throw new StoreFailedError(
    `${shown} has something else in ${new Keys(prefix).settings}, which is no store's: ${quoted(kept)}. Choose another prefix; ` +
      `if somebody has changed it, set it again to what it was (redis-cli), such as ${EXAMPLE}.`,
  );
}

const textOf = (settings: Settings, isNew?: true): string => JSON.stringify({ version: VERSION, ...settings, isNew });
const EXAMPLE = textOf(newSettings({}));
const quoted = (kept: string): string => JSON.stringify(kept.slice(0, 200));

/** What is kept; nothing if the key is somebody else's. */
function parsed(text: string): { readonly [Name in 'version' | 'isNew' | keyof Settings]?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
