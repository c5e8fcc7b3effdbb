import { type Contribution, contributions, type Fingerprinter } from 'hammingbird';
import { make, makeSvg } from '../dom.ts';
import { shownFeature, shownWeight } from '../feature.ts';
import { number, t, withSign } from '../language/language.ts';

/** Naming the features of longer texts takes long enough to be felt. */
const LONGEST = 20_000;
const SHOWN = 12;

/** Why two fingerprints differ: the features that contribute most, in a table with bars. */
export function showContributions(target: HTMLElement, a: string, b: string, fingerprinter: Fingerprinter): void {
  if (a.length + b.length > 2 * LONGEST) {
    target.replaceChildren(make('p', { class: 'note' }, t('why-long', { limit: LONGEST })));
    return;
  }
  const all = contributions(fingerprinter, a, b);
  if (all.length === 0) {
    target.replaceChildren(make('p', { class: 'note' }, t('why-nothing')));
    return;
  }
  const shown = mostTelling(all);
  const rest = all.length - shown.length;
  target.replaceChildren(
    table(shown),
    ...(rest > 0 ? [make('p', { class: 'note' }, t('why-rest', { count: rest }))] : []),
  );
}

/** Those of the greatest effect either way, in the order of their contribution. */
function mostTelling(all: readonly Contribution[]): Contribution[] {
  return [...all]
    .sort((x, y) => Math.abs(y.contribution) - Math.abs(x.contribution))
    .slice(0, SHOWN)
    .sort((x, y) => y.contribution - x.contribution);
}

function table(shown: readonly Contribution[]): HTMLElement {
  const shares = shown.map(({ share }) => share);
  const range = { least: Math.min(0, ...shares), most: Math.max(0, ...shares) };
  const head = ['feature', 'in-a', 'in-b', 'share'] as const;
  return make(
    'table',
    { class: 'contributions' },
    make(
      'thead',
      {},
      make('tr', {}, ...head.map((key) => make('th', { scope: 'col' }, t(key))), make('td', { 'aria-hidden': 'true' })),
    ),
    make('tbody', {}, ...shown.map((one) => row(one, range))),
  );
}

function row(
  { feature, weightA, weightB, share }: Contribution,
  { least, most }: { least: number; most: number },
): HTMLElement {
  const weight = (value: number): string => (value === 0 ? '–' : shownWeight(value));
  const along = (value: number): string => `${(100 * (value - least)) / (most - least)}%`;
  const width = `${(100 * Math.abs(share)) / (most - least)}%`;
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, make('code', { title: feature }, shownFeature(feature))),
    make('td', {}, weight(weightA)),
    make('td', {}, weight(weightB)),
    make('td', {}, withSign(number(100 * share, 1))),
    make(
      'td',
      { class: 'bar', 'aria-hidden': 'true' },
      makeSvg(
        'svg',
        { width: '100%', height: '10' },
        makeSvg('rect', {
          class: share < 0 ? 'holds' : 'drives',
          x: along(Math.min(0, share)),
          width,
          height: '10',
          rx: '2',
        }),
        makeSvg('rect', { class: 'axis', x: along(0), width: '1', height: '10' }),
      ),
    ),
  );
}
