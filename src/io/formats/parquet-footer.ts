import type { FileMetaData } from 'hyparquet';
import { getSchemaPath } from 'hyparquet/src/schema.js';

/**
 * Throws unless what the footer says twice is the same both times. It has no checksum, and the library believes it: rows that
 * a group does not tell of would be lost.
 */
export function checkFooter({ num_rows, row_groups, schema }: FileMetaData): void {
  const rows = row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (rows !== num_rows)
    throw new Error(`its footer is damaged: it tells of ${num_rows} rows, and of ${rows} in groups`);
  for (const { meta_data } of row_groups.flatMap(({ columns }) => columns)) {
    if (meta_data === undefined) continue;
    const { type, path_in_schema: path } = meta_data;
    const wanted = getSchemaPath(schema, path).at(-1)?.element.type;
    if (type !== wanted) throw new Error(`its footer is damaged: column "${path.join('.')}" is ${wanted}, and ${type}`);
  }
}
