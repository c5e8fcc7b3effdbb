import { make } from '../dom.ts';
import { percent, t } from '../language/language.ts';
import { type GroupItem, type GroupPage, type Member, ORDERS, type Order, PER_PAGE } from '../worker/protocol.ts';
import { differenceView } from './difference-view.ts';
import { orSay, type Say } from './downloads.ts';
import type { Run } from './run.ts';

/** The groups of a run, a page at a time: only what is looked at is ever in the document. */
export class GroupList {
  readonly element = make('div', { class: 'groups' });
  readonly #run: Run;
  readonly #say: Say;
  #order: Order = 'doubtful';
  /** Until the worker has given one, nothing is shown. */
  #page: GroupPage | undefined;
  /** Members that are opened, which another language leaves open. */
  readonly #opened = new Set<number>();

  constructor(run: Run, say: Say) {
    this.#run = run;
    this.#say = say;
  }

  async load(first = 0, order = this.#order): Promise<void> {
    this.#page = await this.#run.ask('groups', { order, first });
    this.#order = order;
    this.#opened.clear();
    const doubtful = first === 0 ? this.#page.groups[0]?.members[0] : undefined;
    if (doubtful) this.#opened.add(doubtful.number);
  }

  render(): void {
    if (!this.#page) return;
    const { all, groups, first } = this.#page;
    if (all === 0) {
      this.element.replaceChildren(make('p', { class: 'note' }, t('no-groups')));
      return;
    }
    const items = groups.map((group) => this.#item(group));
    this.element.replaceChildren(
      make(
        'div',
        { class: 'groups-head' },
        make('h3', { id: 'groups-title', tabindex: '-1', 'aria-describedby': 'groups-shown' }, t('groups')),
        this.#orderChoice(),
      ),
      make('ol', { class: 'cards', start: String(first + 1) }, ...items),
      this.#pager(this.#page),
    );
  }

  /** Another page or order, with the focus where reading goes on. */
  async #turn(first: number, order: Order, focus: string): Promise<void> {
    await orSay(this.#say, () => this.load(first, order));
    this.render();
    this.element.querySelector<HTMLElement>(focus)?.focus();
  }

  #orderChoice(): HTMLElement {
    const select = make(
      'select',
      { id: 'order' },
      ...ORDERS.map((order) => make('option', { value: order }, t(`order-${order}`))),
    );
    select.value = this.#order;
    select.addEventListener('change', () => void this.#turn(0, select.value as Order, '#order'));
    return make('p', {}, make('label', { for: 'order' }, t('order')), ' ', select);
  }

  #pager({ first, all, groups }: GroupPage): HTMLElement {
    const last = first + groups.length;
    const button = (key: 'previous' | 'next', to: number, isThere: boolean): HTMLElement => {
      const made = make('button', { type: 'button', id: `page-${key}` }, t(key));
      made.disabled = !isThere;
      made.addEventListener('click', () => void this.#turn(to, this.#order, '#groups-title'));
      return made;
    };
    const shown = make('p', { id: 'groups-shown' }, t('page', { first: first + 1, last, all }));
    if (all <= PER_PAGE) return shown;
    return make(
      'nav',
      { class: 'pager', 'aria-label': t('groups') },
      button('previous', Math.max(0, first - PER_PAGE), first > 0),
      shown,
      button('next', last, last < all),
    );
  }

  #item(group: GroupItem): HTMLElement {
    const { id, excerpt, size, members } = group;
    const more = size - 1 - members.length;
    return make(
      'li',
      {},
      make(
        'div',
        { class: 'group-head' },
        make('p', { class: 'name' }, tag('kept'), ' ', make('bdi', { class: 'id' }, id)),
        make('p', { class: 'size' }, t('group-size', { count: size })),
      ),
      make('p', { class: 'excerpt', dir: 'auto' }, excerpt),
      ...members.map((member) => this.#member(member, group)),
      ...(more > 0 ? [make('p', { class: 'note' }, t('more-members', { count: more }))] : []),
    );
  }

  /** A removed document, whose differences are looked for when somebody wants to see them. */
  #member({ number: document, id, distance, similarity }: Member, { leader }: GroupItem): HTMLElement {
    const place = make('div', { class: 'difference' });
    const details = make(
      'details',
      { class: 'member' },
      make(
        'summary',
        {},
        tag('removed'),
        ' ',
        make('bdi', { class: 'id' }, id),
        ' ',
        make('span', { class: 'like' }, t('member-like', { share: percent(similarity), distance })),
      ),
      place,
    );
    const show = async (): Promise<void> => {
      const found = await this.#run.ask('difference', { kept: leader, removed: document });
      place.replaceChildren(...differenceView(found));
    };
    details.addEventListener('toggle', () => {
      this.#opened[details.open ? 'add' : 'delete'](document);
      if (details.open && !place.hasChildNodes()) void orSay(this.#say, show);
    });
    details.open = this.#opened.has(document);
    return details;
  }
}

const tag = (kind: 'kept' | 'removed'): HTMLElement => make('span', { class: `tag is-${kind}` }, t(`${kind}-tag`));
