import { bytesInWords } from '../../src/numbers.ts';
import { make } from '../dom.ts';
import type { MessageKey } from '../language/english.ts';
import { colon, language, number, t, withSign } from '../language/language.ts';
import { reasonInWords } from '../language/reasons.ts';
import type { Summary } from '../worker/protocol.ts';
import { downloadButtons, type Say } from './downloads.ts';
import { GroupList } from './group-list.ts';
import { histogram } from './histogram.ts';
import type { Run } from './run.ts';

/** What came of a run: numbers, downloads, histograms, groups, and what was passed over. */
export class Results {
  readonly #target: HTMLElement;
  #run: Run | undefined;
  #summary: Summary | undefined;
  #say: Say = () => {};
  #groups: GroupList | undefined;
  /** What was passed over, whose list another language leaves open. */
  #rejects: HTMLDetailsElement | undefined;

  constructor(target: HTMLElement) {
    this.#target = target;
  }

  async show(run: Run, summary: Summary, say: Say): Promise<void> {
    this.#run = run;
    this.#summary = summary;
    this.#say = say;
    const groups = new GroupList(run, say);
    this.#groups = groups;
    this.#target.hidden = false;
    // The numbers are shown before the groups are there: two short holds of the page instead of a long one.
    this.render();
    await groups.load();
    groups.render();
  }

  clear(): void {
    this.#run = this.#summary = this.#groups = this.#rejects = undefined;
    this.#target.hidden = true;
    this.#target.replaceChildren();
  }

  render(): void {
    const [run, summary, groups] = [this.#run, this.#summary, this.#groups];
    if (!run || !summary || !groups) return;
    groups.render();
    const passedOver = summary.rejected > 0 ? [rejects(summary, this.#rejects?.open ?? summary.documents === 0)] : [];
    this.#rejects = passedOver[0];
    const found = [
      totals(summary),
      ...(summary.isOneText ? [make('p', { class: 'note' }, t('one-text'))] : []),
      downloadButtons(run, summary, this.#say),
      ...(summary.removed > 0 ? [histograms(summary)] : []),
      groups.element,
    ];
    // Where nothing was read, why is all there is to see.
    const isNothing = summary.documents === 0 && passedOver.length > 0;
    this.#target.replaceChildren(...(isNothing ? [] : found), ...passedOver);
  }
}

function totals(summary: Summary): HTMLElement {
  const { documents, kept, removed, exact, groups, tooShort, repeatedIds, rejected, bytes, seconds } = summary;
  const took = { size: bytesInWords(bytes), seconds: number(seconds, seconds < 1 ? 2 : 1) };
  return make(
    'dl',
    { class: 'totals' },
    total('documents', documents, t('documents-note', took)),
    total('kept', kept, '', 'is-kept'),
    total('removed', removed, t('removed-note', { exact }), 'is-removed'),
    total('groups', groups, t('groups-note')),
    total('short-documents', tooShort, t('short-documents-note')),
    total('passed-over', rejected, t('passed-over-note')),
    ...(repeatedIds > 0 ? [total('repeated-ids', repeatedIds, t('repeated-ids-note'))] : []),
  );
}

function total(key: MessageKey, value: number, note: string, kind = ''): HTMLElement {
  return make(
    'div',
    { class: `total ${kind}` },
    make('dt', {}, t(key)),
    make('dd', {}, make('b', {}, number(value)), make('span', {}, note)),
  );
}

function histograms({ distances, similarities }: Summary): HTMLElement {
  const last = similarities.length - 1;
  const named = similarities.map(({ label, count }, i) => ({
    label: i === last ? t('exactly') : withSign(label.replace(' %', '')),
    count,
  }));
  return make(
    'div',
    { class: 'charts' },
    histogram(t('distances'), t('bits'), distances),
    histogram(t('similarities'), t('similarity'), named),
  );
}

function rejects({ rejects, rejected }: Summary, isOpen: boolean): HTMLDetailsElement {
  const more = rejected - rejects.length;
  return make(
    'details',
    { class: 'rejects', open: isOpen ? '' : undefined },
    make('summary', {}, t('passed-over'), colon(), number(rejected)),
    make(
      'ul',
      {},
      ...rejects.map(({ place, reason }) =>
        make('li', {}, make('code', { dir: 'auto' }, place), colon(), reasonInWords(reason, language())),
      ),
    ),
    ...(more > 0 ? [make('p', { class: 'note' }, t('more-rejects', { count: more }))] : []),
  );
}
