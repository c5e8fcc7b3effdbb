import type { Calibration } from '../dedupe/calibrate/calibration.ts';
import type { Point } from '../dedupe/calibrate/curves.ts';
import { caveats, comparedWithDefaults, evidenceInWords, inInterval, inShare } from '../report/calibration-words.ts';
import { inColumns } from './terminal/table.ts';

/** Thresholds below this are not shown unless one is recommended, nor are odd hundredths. */
const LEAST_SHOWN = 0.5;
/** Characters of a plot. */
const PLOT = 31;

/** What was measured, for a terminal. */
export function calibrationText(calibration: Calibration, command: string): string {
  const { recommendation } = calibration;
  return [
    ...evidenceInWords(calibration),
    '',
    'Distance: what fingerprints find, before features are compared',
    ...distanceTable(calibration),
    '',
    `Threshold: what is left of it within ${recommendation.maxDistance} bits`,
    ...thresholdTable(calibration),
    ...sizes(calibration),
    '',
    ...caveats(calibration),
    '',
    ...comparedWithDefaults(recommendation),
    `→ ${command}`,
    '',
  ].join('\n');
}

function distanceTable({ distances, fingerprints, recommendation }: Calibration): string[] {
  const all = fingerprints - 1;
  const plot = plotOf(distances.map((point) => point.fingerprints[all]!));
  const recalls = Array.from({ length: fingerprints }, (_, i) => (i === 0 ? 'recall of 1' : `of ${i + 1}`));
  return inColumns([
    ['', 'bits', ...recalls, '95 %', 'precision', '95 %', plot.axis],
    ...distances.map(({ distance, fingerprints: points }) => [
      distance === recommendation.maxDistance ? '→' : '',
      String(distance),
      ...points.map(({ recall }) => inShare(recall.share)),
      inInterval(points[all]!.recall),
      inShare(points[all]!.precision.share),
      inInterval(points[all]!.precision),
      plot.line(points[all]!),
    ]),
  ]);
}

function thresholdTable({ thresholds, recommendation }: Calibration): string[] {
  const isChosen = (threshold: number) => threshold === recommendation.threshold;
  const shown = thresholds.filter(
    ({ threshold }, step) => (threshold >= LEAST_SHOWN && step % 2 === 0) || isChosen(threshold),
  );
  const plot = plotOf(shown);
  return inColumns([
    ['', 'threshold', 'recall', '95 %', 'precision', '95 %', 'F1', plot.axis],
    ...shown.map((point) => [
      isChosen(point.threshold) ? '→' : '',
      point.threshold.toFixed(2),
      inShare(point.recall.share),
      inInterval(point.recall),
      inShare(point.precision.share),
      inInterval(point.precision),
      inShare(point.f1),
      plot.line(point),
    ]),
  ]);
}

/** Of copies with changes of a size, how many the recommended settings find. */
function sizes({ edits }: Calibration): string[] {
  if (edits === undefined) return [];
  return [
    '',
    'Size of the change: what the recommended settings find of edited copies',
    ...inColumns([
      ['', 'words that differ', 'found', '95 %', 'of', ''],
      ...edits.sizes.map(({ from, to, found }) => [
        '',
        `${Math.round(100 * from)}–${Math.round(100 * to)} %`,
        inShare(found.share),
        inInterval(found),
        String(found.total),
        '█'.repeat(Math.round((found.share ?? 0) * PLOT)),
      ]),
    ]),
  ];
}

interface Plot {
  readonly axis: string;
  readonly line: (point: Point) => string;
}

/** Recall and precision as an R and a P between the least tenth and 1; where they meet stands an X. */
function plotOf(points: readonly Point[]): Plot {
  const shares = points
    .flatMap(({ recall, precision }) => [recall.share, precision.share])
    .filter((one) => one !== null);
  const least = Math.min(0.9, Math.floor(Math.min(...shares) * 10) / 10);
  const place = (share: number | null) =>
    share === null ? -1 : Math.round(((share - least) / (1 - least)) * (PLOT - 1));
  const line = ({ recall, precision }: Point) => {
    const [r, p] = [place(recall.share), place(precision.share)];
    return Array.from({ length: PLOT }, (_, i) => (i === r ? (i === p ? 'X' : 'R') : i === p ? 'P' : '·')).join('');
  };
  return { axis: `${String(least).padEnd(PLOT - 1)}1`, line };
}
