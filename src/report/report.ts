import type { Decisions } from '../dedupe/decide.ts';
import { FEWEST_FEATURES, type Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Corpus } from '../io/corpus.ts';
import { counted } from '../numbers.ts';
import { Turns } from '../turns.ts';
import { type ContainedTexts, containedSection } from './contained.ts';
import { Documents, type Source } from './documents.ts';
import { type Facts, factsOf } from './facts.ts';
import { groupItem } from './groups.ts';
import { type Html, html } from './html.ts';
import { leftOut, rejectList, tooShortList } from './lists.ts';
import { percent, shortened } from './numbers.ts';
import { charts, totals } from './overview.ts';
import { page, type Section } from './page.ts';
import { pairItem } from './pairs.ts';

/** A run of dedupe that is over. */
export interface Run {
  readonly corpus: Pick<Corpus, 'inputs' | 'rejects' | 'textBytes'>;
  readonly source: Source;
  readonly decisions: Decisions;
  /** If containment was looked for. */
  readonly contained?: ContainedTexts | undefined;
  readonly fingerprinter: Fingerprinter;
  /** Documents within so many bits were compared. */
  readonly maxDistance: number;
  /** The least similarity of near-duplicates, 0…1. */
  readonly threshold: number;
}

/** Characters of the inputs' names that are shown. */
const NAMES = 400;

/** A page of HTML, whole in itself, that shows what a run decided. Of the texts it reads those that it shows. */
export async function report(run: Run): Promise<string> {
  const { corpus, decisions, contained, fingerprinter } = run;
  const facts = factsOf(decisions, run.maxDistance, run.threshold, run.source.references);
  const documents = new Documents(run.source);
  const groups = await inTurns(facts.largest, (group) =>
    groupItem(group, decisions, documents, fingerprinter, contained),
  );
  const pairs = await inTurns(facts.leastSimilar.items, (document) =>
    pairItem(document, decisions, documents, contained),
  );
  return page({
    title: `Near-duplicates in ${shortened(corpus.inputs.join(', '), NAMES)}`,
    introduction: introduction(facts, run),
    sections: [
      ['numbers', 'In numbers', html`${totals(facts, corpus, contained)}\n${charts(facts)}`],
      ['groups', 'Largest groups', groupSection(groups, facts)],
      ['pairs', 'Least similar pairs', pairSection(pairs, facts)],
      ...(contained ? [['contained', 'Contained in others', containedSection(contained, documents)] as const] : []),
      ['too-short', 'Too short', tooShortSection(facts, decisions, documents)],
      [
        'passed-over',
        'Passed over',
        html`<p>What in the input is no document, and why.</p>
${rejectList(corpus.rejects)}`,
      ],
    ] satisfies Section[],
  });
}

/** Long work in pieces, between which interruptions are heard. */
async function inTurns<T>(items: readonly T[], make: (item: T) => Html): Promise<Html[]> {
  const turns = new Turns();
  const made: Html[] = [];
  for (const item of items) {
    made.push(make(item));
    if (turns.isOver) await turns.give();
  }
  return made;
}

function introduction({ documents, removed, references }: Facts, { fingerprinter, maxDistance, threshold }: Run): Html {
  const against = html`<p>They were also compared with ${counted(references, 'document')} of a reference, which always win, and count nowhere below.</p>\n`;
  return html`<p class="lead">Of ${counted(documents, 'document')}, <b>${counted(removed, 'near-duplicate')}</b> ${removed === 1 ? 'was' : 'were'} removed.</p>
${references > 0 ? against : undefined}<p>Documents with a fingerprint within ${counted(maxDistance, 'bit')} of each other were compared by their features (recipe <code>${fingerprinter.recipeId}</code>); those that share at least ${percent(threshold)} of them count as the same text.</p>`;
}

const UNLIKE = 'two of its members may be less like each other than each is like the kept one';
const CHAINS =
  'each resembles it, or another on the way to it in a chain of pairs, and then may have little in common with the kept one';

function groupSection(groups: readonly Html[], facts: Facts): Html {
  if (groups.length === 0) return html`<p class="empty">There is no group of two or more.</p>`;
  return html`<p>A group is a kept document${facts.references > 0 ? ', or one of the reference,' : ''} and those that were removed for it; ${facts.hasChains ? CHAINS : UNLIKE}.</p>
<ol class="cards">
${groups}</ol>
${leftOut(facts.groups - groups.length, `groups, which are at most as large,`)}`;
}

function pairSection(pairs: readonly Html[], facts: Facts): Html {
  if (pairs.length === 0) return html`<p class="empty">No near-duplicate was removed.</p>`;
  return html`<p>The removals that are most open to doubt come first. <mark class="kept">Words only in the kept text</mark> and <mark class="removed">words only in the removed one</mark> are marked.</p>
<ol class="cards">
${pairs}</ol>
${leftOut(facts.leastSimilar.leftOut, 'pairs, which are at least as similar,')}`;
}

function tooShortSection({ tooShort }: Facts, decisions: Decisions, documents: Documents): Html {
  return html`<p>Fewer than ${FEWEST_FEATURES} features: by default duplicates only of documents with the same words.</p>
${tooShortList(tooShort, decisions, documents)}`;
}
