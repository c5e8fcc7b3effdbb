import {
  DEDUPE_RECIPE,
  DEFAULT_THRESHOLD,
  type Fingerprinter,
  hammingDistance,
  type Inspection,
  similarity,
  similarityInterval,
} from 'hammingbird';
import { make } from '../dom.ts';
import { number, percent, t, wholePercent } from '../language/language.ts';
import { gauge } from './gauge.ts';

/** What there is to say of two texts in numbers. */
export interface Measured {
  readonly a: Inspection;
  readonly b: Inspection;
  /** One of them has no features: its fingerprint says nothing, and nothing can be estimated. */
  readonly isEmpty: boolean;
  readonly distance: number;
  /** The cosine that the fingerprints estimate, and between which bounds it lies. */
  readonly estimated: number;
  readonly low: number;
  readonly high: number;
  /** The multiset Jaccard index of the features. */
  readonly exact: number;
}

export function measure(textA: string, textB: string, fingerprinter: Fingerprinter): Measured {
  const [a, b] = [fingerprinter.inspect(textA), fingerprinter.inspect(textB)];
  return {
    a,
    b,
    isEmpty: a.features === 0 || b.features === 0,
    distance: hammingDistance(a.fingerprint, b.fingerprint),
    estimated: similarity(a.fingerprint, b.fingerprint),
    ...similarityInterval(a.fingerprint, b.fingerprint).similarity,
    exact: fingerprinter.exactSimilarity(textA, textB),
  };
}

/** What counts as the same text is known of the features of one recipe alone. */
const isJudged = ({ recipe }: Fingerprinter): boolean => recipe.name === DEDUPE_RECIPE;

/** The answer in a sentence. */
export function showVerdict(target: HTMLElement, { isEmpty, exact }: Measured, fingerprinter: Fingerprinter): void {
  const [share, threshold] = [percent(exact), wholePercent(DEFAULT_THRESHOLD)];
  const isNear = exact >= (isJudged(fingerprinter) ? DEFAULT_THRESHOLD : 1);
  const judged = exact === 1 ? 'equal' : isNear ? 'near' : 'far';
  const kind = isEmpty ? 'empty' : isJudged(fingerprinter) ? judged : 'shares';
  target.className = `verdict ${isNear && !isEmpty ? 'is-near' : 'is-far'}`;
  target.textContent = t(`verdict-${kind}`, { share, threshold });
}

export function showMeasures(target: HTMLElement, measured: Measured, fingerprinter: Fingerprinter): void {
  const { isEmpty, distance, estimated, low, high, exact } = measured;
  if (isEmpty) {
    target.replaceChildren();
    return;
  }
  const judged = isJudged(fingerprinter);
  const two = (value: number): string => number(value, 2);
  target.replaceChildren(
    card(t('distance'), number(distance), t('distance-unit'), t('distance-note'), gauge(distance / 64, { mark: 0.5 })),
    card(
      t('estimated'),
      two(estimated),
      '',
      t('estimated-note', { low: two(low), high: two(high) }),
      gauge(Math.max(0, estimated), { from: Math.max(0, low), to: Math.max(0, high) }),
    ),
    card(
      t('exact'),
      percent(exact),
      '',
      judged ? t('exact-note', { threshold: wholePercent(DEFAULT_THRESHOLD) }) : t('exact-note-alone'),
      gauge(exact, judged ? { mark: DEFAULT_THRESHOLD } : {}),
    ),
  );
}

function card(title: string, value: string, unit: string, note: string, picture: SVGElement): HTMLElement {
  return make(
    'div',
    { class: 'measure' },
    make('h3', {}, title),
    make('p', { class: 'value' }, make('b', {}, value), unit === '' ? '' : ` ${unit}`),
    picture,
    make('p', { class: 'note' }, note),
  );
}
