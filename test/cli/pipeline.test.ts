// The command in several threads: that their number changes nothing, and what happens when one of them dies.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tweets } from '../../bench/dedupe/tweets.ts';
import { below, seeded } from '../../bench/random.ts';
import { DEFAULT_THRESHOLD } from '../../src/dedupe/defaults.ts';
import * as reference from '../reference/fingerprint.ts';
import { Folder } from '../support/command.ts';
import * as make from '../support/format-files.ts';

let folder: Folder;
beforeAll(() => {
  folder = new Folder();
  writeCorpus('corpus.jsonl', 2600);
  writeCorpus('reference.jsonl', 300);
  writeSite();
  folder.write('table.csv', ['id,text', ...texts(2600).map((text, i) => `${i},${text}`), '7,"broken'].join('\n'));
});
afterAll(() => folder.remove());

/** Long enough for threads to be started. */
function texts(count: number): string[] {
  const random = seeded(7);
  const word = () => `w${below(random, 50_000)}`;
  const all: string[] = [];
  while (all.length < count) {
    const copied = below(random, 4) === 0 ? all[below(random, all.length)] : undefined;
    const words = copied?.split(' ') ?? Array.from({ length: 260 }, word);
    for (let edits = below(random, 40); copied !== undefined && edits > 0; edits--) words[below(random, 260)] = word();
    all.push(words.join(' '));
  }
  return all;
}

/** Records with a time and a score, and among them whatever is no record, has no id or is written unusually. */
function writeCorpus(name: string, count: number): void {
  const lines = texts(count).map((text, i) => {
    const record = {
      id: `né ${i}`,
      text,
      score: (i * 7919) % 101,
      day: `2024-01-${String(1 + (i % 28)).padStart(2, '0')}`,
    };
    if (i % 100 === 1) return JSON.stringify({ ...record, id: undefined });
    if (i % 100 === 2) return JSON.stringify(record).replace(/w1/g, '\\u00771');
    return JSON.stringify(record);
  });
  for (const [i, bad] of ['{"id": 1', '[]', '', '\u00a0', '{"id": "x", "text": null}', '\u0000', '{}'].entries()) {
    lines.splice(i * 37, 0, bad);
  }
  const invalid = Buffer.concat([
    Buffer.from('\n{"id": "invalid", "text": "a \xff b'),
    Buffer.of(0xff),
    Buffer.from(' c d"}'),
  ]);
  folder.write(name, Buffer.concat([Buffer.from(`\ufeff${lines.join('\r\n')}`), invalid]));
}

/** Pages in files and in an archive, and among them whatever is no page: enough for threads to be started. */
function writeSite(): void {
  const pages = texts(200).map((text) => make.page(text.replace(/((?:\S+ ){20})/g, '$1, and so on. ')));
  const bad = '<div>'.repeat(3000);
  for (const [i, page] of pages.entries()) {
    folder.write(`site/${i % 7}/${i}.html${i % 10 === 3 ? '.gz' : ''}`, i % 10 === 3 ? gzipSync(page) : page);
    if (i % 40 === 5) folder.write(`site/${i % 7}/${i}-deep.html`, bad + page);
    if (i % 40 === 6) folder.write(`site/${i % 7}/${i}.txt`, `plain ${page}`);
    if (i % 40 === 7) folder.write(`site/${i % 7}/${i}.pdf`, page);
    if (i % 40 === 8) folder.write(`site/${i % 7}/${i}.jsonl`, `${JSON.stringify({ id: i, text: page })}\nno record`);
    if (i % 40 === 9) folder.write(`site/${i % 7}/${i}-cut.html.gz`, gzipSync(page).subarray(0, 200));
  }
  const html = ['Content-Type: text/html'];
  const records = pages.map((page, i) =>
    make.warcResponse(`http://site/${i}`, i % 9 === 4 ? [...html, 'Content-Encoding: br'] : html, Buffer.from(page)),
  );
  records.splice(90, 0, make.warcResponse('http://site/deep', html, Buffer.from(bad)));
  folder.write('site.warc.gz', gzipSync(Buffer.concat(records)));
}

const OUTPUTS = ['kept', 'removed', 'groups', 'pairs', 'annotated'];

/** All that a run writes and says, but for the time it took, and what it says when that is long. */
function run(workers: number, input: string, outputs: readonly string[], options: readonly string[]): string {
  const files = outputs.flatMap((name) => [name === 'annotated' ? '--annotate' : `--${name}`, `${workers}-${name}`]);
  const { status, stderr } = folder.run(
    'dedupe',
    input,
    '-o',
    `${workers}-kept`,
    ...files,
    ...options,
    '--workers',
    `${workers}`,
  );
  const told = stderr.replace(/^(reading|writing): .*\n/gm, '').replace(/ in .*B\/s/, '');
  const written = ['kept', ...outputs].map((name) => folder.read(`${workers}-${name}`));
  return [status, told, ...written].join('\n');
}

