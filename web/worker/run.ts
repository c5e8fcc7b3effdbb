import { DEDUPE_RECIPE, DEFAULT_DISTANCE, dedupe, Fingerprinter } from 'hammingbird';
import { fieldsNamed } from '../../src/io/records.ts';
import { distanceBars, similarityBars } from '../../src/report/histograms.ts';
import { Files } from './files.ts';
import type { DroppedFile, Progress, RunOptions, Summary } from './protocol.ts';

/** Milliseconds between reports of progress. */
const PERIOD = 100;
const NAMED_REJECTS = 20;

/** What became of each document, by its number. */
export interface Outcome {
  readonly files: Files;
  /** The kept document that it duplicates, or itself. */
  readonly leaders: Uint32Array;
  readonly distances: Uint8Array;
  readonly similarities: Float64Array;
  /** How many documents have so few features that similarity says little. */
  readonly tooShort: number;
}

/** Reads all documents and decides on each. */
export async function run(
  dropped: readonly DroppedFile[],
  { id, text, threshold }: RunOptions,
  tell: (progress: Progress) => void,
): Promise<Outcome> {
  const files = new Files(dropped, fieldsNamed(id, text));
  const leaders: number[] = [];
  const distances: number[] = [];
  const similarities: number[] = [];
  const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
  let removed = 0;
  let tooShort = 0;
  let told = performance.now();
  // Numbers stand for ids, which may occur more than once.
  async function* numbered(): AsyncGenerator<{ id: number; text: string | Uint8Array }> {
    for await (const { number, text } of files.read()) {
      if (fingerprinter.inspect(text).tooShort) tooShort++;
      yield { id: number, text };
    }
  }
  for await (const { duplicateOf, distance, similarity } of dedupe(numbered(), { threshold })) {
    const number = leaders.length;
    leaders.push((duplicateOf as number | undefined) ?? number);
    distances.push(distance);
    similarities.push(similarity);
    if (duplicateOf !== undefined) removed++;
    if (performance.now() - told < PERIOD) continue;
    told = performance.now();
    tell({ documents: leaders.length, removed, bytesRead: files.bytesRead, bytes: files.bytes });
  }
  return {
    files,
    leaders: Uint32Array.from(leaders),
    distances: Uint8Array.from(distances),
    similarities: Float64Array.from(similarities),
    tooShort,
  };
}

/** The run in numbers. */
export function summarise(
  { files, leaders, distances, similarities, tooShort }: Outcome,
  threshold: number,
  seconds: number,
): Summary {
  const isRemoved = (_: number, document: number): boolean => leaders[document] !== document;
  const ofRemoved = similarities.filter(isRemoved);
  return {
    documents: leaders.length,
    kept: leaders.length - ofRemoved.length,
    removed: ofRemoved.length,
    exact: ofRemoved.reduce((sum, similarity) => sum + Number(similarity === 1), 0),
    groups: new Set(leaders.filter(isRemoved)).size,
    tooShort,
    repeatedIds: files.ids.length - files.ids.countDifferent(),
    bytes: files.bytes,
    isOneText: leaders.length === 1 && files.origins[0]?.format === 'text',
    seconds,
    distances: distanceBars(distances.filter(isRemoved), DEFAULT_DISTANCE),
    similarities: similarityBars(ofRemoved, threshold),
    rejects: files.rejects.first(NAMED_REJECTS),
    rejected: files.rejects.length,
  };
}
