import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Score } from '../../src/dedupe/calibrate/score.ts';
import { number, table } from '../report.ts';
import type { BestMinHash } from './best-minhash.ts';
import type { Setting } from './candidate-pairs.ts';
import { type Cost, MINHASH_BYTES, OWN_BYTES } from './costs.ts';
import type { LabelledSet } from './labelled-set.ts';

/** What was found out about one set. */
export interface Findings {
  readonly name: string;
  readonly texts: number;
  readonly positives: number;
  readonly own: Score;
  readonly minHash: { readonly set: BestMinHash; readonly multiset: BestMinHash };
  readonly cost: { readonly own: Cost; readonly minHash: Cost };
}

export interface Row {
  readonly what: string;
  readonly setting: Setting;
  /** One for each set. */
  readonly scores: readonly Score[];
}

/** What a setting finds in a set. */
export type Scored = (set: LabelledSet, setting: Setting) => Score;

/** The largest shortfall in F1 that we allow ourselves. */
const ALLOWED = 0.005;

const END = '<!-- end -->';

/** Replaces what stands between the marks of a program that makes it. */
export function updateFile(file: URL, body: string, maker = 'bench/quality.ts'): void {
  const begin = `<!-- made by ${maker}, do not edit -->`;
  const [before, rest] = readFileSync(file, 'utf8').split(begin) as [string, string?];
  if (rest === undefined) throw new Error(`${file.pathname} has no line ${begin}`);
  const after = rest.slice(rest.indexOf(END));
  writeFileSync(file, `${before}${begin}\n\n${body}\n\n${after}`);
  // It aligns the columns.
  execFileSync('npx', ['biome', 'format', '--write', fileURLToPath(file)], { stdio: 'ignore' });
}

export function ablation(rows: readonly Row[], findings: readonly Findings[]): string {
  const body = rows.map(({ what, setting, scores }) => [
    what,
    `${setting.recipe}, ${setting.repeats} × ${setting.radius} bits`,
    setting.verification ? `${setting.verification.recipe}, ${setting.verification.threshold.toFixed(2)}` : '–',
    ...scores.map(cell),
  ]);
  return table(['varied', 'fingerprints', 'verification', ...findings.map(({ name }) => name)], body);
}

export function minHashTable(findings: readonly Findings[]): string {
  const withThreshold = (best: BestMinHash) => `${cell(best)} at ${share(best.threshold)}`;
  return table(
    ['set', 'hammingbird, no flags', 'MinHash-128, sets', 'MinHash-128, multisets', 'behind the better'],
    findings.map((one) => [
      one.name,
      cell(one.own),
      withThreshold(one.minHash.set),
      withThreshold(one.minHash.multiset),
      behind(one).toFixed(3),
    ]),
  );
}

export function minHashSentence(findings: readonly Findings[]): string {
  const worse = findings.filter((one) => behind(one) > ALLOWED);
  if (worse.length === 0) return `Nowhere is hammingbird more than ${ALLOWED} behind.`;
  const list = worse.map((one) => `${one.name} by ${behind(one).toFixed(3)}`).join(', ');
  return `Hammingbird is more than ${ALLOWED} behind on ${list}.`;
}

/** How much better the better MinHash is; negative if it is worse. */
function behind({ own, minHash }: Findings): number {
  return Math.max(minHash.set.f1, minHash.multiset.f1) - own.f1;
}

export function costTable(findings: readonly Findings[]): string {
  const perText = (one: Findings, cost: Cost) => [
    number((cost.reading * 1000) / one.texts),
    number((cost.pairing * 1000) / one.texts),
  ];
  return table(
    ['set', 'hammingbird: reading', 'pairs', 'MinHash-128: reading', 'pairs'],
    [
      ['bytes a text', String(OWN_BYTES), '', String(MINHASH_BYTES), ''],
      ...findings.map((one) => [
        `${one.name}, µs a text`,
        ...perText(one, one.cost.own),
        ...perText(one, one.cost.minHash),
      ]),
    ],
  );
}

/** F1 (precision, recall). */
export function cell({ precision, recall, f1 }: Score): string {
  return `${share(f1)} (${share(precision)}, ${share(recall)})`;
}

function share(value: number): string {
  return value === 1 ? '1' : value.toFixed(3).replace(/^0/, '');
}
