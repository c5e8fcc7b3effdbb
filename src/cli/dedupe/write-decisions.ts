import type { Contained } from '../../dedupe/containment/containers.ts';
import type { Pair, PairList } from '../../dedupe/pair-list.ts';
import type { Verdicts } from '../../dedupe/verdicts.ts';
import type { RecordWriter } from '../../io/writers/sink.ts';
import { fourDigits } from '../../numbers.ts';
import type { Progress } from '../terminal/progress.ts';
import { ToldTurns } from '../terminal/told-turns.ts';
import { because, leadsOthers } from './because.ts';
import type { Containments } from './contain.ts';
import type { Documents } from './documents.ts';
import type { Outputs, Part } from './outputs.ts';
import type { Update } from './reference.ts';

/** Writes what was decided on the documents of the corpus, in their order. */
export async function writeDecisions(
  documents: Documents,
  kept: RecordWriter,
  decisions: Verdicts,
  containments: Containments,
  { outputs, update }: { readonly outputs: Outputs; readonly update: Update | undefined },
  progress: Progress,
): Promise<void> {
  const { leaders } = decisions;
  const { containers, removed } = containments;
  const { count, references } = documents;
  const leads = leadsOthers(decisions);
  const idOf = (document: number) => documents.id(document);
  const turns = new ToldTurns(progress, 'writing', count);
  for (let document = references; document < count; document++) {
    const leader = leaders[document]!;
    const container = removed.get(leader);
    const inside = container && containedIn(documents, container);
    const ofReference = documents.isReference(leader) && ({ reference: true } as const);
    const record = () => documents.record(document);
    const [id, group] = [idOf(document), idOf(leader)];
    if (leader !== document) {
      const why = because(decisions, document, idOf, references);
      await outputs.remove(record, { ...why, ...inside });
    } else if (container !== undefined) await outputs.remove(record, part(documents, container));
    else {
      // To wait for what is done takes longer than to write a short record.
      const writing = kept.write(document - references);
      if (writing) await writing;
      if (update) await update.add(document);
    }
    if (outputs.wantsAnnotated) {
      // Where none is removed for it, what contains a kept document is told all the same.
      const within = container ?? (removed.size === 0 ? containers.of(document)[0] : undefined);
      await outputs.annotate(record, {
        duplicate_of: leader === document ? null : group,
        group,
        ...(containments.isWanted && { contained_in: null }),
        ...ofReference,
        ...(within && containedIn(documents, within)),
      });
    }
    for (const one of containers.of(document)) {
      outputs.contained({ id, ...part(documents, one), ...(one === container && { removed: true }) });
    }
    if (leader !== document || leads[document]) {
      outputs.group({ id, group, ...ofReference, ...inside });
    }
    if (turns.isOver) await turns.tell(document);
  }
  await kept.finish();
  update?.end();
}

function containedIn(documents: Documents, { outer }: Contained): Pick<Part, 'contained_in' | 'reference'> {
  return { contained_in: documents.id(outer), ...(documents.isReference(outer) && { reference: true }) };
}

function part(documents: Documents, one: Contained): Part {
  return { ...containedIn(documents, one), containment: fourDigits(one.containment) };
}

/** Writes all pairs, but for those of two references. */
export async function writePairs(
  documents: Documents,
  pairs: PairList,
  outputs: Outputs,
  progress: Progress,
): Promise<void> {
  const turns = new ToldTurns(progress, 'writing', pairs.length, 'pairs');
  let done = 0;
  for (const pair of pairs) {
    if (!documents.isReference(pair.b)) outputs.pair(pairLine(documents, pair));
    done++;
    if (turns.isOver) await turns.tell(done);
  }
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
