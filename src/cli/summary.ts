import type { Decisions } from '../dedupe/decide.ts';
import { FEWEST_FEATURES } from '../fingerprint/fingerprinter.ts';
import type { Corpus, Reject } from '../io/corpus.ts';
import { counted, thousands } from './numbers.ts';

/** How many lines and files that are no documents are named. */
const NAMED = 20;

/** What was passed over, the first of it by name. */
export function rejectLines(rejects: readonly Reject[]): string {
  const lines = rejects.slice(0, NAMED).map(({ place, reason }) => `passed over ${place}: ${reason}\n`);
  if (rejects.length > NAMED) lines.push(`… and ${thousands(rejects.length - NAMED)} more passed over\n`);
  return lines.join('');
}

/** The run in a few lines. */
export function summarise(corpus: Corpus, { leaders, features }: Decisions, seconds: number): string {
  const sizes = new Map<number, number>();
  for (const leader of leaders) sizes.set(leader, (sizes.get(leader) ?? 0) + 1);
  const groups = [...sizes].filter(([, size]) => size > 1);
  const largest = groups.reduce<[number, number] | undefined>(
    (best, one) => (best && best[1] >= one[1] ? best : one),
    undefined,
  );
  const rate = (corpus.textBytes / 1e6 / seconds).toFixed(1);
  const rows = [
    [
      'documents',
      thousands(leaders.length),
      `${(corpus.textBytes / 1e6).toFixed(1)} MB of text in ${seconds.toFixed(1)} s, ${rate} MB/s`,
    ],
    ['kept', thousands(sizes.size), ''],
    ['removed', thousands(leaders.length - sizes.size), ''],
    [
      'groups',
      thousands(groups.length),
      largest ? `the largest has ${counted(largest[1], 'document')}: ${JSON.stringify(corpus.ids[largest[0]])}` : '',
    ],
    [
      'too short',
      thousands(features.reduce((sum, count) => sum + Number(count < FEWEST_FEATURES), 0)),
      `fewer than ${FEWEST_FEATURES} features: a duplicate only with exactly the same words`,
    ],
    ['malformed', thousands(corpus.rejects.length), 'lines and files passed over'],
  ];
  const repeated = leaders.length - new Set(corpus.ids).size;
  if (repeated > 0)
    rows.push(['repeated ids', thousands(repeated), 'pairs and groups cannot tell these documents apart']);
  const width = Math.max(...rows.map(([, value]) => value!.length));
  return rows
    .map(([name, value, note]) => `${name!.padEnd(13)}${value!.padStart(width)}${note ? `   ${note}` : ''}\n`)
    .join('');
}
