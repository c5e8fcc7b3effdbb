import type { Kind } from '../backend.ts';
import { parseAddress, quoted } from './address.ts';
import { PostgresBackend } from './backend.ts';
import { Connection } from './connection.ts';
import { makeIndexes } from './loading.ts';
import { prepareSchema } from './schema.ts';

/** Opens the store at `postgres://user:password@host:port/database?schema=name`. */
export const open: Kind['open'] = async (where, options) => {
  const address = parseAddress(where);
  const connection = new Connection(address);
  try {
    const settings = await prepareSchema(connection, address, options);
    if (!options.readOnly) await makeIndexes(connection, quoted(address.schema), settings.maxDistance);
    return new PostgresBackend(connection, address, settings);
  } catch (error) {
    // Nobody waits for it: where the port is none, the driver does not come to an end.
    void connection.close();
    throw error;
  }
};
