import type { Pair, PairList } from '../dedupe/pairs.ts';
import type { Verdicts } from '../dedupe/verdicts.ts';
import type { RecordWriter } from '../io/writers/sink.ts';
import { thousands } from '../numbers.ts';
import { Turns } from '../turns.ts';
import { because, leadsOthers } from './because.ts';
import type { Documents } from './documents.ts';
import { fourDigits } from './numbers.ts';
import type { Outputs } from './outputs.ts';
import type { Progress } from './progress.ts';

/** Writes what was decided on the documents of the corpus, in their order. */
export async function writeDecisions(
  documents: Documents,
  kept: RecordWriter | undefined,
  verdicts: Verdicts,
  outputs: Outputs,
  progress: Progress,
): Promise<void> {
  const { leaders } = verdicts;
  const { count, references } = documents;
  const leads = leadsOthers(verdicts);
  const idOf = (document: number) => documents.id(document);
  const turns = new Turns();
  for (let document = references; document < count; document++) {
    const leader = leaders[document]!;
    const record = () => documents.record(document);
    const [id, group] = [idOf(document), idOf(leader)];
    if (leader === document) {
      await kept?.write(document - references);
      await outputs.update(record);
    } else await outputs.remove(record, because(verdicts, document, idOf, references));
    await outputs.annotate(record, leader === document ? null : group, group);
    if (leader !== document || leads[document]) outputs.group(id, group, documents.isReference(leader));
    if (!turns.isOver) continue;
    progress.say(() => `writing: ${thousands(document)} of ${thousands(count)} documents`);
    await turns.give();
  }
  await kept?.finish();
}

/** Writes all pairs, but for those of two references. */
export function writePairs(documents: Documents, pairs: PairList, outputs: Outputs): void {
  for (const pair of pairs) if (!documents.isReference(pair.b)) outputs.pair(pairLine(documents, pair));
}

function pairLine(documents: Documents, { a, b, distance, similarity, same }: Pair): Record<string, unknown> {
  return {
    a: documents.id(a),
    b: documents.id(b),
    distance,
    similarity: fourDigits(similarity),
    ...(same && { same }),
    ...(documents.isReference(a) && { reference: true }),
  };
}
