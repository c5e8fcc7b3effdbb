// A corpus with nothing in it, such as a day without news: its outputs are empty, too, and that is no failure.
import { readFileSync } from 'node:fs';
import { parquetMetadataAsync } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderForEach } from '../support/folders.ts';
import * as make from '../support/format-files.ts';

const ONE = make.jsonl([{ id: 'a', text: 'one sentence of more than a few words' }]);

const folder = folderForEach();
beforeEach(() => void folder.write('nothing.jsonl', ''));

const parquet = (): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [], type: 'STRING' },
        { name: 'text', data: [], type: 'STRING' },
      ],
    }),
  );

describe('dedupe', () => {
  it.each([
    ['e.jsonl', '', ''],
    ['blank.jsonl', '', '\n\n'],
    ['e.jsonl.gz', '', make.gzip('')],
    ['e.jsonl.zst', '', make.zstd('')],
    ['e.json', '[]\n', '[]'],
    ['e.csv', '', ''],
    ['header.csv', 'id,text\n', 'id,text\n'],
    ['header.tsv', 'id\ttext\n', 'id\ttext'],
    ['e.warc', '', make.warc([])],
  ])('of %s keeps %j', (name, kept, content) => {
    folder.write(name, content);
    const run = folder.run('dedupe', name);
    expect([run.status, run.stdout]).toEqual([0, kept]);
    expect(run.stderr).toMatch(/^documents +0 .*\nkept +0\n/);
  });

  it('of Parquet without rows keeps its columns', async () => {
    folder.write('e.parquet', parquet());
    expect(folder.run('dedupe', 'e.parquet', '-o', 'kept.parquet').status).toBe(0);
    const { buffer } = new Uint8Array(readFileSync(folder.at('kept.parquet')));
    const { num_rows, schema } = await parquetMetadataAsync(buffer);
    expect([num_rows, schema.slice(1).map(({ name }) => name)]).toEqual([0n, ['id', 'text']]);
  });

  it('passes over what is empty beside what is not', () => {
    folder.write('e.csv', '');
    folder.write('h.csv', 'id,text\n');
    expect(folder.run('dedupe', 'e.csv', 'h.csv').stdout).toBe('id,text\n');
    folder.write('one.jsonl', ONE);
    expect(folder.run('dedupe', 'e.csv', 'nothing.jsonl', 'one.jsonl').stdout).toBe(ONE);
  });

  it('writes every output, empty', () => {
    const outputs = ['removed', 'pairs', 'groups', 'annotate', 'contained'];
    const options = outputs.flatMap((name) => [`--${name}`, `${name}.jsonl`]);
    const run = folder.run(
      'dedupe',
      'nothing.jsonl',
      '-o',
      'kept',
      '--contain',
      '0.9',
      '--report',
      'r.html',
      ...options,
    );
    expect(run.status).toBe(0);
    for (const name of ['kept', ...outputs.map((name) => `${name}.jsonl`)]) expect(folder.read(name)).toBe('');
    expect(folder.read('r.html')).toContain('</html>');
  });

  it.each([
    [['--distance', 'auto', '--recall', '0.99']],
    [['--rule', 'complete', '--exact-only']],
    [['--window', '14d', '--time', 't', '--keep', 'max:t']],
    [['--resume', '-o', 'kept']],
    [['--engine', 'duckdb']],
  ])('does so with %j', (options) => {
    const { status, stdout, stderr } = folder.run('dedupe', 'nothing.jsonl', ...options);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).not.toMatch(/NaN|Infinity|undefined/);
  });

  it.each(['seen.jsonl', 'seen.index', 'seen/'])('begins %s, and leaves it as it was', (seen) => {
    folder.write('one.jsonl', ONE);
    const keptOf = (name: string) => folder.run('dedupe', name, '--against', seen, '--update').stdout;
    expect(['nothing.jsonl', 'one.jsonl', 'nothing.jsonl', 'one.jsonl'].map(keptOf)).toEqual(['', ONE, '', '']);
  });
});

it('fingerprint and search write nothing', () => {
  folder.write('one.jsonl', ONE);
  folder.run('fingerprint', 'one.jsonl', '-o', 'one.fingerprints');
  for (const args of [['fingerprint'], ['search', 'one.fingerprints']]) {
    expect(folder.run(...args, 'nothing.jsonl')).toMatchObject({ status: 0, stdout: '' });
  }
});

describe('its file of fingerprints', () => {
  const imported = (...args: string[]) => folder.run('store', 'import', 'seen', 'none', ...args);
  beforeEach(() => folder.run('fingerprint', 'nothing.jsonl', '-o', 'none'));

  it('has nothing in it to be found', () => {
    expect(folder.run('search', 'none', '--json', '--strings', 'some words')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(folder.run('search', 'none', '--nearest', '2', '--strings', 'some words')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing within'),
    });
  });

  it('stores nothing, and makes a store only by a recipe that is given', () => {
    expect(imported()).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^documents +0 +nothing to store in none\n$/),
    });
    expect(folder.names()).not.toContain('seen');
    expect(imported('--recipe', 'words').status).toBe(0);
    expect(imported().status).toBe(0);
    expect(imported('--recipe', 'character-4-grams')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('words/2'),
    });
    expect(folder.run('store', 'stats', 'seen').stdout).toMatch(/documents +0\n(?:.*\n)*recipe +words\/2/);
  });

  it('beside one of another recipe than the default leaves the recipe to that', () => {
    folder.write('one.jsonl', ONE);
    folder.run('fingerprint', 'one.jsonl', '--recipe', 'words', '-o', 'one');
    expect(imported('one').status).toBe(0);
    expect(folder.run('store', 'stats', 'seen').stdout).toMatch(/documents +1\n(?:.*\n)*recipe +words\/2/);
  });
});

it('is an error where a format cannot be empty, where a file should have been found, and where something is to be learnt', () => {
  folder.write('e.parquet', '');
  folder.write('e.warc', '');
  folder.write('e.json', ' ');
  folder.write('folder/.hidden', '');
  const failure = (...args: string[]) => {
    const { status, stdout, stderr } = folder.run(...args);
    return [status, stdout, stderr];
  };
  expect(failure('dedupe', 'e.parquet')).toEqual([
    1,
    '',
    'hammingbird: Cannot read e.parquet: it is too short to be Parquet.\n',
  ]);
  expect(failure('dedupe', 'e.warc')).toEqual([
    1,
    '',
    'hammingbird: Cannot read e.warc: there is no WARC record in it.\n',
  ]);
  expect(failure('dedupe', 'e.json')[2]).toContain('there is no array in it');
  expect(failure('dedupe', 'folder')[2]).toContain('There is no file of text below folder.');
  expect(failure('dedupe', '*.csv')[2]).toContain('*.csv');
  for (const args of [['calibrate'], ['idf', '-o', 'model.json']]) {
    expect(failure(...args, 'nothing.jsonl')).toEqual([1, '', 'hammingbird: There is no document in nothing.jsonl.\n']);
  }
});
