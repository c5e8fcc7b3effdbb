import type { Kind } from '../kind.ts';
import { parseAddress, quoted } from './address.ts';
import { Connection } from './connection.ts';
import { makeIndexes } from './loading.ts';
import { PostgresStore } from './postgres-store.ts';
import { prepareSchema } from './schema.ts';

/** Opens the store at `postgres://user:password@host:port/database?schema=name`. */
export const open: Kind['open'] = async (where, options) => {
  const address = parseAddress(where);
  const connection = new Connection(address);
  try {
    const settings = await prepareSchema(connection, address, options);
    if (!options.readOnly) await makeIndexes(connection, quoted(address.schema), settings.maxDistance);
    return new PostgresStore(connection, address, settings, options);
  } catch (error) {
    await connection.close();
    throw error;
  }
};
