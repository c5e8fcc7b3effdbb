import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Record } from './record.ts';

/** What there is to know of a store in a folder. */
export function statsOf({ folder, tables, description, index, environment }: Record): {
  [name: string]: string | number;
} {
  const { documents, nextNumber, firstRemoval, nextRemoval } = tables.state;
  const { bytes } = index.index.stats();
  return {
    kind: 'folder',
    documents,
    'with fingerprint': index.index.size,
    recipe: description.recipeId,
    distance: description.maxDistance,
    'bytes on disk': statSync(join(folder, 'data.mdb')).size,
    'bytes free in them': environment.freeBytes,
    'bytes of index': bytes.total,
    'numbers used': nextNumber,
    'removals listed': nextRemoval - firstRemoval,
  };
}
