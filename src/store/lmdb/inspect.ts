import { join } from 'node:path';
import { CorruptDataError } from '../../errors.ts';
import { DataFile } from './data-file.ts';
import { lastMeta } from './meta-pages.ts';
import { PageWalk, type Visit } from './page-walk.ts';
import { REMEDY } from './sealed.ts';

export const dataFileIn = (folder: string): string => join(folder, 'data.mdb');

/** What is wrong with the pages of a record. */
export async function damageIn(folder: string, visit?: Visit): Promise<readonly string[]> {
  const file = new DataFile(dataFileIn(folder));
  try {
    const meta = lastMeta(file);
    if (typeof meta === 'string') return [meta];
    const walk = new PageWalk(file, meta);
    await walk.run(visit);
    return walk.damage;
  } finally {
    file.close();
  }
}

/**
 * Throws unless LMDB can be trusted with a record: it would end the process if pages are damaged.
 *
 * @throws {CorruptDataError} that says what is damaged
 */
export async function checkPages(folder: string): Promise<void> {
  const [first, ...others] = await damageIn(folder);
  if (first === undefined) return;
  const more = others.length > 0 ? `; and ${others.length} more` : '';
  throw new CorruptDataError(`${dataFileIn(folder)} is damaged: ${first}${more}. ${REMEDY}`);
}

/** What tells a record from what it is after another transaction: of a damaged one, what is wrong with it. */
export function lastTransaction(folder: string): number | string {
  const file = new DataFile(dataFileIn(folder));
  try {
    const meta = lastMeta(file);
    return typeof meta === 'string' ? meta : meta.transaction;
  } finally {
    file.close();
  }
}
