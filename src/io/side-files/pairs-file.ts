import { isWhole } from '../../ranges.ts';
import { type Id, isId } from '../id.ts';
import { SideFile } from './side-file.ts';

/** A line of a pairs file, as `hammingbird dedupe --pairs` writes it. */
export interface PairRecord {
  readonly a: Id;
  readonly b: Id;
  /** 0…64. */
  readonly distance: number;
  /** 0…1. */
  readonly similarity: number;
  /** b has the features of a, and all of its pairs. */
  readonly same: boolean;
  /** a is a document of the reference. */
  readonly reference: boolean;
}

/** A file of pairs, a line of JSON each. */
export const pairsFile = (path: string): SideFile<PairRecord> => new SideFile(path, parsed);

/** The pair in a line, or why there is none. */
function parsed(json: Record<string, unknown>): PairRecord | string {
  const { a, b, distance, similarity, same = false, reference = false } = json;
  for (const [name, id] of Object.entries({ a, b })) if (!isId(id)) return `no field "${name}" with an id`;
  if (!isWhole(distance, 0, 64)) return 'no field "distance" with a whole number, 0 to 64';
  if (!(typeof similarity === 'number' && similarity >= 0 && similarity <= 1))
    return 'no field "similarity" with a number from 0 to 1';
  if (typeof same !== 'boolean' || typeof reference !== 'boolean') return '"same" and "reference" are true, or absent';
  if (same && similarity !== 1) return '"same" needs "similarity" 1';
  if (a === b && !reference) return `it pairs ${JSON.stringify(a)} with itself`;
  return { a: a as Id, b: b as Id, distance, similarity, same, reference };
}
