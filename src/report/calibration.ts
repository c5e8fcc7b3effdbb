import type { Calibration, EditFindings } from '../dedupe/calibrate/calibration.ts';
import type { Point, Rate } from '../dedupe/calibrate/curves.ts';
import { counted } from '../numbers.ts';
import { caveats, comparedWithDefaults, evidenceInWords, inInterval, inShare } from './calibration-words.ts';
import { chart } from './chart.ts';
import { type Curve, curves } from './curves.ts';
import { type Content, type Html, html } from './html.ts';
import { inPercent, shortened } from './numbers.ts';
import { page, type Section } from './page.ts';

export interface CalibrationRun {
  readonly calibration: Calibration;
  /** The command line that applies what is recommended. */
  readonly command: string;
  readonly inputs: readonly string[];
  /** Where the labels are from. */
  readonly labels: string | undefined;
}

/** Characters of the inputs' names that are shown. */
const NAMES = 400;
/** Thresholds below this are not shown, unless one is recommended. */
const LEAST_SHOWN = 0.4;

/** A page of HTML, whole in itself, that shows how well settings do, and which are recommended. */
export function calibrationPage({ calibration, command, inputs, labels }: CalibrationRun): string {
  const { edits } = calibration;
  return page({
    maker: 'hammingbird calibrate',
    title: `Settings for ${shortened(inputs.join(', '), NAMES)}`,
    introduction: introduction(calibration, command),
    sections: [
      ['threshold', 'By threshold', byThreshold(calibration)],
      ['distance', 'By distance', byDistance(calibration)],
      ...(edits ? [['edits', 'By edit', byEdit(edits)] satisfies Section] : []),
      ['grounds', 'What this rests on', grounds(calibration, labels)],
    ],
  });
}

function introduction({ recommendation }: Calibration, command: string): Html {
  const [first, ...rest] = comparedWithDefaults(recommendation);
  return html`<p class="lead"><code>${command}</code></p>
<p>${first}</p>
${rest.map((sentence) => html`<p>${sentence}</p>`)}`;
}

function byThreshold({ thresholds, recommendation }: Calibration): Html {
  const { threshold: chosen, maxDistance } = recommendation;
  const shown = thresholds.filter(({ threshold }) => threshold >= Math.min(LEAST_SHOWN, chosen));
  const marked = shown.findIndex(({ threshold }) => threshold === chosen);
  return html`<p>Pairs with a fingerprint within ${counted(maxDistance, 'bit')} are found if the exact similarity of their features is at least the threshold.</p>
${curves({
  title: 'Recall and precision by threshold; the numbers are in the table below',
  places: shown.map(({ threshold }) => threshold.toFixed(2)),
  every: 10,
  curves: bothOf(shown),
  marked,
})}
${numbers(
  'By threshold',
  ['Threshold', ...HEADS],
  shown.map((point) => [point.threshold.toFixed(2), ...cellsOf(point)]),
  marked,
)}`;
}

function byDistance({ distances, fingerprints, recommendation }: Calibration): Html {
  const { maxDistance, threshold } = recommendation;
  const fewer = Array.from(
    { length: fingerprints - 1 },
    (_, i): Curve => ({
      name: i === 0 ? 'recall of 1 fingerprint' : `of ${i + 1}`,
      kind: 'faint',
      values: distances.map((point) => point.fingerprints[i]!.recall.share),
    }),
  );
  const all = distances.map((point) => point.fingerprints.at(-1)!);
  const alone = Array.from({ length: fingerprints }, (_, i) => `Recall of ${i + 1}`);
  return html`<p>Which pairs have any of ${counted(fingerprints, 'fingerprint')} within so many bits: these are the candidates, before features decide. A wider distance finds more, and takes longer.</p>
${curves({
  title: 'Recall and precision of fingerprints alone by distance; the numbers are in the table below',
  places: distances.map(({ distance }) => String(distance)),
  every: 2,
  curves: [...fewer, ...bothOf(all, `recall of ${fingerprints}`)],
  marked: maxDistance,
})}
${numbers(
  'By distance',
  ['Bits', ...alone, 'Precision', '95 %', `Recall from ${threshold.toFixed(2)}`, '95 %', 'Precision', '95 %', 'F1'],
  distances.map(({ distance, fingerprints: points, verified }) => [
    distance,
    ...points.map(({ recall }) => inShare(recall.share)),
    ...rate(points.at(-1)!.precision),
    ...cellsOf(verified),
  ]),
  maxDistance,
)}`;
}

function byEdit({ sizes, kinds, meaning }: EditFindings): Html {
  const row = (label: string, found: Rate) => ({
    label,
    share: found.share ?? 0,
    value: `${inShare(found.share)} of ${found.total}`,
  });
  const percent = (share: number) => `${Math.round(100 * share)}`;
  return html`<p>What the recommended settings find of edited copies. Ideally all up to ${inPercent(meaning.same)}, and none from ${inPercent(meaning.different)} on.</p>
<div class="charts">
${chart(
  { title: 'Size of the change', caption: 'Copies by the share of words that differ.', label: 'Words', unit: 'Found' },
  sizes.map(({ from, to, found }) => row(`${percent(from)}–${percent(to)} %`, found)),
)}
${chart(
  { title: 'The same', caption: 'Small edits, by their kind: what is missing was lost.', label: 'Edit', unit: 'Found' },
  kinds.map(({ kind, same }) => row(kind, same)),
)}
${chart(
  { title: 'Different', caption: 'Large edits, by their kind: what was found is wrong.', label: 'Edit', unit: 'Found' },
  kinds.map(({ kind, different }) => row(kind, different)),
)}
</div>`;
}

function grounds(calibration: Calibration, labels: string | undefined): Html {
  const sentences = [...evidenceInWords(calibration), ...caveats(calibration)];
  return html`${labels === undefined ? undefined : html`<p>Labels: <code>${shortened(labels, NAMES)}</code></p>`}
${sentences.map((sentence) => html`<p>${sentence}</p>\n`)}`;
}

const HEADS = ['Recall', '95 %', 'Precision', '95 %', 'F1'];

const cellsOf = ({ recall, precision, f1 }: Point): string[] => [...rate(recall), ...rate(precision), inShare(f1)];

const rate = (of: Rate): string[] => [inShare(of.share), inInterval(of)];

function bothOf(points: readonly Point[], recall = 'recall'): Curve[] {
  return [
    { name: recall, kind: 'recall', values: points.map(({ recall }) => recall.share) },
    { name: 'precision', kind: 'precision', values: points.map(({ precision }) => precision.share) },
  ];
}

/** @param marked the row that is recommended */
function numbers(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  marked: number,
): Html {
  const cell = (value: Content, column: number) =>
    column === 0 ? html`<th scope="row">${value}</th>` : html`<td>${value}</td>`;
  return html`<details><summary>The numbers</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="numbers">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((cells, i) => html`<tr class="${i === marked ? 'marked' : ''}">${cells.map(cell)}</tr>\n`)}</tbody>
</table></div>
</details>`;
}
