import type { Calibration, PairCounts } from '../dedupe/calibrate/calibration.ts';
import type { Rate } from '../dedupe/calibrate/curves.ts';
import { FEW, type Recommendation, type Scored } from '../dedupe/calibrate/recommend.ts';
import { counted, thousands } from '../numbers.ts';
import { inPercent } from './numbers.ts';

/** 0.98765 → '0.987', rounded down, so that nothing looks better than it is; '–' where there is nothing to share. */
export const inShare = (share: number | null): string =>
  share === null ? '–' : (Math.floor(share * 1000 + 1e-9) / 1000).toFixed(3);

/** '0.981–0.992'. */
export const inInterval = ({ low, high, total }: Rate): string =>
  total === 0 ? '–' : `${inShare(low)}–${(Math.ceil(high * 1000 - 1e-9) / 1000).toFixed(3)}`;

const withInterval = (rate: Rate): string => `${inShare(rate.share)} (${inInterval(rate)})`;

/** What was looked at, and where the truth is from. */
export function evidenceInWords({ documents, recipe, fingerprints, pairs, labels, edits }: Calibration): string[] {
  const looked = `${counted(documents.used, 'document')} of ${thousands(documents.read)}, ${counted(fingerprints, 'fingerprint')} each, recipe ${recipe}`;
  const judged = `${countsInWords(pairs)}`;
  if (labels !== undefined) {
    const others =
      labels.unlisted === 'different'
        ? 'all others that fingerprints find are taken for different'
        : 'all others are ignored';
    return [looked, `By labels, ${judged}; ${others}.`];
  }
  const { meaning, corpus, copies, tooShort, cut, seed } = edits!;
  const leftOut = [
    ...(copies > 0 ? [`${counted(copies, 'document')} with the features of another, which any settings find`] : []),
    ...(tooShort > 0 ? [`${counted(tooShort, 'document')} with fewer than four features`] : []),
  ];
  return [
    looked,
    `By words (the same: up to ${inPercent(meaning.same)} differ; different: from ${inPercent(meaning.different)} on), ${judged}.`,
    `Of these, pairs of documents as they are: ${countsInWords(corpus)}; the rest are edited copies (seed ${seed}).`,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join('; ')}.`] : []),
    ...(cut > 0 ? [`Of ${counted(cut, 'long document')} only the beginning was taken.`] : []),
  ];
}

/** What these numbers do not tell. */
export function caveats({ pairs, edits, labels }: Calibration): string[] {
  const few = Math.min(pairs.same, pairs.different);
  const which = pairs.same <= pairs.different ? 'the same' : 'different';
  return [
    ...(few < FEW
      ? [
          `Few: only ${counted(few, 'pair')} ${few === 1 ? 'is' : 'are'} ${which}. Take this for a hint, and label more pairs.`,
        ]
      : []),
    ...(edits ? EDITED : labels?.unlisted === 'ignored' ? LABELLED : []),
    'Intervals are for 95 % and independent pairs (Wilson); pairs of one group are not, so that they are rather too narrow.',
  ];
}

const EDITED = [
  'Edits tell how large a change is found, not whether it matters to you, nor how often your texts are edited like that.',
  'Precision is that of the pairs judged, many of which were made to be hard. Labels of your own tell more: --labels.',
];
const LABELLED = [
  'Precision is that of the labelled pairs; it is that of your corpus only if they are a fair sample of what is found.',
];

/** What the recommended settings score, and whether that is better than the defaults. */
export function comparedWithDefaults(recommendation: Recommendation): string[] {
  const { defaults, best, better, worse, keepsDefaults } = recommendation;
  if (keepsDefaults) {
    const disagree = better + worse;
    const reason =
      disagree === 0
        ? 'no others do better'
        : `the best, ${settings(best)}, decide ${counted(better, 'pair')} better and ${thousands(worse)} worse, which may be chance`;
    return [`The defaults are kept: ${reason}.`, scores(recommendation)];
  }
  return [scores(recommendation), `By default: ${scores(defaults)}`];
}

const settings = ({ maxDistance, threshold }: Scored): string => `distance ${maxDistance} and threshold ${threshold}`;

const scores = (scored: Scored): string =>
  `${capitalised(settings(scored))} have recall ${withInterval(scored.recall)}, precision ${withInterval(scored.precision)}, F1 ${inShare(scored.f1)}.`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function countsInWords({ same, different, doubtful }: PairCounts): string {
  const rest = doubtful > 0 ? `, and ${thousands(doubtful)} doubtful` : '';
  return `${counted(same, 'pair')} ${same === 1 ? 'is' : 'are'} the same, ${thousands(different)} different${rest}`;
}
