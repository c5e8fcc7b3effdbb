// hammingbird store, and hammingbird search --store, as a user sees them.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { KeptList } from '../../src/cli/dedupe/kept-list.ts';
import { remember } from '../../src/cli/dedupe/remember.ts';
import { withoutPasswords, withoutUser } from '../../src/cli/options/store-place.ts';
import { Progress } from '../../src/cli/terminal/progress.ts';
import { ConnectionLostError } from '../../src/store/errors.ts';
import { jsonLines, type Result } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));

const folder = folderForEach();

/** Runs the command, which must succeed. */
function run(...args: string[]): Result {
  const result = folder.run(...args);
  expect([result.status, result.stderr.includes('hammingbird:')], result.stderr).toEqual([0, false]);
  return result;
}

function failure(...args: string[]): [number | null, string] {
  const { status, stderr } = folder.run(...args);
  expect(stderr).not.toContain('    at ');
  return [status, stderr];
}

describe('hammingbird store', () => {
  it('imports fingerprints, tells, checks, and exports what another store imports', () => {
    run('fingerprint', NEWS, '-o', 'news.fingerprints');
    const imported = run('store', 'import', 'seen', 'news.fingerprints', '--distance', '6');
    expect(imported.stderr).toMatch(/^documents +179 +in 1 file$/m);
    expect(JSON.parse(run('store', 'stats', 'seen', '--json').stdout)).toMatchObject({
      kind: 'folder',
      documents: 179,
      recipe: 'words-bigrams/2',
      distance: 6,
    });
    expect(run('store', 'stats', 'seen').stdout).toMatch(/^documents +179$/m);
    expect(run('store', 'check', 'seen').stdout).toBe('179 documents whole\n');
    run('store', 'compact', 'seen');
    run('store', 'export', 'seen', '-o', 'seen.jsonl');
    const exported = folder.records('seen.jsonl');
    expect([exported.length, Object.keys(exported[0])]).toEqual([179, ['id', 'fingerprint', 'time', 'recipe']]);
    run('store', 'import', 'copy', 'seen.jsonl');
    expect(run('store', 'export', 'copy').stdout).toBe(folder.read('seen.jsonl'));
    expect(run('store', 'import', 'copy', 'seen.jsonl').stderr).toMatch(/^new +0 /m);
    const found = (file: string) => run('search', file, NEWS, '--distance', '6', '--json').stdout.split('\n').sort();
    expect(found('seen.jsonl')).toEqual(found('news.fingerprints'));
  });

  it('imports what was exported with times and meta, and lists what is malformed', () => {
    const lines = [
      '{"id":"a","fingerprint":"00000000000000ff","time":5,"meta":{"x":[1]},"recipe":"words/2"}',
      '{"id":"b","fingerprint":null,"time":6,"recipe":"words/2"}',
      '{"id":7,"fingerprint":"0000000000000000","features":0,"recipe":"words/2"}',
      '{"id":"c"}',
      'torn',
      '{"id":"","fingerprint":null,"recipe":"words/2"}',
      '{"id":12345678901234567890,"fingerprint":null,"meta":1e20,"recipe":"words/2"}',
      '{"id":"d","fingerprint":null,"meta":{"x":1e400},"recipe":"words/2"}',
    ];
    folder.write('lines.jsonl', lines.join('\n'));
    const { stderr } = run('store', 'import', 'seen', 'lines.jsonl');
    expect(stderr).toMatch(/^malformed +4 /m);
    expect(stderr).toContain('passed over lines.jsonl:8: meta must be what JSON can say');
    expect(stderr).toContain('passed over lines.jsonl:4: no field "recipe"');
    const exported = jsonLines(run('store', 'export', 'seen').stdout);
    expect(exported.map(({ id, fingerprint }) => [id, fingerprint])).toEqual([
      ['12345678901234567890', null],
      ['7', null],
      ['a', '00000000000000ff'],
      ['b', null],
    ]);
    expect(exported.map(({ meta }) => meta)).toEqual([1e20, undefined, { x: [1] }, undefined]);
  });

  it('says which id comes twice, how much was stored, and what to do', () => {
    const line = (id: string, fingerprint: string) =>
      `{"id":"${id}","fingerprint":"${fingerprint}","recipe":"words/2"}`;
    const lines = [line('a', '00000000000000ff'), line('b', '000000000000ff00'), line('a', '0000000000ff0000')];
    folder.write('twice.jsonl', lines.join('\n'));
    const [status, stderr] = failure('store', 'import', 'seen', 'twice.jsonl');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('Cannot store all of twice.jsonl: "a" is stored with'),
    ]);
    expect(stderr).toContain('2 new documents are stored. Give that line another id, or remove it');
    expect(stderr).not.toContain('update');
    folder.write('twice.jsonl', lines.slice(0, 2).join('\n'));
    expect(run('store', 'import', 'seen', 'twice.jsonl').stderr).toMatch(/^new +0 /m);
  });

  it('names what cannot be done', () => {
    run('fingerprint', NEWS, '-o', 'news.fingerprints');
    run('fingerprint', NEWS, '--recipe', 'words', '-o', 'words.fingerprints');
    run('store', 'import', 'seen', 'news.fingerprints');
    folder.write('other.jsonl', '{}\n');
    expect(failure('store', 'import', 'new', 'other.jsonl')).toEqual([
      1,
      expect.stringMatching(
        /^passed over other.jsonl:1: .*\nhammingbird: There is no fingerprint in other.jsonl\. Make some with .*\n$/,
      ),
    ]);
    expect(failure('store', 'stats', 'gone')[1]).toMatch(
      /^hammingbird: There is no store in gone.*: hammingbird store import/,
    );
    expect(failure('store', 'compact', 'gone')[0]).toBe(1);
    expect(failure('store', 'check', 'news.fingerprints')[1]).toMatch(/is a file, and a store is a folder/);
    expect(failure('store', 'stats', 'mysql://x/y')[1]).toMatch(/no kind of store for mysql:/);
    expect(failure('store', 'import', 'seen', 'words.fingerprints')[1]).toMatch(/words-bigrams\/2.*words\/2/);
    expect(failure('store', 'import', 'seen', 'news.fingerprints', '--distance', '5')).toEqual([
      2,
      expect.stringMatching(/^hammingbird: --distance 5: seen was made for .*--distance\), .*store export/),
    ]);
    expect(failure('store', 'import', 'seen', 'words.fingerprints', '--recipe', 'words')).toEqual([
      2,
      expect.stringMatching(/^hammingbird: --recipe words: seen was made by the recipe words-bigrams/),
    ]);
    expect(failure('store', 'import', 'new', 'news.fingerprints', 'words.fingerprints')[1]).toMatch(
      /was made by the recipe .* 179 new documents are stored\.\n$/,
    );
    run('idf', NEWS, '-o', 'model.json');
    run('dedupe', NEWS, '--against', 'weighed/', '--update', '--idf', 'model.json');
    expect(run('store', 'stats', 'weighed').stdout).toContain('words-bigrams/2+idf-');
    const ownFile = failure('store', 'export', 'seen', '-o', 'seen/data.mdb');
    expect(ownFile).toEqual([
      2,
      expect.stringMatching(/^hammingbird: seen\/data\.mdb is in the folder of the store\./),
    ]);
    expect(run('store', 'check', 'seen').stdout).toBe('179 documents whole\n');
    expect(failure('store', 'rebuild', 'gone')[1]).toMatch(/^hammingbird: There is no store in gone/);
    expect(failure('store', 'rebuild', 'news.fingerprints')[1]).toMatch(/is a file, and a store is a folder/);
    mkdirSync(folder.at('photographs'));
    expect(failure('store', 'rebuild', 'photographs')[1]).toMatch(/^hammingbird: There is no store in photographs/);
    expect(readdirSync(folder.at('photographs'))).toEqual([]);
    expect(failure('store', 'import', 'seen')[0]).toBe(2);
    expect(folder.names()).not.toContain('gone');
  });

  it('says at Ctrl-C what of an import stays, and goes on with it', async () => {
    const line = (i: number) =>
      `{"id":"${i}","fingerprint":"${i.toString(16).padStart(16, '0')}","features":9,"recipe":"words/2"}\n`;
    folder.write('many.fingerprints', Array.from({ length: 100_000 }, (_, i) => line(i * 2654435761)).join(''));
    const running = folder.start('store', 'import', 'interrupted', 'many.fingerprints');
    const stderr = text(running.stderr!);
    const records = folder.at('interrupted/records-1/data.mdb');
    await vi.waitUntil(() => existsSync(records) && statSync(records).size > 200_000, { timeout: 20_000, interval: 5 });
    running.kill('SIGINT');
    expect(await once(running, 'close')).toEqual([130, null]);
    expect(await stderr).toContain('interrupted (SIGINT). The documents stored so far stay; the same command stores');
    run('store', 'import', 'interrupted', 'many.fingerprints');
    expect(run('store', 'check', 'interrupted').stdout).toBe('100,000 documents whole\n');
  });

  it('says on a full disk what of an import stays, and goes on with it', ({ skip }) =>
    onSmallDisk(folder, '1200k', skip, (disk) => {
      const line = (i: number) =>
        `{"id":"${i}","fingerprint":"${i.toString(16).padStart(16, '0')}","features":9,"recipe":"words/2"}\n`;
      folder.write('many.fingerprints', Array.from({ length: 30_000 }, (_, i) => line(i)).join(''));
      const [status, stderr] = failure('store', 'import', 'disk/seen', 'many.fingerprints');
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/the disk is full\. This step was not done\. The documents stored so far stay; the same/),
      ]);
      execFileSync('mount', ['-o', 'remount,size=20m', disk]);
      run('store', 'import', 'disk/seen', 'many.fingerprints');
      expect(run('store', 'check', 'disk/seen').stdout).toBe('30,000 documents whole\n');
    }));

  it('finds damage, and rebuilds', () => {
    run('fingerprint', NEWS, '-o', 'news.fingerprints');
    run('store', 'import', 'seen', 'news.fingerprints');
    const path = folder.at('seen/records-1/data.mdb');
    const bytes = readFileSync(path);
    const at = bytes.indexOf('apple-harvest-1', bytes.indexOf('apple-harvest-1') + 1);
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    const check = folder.run('store', 'check', 'seen');
    expect([check.status, check.stderr]).toEqual([
      1,
      expect.stringMatching(/(On the disk .* has changed|There is damage)/),
    ]);
    const rebuilt = run('store', 'rebuild', 'seen').stdout;
    expect(rebuilt).toMatch(
      /^178 documents saved\n1 document lost\nlost: "apple-harvest-1"\nWhat was there before is kept in /,
    );
    expect(run('store', 'check', 'seen').stdout).toBe('178 documents whole\n');
  });
});

