import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Score, scoreOf } from '../../src/dedupe/calibrate/score.ts';

/** Texts, and which pairs of them are near-duplicates. Pairs have the key `smaller × texts + larger`. */
export interface LabelledSet {
  readonly name: string;
  readonly texts: readonly string[];
  readonly positive: ReadonlySet<number>;
  /** Neither like nor unlike: not scored. */
  readonly grey: ReadonlySet<number>;
}

/** 2·LCS / (|a| + |b|) of their tokens, from which on a pair is positive, and below which it is negative. */
const POSITIVE = 0.9;
const NEGATIVE = 0.75;

/**
 * Reads `dev.docs.jsonl`, `{"id", "text"}` a line, and `dev.pairs.tsv`, a heading and `id id similarity` a line. Pairs that
 * are not listed are negative.
 */
export function readLabelledSet(folder: string, name: string): LabelledSet {
  const lines = (file: string) =>
    readFileSync(join(folder, name, file), 'utf8')
      .split('\n')
      .filter(Boolean);
  const documents = lines('dev.docs.jsonl').map((line) => JSON.parse(line) as { id: string; text: string });
  const numbers = new Map(documents.map(({ id }, i) => [id, i]));
  const positive = new Set<number>();
  const grey = new Set<number>();
  for (const line of lines('dev.pairs.tsv').slice(1)) {
    const [a, b, similarity] = line.split('\t') as [string, string, string];
    const key = pairKey(numbers.get(a)!, numbers.get(b)!, documents.length);
    if (Number(similarity) >= POSITIVE) positive.add(key);
    else if (Number(similarity) >= NEGATIVE) grey.add(key);
  }
  return { name, texts: documents.map(({ text }) => text), positive, grey };
}

export function pairKey(a: number, b: number, count: number): number {
  return a < b ? a * count + b : b * count + a;
}

/** @param predicted pairs by their keys, each once */
export function score(predicted: Iterable<number>, { positive, grey }: LabelledSet): Score {
  let right = 0;
  let wrong = 0;
  for (const key of predicted) {
    if (positive.has(key)) right++;
    else if (!grey.has(key)) wrong++;
  }
  return scoreOf(right, wrong, positive.size);
}
