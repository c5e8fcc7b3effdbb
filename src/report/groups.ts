import type { Decisions } from '../dedupe/decide.ts';
import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { counted, thousands } from '../numbers.ts';
import { type Cohesion, cohesionOf } from './cohesion.ts';
import { type ContainedTexts, removedNote } from './contained.ts';
import type { Documents } from './documents.ts';
import type { LargeGroup } from './facts.ts';
import { type Content, type Html, html } from './html.ts';
import { percent } from './numbers.ts';

/** Characters of the kept text, and members, that are shown of a group. */
const EXCERPT = 180;
const MEMBERS = 25;
/** What members are like, in a chain of pairs. */
const NEIGHBOURS = 'what they were compared with';

/** One of the largest groups: what is kept of it, how alike its members are, and who they are. */
export function groupItem(
  { leader, size, members }: LargeGroup,
  { partners, distances, similarities }: Decisions,
  documents: Documents,
  fingerprinter: Fingerprinter,
  contained: ContainedTexts | undefined,
): Html {
  const shown = members.items.slice(0, MEMBERS);
  const leftOut = members.total - shown.length;
  const isChain = members.items.some((document) => partners[document] !== leader);
  const other = isChain ? NEIGHBOURS : 'the kept one';
  const neighbour = (document: number): Html | undefined => {
    const partner = partners[document]!;
    return partner === leader ? undefined : html`<br><small>compared with ${documents.id(partner)}</small>`;
  };
  const noun = size === 1 ? 'document' : 'documents';
  const sizeNote = documents.isReference(leader) ? `${noun}, and one of the reference` : noun;
  return html`<li class="group">
<div class="head"><h3>${documents.id(leader)}</h3><p class="size"><b>${thousands(size)}</b> ${sizeNote}</p></div>
<p>${documents.excerpt(leader, EXCERPT)}</p>
${removedNote(leader, contained, documents)}
${cohesionNote(leader, members, isChain, documents, fingerprinter)}
<details><summary>${counted(members.total, 'removed member')}</summary>
<table class="members">
<thead><tr><th scope="col">Removed</th><th scope="col">Similarity</th><th scope="col">Bits</th></tr></thead>
<tbody>
${shown.map(
  (document) =>
    html`<tr><td>${documents.id(document)}${neighbour(document)}</td><td>${percent(similarities[document]!)}</td><td>${distances[document]}</td></tr>
`,
)}</tbody>
</table>
${leftOut > 0 ? html`<p class="left-out">${thousands(leftOut)} more, which are at least as much like ${other}, are left out.</p>` : undefined}
</details>
</li>
`;
}

/** Of an index of references there are no texts that could be compared. */
function cohesionNote(
  leader: number,
  members: LargeGroup['members'],
  isChain: boolean,
  documents: Documents,
  fingerprinter: Fingerprinter,
): Html | undefined {
  const known = documents.text(leader) === undefined ? [] : [leader];
  const all = [...known, ...members.items];
  if (all.length < 2) return undefined;
  const cohesion = cohesionOf(all, fingerprinter, (document) => documents.text(document)!);
  const compared = comparedOf(cohesion, known.length, members.total, isChain);
  return html`<p class="cohesion">Lowest similarity inside: <b>${percent(cohesion.lowest)}</b>, ${between(cohesion, documents)}. ${compared}</p>`;
}

function between({ lowest, between: [a, b] }: Cohesion, documents: Documents): Content {
  if (lowest === 1) return 'as all have the same features';
  return html`between ${documents.id(a)} and ${documents.id(b)}`;
}

/** @param known 0 if the kept one has no text, and 1 if it has */
function comparedOf({ compared }: Cohesion, known: number, removed: number, isChain: boolean): string {
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const size = known + removed;
  if (compared === size) return `${counted(pairs(size), 'pair')} compared: all of them.`;
  const parts = `${thousands(pairs(compared))} of ${thousands(pairs(size))}`;
  const other = isChain ? NEIGHBOURS : known === 0 ? 'the kept one' : 'it';
  const least = `the ${thousands(compared - known)} least like ${other}`;
  return `${parts} pairs compared: those among ${known === 0 ? '' : 'the kept one and '}${least}; others may be less alike.`;
}
