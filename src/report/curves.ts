import { type Html, html } from './html.ts';

/** A line of a diagram: a value, 0…1, for each place; null where there is none. */
export interface Curve {
  readonly name: string;
  /** How it is drawn, by the style sheet: `recall`, `precision`, `faint`. */
  readonly kind: 'recall' | 'precision' | 'faint';
  readonly values: readonly (number | null)[];
}

export interface Diagram {
  readonly title: string;
  /** What the places along the axis are called; all of them, at even steps. */
  readonly places: readonly string[];
  /** Every so many of them are written below the axis. */
  readonly every: number;
  readonly curves: readonly Curve[];
  /** The place that is recommended. */
  readonly marked: number;
}

/** Units of the picture, which is as wide as there is room. */
const [WIDTH, HEIGHT] = [640, 260];
const AREA = { left: 44, right: 612, top: 10, bottom: 228 } as const;

/** Shares over an axis, as a picture; the numbers belong in a table beside it. */
export function curves({ title, places, every, curves, marked }: Diagram): Html {
  const values = curves.flatMap(({ values }) => values).filter((value) => value !== null);
  const least = Math.min(0.9, Math.floor(Math.min(...values) * 10) / 10);
  const x = (place: number) => AREA.left + ((AREA.right - AREA.left) * place) / Math.max(1, places.length - 1);
  const y = (value: number) => AREA.bottom - ((AREA.bottom - AREA.top) * (value - least)) / (1 - least);
  const tenths = Array.from({ length: Math.round((1 - least) * 10) + 1 }, (_, i) => (Math.round(least * 10) + i) / 10);
  const points = ({ values }: Curve) =>
    values.flatMap((value, place) => (value === null ? [] : [`${x(place).toFixed(1)},${y(value).toFixed(1)}`]));
  return html`<figure class="curves">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
${tenths.map((tenth) => html`<line class="grid" x1="${AREA.left}" x2="${AREA.right}" y1="${y(tenth)}" y2="${y(tenth)}"/><text class="end" x="${AREA.left - 6}" y="${y(tenth) + 4}">${tenth}</text>\n`)}
<line class="marked" x1="${x(marked)}" x2="${x(marked)}" y1="${AREA.top}" y2="${AREA.bottom}"/>
${places.map((place, i) => (i % every === 0 ? html`<text class="middle" x="${x(i)}" y="${AREA.bottom + 24}">${place}</text>\n` : undefined))}
${curves.map((curve) => html`<polyline class="${curve.kind}" points="${points(curve).join(' ')}"/>\n`)}</svg>
<figcaption>${curves.map(({ name, kind }) => html`<span class="key"><svg width="28" height="8" aria-hidden="true"><line class="${kind}" x1="0" x2="28" y1="4" y2="4"/></svg> ${name}</span> `)}</figcaption>
</figure>`;
}
