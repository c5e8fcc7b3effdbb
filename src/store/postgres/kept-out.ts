// Rows that are not inserted, though nothing has their ids.
import { StoreFailedError } from '../errors.ts';

/** How often what was in the way may be removed before anybody saw it. */
export const MOST_ATTEMPTS = 100;

export const keptOut = (id: string, schema: string): StoreFailedError =>
  new StoreFailedError(
    `${JSON.stringify(id)} was not stored: ${MOST_ATTEMPTS} times ${schema}.document did not take it, and has no such id. ` +
      'See which triggers of somebody else it has (psql: \\d), and drop what keeps rows out.',
  );
