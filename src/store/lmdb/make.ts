import { randomUUID } from 'node:crypto';
import type { Settings } from '../settings.ts';
import type { Environment } from './environment.ts';
import { FIRST_STATE } from './records.ts';
import { Tables } from './tables.ts';

/** The tables of a new record, with no document in them. */
export function makeTables(environment: Environment, { recipeId, maxDistance }: Settings): Tables {
  const tables = new Tables(environment);
  environment.transact(() => {
    tables.describe({ recipeId, maxDistance, identity: randomUUID() });
    tables.setState(FIRST_STATE);
  });
  return tables;
}
