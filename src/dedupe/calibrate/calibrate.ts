import { untilAborted } from '../../abort.ts';
import { InvalidArgumentError } from '../../errors.ts';
import { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import { isPreset } from '../../fingerprint/recipe.ts';
import type { Several } from '../../iterable.ts';
import { Turns } from '../../turns.ts';
import { DEDUPE_RECIPE, REPEATS } from '../defaults.ts';
import { checkSeveral, type Document } from '../document.ts';
import type { Calibration, Findings, PairCounts } from './calibration.ts';
import { distanceCurve, rateOf, thresholdCurve } from './curves.ts';
import { distinct } from './distinct.ts';
import type { Evidence } from './evidence.ts';
import { BIN, type GeneratedEvidence, generatedEvidence } from './generated.ts';
import { labelledEvidence } from './labelled.ts';
import { Labels, type UnusedLabels } from './labels.ts';
import type { Engine } from './measure.ts';
import { type CalibrateOptions, checkCalibrateOptions, DEFAULTS } from './options.ts';
import { seeded } from './random.ts';
import { recommend } from './recommend.ts';
import { type Sample, sampleOf } from './sample.ts';
import { STEPS } from './tally.ts';

/**
 * Measures how well `dedupe` finds the duplicates of a corpus with every distance and threshold, and recommends settings.
 *
 * The truth is from labels; or, without them, it is what you call the same, `same`: the share of words, of both texts
 * together, that have no counterpart in the other in the same order. That share is measured exactly for pairs of documents
 * that fingerprints find in the corpus, and for copies of its documents with random edits of every size up to 40 %. It
 * knows nothing of meaning: whether a pair that differs by one figure is the same to you only labels can tell. Nor is the mix of edits that of your data;
 * precision among them says what happens at the border, not how often your data come there.
 *
 * Memory holds the texts of the sample, or of the documents that labels name.
 *
 * @throws {InvalidArgumentError} if an option, a label or a document is not what it must be, if a label names a document
 *   that the corpus has twice, or if there is nothing to measure recall by
 * @throws the reason of `signal`, once it is aborted
 * @example
 * const { recommendation } = await calibrate(documents, { labels: [{ a: 'x', b: 'y' }, { a: 'x', b: 'z', duplicate: false }] });
 * dedupe(documents, recommendation); // with its recipe, repeats, maxDistance and threshold
 */
export async function calibrate(documents: Several<Document>, options: CalibrateOptions = {}): Promise<Calibration> {
  checkCalibrateOptions(options);
  checkSeveral('documents', documents);
  if (options.labels !== undefined) checkSeveral('labels', options.labels);
  const { recipe = DEDUPE_RECIPE, repeats = REPEATS, onProgress, signal } = options;
  const fingerprinter = new Fingerprinter({ recipe });
  const engine = { fingerprinter, repeats: isPreset(fingerprinter.recipe) ? 1 : repeats, onProgress, signal };
  return options.labels === undefined ? byEdits(documents, options, engine) : byLabels(documents, options, engine);
}

async function byLabels(documents: Several<Document>, options: CalibrateOptions, engine: Engine): Promise<Calibration> {
  const labels = new Labels();
  const turns = new Turns();
  for await (const label of untilAborted(options.labels!, engine.signal)) {
    labels.add(label);
    if (turns.isOver) await turns.give();
  }
  const unlisted = options.unlisted ?? (labels.haveDifferent ? 'ignored' : 'different');
  const isIgnored = unlisted === 'ignored';
  const mayBeChosen = (document: Document) => labels.meet(document) || !isIgnored;
  const { sample = DEFAULTS.sample, seed = DEFAULTS.seed } = options;
  const size = isIgnored ? Number.POSITIVE_INFINITY : sample;
  const chosen = await sampleOf(documents, { size, random: seeded(seed), mayBeChosen, signal: engine.signal });
  const { truths, unused } = labels.numbered(chosen.ids);
  const evidence = await labelledEvidence(chosen.texts, truths, isIgnored ? undefined : 'different', engine);
  checkLabelled(evidence, isIgnored, chosen, unused);
  return { ...findings(evidence, chosen.read, chosen.texts.length, engine), labels: { unlisted, unused } };
}

function checkLabelled(
  { same, different }: Evidence,
  isIgnored: boolean,
  { read }: Sample,
  unused: UnusedLabels,
): void {
  const { unknown, contradictory, leftOut } = unused;
  if (same.total === 0) {
    throw new InvalidArgumentError(
      `No label says that two of the ${read} documents are duplicates, so recall cannot be measured; ` +
        `${unknown.length} labels name documents that are not there, ${contradictory.length} contradict each other, ${leftOut} are outside the sample.`,
    );
  }
  if (isIgnored && different.total === 0) {
    throw new InvalidArgumentError(
      'No label says that two documents are different, so precision cannot be measured. Label some such pairs ' +
        '"duplicate": false; or, if the labels name all duplicates, take what is not listed for different.',
    );
  }
}

async function byEdits(documents: Several<Document>, options: CalibrateOptions, engine: Engine): Promise<Calibration> {
  const { same = DEFAULTS.same, sample: size = DEFAULTS.sample, seed = DEFAULTS.seed } = options;
  const meaning = { same, different: options.different ?? Math.max(same, DEFAULTS.different) };
  const random = seeded(seed);
  const chosen = await sampleOf(documents, { size, random, signal: engine.signal });
  const { texts, ...counts } = await distinct(chosen.texts, engine);
  if (texts.length === 0) {
    throw new InvalidArgumentError(
      `None of ${chosen.read} documents has the four features that it takes to edit one, so there is nothing to calibrate on.`,
    );
  }
  const generated = await generatedEvidence(texts, meaning, random, engine);
  const { all } = generated;
  if (all.same.total === 0) {
    throw new InvalidArgumentError(
      `No pair differs by at most ${same}, so recall cannot be measured: a single changed word is more. Take a larger same.`,
    );
  }
  const found = findings(all, chosen.read, texts.length + counts.copies, engine);
  return { ...found, edits: { meaning, seed, ...editFindings(generated, found, engine), ...counts } };
}

function findings(evidence: Evidence, read: number, used: number, { fingerprinter, repeats }: Engine): Findings {
  const recommendation = { ...recommend(evidence, repeats), recipe: fingerprinter.recipe };
  const { maxDistance, threshold } = recommendation;
  return {
    recipe: fingerprinter.recipeId,
    fingerprints: repeats,
    documents: { read, used },
    pairs: countsOf(evidence),
    distances: distanceCurve(evidence, repeats, Math.round(threshold * STEPS)),
    thresholds: thresholdCurve(evidence, repeats, maxDistance),
    recommendation,
  };
}

function editFindings({ corpus, edits, bySize, byKind }: GeneratedEvidence, found: Findings, { repeats }: Engine) {
  const { maxDistance, threshold } = found.recommendation;
  const rate = ({ same: tally }: Pick<Evidence, 'same'>) =>
    rateOf(tally.found(repeats, maxDistance, Math.round(threshold * STEPS)), tally.total);
  return {
    corpus: countsOf(corpus),
    edits: countsOf(edits),
    sizes: bySize.map((same, i) => ({
      from: hundredths(i * BIN),
      to: hundredths((i + 1) * BIN),
      found: rate({ same }),
    })),
    kinds: Array.from(byKind, ([kind, { same, different }]) => ({
      kind,
      same: rate({ same }),
      different: rate({ same: different }),
    })),
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

function countsOf({ same, different, doubtful }: Evidence): PairCounts {
  return { same: same.total, different: different.total, doubtful };
}
