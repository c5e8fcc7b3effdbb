// What it finds: `npm run bench:quality -- --sets FOLDER`, where every folder of FOLDER holds a labelled set
// (quality/labelled-set.ts). Prints the tables of docs/quality.md and docs/calibrate.md, and puts them there.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { bestMinHash } from './quality/best-minhash.ts';
import { candidatePairs, decided } from './quality/candidate-pairs.ts';
import { costs } from './quality/costs.ts';
import { readLabelledSet, score } from './quality/labelled-set.ts';
import { recommendationTable } from './quality/recommendations.ts';
import {
  ablation,
  costTable,
  type Findings,
  minHashSentence,
  minHashTable,
  type Scored,
  updateFile,
} from './quality/report.ts';
import { DEFAULT, VARIATIONS } from './quality/settings.ts';

// Compiled, this file stands in build/bench.
const FILE = new URL('../../docs/quality.md', import.meta.url);
const CALIBRATION = new URL('../../docs/calibrate.md', import.meta.url);

const { sets: folder } = new Command('npm run bench:quality --')
  .description('Measures what every setting finds in labelled sets, for docs/quality.md and docs/calibrate.md.')
  .requiredOption('--sets <folder>', 'each folder in it is a labelled set')
  .parse()
  .opts<{ sets: string }>();

const sets = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'dev.docs.jsonl')))
  .sort()
  .map((name) => readLabelledSet(folder, name));
const settings = VARIATIONS.flatMap((variation) => variation.settings);
const recipes = new Set(settings.map(({ recipe }) => recipe));
const verifying = new Set(settings.flatMap(({ verification }) => verification?.recipe ?? []));
const pairs = new Map(
  [...recipes].map((recipe) => [recipe, new Map(sets.map((set) => [set, candidatePairs(set, recipe, verifying)]))]),
);
const scored: Scored = (set, setting) => score(decided(pairs.get(setting.recipe)!.get(set)!, setting), set);

const rows = VARIATIONS.flatMap(({ what, settings }) =>
  settings.map((setting) => ({ what, setting, scores: sets.map((set) => scored(set, setting)) })),
);
const findings: Findings[] = [];
for (const set of sets) {
  findings.push({
    name: set.name,
    texts: set.texts.length,
    positives: set.positive.size,
    own: scored(set, DEFAULT),
    minHash: { set: bestMinHash(set, false), multiset: bestMinHash(set, true) },
    cost: await costs(set),
  });
}
const body = [
  'F1 (precision, recall) of pairs. Fingerprints are those of a recipe, so many of which any must be within so many bits; ' +
    'verification is the features that are compared, and their least similarity.',
  ablation(rows, findings),
  '### Beside MinHash',
  'MinHash-128 on words and pairs of words, as sets and as multisets, every pair compared, with the threshold that is best on ' +
    `the very set; hammingbird with one setting for all. ${minHashSentence(findings)}`,
  minHashTable(findings),
  'What they cost in plain numbers: reading makes the fingerprints or sketches (in WebAssembly, and in plain TypeScript), ' +
    'pairs searches and verifies all pairs, by MinHash in 32 bands of 4 without looking at the texts again.',
  costTable(findings),
].join('\n\n');
console.log(body);
updateFile(FILE, body);

const recommendations = await recommendationTable(sets, scored);
console.log(recommendations);
updateFile(CALIBRATION, recommendations);
