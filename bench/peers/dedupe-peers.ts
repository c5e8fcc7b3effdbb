import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Score } from '../../src/dedupe/calibrate/score.ts';
import { median } from '../measure.ts';
import { type LabelledSet, pairKey, score } from '../quality/labelled-set.ts';
import { number, ratio, type Section, table } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { corpusWithCopies } from './corpus.ts';
import { execute, missingSentence, own, type Peer, python, reasonMissing, SET_UP, SOURCES } from './driver.ts';

const TEXTS = 10_000;
/** So many that starting a process does not count; only for those that do not take minutes. */
const MANY_TEXTS = 50_000;
const ROUNDS = 3;

interface Deduper extends Peer {
  /** Another command, not timed, that says which pairs were found. */
  readonly pairsCommand?: readonly string[];
}

/** What stands for files in commands. */
const [CORPUS, PAIRS, RESULT, CACHE] = ['{corpus}', '{pairs}', '{result}', '{cache}'];

const ownDedupe = (...options: string[]) =>
  own('../../../dist/cli/main.js', 'dedupe', CORPUS!, '-o', RESULT!, ...options);
const OWN: Deduper = {
  name: 'hammingbird dedupe',
  command: ownDedupe(),
};
const OWN_WITH_PAIRS: Deduper = {
  name: 'hammingbird dedupe --pairs',
  command: ownDedupe('--pairs', PAIRS!),
};
/** Words and pairs of words, as ours; runs of five, as text-dedup has them where nothing is said. */
const SHINGLES = ['1,2', '5'];
const THRESHOLD = '0.7';

const FAST_DEDUPERS: readonly Deduper[] = SHINGLES.map((sizes) => ({
  name: `rensa, shingles of ${sizes}`,
  setup: 'rensa',
  command: python('rensa_pairs.py', CORPUS!, PAIRS!, sizes, THRESHOLD),
}));

const DEDUPERS: readonly Deduper[] = [
  OWN,
  OWN_WITH_PAIRS,
  ...FAST_DEDUPERS,
  ...SHINGLES.map((sizes) => ({
    name: `datasketch, shingles of ${sizes}`,
    setup: 'datasketch',
    command: python('datasketch_pairs.py', CORPUS!, PAIRS!, sizes, THRESHOLD),
  })),
  ...['2', '5'].map((size) => textDedup(size)),
];

function textDedup(size: string): Deduper {
  const program = `${SET_UP}/text-dedup/bin/python`;
  const data = [
    '--path',
    'json',
    '--data_files',
    CORPUS!,
    '--split',
    'train',
    '--cache_dir',
    CACHE!,
    '--column',
    'text',
  ];
  const sketches = ['--num_perm', '128', '--ngram', size, '--threshold', THRESHOLD, '--min_length', '1'];
  return {
    name: `text-dedup, shingles of ${size}`,
    setup: 'text-dedup',
    command: [program, '-m', 'text_dedup.minhash', ...data, '--output', RESULT!, '--debug', ...sketches],
    pairsCommand: [program, `${SOURCES}/python/text_dedup_pairs.py`, CORPUS!, PAIRS!, RESULT!],
  };
}

export const TITLE = 'Dedupe against MinHash pipelines';

export function dedupeAgainstPeers(): Section {
  const parts = [part(TEXTS, DEDUPERS), part(MANY_TEXTS, [OWN, OWN_WITH_PAIRS, ...FAST_DEDUPERS])];
  return { title: TITLE, body: [INTRODUCTION, ...parts].join('\n\n'), missing: missingSentence(DEDUPERS) };
}

const INTRODUCTION =
  'Generated English texts from 200 bytes to 5 kB. Near-duplicates are those that share 0.90 of their words in order; from ' +
  '0.75 to 0.90 they are not scored. Times are of whole processes, every core allowed; × is how many times as long as ' +
  `hammingbird it takes. The pipelines make MinHash-128 sketches with a threshold of ${THRESHOLD}. hammingbird and text-dedup ` +
  'write the texts that are kept, rensa and datasketch the pairs; `--pairs` writes both, and compares each text with all that ' +
  'may be like it, not only with those that are kept. Without it hammingbird tells no pairs that could be scored.';

function part(count: number, peers: readonly Deduper[]): string {
  const set = corpusWithCopies(count);
  using folder = temporaryFolder();
  const corpus = join(folder.path, 'corpus.jsonl');
  writeFileSync(corpus, set.texts.map((text, id) => `${JSON.stringify({ id: `${id}`, text })}\n`).join(''));
  const found = runAll(peers, folder.path, corpus, set);
  const ownTime = found.get(OWN)!.seconds;
  const bytes = set.texts.reduce((sum, text) => sum + text.length, 0);
  return [
    `${count.toLocaleString('en')} texts, ${number(bytes / 1e6)} MB, with ${set.positive.size.toLocaleString('en')} near-duplicate pairs:`,
    table(
      ['', 'seconds', '×', 'precision', 'recall', 'F1'],
      [...found].map(([{ name }, { seconds, score }]) => [
        name,
        number(seconds),
        ratio(seconds, ownTime),
        ...[score?.precision, score?.recall, score?.f1].map((share) => share?.toFixed(3) ?? '–'),
      ]),
    ),
  ].join('\n\n');
}

interface Found {
  readonly seconds: number;
  /** Of who told pairs. */
  readonly score: Score | undefined;
}

/** All in turns, the middle of their times. */
function runAll(peers: readonly Deduper[], folder: string, corpus: string, set: LabelledSet): Map<Deduper, Found> {
  const present = peers.filter((peer) => !reasonMissing(peer));
  const seconds = new Map(present.map((peer) => [peer, [] as number[]]));
  const scores = new Map<Deduper, Score>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const peer of present) {
      const files = new Map([
        [CORPUS, corpus],
        [PAIRS, join(folder, 'pairs.jsonl')],
        [RESULT, join(folder, 'result')],
        [CACHE, join(folder, 'cache')],
      ]);
      const filled = (command: readonly string[]) => command.map((part) => files.get(part) ?? part);
      const start = performance.now();
      execute(filled(peer.command));
      seconds.get(peer)!.push((performance.now() - start) / 1000);
      if (peer.pairsCommand) execute(filled(peer.pairsCommand));
      const pairs = files.get(PAIRS)!;
      if (existsSync(pairs)) scores.set(peer, score(pairsIn(pairs, set.texts.length), set));
      for (const file of [PAIRS, RESULT, CACHE]) rmSync(files.get(file)!, { recursive: true, force: true });
    }
  }
  return new Map(present.map((peer) => [peer, { seconds: median(seconds.get(peer)!), score: scores.get(peer) }]));
}

function pairsIn(file: string, count: number): Set<number> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Set(
    lines.map((line) => {
      const { a, b } = JSON.parse(line) as { a: string; b: string };
      return pairKey(Number(a), Number(b), count);
    }),
  );
}
