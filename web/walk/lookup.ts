import { hammingDistance } from 'hammingbird';
import { bitPicture } from '../bits.ts';
import type { Comparison } from '../compare/comparison.ts';
import { byId, make } from '../dom.ts';
import type { MessageKey } from '../language/english.ts';
import { number, t, withSign } from '../language/language.ts';
import { bitsOf, blocksOf, bucketsWithin, radiiFor, STRANGERS, Strangers } from './stored.ts';

/** Shows how text B is looked for among strangers and text A. Returns what shows it anew. */
export function startLookup(comparison: Comparison): () => void {
  const slider = byId<HTMLInputElement>('distance');
  let strangers: Strangers | undefined;
  const show = (): void => {
    showLimit(slider.valueAsNumber);
    if (strangers === undefined) return;
    const { a, b, fingerprinter } = comparison;
    const [stored, query] = [fingerprinter.inspect(a), fingerprinter.inspect(b)];
    if (stored.features === 0 || query.features === 0) showNothing();
    else showLookup(stored.fingerprint, query.fingerprint, slider.valueAsNumber, strangers);
  };
  slider.addEventListener('input', show);
  // They are made when somebody is about to look at them.
  const begin = (): void => {
    observer.disconnect();
    strangers ??= new Strangers();
    show();
  };
  const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && begin(), { rootMargin: '600px' });
  observer.observe(byId('lookup'));
  addEventListener('beforeprint', begin);
  return show;
}

function showLimit(limit: number): void {
  byId('distance-value').textContent = t('distance-bits', { count: limit });
  byId('says-blocks').textContent = t('lookup-1-says', { distance: limit });
  byId('says-prefix').textContent = t('lookup-2-says', { distance: limit });
}

/** Of a text without features, which is never looked for. */
function showNothing(): void {
  for (const figure of ['blocks', 'prefix', 'probes']) byId(`figure-${figure}`).replaceChildren();
  byId('figure-filter').replaceChildren(make('p', { class: 'not-found' }, t('verdict-empty')));
}

function showLookup(stored: bigint, query: bigint, limit: number, strangers: Strangers): void {
  const errors = blocksOf(stored ^ query).map(bitsOf);
  const radii = radiiFor(limit);
  const meets = radii.map((radius, block) => errors[block]! <= radius);
  const met = strangers.met(query, radii);
  byId('figure-blocks').replaceChildren(blocks(stored, query, errors));
  byId('figure-prefix').replaceChildren(
    table(
      ['table', 'radius'],
      radii.map((radius, block) => [tableName(query, block), radius < 0 ? t('not-used') : number(radius)]),
    ),
  );
  byId('figure-probes').replaceChildren(
    table(
      ['table', 'buckets', 'met'],
      radii.map((radius, block) => [
        tableName(query, block),
        number(bucketsWithin(radius)),
        meets[block]
          ? make('span', {}, number(met.byBlock[block]! + 1), ' ', make('b', { class: 'meets' }, t('meets-a')))
          : number(met.byBlock[block]!),
      ]),
    ),
  );
  showFilter(stored, query, limit, strangers, met.together + Number(meets.some(Boolean)));
}

function showFilter(stored: bigint, query: bigint, limit: number, { index }: Strangers, read: number): void {
  const distance = hammingDistance(stored, query);
  index.add(stored, STRANGERS);
  const matches = index.search(query, { maxDistance: limit });
  index.remove(STRANGERS);
  const isFound = matches.some(({ id }) => id === STRANGERS);
  const all = STRANGERS + 1;
  byId('figure-filter').replaceChildren(
    make('p', { class: isFound ? 'found' : 'not-found' }, t(isFound ? 'filter-found' : 'filter-far', { distance })),
    make(
      'p',
      { class: 'note' },
      t('filter-read', { read, all, share: withSign(number((100 * read) / all, 2)), matches: matches.length, limit }),
    ),
  );
}

function blocks(stored: bigint, query: bigint, errors: readonly number[]): HTMLElement {
  const differing = stored ^ query;
  const picture = (fingerprint: bigint, block: number): SVGElement =>
    bitPicture(BigInt(blocksOf(fingerprint)[block]!), {
      differing: BigInt(blocksOf(differing)[block]!),
      bits: 16,
    });
  return table(
    ['block', 'text-a', 'text-b', 'errors'],
    errors.map((count, block) => [number(block + 1), picture(stored, block), picture(query, block), number(count)]),
  );
}

const hexOf = (block: number): string => block.toString(16).padStart(4, '0');

const tableName = (query: bigint, block: number): HTMLElement =>
  make('span', {}, `${block + 1} `, make('code', {}, hexOf(blocksOf(query)[block]!)));

function table(head: readonly MessageKey[], rows: readonly (readonly (string | Node)[])[]): HTMLElement {
  return make(
    'table',
    { class: 'lookup' },
    make('thead', {}, make('tr', {}, ...head.map((key) => make('th', { scope: 'col' }, t(key))))),
    make(
      'tbody',
      {},
      ...rows.map(([first, ...cells]) =>
        make('tr', {}, make('th', { scope: 'row' }, first!), ...cells.map((cell) => make('td', {}, cell))),
      ),
    ),
  );
}