describe('hammingbird search --store', () => {
  it('finds texts by the recipe and within the distance of the store', () => {
    run('fingerprint', NEWS, '--recipe', 'words', '-o', 'news.fingerprints');
    run('store', 'import', 'seen', 'news.fingerprints', '--distance', '8');
    const byFile = run('search', 'news.fingerprints', NEWS, '--distance', '8', '--json').stdout;
    const byStore = run('search', '--store', 'seen', NEWS, '--json').stdout;
    const keys = (text: string): string[] =>
      jsonLines(text)
        .map(({ query, id, distance }) => `${query} ${distance} ${id}`)
        .sort();
    expect(keys(byStore)).toEqual(keys(byFile));
    expect(run('search', '--store', 'seen', '--strings', 'nothing like it').stdout).toBe(
      'nothing like it   (3 features: says little)\n      nothing within 8 bits\n',
    );
    expect(failure('search', '--store', 'seen', NEWS, '--distance', '9')).toEqual([
      2,
      expect.stringMatching(
        /^hammingbird: --distance 9: seen was made for distances of up to 8\. Give less, or make a wider store/,
      ),
    ]);
    expect(failure('search', '--store', 'seen', NEWS, '--nearest', '3')[0]).toBe(2);
    expect(failure('search', 'news.fingerprints')[0]).toBe(2);
    expect(failure('search', '--store', 'seen')[0]).toBe(2);
  });
});

