import type { Bar } from '../../src/report/histograms.ts';
import { bar } from '../bar.ts';
import { make } from '../dom.ts';
import { number, t } from '../language/language.ts';

/** Numbers with bars, in a table, so that they can be read aloud and copied. */
export function histogram(title: string, what: string, bars: readonly Bar[]): HTMLElement {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return make(
    'table',
    { class: 'chart' },
    make('caption', {}, title),
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        make('th', { scope: 'col' }, what),
        make('td', { class: 'bar' }),
        make('th', { scope: 'col' }, t('count')),
      ),
    ),
    make('tbody', {}, ...bars.map((bar) => row(bar, most))),
  );
}

function row({ label, count }: Bar, most: number): HTMLElement {
  return make(
    'tr',
    { class: count === 0 ? 'none' : undefined },
    make('th', { scope: 'row' }, label),
    make('td', { class: 'bar' }, bar(count / most)),
    make('td', {}, number(count)),
  );
}
