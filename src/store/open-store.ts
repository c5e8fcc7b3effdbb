import { InvalidArgumentError } from '../errors.ts';
import { checkOptions } from '../options.ts';
import { shown } from '../shown.ts';
import type { Kind } from './backend.ts';
import { CheckedStore } from './checked-store.ts';
import { MissingPackageError } from './errors.ts';
import type { StoreOptions } from './settings.ts';
import type { RebuildReport, Store } from './store.ts';

interface Registered {
  /** The package that it needs. */
  readonly needs: string;
  load(): Promise<Kind>;
}

/** The kind of what is no address. */
const FOLDER: Registered = { needs: 'lmdb', load: () => import('./lmdb/open.ts') };

/** The other kinds of stores, by the schemes of their addresses; a folder a kind, loaded when one is opened. */
const KINDS: Readonly<Record<string, Registered>> = {
  postgres: { needs: 'pg', load: () => import('./postgres/index.ts') },
  postgresql: { needs: 'pg', load: () => import('./postgres/index.ts') },
  redis: { needs: 'ioredis', load: () => import('./redis/index.ts') },
  rediss: { needs: 'ioredis', load: () => import('./redis/index.ts') },
  'redis-cluster': { needs: 'ioredis', load: () => import('./redis/index.ts') },
  'rediss-cluster': { needs: 'ioredis', load: () => import('./redis/index.ts') },
};

/**
 * Opens a store, and makes it if it is not there.
 *
 * @param where a folder; or an address: `postgres://…`, `redis://…`, `redis-cluster://…`
 * @throws {InvalidArgumentError} if no store can be there, or an option is none
 * @throws {RecipeMismatchError} if it has fingerprints of another recipe
 * @throws {StoreMismatchError} if it is for another distance
 * @throws {StoreLockedError} if it takes one writing process, and has one
 * @throws {CorruptDataError} if it is damaged
 * @throws {MissingPackageError} if a package is not installed that the kind of store needs
 * @throws {NoStoreError} if it is to be read, and is not there
 * @throws {InputError} if a file of it cannot be read
 * @throws {StoreFailedError} if it cannot be reached
 * @example
 * const store = await openStore('seen-pages');
 * const { inserted, duplicates } = await store.insertIfNew({ id: url, text });
 */
export async function openStore(where: string, options: StoreOptions = {}): Promise<Store> {
  checkOptions(options, { maxDistance: true, recipe: true, readOnly: true });
  const { readOnly = false } = options;
  if (typeof readOnly !== 'boolean') {
    throw new InvalidArgumentError(`readOnly is true or false, not ${shown(readOnly)}.`);
  }
  return new CheckedStore(await (await kindOf(where)).open(where, options), options);
}

/**
 * Makes whole again what is damaged, or was lost by a Redis server, as far as that can be. Nobody else may use the store meanwhile.
 *
 * @throws {InvalidArgumentError} if there is nothing to be rebuilt in a store of this kind
 * @throws {InputError} if a file of it cannot be read
 * @throws {StoreFailedError} if there is no store, or it is not reached
 * @throws {StoreLockedError} if somebody writes to it
 * @throws {CorruptDataError} if nothing there says any more what recipe it had
 */
export async function rebuildStore(where: string): Promise<RebuildReport> {
  const { rebuild } = await kindOf(where);
  if (rebuild) return rebuild(where);
  throw new InvalidArgumentError(`${schemeOf(where)}: stores are not rebuilt here: use the tools of the server.`);
}

async function kindOf(where: string): Promise<Kind> {
  if (typeof where !== 'string' || where === '' || where.includes('\0')) {
    throw new InvalidArgumentError(`A store is a folder or an address, not ${shown(where)}.`);
  }
  const scheme = schemeOf(where);
  const mistyped = SLASHLESS.exec(where)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(KINDS, mistyped)) {
    throw new InvalidArgumentError(`An address begins with ${mistyped}://, and a folder of such a name with ./`);
  }
  const kind = scheme === undefined ? FOLDER : Object.hasOwn(KINDS, scheme) ? KINDS[scheme] : undefined;
  if (!kind) {
    throw new InvalidArgumentError(
      `There is no kind of store for ${scheme}:; there are folders, ${Object.keys(KINDS).join(', ')}.`,
    );
  }
  return loaded(kind);
}

/** One letter before a colon is a drive. */
const SCHEME = /^([a-z][a-z0-9+.-]+):\/\//i;

/** An address that lacks a slash, or both: a folder, if nobody asks. */
const SLASHLESS = /^([a-z-]+):(?!\/\/)/i;

/** Whether a place is told by an address rather than by a path. */
export const isAddress = (where: string): boolean => SCHEME.test(where);

/** Of `redis://host`, `redis`; of what is no address none. */
function schemeOf(where: string): string | undefined {
  return SCHEME.exec(where)?.[1]?.toLowerCase();
}

async function loaded({ needs, load }: Registered): Promise<Kind> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND') {
      throw new MissingPackageError(`Such stores need the package ${needs}. Install it: npm install ${needs}`, {
        cause: error,
      });
    }
    if (!code?.startsWith('ERR_DLOPEN_') && !message.startsWith('No native build')) throw error;
    throw new MissingPackageError(
      `Such stores need the native part of the package ${needs}, which cannot be loaded (${message.split('\n', 1)[0]!.replace(/\.$/, '')}). Install it ` +
        'without --omit=optional, and run Node without --no-addons, or with --allow-addons where it has permissions.',
      { cause: error },
    );
  }
}
