import { readFileSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as reference from '../reference/fingerprint.ts';
import { distance as distanceOf } from '../reference/search.ts';
import { jsonLines } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const news = jsonLines(readFileSync(NEWS, 'utf8'));
const textOf = new Map<string, string>(news.map(({ id, text }) => [id, text]));

const folder = folderForEach();

/** The ids of each group of a groups file, in order. */
function groupsIn(records: { id: string; group: string }[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const { id, group } of records) groups.set(group, [...(groups.get(group) ?? []), id]);
  return [...groups.values()].map((ids) => ids.sort()).sort();
}

/** A similarity as it is written: the first four decimals, never rounded up. */
const shown = (similarity: number) => Number(String(similarity).slice(0, '0.1234'.length));

/** What `dedupe` counts, and what it compares. */
const RECIPE = { words: [1], compared: [1, 1, 2] };

describe('the example news', () => {
  it('is at least 150 items in two languages, with ids of their own', () => {
    expect(news.length).toBeGreaterThanOrEqual(150);
    expect(textOf.size).toBe(news.length);
    for (const lang of ['en', 'zh']) expect(news.filter((item) => item.lang === lang).length).toBeGreaterThan(50);
  });

  it('falls into the intended groups', () => {
    const intended = JSON.parse(readFileSync(NEWS.replace('.jsonl', '.groups.json'), 'utf8')).groups as string[][];
    expect(folder.run('dedupe', NEWS, '-o', 'kept.jsonl', '--groups', 'groups.jsonl').status).toBe(0);
    expect(groupsIn(folder.records('groups.jsonl'))).toEqual(intended.map((ids) => [...ids].sort()).sort());
  });

  it('keeps the first of each group unchanged and in order, and says of each other what it duplicates', () => {
    const all = [
      '-o',
      'kept.jsonl',
      '--removed',
      'removed.jsonl',
      '--groups',
      'groups.jsonl',
      '--pairs',
      'pairs.jsonl',
    ];
    const { status, stdout, stderr } = folder.run('dedupe', NEWS, ...all);
    expect([status, stdout]).toEqual([0, '']);
    const removed = folder.records('removed.jsonl');
    const gone = new Set(removed.map(({ id }) => id));
    const lines = readFileSync(NEWS, 'utf8').split('\n');
    expect(folder.read('kept.jsonl')).toBe(
      lines.filter((line) => line === '' || !gone.has(JSON.parse(line).id)).join('\n'),
    );
    for (const { duplicate_of, distance, similarity, ...record } of removed) {
      expect(record).toEqual(news.find(({ id }) => id === record.id));
      expect(gone.has(duplicate_of)).toBe(false);
      expect(distance).toBeLessThanOrEqual(8);
      const exact = reference.jaccard(
        reference.compared(record.text, RECIPE),
        reference.compared(textOf.get(duplicate_of)!, RECIPE),
      );
      expect(similarity).toBe(shown(exact));
      expect(similarity).toBeGreaterThanOrEqual(0.75);
    }
    expect(stderr).toMatch(/^documents +179 .*B\/s$/m);
    expect(stderr).toMatch(new RegExp(`^removed +${removed.length}$`, 'm'));
  });

  it('pairs are exactly those that brute force finds', () => {
    folder.run('dedupe', NEWS, '-o', 'kept.jsonl', '--pairs', 'pairs.jsonl', '--distance', '13', '--threshold', '0.3');
    const seen = news.map(({ id, text }) => ({
      id,
      fingerprints: reference.several(text, RECIPE, 5),
      features: reference.compared(text, RECIPE),
    }));
    const expected = seen.flatMap((b, i) =>
      seen.slice(0, i).flatMap((a) => {
        const distance = Math.min(...a.fingerprints.map((one, j) => distanceOf(one, b.fingerprints[j]!)));
        if (distance > 13) return [];
        const similarity = reference.jaccard(a.features, b.features);
        return similarity < 0.3 ? [] : [{ a: a.id, b: b.id, distance, similarity: shown(similarity) }];
      }),
    );
    expect(folder.records('pairs.jsonl')).toEqual(expected);
  });

  it('gives the same bytes every time, through standard input and output too', () => {
    const first = folder.run('dedupe', NEWS);
    expect(folder.run('dedupe', NEWS).stdout).toBe(first.stdout);
    expect(folder.runWith({ input: readFileSync(NEWS) }, 'dedupe', '-').stdout).toBe(first.stdout);
  });
});

describe('groups', () => {
  const line = (id: string, text: string) => `${JSON.stringify({ id, text })}\n`;
  const sentence = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';

  it('do not chain: each member resembles the kept document itself', () => {
    const words = sentence.split(' ');
    const steps = Array.from({ length: 8 }, (_, i) =>
      words.map((word, at) => (at < 2 * i ? `new${word}` : word)).join(' '),
    );
    folder.write('chain.jsonl', steps.map((text, i) => line(`step${i}`, text)).join(''));
    folder.run(
      'dedupe',
      'chain.jsonl',
      '-o',
      'kept.jsonl',
      '--removed',
      'removed.jsonl',
      '--threshold',
      '0.6',
      '--distance',
      '16',
    );
    for (const { duplicate_of, text } of folder.records('removed.jsonl')) {
      const kept = steps[Number(duplicate_of.slice(4))]!;
      expect(
        reference.jaccard(reference.features(text, { words: [1, 2] }), reference.features(kept, { words: [1, 2] })),
      ).toBeGreaterThanOrEqual(0.6);
    }
    expect(folder.records('kept.jsonl').length).toBeGreaterThan(2);
  });

  it('of texts without words do not exist, and two words match only the same two', () => {
    const texts = ['', '', '!!!', '😀', '😀', 'yes', 'Yes!', 'no', 'ok then', 'OK, then.', 'ok now'];
    folder.write('short.jsonl', texts.map((text, i) => line(`${i}`, text)).join(''));
    const { stderr } = folder.run('dedupe', 'short.jsonl', '-o', 'kept.jsonl', '--removed', 'removed.jsonl');
    expect(folder.records('removed.jsonl').map(({ id, duplicate_of }) => [id, duplicate_of])).toEqual([
      ['6', '5'],
      ['9', '8'],
    ]);
    expect(stderr).toMatch(/^too short +11 /m);
  });

  it('of three words match other words below the default threshold, and the summary promises nothing else', () => {
    folder.write('short.jsonl', line('a', 'alpha beta gamma') + line('b', 'alpha beta gamma delta'));
    const { stderr } = folder.run('dedupe', 'short.jsonl', '--threshold', '0.6', '--distance', '16', '--dry-run');
    expect(stderr).toMatch(/^removed +1$/m);
    expect(stderr).toMatch(/^too short +1 +fewer than 4 features: by default a duplicate only with the same words$/m);
  });

  it('of three words match no other words by default, only one of them that comes twice', () => {
    folder.write('short.jsonl', ['a b c', 'a b c d', 'a b b c', 'c b a'].map((text, i) => line(`${i}`, text)).join(''));
    folder.run('dedupe', 'short.jsonl', '--distance', '16', '--pairs', 'pairs.jsonl');
    expect(folder.records('pairs.jsonl').map(({ a, b }) => [a, b])).toEqual([['0', '2']]);
  });

  it('of ten thousand equal texts are found at once', () => {
    folder.write('equal.jsonl', Array.from({ length: 10_000 }, (_, i) => line(`${i}`, sentence)).join(''));
    const { status, stderr } = folder.run('dedupe', 'equal.jsonl', '-o', 'kept.jsonl');
    expect([status, folder.records('kept.jsonl').length]).toEqual([0, 1]);
    expect(stderr).toMatch(/the largest has 10,000 documents: "0"/);
  });
});

describe('inputs', () => {
  it('may be folders: a file is a document, its path the id, links are not followed round in circles', () => {
    folder.write('texts/a.txt', news[0].text);
    folder.write('texts/deep/b.md', news[0].text.toUpperCase());
    folder.write('texts/deep/c', news[1].text);
    folder.write('texts/picture.png', Uint8Array.of(0x89, 0x50, 0, 0, 0));
    symlinkSync('..', folder.at('texts/deep/circle'));
    symlinkSync('nowhere', folder.at('texts/dangling'));
    const { status, stdout, stderr } = folder.run('dedupe', 'texts', '--removed', 'removed.jsonl');
    expect(status).toBe(0);
    expect(jsonLines(stdout)).toEqual([
      { id: 'texts/a.txt', text: news[0].text },
      { id: 'texts/deep/c', text: news[1].text },
    ]);
    expect(folder.records('removed.jsonl')[0]).toMatchObject({
      id: 'texts/deep/b.md',
      duplicate_of: 'texts/a.txt',
      similarity: 1,
    });
    expect(stderr).toContain('passed over texts/picture.png: not text');
    expect(stderr).toContain('passed over texts/deep/circle: a link to a folder');
    expect(stderr).toContain('passed over texts/dangling: there is no such file');
  });

  it('are not what a run writes in a folder that it reads, nor what was left of it, nor the store that it asks', () => {
    folder.write('in/a.jsonl', '{"id": 1, "text": "some words that are here"}\n');
    const old = '{"id": 2, "text": "what an earlier run has written"}\n';
    for (const name of ['real.jsonl', 'removed.jsonl', 'removed.jsonl.7654321.0123abcd.part'])
      folder.write(`in/${name}`, old);
    symlinkSync('in/real.jsonl', folder.at('kept.jsonl'));
    const outputs = ['-o', 'kept.jsonl', '--removed', 'in/removed.jsonl'];
    const args = ['in', '--format', 'jsonl', '--against', 'in/seen/', '--update', ...outputs];
    for (const kept of [[1], []]) {
      const { status, stderr } = folder.run('dedupe', ...args);
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^documents +1 [\s\S]*^malformed +0 /m)]);
      expect(folder.records('kept.jsonl').map(({ id }) => id)).toEqual(kept);
    }
  });

  it('may name their fields, have numbers as ids, or no ids at all', () => {
    folder.write('named.jsonl', '{"key": 7, "body": "some words here"}\n{"key": "x", "body": "some words here"}\n');
    folder.write('bare.jsonl', '\ufeff{"body": "other words there"}\r\n\n{"body":"other words there"}');
    const named = folder.run('dedupe', 'named.jsonl', '--id', 'key', '--text', 'body', '--groups', 'groups.jsonl');
    expect(named.stdout).toBe('{"key": 7, "body": "some words here"}\n');
    expect(folder.records('groups.jsonl')).toEqual([
      { id: 7, group: 7 },
      { id: 'x', group: 7 },
    ]);
    folder.run('dedupe', 'bare.jsonl', '--text', 'body', '--groups', 'groups.jsonl', '-o', 'kept.jsonl');
    expect(folder.records('groups.jsonl').map(({ id }) => id)).toEqual(['bare.jsonl:1', 'bare.jsonl:3']);
    expect(folder.read('kept.jsonl')).toBe('{"body": "other words there"}\r\n');
  });

  it('may have lines longer than any buffer', () => {
    const long = 'word '.repeat(600_000);
    folder.write(
      'long.jsonl',
      `{"id":1,"text":"${long}"}\n{"id":2,"text":"short and different"}\n{"id":3,"text":"${long}"}`,
    );
    const { status, stdout } = folder.run('dedupe', 'long.jsonl');
    expect([status, jsonLines(stdout).map(({ id }) => id)]).toEqual([0, [1, 2]]);
  });
});