describe('the result with 1, 2 and 3 threads is that without others', () => {
  const few = OUTPUTS.slice(1, 3);
  const all = OUTPUTS.slice(1);
  it.each([
    ['corpus.jsonl', few, []],
    ['corpus.jsonl', few, ['--against', 'reference.jsonl']],
    ['corpus.jsonl', all, ['--rule', 'components', '--keep', 'last', '--window', '5d', '--time', 'day']],
    ['corpus.jsonl', all, ['--rule', 'complete', '--keep', 'max:score', '--threshold', '0.6', '--id', 'id']],
    ['corpus.jsonl', few, ['--keep', 'longest', '--format', 'lines', '--output-format', 'jsonl']],
    ['table.csv', few, ['--keep', 'shortest', '--exact-only']],
    ['site', few, []],
    ['site.warc.gz', few, ['--html', 'full']],
  ] as const)('%s, with %j and %j', (input, outputs, options) => {
    const alone = run(0, input, outputs, options);
    expect(alone).toMatch(/^0\n/);
    expect(folder.read('0-removed').length).toBeGreaterThan(1000);
    for (const workers of [1, 2, 3]) expect(run(workers, input, outputs, options) === alone).toBe(true);
  });
});

it('lines are counted through all pieces of a file', () => {
  const lines = Array.from({ length: 3000 }, (_, i) =>
    i % 1000 === 999 ? 'no record' : JSON.stringify({ place: i, text: `${'words and more '.repeat(40)}${i % 1500}` }),
  );
  folder.write('lines.jsonl', lines.join('\n'));
  const { stderr } = folder.run('dedupe', 'lines.jsonl', '--exact-only', '-o', 'kept', '--removed', 'removed');
  for (const line of [1000, 2000, 3000]) expect(stderr).toContain(`passed over lines.jsonl:${line}: not JSON`);
  const removed = folder.records('removed');
  expect(removed.length).toBe(1497);
  for (const { place, duplicate_of } of removed) expect(duplicate_of).toBe(`lines.jsonl:${place - 1500 + 1}`);
});

/** A module that is loaded in each thread before its script. */
const inThreads = (code: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`import { isMainThread } from 'node:worker_threads'; if (!isMainThread) { ${code} }`)}`;

describe('a thread that dies', () => {
  it.each([
    ['when it starts', 'process.exit(3)', 'it ended with exit status 3'],
    ['in the middle', 'setTimeout(() => process.exit(4), 30)', 'it ended with exit status 4'],
    ['of an error', "setTimeout(() => { throw new Error('for no reason') }, 30)", 'for no reason'],
  ])('%s is an error with a name, and leaves nothing half-written', (_, code, message) => {
    const names = folder.names();
    const env = { NODE_OPTIONS: inThreads(code) };
    const args = ['corpus.jsonl', 'corpus.jsonl', '-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--workers', '2'];
    const { status, stderr } = folder.runWith({ env }, 'dedupe', ...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^hammingbird: A worker thread failed: /m);
    expect(stderr).toContain(`${message}. With --workers 1 all is done in one thread.`);
    expect(folder.names()).toEqual(names);
  });

  it('while it makes text of a page is one, too', () => {
    const names = folder.names();
    const env = { NODE_OPTIONS: inThreads('process.exit(3)') };
    const { status, stderr } = folder.runWith({ env }, 'fingerprint', 'site', '-o', 'fingerprints.jsonl');
    expect([status, folder.names()]).toEqual([1, names]);
    expect(stderr).toContain(
      'A worker thread failed: it ended with exit status 3. Run it again, or give fewer pages at a time.',
    );
  });
});

describe('60,000 short texts with shared phrases', () => {
  const all = [...tweets(60_000)];
  beforeAll(() => folder.write('tweets.jsonl', all.map((text, id) => JSON.stringify({ id, text })).join('\n')));

  // So many that their indexes move to other threads.
  it('are decided on alike with 1, 2 and 3 threads', () => {
    const alone = run(1, 'tweets.jsonl', ['removed'], []);
    for (const workers of [2, 3]) expect(run(workers, 'tweets.jsonl', ['removed'], []) === alone).toBe(true);
  });

  it('have no group with a text that is less similar to its leader than the threshold', () => {
    const { stderr } = folder.run('dedupe', 'tweets.jsonl', '-o', 'unique.jsonl', '--removed', 'like.jsonl');
    const features = (id: number) => reference.compared(all[id]!, { words: [1], compared: [1, 1, 2] });
    let least = 1;
    for (const { id, duplicate_of, similarity } of folder.records('like.jsonl')) {
      const exact = reference.jaccard(features(id), features(duplicate_of));
      expect(similarity).toBeCloseTo(exact, 3);
      least = Math.min(least, exact);
    }
    expect(least).toBeGreaterThanOrEqual(DEFAULT_THRESHOLD);
    expect(stderr).toMatch(/^removed +6,\d{3}/m);
  });
});