describe('An address in messages', () => {
  it.each([
    ['redis://someone:secret@host:1/2?prefix=a', 'redis://host:1/2?prefix=a'],
    ['redis-cluster://:se@/cret@host,other?prefix=a', 'redis-cluster://host,other?prefix=a'],
    ['postgres://someone:secret@host/a?schema=b', 'postgres://host/a?schema=b'],
    [
      'postgresql://host/a?user=someone&password=secret&schema=b',
      'postgresql://host/a?user=someone&password=…&schema=b',
    ],
    ['postgres://host/a?password=secret&sslpassword=other', 'postgres://host/a?password=…&sslpassword=…'],
    ['a folder/with@signs?password=x', 'a folder/with@signs?password=x'],
  ])('%s has no password', (where, expected) => expect(withoutUser(where)).toBe(expected));

  it.each([
    ['Cannot read s3://me:secret@bucket/a: it is', 'Cannot read s3://bucket/a: it is'],
    [
      'No file matches postgres://a?password=secret&sslpassword=x.',
      'No file matches postgres://a?password=…&sslpassword=….',
    ],
    ['Cannot read a/b?password=x, or c@d: no', 'Cannot read a/b?password=x, or c@d: no'],
    // At once, and not after every letter anew.
    ['x'.repeat(200_000), 'x'.repeat(200_000)],
  ])('that stands where a file was meant has none either: %s', (message, expected) =>
    expect(withoutPasswords(message)).toBe(expected),
  );
});

