import type { Verdicts } from '../../dedupe/verdicts.ts';
import { FEWEST_FEATURES } from '../../fingerprint/fingerprinter.ts';
import type { Corpus } from '../../io/corpus.ts';
import type { Id } from '../../io/id.ts';
import { bytesInWords, counted, thousands, timeInWords } from '../../numbers.ts';
import type { Texts } from '../options/corpus-options.ts';
import { inOneLine } from './rejects.ts';
import type { Row } from './table.ts';

/** How many documents were read, and how fast: `started` is when, as `performance.now()` tells it. */
export function readRow({ ids, textBytes }: Texts, started: number): Row {
  const milliseconds = performance.now() - started;
  const rate = bytesInWords((textBytes / milliseconds) * 1000);
  const took = timeInWords(milliseconds * 1e6);
  return ['documents', thousands(ids.length), `${bytesInWords(textBytes)} of text in ${took}, ${rate}/s`];
}

/** Of a corpus that is a single text: how it becomes more documents, if that was meant. */
export function oneTextRows(corpus: Corpus): Row[] {
  if (corpus.ids.length !== 1 || corpus.locate(0).source.format !== 'text') return [];
  return [['one text', '', 'a whole file is one document; with --format lines each of its lines is one']];
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
  idOf: (document: number) => Id,
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
      groups > 0
        ? `the largest has ${counted(sizes[largest]!, 'document')}: ${inOneLine(JSON.stringify(idOf(largest)))}`
        : '',
    ],
  ];
}
