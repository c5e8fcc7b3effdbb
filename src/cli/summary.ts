import type { Verdicts } from '../dedupe/verdicts.ts';
import { FEWEST_FEATURES } from '../fingerprint/fingerprinter.ts';
import { bytesInWords, counted, thousands, timeInWords } from '../numbers.ts';
import type { Containments } from './contain.ts';
import type { Outcome } from './decision.ts';
import type { Documents } from './documents.ts';
import { type Row, table } from './table.ts';
import type { Texts } from './texts.ts';

/** How many documents were read, and how fast: `started` is when, as `performance.now()` tells it. */
export function readRow({ ids, textBytes }: Texts, started: number): Row {
  const milliseconds = performance.now() - started;
  const rate = bytesInWords((textBytes / milliseconds) * 1000);
  const took = timeInWords(milliseconds * 1e6);
  return ['documents', thousands(ids.length), `${bytesInWords(textBytes)} of text in ${took}, ${rate}/s`];
}

/** @param meaning what becomes of documents with too few features */
export function tooShortRow(count: number, meaning: string): Row {
  return ['too short', thousands(count), `fewer than ${FEWEST_FEATURES} features: ${meaning}`];
}

export function malformedRow({ rejects }: Texts): Row {
  return ['malformed', thousands(rejects.length), 'lines and files passed over'];
}

/**
 * The groups in a few numbers. Groups that a reference leads count the documents that duplicate it.
 *
 * @param contained how many documents that lead their groups were removed nevertheless
 */
export function groupRows(
  { leaders }: Verdicts,
  references: number,
  idOf: (document: number) => string | number,
  contained = 0,
): Row[] {
  // Of each document, how many it leads: a typed array, since there may be millions.
  const sizes = new Uint32Array(leaders.length);
  for (const leader of leaders.subarray(references)) sizes[leader]!++;
  let [kept, groups, largest] = [-contained, 0, 0];
  for (const [leader, size] of sizes.entries()) {
    if (size > 0 && leader >= references) kept++;
    if (size === 0 || (size === 1 && leader >= references)) continue;
    groups++;
    if (groups === 1 || size > sizes[largest]!) largest = leader;
  }
  return [
    ['kept', thousands(kept), ''],
    ['removed', thousands(leaders.length - references - kept), ''],
    [
      'groups',
      thousands(groups),
      groups > 0 ? `the largest has ${counted(sizes[largest]!, 'document')}: ${JSON.stringify(idOf(largest))}` : '',
    ],
  ];
}

/** The run of dedupe in a few lines. */
export function summarise(
  documents: Documents,
  { decisions, rows }: Outcome,
  containments: Containments,
  started: number,
): string {
  const { corpus, reference, references } = documents;
  const { features } = decisions;
  const all: Row[] = [
    readRow(corpus, started),
    ...(reference ? [['reference', thousands(references), 'documents that win, and are not written'] as const] : []),
    ...groupRows(decisions, references, (document) => documents.id(document), containments.removed.size),
    tooShortRow(
      features.subarray(references).reduce((sum, count) => sum + Number(count < FEWEST_FEATURES), 0),
      'by default a duplicate only with exactly the same words',
    ),
    malformedRow(corpus),
    ...containments.rows,
    ...rows,
  ];
  const repeated = corpus.ids.length - new Set(corpus.ids).size;
  if (repeated > 0)
    all.push(['repeated ids', thousands(repeated), 'pairs and groups cannot tell these documents apart']);
  return table(all);
}
