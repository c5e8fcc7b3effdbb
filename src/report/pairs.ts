import type { Decisions } from '../dedupe/decide.ts';
import { counted } from '../numbers.ts';
import { type ContainedTexts, removedNote } from './contained.ts';
import { type Difference, difference } from './difference.ts';
import type { Documents } from './documents.ts';
import { type Content, type Html, html } from './html.ts';
import type { Hunk, Piece } from './hunks.ts';
import { percent } from './numbers.ts';

/**
 * A removed document beside the one that it was compared with, with what differs marked: the one that is kept instead,
 * or, in a chain of pairs, its neighbour on the way to that one.
 */
export function pairItem(
  document: number,
  { leaders, partners, distances, similarities }: Decisions,
  documents: Documents,
  contained: ContainedTexts | undefined,
): Html {
  const [leader, partner] = [leaders[document]!, partners[document]!];
  const [partnerText, text] = [documents.text(partner), documents.text(document)!];
  const found = difference(partnerText ?? text, text);
  const role = documents.isReference(partner) ? 'reference' : partner === leader ? 'kept' : 'neighbour';
  const chain = html`<p class="left-out">Not compared with the text that is kept, ${documents.id(leader)}, but with its neighbour in a chain of pairs.</p>`;
  return html`<li class="pair">
<div class="head"><h3>${percent(similarities[document]!)} <small>of the features shared, ${counted(distances[document]!, 'bit')} apart</small></h3></div>
<div class="sides">
<p class="name kept"><span class="tag">${role}</span> ${documents.id(partner)}</p>
<p class="name removed"><span class="tag">removed</span> ${documents.id(document)}</p>
${found.hunks.map((one) => hunk(partnerText === undefined ? { ...one, kept: [] } : one, documents.isReference(partner)))}
</div>
${partner === leader ? undefined : chain}
${removedNote(leader, contained, documents)}
${(partnerText === undefined ? [NO_TEXT] : notes(found)).map((note) => html`<p class="left-out">${note}</p>`)}
</li>
`;
}

const NO_TEXT = 'The reference is an index of fingerprints and features, without texts: its side is empty.';

function hunk({ skipped, kept, removed }: Hunk, isReference: boolean): Html {
  const gap =
    skipped > 0 ? html`<p class="gap">${counted(skipped, 'character')} left out, the same in both</p>\n` : undefined;
  return html`${gap}<div class="side kept${isReference ? ' is-reference' : ''}" role="group" aria-label="${isReference ? 'Text of the reference' : 'Kept text'}" dir="auto">${pieces(kept)}</div>
<div class="side removed" role="group" aria-label="Removed text" dir="auto">${pieces(removed)}</div>
`;
}

function pieces(all: readonly Piece[]): Content {
  if (all.length === 0) return html`<span class="absent">nothing here</span>`;
  return all.map(({ text, differs }) => (differs ? marked(text) : text));
}

/** White space after the last word is not marked, unless it is all there is. */
function marked(text: string): Html {
  const end = text.trimEnd().length || text.length;
  return html`<mark>${text.slice(0, end)}</mark>${text.slice(end)}`;
}

function notes({ differs, rest, isRestShared }: Difference): string[] {
  const all: string[] = [];
  if (!differs && isRestShared) all.push('The texts are the same, white space aside.');
  if (rest.kept + rest.removed === 0) return all;
  if (isRestShared) all.push(`${counted(rest.kept, 'character')} after this left out, the same in both.`);
  else {
    all.push(
      `Cut here: ${counted(rest.kept, 'character')} of the kept and ${counted(rest.removed, 'character')} of the removed text are left out, in which there may be more differences; what is marked last may occur there.`,
    );
  }
  return all;
}
