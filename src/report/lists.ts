import type { Decisions } from '../dedupe/decide.ts';
import type { RejectList } from '../io/reject-list.ts';
import { thousands } from '../numbers.ts';
import type { Documents } from './documents.ts';
import { SHOWN } from './facts.ts';
import type { First } from './first.ts';
import { type Html, html } from './html.ts';
import { shortened } from './numbers.ts';

/** Characters that are shown of a short text, and of the place and reason of what was passed over. */
export const EXCERPT = 120;
const REASON = 300;

/** Documents with too few features to be compared well. */
export function tooShortList(tooShort: First<number>, { leaders, features }: Decisions, documents: Documents): Html {
  if (tooShort.total === 0) return html`<p class="empty">None.</p>`;
  const row = (
    document: number,
  ) => html`<tr><td>${documents.id(document)}</td><td>${documents.excerpt(document, EXCERPT)}</td><td>${features[document]}</td><td>${
    leaders[document] === document ? 'kept' : html`removed for ${documents.id(leaders[document]!)}`
  }</td></tr>
`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Too short"><table class="list">
<thead><tr><th scope="col">Document</th><th scope="col">Text</th><th scope="col">Features</th><th scope="col">Decision</th></tr></thead>
<tbody>
${tooShort.items.map(row)}</tbody>
</table></div>
${leftOut(tooShort.leftOut, 'documents')}`;
}

/** What was no document. */
export function rejectList(rejects: RejectList): Html {
  if (rejects.length === 0) return html`<p class="empty">None: every record and file was read.</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Passed over"><table class="list">
<thead><tr><th scope="col">Place</th><th scope="col">Reason</th></tr></thead>
<tbody>
${rejects.first(SHOWN.rejects).map(
  ({
    place,
    reason,
  }) => html`<tr><td><bdi class="id">${shortened(place, REASON)}</bdi></td><td>${shortened(reason, REASON)}</td></tr>
`,
)}</tbody>
</table></div>
${leftOut(rejects.length - SHOWN.rejects, 'records and files')}`;
}

export function leftOut(count: number, what: string): Html | undefined {
  return count > 0 ? html`<p class="left-out">${thousands(count)} more ${what} are left out.</p>` : undefined;
}