describe('hammingbird dedupe --against a store', () => {
  const text = (i: number): string =>
    Array.from({ length: 60 }, (_, j) => `word${(i * 7919 + j * j * 31 + i * j) % 9973}`).join(' ');
  const lines = (ids: readonly number[], from: (i: number) => number | string = (i) => i): string =>
    ids.map((i) => JSON.stringify({ id: from(i), text: text(i) })).join('\n');

  it('keeps what no run before has seen, and remembers it', () => {
    folder.write('monday.jsonl', `${lines([1, 2, 3])}\n${lines([2], () => 20)}\n{"id":"empty","text":"…"}`);
    folder.write(
      'tuesday.jsonl',
      lines([3, 4, 2, 5, 4], (i) => i + 100),
    );
    const monday = run('dedupe', 'monday.jsonl', '--against', 'seen/', '--update', '--removed', 'removed.jsonl');
    expect(jsonLines(monday.stdout).map(({ id }) => id)).toEqual([1, 2, 3, 'empty']);
    expect(folder.records('removed.jsonl')).toEqual([{ id: 20, text: text(2), duplicate_of: 2, distance: 0 }]);
    expect(run('dedupe', 'tuesday.jsonl', '--against', 'seen', '--dry-run', '--update').stdout).toBe('');
    const dry = run('dedupe', 'monday.jsonl', '--against', 'not-yet/', '--dry-run', '--update');
    const real = run('dedupe', 'monday.jsonl', '--against', 'soon/', '--update', '-o', 'first.jsonl');
    const counts = ({ stderr }: typeof dry) => [...stderr.matchAll(/^(kept|removed) +(.*)$/gm)].map(([row]) => row);
    expect([dry.status, counts(dry)]).toEqual([0, counts(real)]);
    expect(counts(dry)).toHaveLength(2);
    expect(folder.names()).not.toContain('not-yet');
    const tuesday = run('dedupe', 'tuesday.jsonl', '--against', 'seen', '--update', '--removed', 'removed.jsonl');
    expect(jsonLines(tuesday.stdout).map(({ id }) => id)).toEqual([104, 105]);
    expect(
      folder.records('removed.jsonl').map(({ id, duplicate_of, reference }) => [id, duplicate_of, reference]),
    ).toEqual([
      [103, '3', true],
      [102, '2', true],
      [104, 104, undefined],
    ]);
    expect(tuesday.stderr).toMatch(/^removed +3 +2 of them resemble a stored document$/m);
    expect(jsonLines(run('store', 'export', 'seen').stdout).map(({ id }) => id)).toEqual([
      '1',
      '104',
      '105',
      '2',
      '3',
      'empty',
    ]);
  });

  it('stores a document anew whose text has changed, and names what cannot be', () => {
    folder.write('one.jsonl', lines([1]));
    folder.write(
      'two.jsonl',
      lines([2], () => 1),
    );
    run('dedupe', 'one.jsonl', '--against', 'seen/', '--update', '-o', 'kept.jsonl');
    run('dedupe', 'two.jsonl', '--against', 'seen/', '--update', '-o', 'kept.jsonl');
    expect(folder.records('kept.jsonl')).toEqual([{ id: 1, text: text(2) }]);
    expect(jsonLines(run('store', 'export', 'seen').stdout)).toHaveLength(1);
    expect(run('search', '--store', 'seen', 'two.jsonl', '--json').stdout).toMatch(/"id":"1","distance":0/);
    expect(failure('dedupe', 'one.jsonl', '--against', 'seen', '--threshold', '0.5')).toEqual([
      2,
      expect.stringMatching(/^hammingbird: Against a store, .* --threshold says nothing/),
    ]);
    expect(failure('dedupe', 'one.jsonl', '--against', 'new/')[1]).toMatch(/There is no store in new/);
    expect(failure('dedupe', 'one.jsonl', '--against', 'seen', '--recipe', 'byte-8-grams')[1]).toMatch(/byte-8-grams/);
  });

  // The README and docs/stores.md say so.
  it('is compared within the distance of the store, which that of a new one is told', () => {
    run('dedupe', NEWS, '-o', 'kept.jsonl', '--removed', 'removed.jsonl');
    const all = new Set(folder.records('removed.jsonl').map(({ id }) => id));
    const seen = (store: string, ...options: string[]) => {
      run('dedupe', NEWS, '--against', store, ...options, '-o', 'kept.jsonl', '--removed', 'seen-before.jsonl');
      return folder.records('seen-before.jsonl').map(({ id }) => id);
    };
    expect(all.size).toBe(64);
    expect(seen('near/', '--update')).toHaveLength(22);
    const { stderr } = run('dedupe', NEWS, '--against', 'far/', '--update', '--dry-run', '--distance', '8');
    expect(stderr).toMatch(/^removed +58 /m);
    const found = seen('far/', '--update', '--distance', '8');
    expect(found).toHaveLength(58);
    expect(found.filter((id) => !all.has(id))).toEqual([]);
    expect(run('store', 'stats', 'far').stdout).toMatch(/^distance +8$/m);
    expect(failure('dedupe', NEWS, '--against', 'near', '--distance', '8')).toEqual([
      2,
      expect.stringContaining('--distance 8: near was made for distances of up to 3, not 8.'),
    ]);
    expect(failure('dedupe', NEWS, '--against', 'near', '--distance', 'auto')).toEqual([
      2,
      expect.stringContaining('A store has one distance'),
    ]);
  });

  it('forgets nothing that was stored under a name that is no id of its own', () => {
    const unnamed = (ids: readonly number[]): string => ids.map((i) => JSON.stringify({ text: text(i) })).join('\n');
    const seen = (days: readonly number[][]): unknown[] =>
      days.map((ids) => {
        folder.write('today.jsonl', unnamed(ids));
        return jsonLines(run('dedupe', 'today.jsonl', '--against', 'seen/', '--update').stdout).length;
      });
    expect(
      seen([
        [1, 2],
        [3, 4],
        [1, 2],
        [3, 4, 5],
      ]),
    ).toEqual([2, 2, 0, 1]);
    const ids = jsonLines(run('store', 'export', 'seen').stdout).map(({ id, fingerprint }) => [id, fingerprint]);
    expect(ids).toHaveLength(5);
    expect(ids[1]![0]).toBe(`today.jsonl:1#${ids[1]![1]}`);
  });

  it('stores all that a run keeps, also those of one id', () => {
    const names = [1, '1', 'a', 'a', 'a'];
    folder.write('same.jsonl', names.map((id, i) => JSON.stringify({ id, text: text(i + 1) })).join('\n'));
    expect(jsonLines(run('dedupe', 'same.jsonl', '--against', 'seen/', '--update').stdout)).toHaveLength(5);
    expect(jsonLines(run('store', 'export', 'seen').stdout)).toHaveLength(5);
    expect(run('dedupe', 'same.jsonl', '--against', 'seen', '--update').stdout).toBe('');
  });

  it('removes more than the heap has room for', () => {
    const one = text(1).slice(0, 100);
    folder.write(
      'same.jsonl',
      Array.from({ length: 160_000 }, (_, i) => `{"id":"page-${i}","text":"${one}"}\n`).join(''),
    );
    // In objects what is removed needs more.
    const env = { NODE_OPTIONS: '--max-old-space-size=24' };
    const args = ['dedupe', 'same.jsonl', '--against', 'seen/', '--update', '-o', 'kept.jsonl'];
    const { status, stderr } = folder.runWith({ env }, ...args, '--removed', 'removed.jsonl');
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^removed +159,999 /m)]);
    expect(folder.records('removed.jsonl')[159_998]).toEqual({
      id: 'page-159999',
      text: one,
      duplicate_of: 'page-0',
      distance: 0,
    });
  });

  it('says before it writes anything that an id is none for a store', () => {
    folder.write('long.jsonl', `${lines([1])}\n${lines([2], () => 'x'.repeat(2000))}`);
    expect(failure('dedupe', 'long.jsonl', '--against', 'seen/', '--update', '-o', 'kept.jsonl')).toEqual([
      1,
      expect.stringMatching(/^hammingbird: "x{80}" cannot be stored: An id has 1 to 1,024 bytes/),
    ]);
    folder.write(
      'long.jsonl',
      lines([1], () => 'x'.repeat(1010)),
    );
    expect(failure('dedupe', 'long.jsonl', '--against', 'seen/', '--update', '-o', 'kept.jsonl')).toEqual([
      1,
      expect.stringMatching(/^hammingbird: "x{80}" cannot be stored beside another text of that id: An id has 1 to/),
    ]);
    expect(folder.names()).not.toContain('kept.jsonl');
    expect(run('store', 'export', 'seen').stdout).toBe('');
  });

  it('says what to do if the storing fails halfway', async () => {
    const store = { load: async () => Promise.reject(ConnectionLostError.to('redis://a', 'gone', undefined)) };
    const corpus = { ids: ['a'], locate: () => ({ source: { path: 'a.jsonl' }, index: 0 }) };
    const kept = new KeptList();
    kept.push({ number: 0, fingerprint: 1n });
    await expect(remember(kept, corpus as never, store as never, new Progress())).rejects.toThrow(
      /No answer came from redis:\/\/a .* not all of it is stored\. Store the rest from there/,
    );
  });
});
