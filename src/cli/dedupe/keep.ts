import { InvalidArgumentError } from 'commander';
import { type Keep, orderBy } from '../../dedupe/order.ts';
import type { PairList } from '../../dedupe/pair-list.ts';
import { stringOf, type Text } from '../../fingerprint/text.ts';
import { comparable } from '../../io/values.ts';
import { thousands } from '../../numbers.ts';
import { Turns } from '../../turns.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Row } from '../terminal/table.ts';

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
  /** What there is to say of those that could not be compared. */
  readonly rows: readonly Row[];
}

/** What is asked of documents. */
export interface Records {
  readonly count: number;
  readonly references: number;
  text(document: number): Text;
  field(document: number, name: string): Promise<unknown>;
}

/** The order in which documents are preferred. Only those of pairs are read again: the others are kept anyway. */
export async function preferences(
  documents: Records,
  keep: Keep,
  pairs: PairList,
  progress: Progress,
): Promise<Preferences> {
  const { count, references } = documents;
  if (keep.by === 'first') return { order: orderBy(new Float64Array(count), references), rows: [] };
  if (keep.by === 'last') {
    return {
      order: orderBy(
        Float64Array.from({ length: count }, (_, document) => document),
        references,
      ),
      rows: [],
    };
  }
  const values = new Float64Array(count).fill(Number.NaN);
  const sign = keep.by === 'shortest' || keep.by === 'min' ? -1 : 1;
  const valueFor = 'field' in keep ? fieldValues(documents, keep.field) : lengths(documents);
  const turns = new Turns();
  let missing = 0;
  for (const document of inPairs(documents, pairs)) {
    const value = await valueFor(document);
    if (value === undefined) missing++;
    else values[document] = sign * value;
    if (!turns.isOver) continue;
    progress.say(() => `reading again: ${thousands(document)} of ${thousands(count)} documents`);
    await turns.give();
  }
  const note = 'field' in keep ? `"${keep.field}" is missing or cannot be compared: others in the group are kept` : '';
  return { order: orderBy(values, references), rows: missing > 0 ? [['no value', thousands(missing), note]] : [] };
}

/** The documents of pairs that are no references, in their order. */
function inPairs({ count, references }: Records, pairs: PairList): number[] {
  const isPaired = new Uint8Array(count);
  for (const { a, b } of pairs) isPaired[a] = isPaired[b] = 1;
  return Array.from(isPaired.keys()).filter((document) => document >= references && isPaired[document] === 1);
}

type ValueFor = (document: number) => Promise<number | undefined>;

const lengths =
  (documents: Records): ValueFor =>
  async (document) =>
    stringOf(documents.text(document)).length;

/** Numbers or dates, whichever the first value is: one cannot be compared with the other. */
function fieldValues(documents: Records, field: string): ValueFor {
  let kind: string | undefined;
  return async (document) => {
    const found = comparable(await documents.field(document, field));
    kind ??= found?.kind;
    return found?.kind === kind ? found?.value : undefined;
  };
}
