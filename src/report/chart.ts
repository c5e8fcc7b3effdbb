import { thousands } from '../numbers.ts';
import type { Bar } from './histograms.ts';
import { type Content, type Html, html } from './html.ts';

/** A row of a chart: a bar whose length is a share of the longest, 0…1, and what it stands for. */
export interface ChartRow {
  readonly label: string;
  readonly share: number;
  readonly value: string;
}

export interface ChartHead {
  readonly title: string;
  readonly caption: Content;
  /** What rows are labelled by, and what their values are. */
  readonly label: string;
  readonly unit: string;
}

/** A table whose rows are bars: it can be read aloud, copied and printed. */
export function chart({ title, caption, label, unit }: ChartHead, rows: readonly ChartRow[]): Html {
  return html`<figure class="chart">
<table>
<caption><b>${title}</b> <span>${caption}</span></caption>
<thead><tr><th scope="col">${label}</th><th scope="col"><span class="hidden">Bar</span></th><th scope="col">${unit}</th></tr></thead>
<tbody>
${rows.map(bar)}
</tbody>
</table>
</figure>`;
}

/** A chart of counts. */
export function histogram(title: string, label: string, unit: string, bars: readonly Bar[], caption: Content): Html {
  const most = bars.reduce((most, { count }) => Math.max(most, count), 1);
  return chart(
    { title, caption, label, unit },
    bars.map(({ label, count }) => ({ label, share: count / most, value: thousands(count) })),
  );
}

/** Few among very many are a bar that can still be seen. */
function bar({ label, share, value }: ChartRow): Html {
  const width = share === 0 ? 0 : Math.max(0.6, 100 * share).toFixed(1);
  return html`<tr class="${share === 0 ? 'none' : ''}"><th scope="row">${label}</th><td class="bar" aria-hidden="true"><svg height="12" width="100%"><rect width="${width}%" height="12" rx="2"/></svg></td><td>${value}</td></tr>
`;
}
