import { type Id, isId } from '../id.ts';
import { SideFile } from './side-file.ts';

/** What somebody knows of two documents. */
export interface LabelRecord {
  readonly a: Id;
  readonly b: Id;
  /** null: neither. */
  readonly duplicate: boolean | null;
}

/** A file of labels, a line of JSON each: `{"a":"x","b":"y"}`, or with `"duplicate":false`. */
export const labelsFile = (path: string): SideFile<LabelRecord> => new SideFile(path, parsed);

/** The label in a line, or why there is none. */
function parsed({ a, b, duplicate = true }: Record<string, unknown>): LabelRecord | string {
  for (const [name, id] of Object.entries({ a, b })) if (!isId(id)) return `no field "${name}" with an id`;
  if (duplicate !== null && typeof duplicate !== 'boolean') return '"duplicate" is true, false or null, or absent';
  if (String(a) === String(b)) return `it pairs ${JSON.stringify(a)} with itself`;
  return { a: a as Id, b: b as Id, duplicate };
}
