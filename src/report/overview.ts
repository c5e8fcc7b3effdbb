import type { Corpus } from '../io/corpus.ts';
import { bytesInWords, counted, thousands } from '../numbers.ts';
import { histogram } from './chart.ts';
import type { ContainedTexts } from './contained.ts';
import type { Facts } from './facts.ts';
import { type Html, html } from './html.ts';
import { percent } from './numbers.ts';

/** The numbers that a reader looks for first. */
export function totals(
  facts: Facts,
  { textBytes, rejects }: Pick<Corpus, 'textBytes' | 'rejects'>,
  contained: ContainedTexts | undefined,
): Html {
  const { documents, exact, groups, largest, tooShort } = facts;
  const removedContained = contained?.removed.size ?? 0;
  const [kept, removed] = [facts.kept - removedContained, facts.removed + removedContained];
  const of = (count: number) => percent(documents === 0 ? 0 : count / documents);
  return html`<dl class="totals">
${total('Documents', documents, `${bytesInWords(textBytes)} of text`)}
${total('Kept', kept, of(kept), 'is-kept')}
${total('Removed', removed, `${of(removed)}; ${thousands(exact)} with exactly the same features`, 'is-removed')}
${total('Groups', groups, largest[0] ? `the largest has ${counted(largest[0].size, 'document')}` : 'no two documents are alike')}
${contained && total('Contained', contained.containers.size, `in longer documents; ${thousands(removedContained)} of them removed`)}
${total('Too short', tooShort.total, 'to be compared well')}
${total('Passed over', rejects.length, 'malformed records, unreadable files')}
</dl>`;
}

function total(name: string, count: number, note: string, kind = ''): Html {
  return html`<div class="total ${kind}"><dt>${name}</dt><dd><b>${thousands(count)}</b> <span>${note}</span></dd></div>`;
}

/** The three histograms. */
export function charts({ distances, similarities, sizes, removed, groups, hasChains }: Facts): Html {
  if (removed === 0) return html`<p class="empty">No near-duplicate was removed, so there is nothing to count.</p>`;
  const documents = counted(removed, 'removed document');
  const other = hasChains ? 'document that each was compared with' : 'kept document';
  return html`<div class="charts">
${histogram('Similarity', 'Similarity', 'Documents', similarities, html`${documents}, by the share of features in common with the ${other}.`)}
${histogram('Distance', 'Bits', 'Documents', distances, html`${documents}, by the bits in which the nearest of their fingerprints differ from those of the ${other}.`)}
${histogram('Group sizes', 'Size', 'Groups', sizes, html`${counted(groups, 'group')}, by the number of documents in them.`)}
</div>`;
}
