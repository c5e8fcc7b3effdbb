// No command writes over what it reads: not by any name of the file, nor by any of its options.
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { asOnWindows } from '../support/as-on-windows.ts';
import { MAIN } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';

const CORPUS = ['the cat sat on the mat', 'the cat sat on the mat', 'a boat on the sea at night']
  .map((text, i) => `${JSON.stringify({ id: 'abc'[i], text })}\n`)
  .join('');

const folder = folderForEach();
beforeEach(() => {
  for (const name of ['corpus.jsonl', 'seen.jsonl', 'news/today.jsonl']) folder.write(name, CORPUS);
  folder.write('a.txt', 'the cat sat on the mat');
  folder.write('page.html', '<p>the cat sat on the mat</p>');
  symlinkSync('a.txt', folder.at('link.txt'));
  linkSync(folder.at('a.txt'), folder.at('same.txt'));
  symlinkSync('news', folder.at('papers'));
});

const content = (): string[] => folder.names().map((name) => spawnSync('cat', [folder.at(name)]).stdout.toString());

describe('what a command reads', () => {
  it.each([
    ['fingerprint a.txt -o a.txt', '--output a.txt would replace a.txt, which is an input.'],
    ['fingerprint a.txt -o ./link.txt', '--output ./link.txt would replace a.txt, which is an input.'],
    ['fingerprint same.txt -o a.txt', '--output a.txt would replace same.txt, which is an input.'],
    ['fingerprint papers/today.jsonl -o news/today.jsonl', 'would replace papers/today.jsonl, which is an input.'],
    ['idf a.txt corpus.jsonl -o corpus.jsonl', '--output corpus.jsonl would replace corpus.jsonl, which is an input.'],
    ['fingerprint a.txt --idf seen.jsonl -o seen.jsonl', 'would replace seen.jsonl, which --idf reads.'],
    ['fingerprint a.txt --recipe seen.jsonl -o seen.jsonl', 'would replace seen.jsonl, which --recipe reads.'],
    ['calibrate corpus.jsonl --output corpus.jsonl', 'would replace corpus.jsonl, which is an input.'],
    ['calibrate corpus.jsonl --labels seen.jsonl --output seen.jsonl', 'seen.jsonl, which --labels reads.'],
    ['decide corpus.jsonl -o corpus.jsonl', 'would replace corpus.jsonl, which is an input.'],
    ['decide seen.jsonl --corpus a.txt corpus.jsonl --groups corpus.jsonl', 'corpus.jsonl, which --corpus reads.'],
    ['dedupe corpus.jsonl -o kept.jsonl --removed corpus.jsonl', '--removed corpus.jsonl would replace corpus.jsonl,'],
    ['dedupe corpus.jsonl -o kept.jsonl --report corpus.jsonl', '--report corpus.jsonl would replace corpus.jsonl,'],
    ['dedupe a.txt page.html -o page.html', '--output page.html would replace page.html, which is an input.'],
    ['dedupe seen.jsonl --format text -o seen.jsonl', '--output seen.jsonl would replace seen.jsonl,'],
    ['dedupe corpus.jsonl --against seen.jsonl -o seen.jsonl', 'to add what is kept to it, use --update.'],
  ])('is not replaced: %s', (line, message) => {
    const before = content();
    const { status, stderr } = folder.run(...line.split(' '));
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain(' Name another file');
    expect(content()).toEqual(before);
  });

  it('may be replaced by what is kept of its records', () => {
    expect(folder.run('dedupe', 'corpus.jsonl', '-o', 'corpus.jsonl').status).toBe(0);
    expect(folder.records('corpus.jsonl').map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it.each([
    'dedupe corpus.jsonl -o corpus.jsonl',
    'dedupe corpus.jsonl --against seen.jsonl --update -o corpus.jsonl',
    'dedupe corpus.jsonl --against seen.index --update -o kept.jsonl',
    'dedupe corpus.jsonl --against store/ --update -o corpus.jsonl',
  ])('is closed before anything takes its place, as Windows wants it: %s', (line) => {
    folder.run('dedupe', 'news/today.jsonl', '--against', 'seen.index', '--update');
    folder.run('dedupe', 'news/today.jsonl', '--against', 'store/', '--update');
    const { status, stderr } = folder.runWith({ env: asOnWindows(folder) }, ...line.split(' '));
    expect([status, stderr]).toEqual([0, expect.stringContaining('kept')]);
  });

  it.each(['fingerprint a.txt', 'compare a.txt link.txt', 'dedupe corpus.jsonl a.txt'])(
    'is not where standard output goes: %s',
    (args) => {
      const command = `"${process.execPath}" "${MAIN}" ${args} >> a.txt`;
      const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
      expect([status, stderr]).toEqual([2, expect.stringContaining('Standard output is a.txt, which is an input.')]);
      expect(folder.read('a.txt')).toBe('the cat sat on the mat');
    },
  );

  it.each([
    ['fingerprint - -o a.txt < a.txt', '--output a.txt would replace standard input, which is an input.'],
    ['dedupe - --format text -o a.txt < link.txt', '--output a.txt would replace standard input, which is an input.'],
    ['dedupe - >> corpus.jsonl < corpus.jsonl', 'Standard output is standard input, which is an input.'],
  ])('is not the file behind standard input: %s', (args, message) => {
    const before = content();
    const command = `"${process.execPath}" "${MAIN}" ${args}`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(content()).toEqual(before);
  });

  it('may be records behind standard input, whose file is whole until theirs takes its place', () => {
    const command = `"${process.execPath}" "${MAIN}" dedupe - -o corpus.jsonl < corpus.jsonl`;
    expect(spawnSync('bash', ['-c', command], { cwd: folder.path }).status).toBe(0);
    expect(folder.records('corpus.jsonl').map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('is not the file behind standard input if some of it was read before: that would be lost', () => {
    const command = `{ read -r; "${process.execPath}" "${MAIN}" dedupe - -o corpus.jsonl; } < corpus.jsonl`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
    const message = '--output corpus.jsonl would replace standard input, which is an input.';
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(folder.read('corpus.jsonl')).toBe(CORPUS);
  });

  it('is not what only looks like a file: a text, or the name of a recipe', () => {
    folder.write('words', 'old');
    expect(folder.run('fingerprint', '--strings', 'words', '-o', 'words').status).toBe(0);
    expect(folder.run('fingerprint', 'a.txt', '--recipe', 'words', '-o', 'words').status).toBe(0);
    expect(folder.records('words')[0].id).toBe('a.txt');
  });

  it('is no store in whose folder something else is written', () => {
    mkdirSync(folder.at('elsewhere'));
    expect(folder.run('dedupe', 'corpus.jsonl', '--against', 'store/', '--update', '-o', 'kept.jsonl').status).toBe(0);
    for (const line of [
      'dedupe a.txt --against store -o store/kept.jsonl',
      'dedupe a.txt --against store --update -o elsewhere/../store/hammingbird.json',
      'store export store -o store/export.jsonl',
    ]) {
      const { status, stderr } = folder.run(...line.split(' '));
      expect([status, stderr]).toEqual([2, expect.stringContaining('is in the folder of the store. Name a file outs')]);
    }
    expect(folder.run('store', 'check', 'store').status).toBe(0);
  });
});
