import type { Settings } from '../settings.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';
import { Keys } from './keys.ts';
import { Postings } from './postings.ts';
import { Records } from './records.ts';

/** What a store is made of, and asked through. */
export interface Parts {
  readonly connection: Connection;
  readonly keys: Keys;
  readonly records: Records;
  readonly postings: Postings;
}

export function partsOf(connection: Connection, { prefix }: Address, { maxDistance }: Settings): Parts {
  const keys = new Keys(prefix);
  const records = new Records(connection, keys);
  return { connection, keys, records, postings: new Postings(connection, keys, maxDistance) };
}
