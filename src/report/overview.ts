import { counted, thousands } from '../numbers.ts';
import type { Facts } from './facts.ts';
import type { Bar } from './histograms.ts';
import { type Content, type Html, html } from './html.ts';
import { percent } from './numbers.ts';

/** The numbers that a reader looks for first. */
export function totals(facts: Facts, textBytes: number, rejects: number): Html {
  const { documents, kept, removed, exact, groups, largest, tooShort } = facts;
  const of = (count: number) => percent(documents === 0 ? 0 : count / documents);
  return html`<dl class="totals">
${total('Documents', documents, `${(textBytes / 1e6).toFixed(1)} MB of text`)}
${total('Kept', kept, of(kept), 'is-kept')}
${total('Removed', removed, `${of(removed)}; ${thousands(exact)} with exactly the same features`, 'is-removed')}
${total('Groups', groups, largest[0] ? `the largest has ${counted(largest[0].size, 'document')}` : 'no two documents are alike')}
${total('Too short', tooShort.total, 'to be compared well')}
${total('Passed over', rejects, 'malformed records, unreadable files')}
</dl>`;
}

function total(name: string, count: number, note: string, kind = ''): Html {
  return html`<div class="total ${kind}"><dt>${name}</dt><dd><b>${thousands(count)}</b> <span>${note}</span></dd></div>`;
}

/** The three histograms. */
export function charts({ distances, similarities, sizes, removed, groups }: Facts): Html {
  if (removed === 0) return html`<p class="empty">Nothing was removed, so there is nothing to count.</p>`;
  const documents = counted(removed, 'removed document');
  return html`<div class="charts">
${chart('Similarity', 'Similarity', 'Documents', similarities, html`${documents}, by the share of features in common with the kept document.`)}
${chart('Distance', 'Bits', 'Documents', distances, html`${documents}, by the bits in which the nearest of their fingerprints differ from the kept document’s.`)}
${chart('Group sizes', 'Size', 'Groups', sizes, html`${counted(groups, 'group')}, by the number of documents in them.`)}
</div>`;
}

/** A table whose rows are bars: it can be read aloud, copied and printed. */
function chart(title: string, label: string, unit: string, bars: readonly Bar[], caption: Content): Html {
  const most = bars.reduce((most, { count }) => Math.max(most, count), 1);
  return html`<figure class="chart">
<table>
<caption><b>${title}</b> <span>${caption}</span></caption>
<thead><tr><th scope="col">${label}</th><th scope="col"><span class="hidden">Bar</span></th><th scope="col">${unit}</th></tr></thead>
<tbody>
${bars.map(({ label, count }) => row(label, count, count / most))}
</tbody>
</table>
</figure>`;
}

/** Few among very many are a bar that can still be seen. */
function row(label: string, count: number, share: number): Html {
  const width = count === 0 ? 0 : Math.max(0.6, 100 * share).toFixed(1);
  return html`<tr class="${count === 0 ? 'none' : ''}"><th scope="row">${label}</th><td class="bar" aria-hidden="true"><svg height="12" width="100%"><rect width="${width}%" height="12" rx="2"/></svg></td><td>${thousands(count)}</td></tr>
`;
}
