import { InvalidArgumentError } from 'commander';
import { type Keep, orderBy } from '../../dedupe/order.ts';
import type { PairList } from '../../dedupe/pair-list.ts';
import type { Verdicts } from '../../dedupe/verdicts.ts';
import type { Text } from '../../fingerprint/text.ts';
import { comparable } from '../../io/values.ts';
import { thousands } from '../../numbers.ts';
import { stringOf } from '../../utf8.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Row } from '../terminal/table.ts';
import { ToldTurns } from '../terminal/told-turns.ts';
import { leadsOthers } from './because.ts';

/** Reads `first`, `max:score` and the like. */
export function parseKeep(text: string): Keep {
  if (text === 'first' || text === 'last' || text === 'longest' || text === 'shortest') return { by: text };
  const [, by, field] = /^(max|min):(.+)$/s.exec(text) ?? [];
  if (field !== undefined) return { by: by as 'max' | 'min', field };
  throw new InvalidArgumentError('It must be first, last, longest, shortest, max:FIELD or min:FIELD.');
}

/** Whether documents must be read again to tell which is kept. */
export const needsRecords = ({ by }: Keep): boolean => by !== 'first' && by !== 'last';

interface Preferences {
  /** All documents, the preferred ones first. */
  readonly order: Uint32Array;
  /** What there is to say of those that could not be compared with the others of their group. */
  rows(verdicts: Verdicts): Row[];
}

/** What is asked of documents. */
export interface Records {
  readonly count: number;
  readonly references: number;
  text(document: number): Text;
  field(document: number, name: string): Promise<unknown>;
}

/**
 * The order in which documents are preferred.
 *
 * @param pairs only what is in these is read again, since the others are kept anyway; everything without them
 */
export async function preferences(
  documents: Records,
  keep: Keep,
  pairs: PairList | undefined,
  progress: Progress,
): Promise<Preferences> {
  const { count, references } = documents;
  const values = new Float64Array(count).fill(Number.NaN);
  if (!needsRecords(keep)) {
    if (keep.by === 'last') for (let document = 0; document < count; document++) values[document] = document;
    return { order: orderBy(values, references), rows: () => [] };
  }
  const sign = keep.by === 'shortest' || keep.by === 'min' ? -1 : 1;
  const valueFor = 'field' in keep ? await fieldValues(documents, keep.field) : lengths(documents);
  const turns = new ToldTurns(progress, 'reading again', count);
  const isWanted = pairs && inPairs(count, pairs);
  for (let document = references; document < count; document++) {
    if (isWanted?.[document] === 0) continue;
    values[document] = sign * (await valueFor(document));
    if (turns.isOver) await turns.tell(document);
  }
  return {
    order: orderBy(values, references),
    rows: (verdicts) => ('field' in keep ? withoutValue(keep.field, values, verdicts, references) : []),
  };
}

/** Counts the documents without a value that have others in their group. */
function withoutValue(field: string, values: Float64Array, verdicts: Verdicts, references: number): Row[] {
  const { leaders } = verdicts;
  const leads = leadsOthers(verdicts);
  const isGrouped = (document: number) => leads[document] === 1 || leaders[document] !== document;
  let missing = 0;
  for (let document = references; document < leaders.length; document++) {
    if (Number.isNaN(values[document]) && isGrouped(document)) missing++;
  }
  return withoutValueRows(field, missing);
}

export const withoutValueRows = (field: string, count: number): Row[] =>
  count > 0
    ? [['no value', thousands(count), `"${field}" is missing or cannot be compared: others in the group are kept`]]
    : [];

function inPairs(count: number, pairs: PairList): Uint8Array {
  const isPaired = new Uint8Array(count);
  for (const { a, b } of pairs) isPaired[a] = isPaired[b] = 1;
  return isPaired;
}

/** Gives the value of a document, NaN if it has none. */
type ValueFor = (document: number) => Promise<number>;

const lengths =
  (documents: Records): ValueFor =>
  async (document) =>
    stringOf(documents.text(document)).length;

/** Numbers or dates, whichever the first value is: one cannot be compared with the other. */
async function fieldValues(documents: Records, field: string): Promise<ValueFor> {
  const valueIn = async (document: number) => comparable(await documents.field(document, field));
  let kind: string | undefined;
  for (let document = documents.references; document < documents.count && kind === undefined; document++) {
    kind = (await valueIn(document))?.kind;
  }
  return async (document) => {
    const found = await valueIn(document);
    return found?.kind === kind ? (found?.value ?? Number.NaN) : Number.NaN;
  };
}
