import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { articles, enlarged } from './dedupe/articles.ts';
import { measuredRun, type Run } from './dedupe/measured-run.ts';
import { tweets } from './dedupe/tweets.ts';
import { median } from './measure.ts';
import { OPTIONS } from './options.ts';
import { number, type Section, table } from './report.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { textsOf } from './texts-of.ts';

/** Texts of 26 KB on average: 25 MB. */
const ARTICLES = 1000;
const TIMES = 10;
const ROUNDS = 3;
const COLUMNS = ['corpus', 'documents', 'MB', 'threads', 'seconds', 'MB/s', 'µs a document', 'CPU seconds', 'peak, MB'];

interface Corpus {
  readonly name: string;
  readonly texts: () => Iterable<string>;
  readonly rounds: number;
}

const short = (count: number): Corpus => ({
  name: 'short texts',
  texts: () => tweets(count),
  rounds: count > 10_000 ? 1 : ROUNDS,
});

export const DEDUPE = {
  title: 'Dedupe',
  corpora: [
    { name: 'articles', texts: () => articles(ARTICLES), rounds: ROUNDS },
    { name: `articles, ${TIMES} × with edits`, texts: () => enlarged([...articles(ARTICLES)], TIMES), rounds: 1 },
    short(1e4),
    short(1e5),
  ],
};

export const DEDUPE_MILLION = { title: 'Dedupe, 10⁶ short texts', corpora: [short(1e4), short(1e5), short(1e6)] };

/** Runs the command on generated corpora, or on a file of JSONL: `npm run bench -- dedupe --corpus=FILE`. */
export function deduping({ title, corpora }: { title: string; corpora: readonly Corpus[] }): Section {
  using folder = temporaryFolder();
  const { corpus: own } = OPTIONS;
  const rows =
    own === undefined ? corpora.flatMap((corpus) => generated(corpus, folder.path)) : ownFile(own, folder.path);
  return { title, body: [INTRODUCTION, table(COLUMNS, rows)].join('\n\n') };
}

const INTRODUCTION =
  'The command as a user starts it, with default options, from the start of the process to its end. «Articles» are texts ' +
  'of 3 to 50 KB, a third of them earlier ones again with edits; short texts have a hundred characters, every third ' +
  'of them a phrase that many share, and every seventh is an earlier one again. What is ten times as large, or more, is run ' +
  'once. CPU seconds are those of all threads, whatever else the machine does.';

function generated({ name, texts, rounds }: Corpus, folder: string): string[][] {
  const path = join(folder, 'corpus.jsonl');
  write(path, texts());
  return measured(name, path, rounds);
}

function ownFile(path: string, folder: string): string[][] {
  const large = join(folder, 'large.jsonl');
  write(large, enlarged(textsOf(path), TIMES));
  const name = basename(path);
  return [...measured(name, path, ROUNDS), ...measured(`${name}, ${TIMES} × with edits`, large, 1)];
}

function write(path: string, texts: Iterable<string>): void {
  const file = openSync(path, 'w');
  let id = 0;
  for (const text of texts) writeSync(file, `${JSON.stringify({ id: `document-${id++}`, text })}\n`);
  closeSync(file);
}

/** In one thread and in all, which take turns. */
function measured(name: string, path: string, rounds: number): string[][] {
  const threads = [...new Set([1, availableParallelism()])];
  const runs = threads.map((): Run[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, count] of threads.entries()) runs[i]!.push(measuredRun(path, count));
  }
  const megabytes = statSync(path).size / 1e6;
  return threads.map((count, i) => {
    const middle = (what: 'seconds' | 'cpuSeconds' | 'peak') => median(runs[i]!.map((run) => run[what]));
    const documents = Number(/^documents +([\d,]+)/m.exec(runs[i]![0]!.said)![1]!.replaceAll(',', ''));
    return [
      name,
      number(documents),
      number(megabytes),
      `${count}`,
      number(middle('seconds')),
      number(megabytes / middle('seconds')),
      number((middle('seconds') / documents) * 1e6),
      number(middle('cpuSeconds')),
      number(middle('peak')),
    ];
  });
}
