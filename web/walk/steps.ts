import { type Fingerprinter, type TextRecipe, toHex } from 'hammingbird';
import { characterStart } from '../../src/report/numbers.ts';
import { bar } from '../bar.ts';
import { bitPicture } from '../bits.ts';
import { byId, make, makeSvg } from '../dom.ts';
import { shownFeature, shownWeight } from '../feature.ts';
import type { MessageKey } from '../language/english.ts';
import { number, t } from '../language/language.ts';

type Feature = ReturnType<Fingerprinter['features']>[number];

/** Longer texts are walked through as far as this, for features are named slowly. */
const LONGEST = 20_000;
/** Features that are shown by name, and of these the ones whose votes are. */
const CHIPS = 36;
const ROWS = 9;
const BITS = 64;

/** The five steps from a text to its fingerprint. */
export function showSteps(text: string, fingerprinter: Fingerprinter): void {
  const recipe = fingerprinter.recipe as TextRecipe;
  const walked = text.slice(0, characterStart(text, LONGEST));
  const features = fingerprinter.features(walked);
  const fingerprint = fingerprinter.fingerprint(walked);
  const rows = mostWeighty(features);
  const rest = (): HTMLElement[] => more(features.length - rows.length);
  byId('says-tokens').textContent = t('step-1-says', { features: t(`recipe-${recipe.name}` as MessageKey) });
  byId('says-weights').textContent = t(recipe.weights === 'tf' ? 'step-3-tf' : 'step-3-says');
  fill('tokens', features.length === 0 ? [make('p', { class: 'note' }, t('no-features'))] : chips(features));
  if (text.length > LONGEST) {
    byId('figure-tokens').append(make('p', { class: 'note' }, t('walk-cut', { limit: LONGEST })));
  }
  fill('hashes', [...rows.map(hashRow), ...rest()]);
  fill('weights', [...weightRows(rows), ...rest()]);
  fill('sum', [sums(features)]);
  fill('sign', [
    bitPicture(fingerprint, { columns: BITS }),
    make('p', { class: 'print-facts' }, make('code', {}, `0x${toHex(fingerprint)}`)),
  ]);
}

function fill(name: string, content: readonly Element[]): void {
  byId(`figure-${name}`).replaceChildren(...content);
}

/** Those that weigh most, the earliest first. */
function mostWeighty(features: readonly Feature[]): Feature[] {
  const chosen = new Set([...features].sort((a, b) => b.weight - a.weight).slice(0, ROWS));
  return features.filter((feature) => chosen.has(feature));
}

const more = (count: number): HTMLElement[] =>
  count > 0 ? [make('p', { class: 'note' }, t('more-features', { count }))] : [];

function chips(features: readonly Feature[]): HTMLElement[] {
  const list = make(
    'ul',
    { class: 'chips' },
    ...features
      .slice(0, CHIPS)
      .map(({ feature, count }) =>
        make(
          'li',
          {},
          make('bdi', {}, shownFeature(feature)),
          ...(count > 1 ? [make('span', { class: 'times' }, ` ×${number(count)}`)] : []),
        ),
      ),
  );
  return [list, ...more(features.length - CHIPS)];
}

function hashRow({ feature, hash = 0n }: Feature): HTMLElement {
  return make(
    'div',
    { class: 'vote' },
    make('code', { title: feature }, shownFeature(feature)),
    bitPicture(hash, { columns: BITS, label: `${feature}: ${toHex(hash)}` }),
  );
}

function weightRows(rows: readonly Feature[]): HTMLElement[] {
  const most = Math.max(1, ...rows.map(({ weight }) => weight));
  return rows.map(({ feature, count, weight }) =>
    make(
      'div',
      { class: 'weight' },
      make('code', { title: feature }, shownFeature(feature)),
      make('span', { class: 'times' }, `×${number(count)}`),
      bar(weight / most),
      make('b', {}, shownWeight(weight)),
    ),
  );
}

/** Half the height of the picture of sums, and the width of a bar with its gap. */
const HALF = 60;
const STEP = 10;

function sums(features: readonly Feature[]): SVGElement {
  const totals = Array.from({ length: BITS }, (_, i) => votesAt(BigInt(BITS - 1 - i), features));
  const most = Math.max(1, ...totals.map(Math.abs));
  const bars = totals.map((sum, i) => {
    const height = (Math.abs(sum) / most) * (HALF - 4);
    return makeSvg('rect', {
      class: sum > 0 ? 'above' : 'below',
      x: String(i * STEP + 1),
      y: String(sum > 0 ? HALF - height : HALF),
      width: '8',
      height: String(Math.max(0.5, height)),
      rx: '1.5',
    });
  });
  const [least, greatest] = [Math.min(...totals), Math.max(...totals)].map((sum) => number(sum, 2));
  return makeSvg(
    'svg',
    {
      class: 'sums',
      viewBox: `0 0 ${BITS * STEP} ${2 * HALF}`,
      role: 'img',
      'aria-label': t('sum-label', { least: least!, most: greatest! }),
    },
    ...bars,
    makeSvg('rect', { class: 'axis', x: '0', y: String(HALF - 0.5), width: String(BITS * STEP), height: '1' }),
  );
}

function votesAt(bit: bigint, features: readonly Feature[]): number {
  return features.reduce((sum, { hash = 0n, weight }) => sum + (((hash >> bit) & 1n) === 1n ? weight : -weight), 0);
}
