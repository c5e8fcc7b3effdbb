import type { Contained, Containers } from '../dedupe/containment/containers.ts';
import { counted, thousands } from '../numbers.ts';
import type { Documents } from './documents.ts';
import { SHOWN } from './facts.ts';
import { First } from './first.ts';
import { type Html, html } from './html.ts';
import { EXCERPT, leftOut } from './lists.ts';
import { percent } from './numbers.ts';

/** What a run found of kept documents in longer ones. */
export interface ContainedTexts {
  /** The least share of a document's features that must be in the longer one, 0…1. */
  readonly share: number;
  readonly containers: Containers;
  /** Documents that were removed, and for which. */
  readonly removed: ReadonlyMap<number, Contained>;
}

/** That what its group would keep was itself removed, and what is kept of it; undefined if it was not. */
export function removedNote(
  leader: number,
  contained: ContainedTexts | undefined,
  documents: Documents,
): Html | undefined {
  const one = contained?.removed.get(leader);
  if (one === undefined) return undefined;
  return html`<p class="left-out">${documents.id(leader)} was removed, too, as it is contained in ${containerOf(one, documents)}.</p>`;
}

/** Kept documents that are contained in others, those of which the least is there first. */
export function containedSection({ share, containers, removed }: ContainedTexts, documents: Documents): Html {
  const introduction = html`<p>Documents that duplicate none, but at least ${percent(share)} of whose features are in a longer one. ${
    removed.size === 0
      ? 'All of them are kept.'
      : `Of them ${counted(removed.size, 'document')} ${removed.size === 1 ? 'was' : 'were'} removed.`
  } Those that are most open to doubt come first.</p>`;
  if (containers.size === 0) return html`${introduction}\n<p class="empty">None.</p>`;
  const shown = new First<Contained>(SHOWN.contained, (a, b) => a.containment - b.containment || a.inner - b.inner);
  for (const inner of containers.inners()) shown.add(removed.get(inner) ?? containers.of(inner)[0]!);
  return html`${introduction}
<div class="scroll" tabindex="0" role="group" aria-label="Contained in others"><table class="list">
<thead><tr><th scope="col">Document</th><th scope="col">Text</th><th scope="col">Share</th><th scope="col">Contained in</th><th scope="col">Decision</th></tr></thead>
<tbody>
${shown.items.map((one) => row(one, containers.of(one.inner).length - 1, removed.has(one.inner), documents))}</tbody>
</table></div>
${leftOut(shown.leftOut, 'documents, of which at least as much is in others,')}`;
}

const containerOf = ({ outer }: Contained, documents: Documents): Html =>
  html`${documents.id(outer)}${documents.isReference(outer) ? ', of the reference' : undefined}`;

function row(one: Contained, others: number, isRemoved: boolean, documents: Documents): Html {
  const { inner, containment } = one;
  const more = others > 0 ? html` and ${thousands(others)} more` : undefined;
  return html`<tr><td>${documents.id(inner)}</td><td>${documents.excerpt(inner, EXCERPT)}</td><td>${percent(containment)}</td><td>${containerOf(one, documents)}${more}</td><td>${isRemoved ? 'removed' : 'kept'}</td></tr>
`;
}
