export type { Signal } from './abort.ts';
export { calibrate } from './dedupe/calibrate/calibrate.ts';
export type { Calibration, EditFindings, Findings, LabelFindings, PairCounts } from './dedupe/calibrate/calibration.ts';
export type { DistancePoint, Point, Rate, ThresholdPoint } from './dedupe/calibrate/curves.ts';
export type { EditKind } from './dedupe/calibrate/edits.ts';
export type { Meaning } from './dedupe/calibrate/generated.ts';
export type { Label, UnusedLabels } from './dedupe/calibrate/labels.ts';
export type { CalibrateOptions } from './dedupe/calibrate/options.ts';
export type { Recommendation, Scored } from './dedupe/calibrate/recommend.ts';
export { type ContainedDocument, type ContainedOptions, contained } from './dedupe/containment/contained.ts';
export { type Chained, type Duplicate, dedupe, type Kept, type Verdict } from './dedupe/dedupe.ts';
export type { DedupeOptions } from './dedupe/dedupe-options.ts';
export { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD } from './dedupe/defaults.ts';
export type { Document, Id } from './dedupe/document.ts';
export type { Rule } from './dedupe/group.ts';
export {
  type CandidatePlan,
  type CandidateRequest,
  type ExpectedCandidates,
  planCandidates,
} from './dedupe/planning/plan-candidates.ts';
export {
  CoreError,
  CorruptDataError,
  DisposedError,
  HammingbirdError,
  IncompletePlanError,
  InvalidArgumentError,
  NoPlanFitsError,
  OutOfMemoryError,
  RecipeMismatchError,
  WorkerError,
} from './errors.ts';
export type { Interval } from './fingerprint/binomial.ts';
export { DEFAULT_RECIPE, RECIPES } from './fingerprint/built-in.ts';
export { type Contribution, contributions } from './fingerprint/contributions.ts';
export { fromHex, hammingDistance, toHex } from './fingerprint/fingerprint.ts';
export { Fingerprinter, type FingerprinterOptions, type Inspection } from './fingerprint/fingerprinter.ts';
export type { IdfJson } from './fingerprint/idf-json.ts';
export { IdfModel, type IdfOptions, IdfTrainer } from './fingerprint/idf-model.ts';
export type { Feature } from './fingerprint/methods/method.ts';
export type {
  FeatureRecipe,
  GivenFeature,
  Idf,
  Normalisation,
  Preset,
  Recipe,
  Segmenter,
  TextRecipe,
  Ties,
  Weighting,
} from './fingerprint/recipe.ts';
export { recipeId } from './fingerprint/recipes.ts';
export { simhash } from './fingerprint/simhash.ts';
export { angle, type SimilarityInterval, similarity, similarityInterval } from './fingerprint/similarity.ts';
export type { FingerprintStream } from './fingerprint/stream.ts';
export type { Text } from './fingerprint/text.ts';
export type { Several } from './iterable.ts';
export { DocumentIndex, type DocumentMatch } from './search/document-index.ts';
export type { GroupRule, Groups } from './search/groups.ts';
export { HammingIndex } from './search/hamming-index.ts';
export type { Match, Matches } from './search/matches.ts';
export type {
  DistanceOptions,
  DocumentIndexOptions,
  GroupOptions,
  HammingIndexOptions,
  SavedDocumentsOptions,
  SavedIndexOptions,
  SearchAllOptions,
  SearchOptions,
} from './search/options.ts';
export type { Pairs } from './search/pairs.ts';
export type { Plan } from './search/plan.ts';
export { checkPlan } from './search/planning/check-plan.ts';
export type { Estimate } from './search/planning/estimate.ts';
export { type ChosenPlan, type PlannedTables, type PlanRequest, planTables } from './search/planning/planner.ts';
export type { IndexStats, TableStats } from './search/stats.ts';
export type { FeatureSet } from './wasm/feature-set.ts';
