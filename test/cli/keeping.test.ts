// The options of dedupe that say which documents are pairs, which of them are kept, and what is written.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { wayTo } from '../../src/cli/dedupe/decision.ts';
import { Documents } from '../../src/cli/dedupe/documents.ts';
import { parseKeep, preferences } from '../../src/cli/dedupe/keep.ts';
import { Progress } from '../../src/cli/terminal/progress.ts';
import { RULES, type Rule } from '../../src/dedupe/group.ts';
import { keepAll } from '../../src/dedupe/verdicts.ts';
import { Corpus } from '../../src/io/corpus.ts';
import { whyNotAppendable } from '../../src/io/side-files/reference-file.ts';
import { comparable, instant, period } from '../../src/io/values.ts';
import { jsonLines, MAIN } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { csv, parquet } from '../support/format-files.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));

const folder = folderForEach();

const WORDS = Array.from({ length: 40 }, (_, i) => `word${i}`);
/** A text of forty words, so many of which from the left are others. */
const changed = (count: number, other = 'new') => WORDS.map((word, i) => (i < count ? other + i : word)).join(' ');

function write(name: string, records: readonly Record<string, unknown>[]): void {
  folder.write(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

const ids = (records: readonly { id: unknown }[]) => records.map(({ id }) => id);
/** What was kept: the ids on standard output. */
function kept(...args: string[]): unknown[] {
  const { status, stdout, stderr } = folder.run('dedupe', ...args);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return ids(jsonLines(stdout));
}

describe('--keep', () => {
  const versions = [
    { id: 'a', text: changed(0), score: 2, day: '2024-03-01', at: '2024-03-01T12:00:00+02:00' },
    { id: 'b', text: `${changed(1)} and two words more`, score: '10', day: '2024-04-01', at: '2024-03-01 11:00' },
    { id: 'c', text: changed(2), score: 'many', day: 'in May', at: null },
    { id: 'd', text: 'something else altogether, of which there is one', day: 7 },
  ];

  it('orders documents by order, length, numbers or dates; what has no such value comes last', async () => {
    write('versions.jsonl', versions);
    const corpus = new Corpus([folder.at('versions.jsonl')], { fields: { text: ['text'] } });
    const documents = new Documents(corpus);
    for await (const _ of corpus.read());
    for (const [policy, expected, missing] of [
      ['first', 'abcd', 0],
      ['last', 'dcba', 0],
      ['longest', 'bacd', 0],
      ['shortest', 'dcab', 0],
      ['max:score', 'bacd', 2],
      ['min:score', 'abcd', 2],
      ['max:day', 'bacd', 2],
      ['min:day', 'abcd', 2],
      ['max:at', 'bacd', 2],
      ['min:at', 'abcd', 2],
      ['max:nothing', 'abcd', 4],
    ] as const) {
      // All of them in one group.
      const verdicts = { ...keepAll(4), leaders: new Uint32Array(4) };
      const { order, rows } = await preferences(documents, parseKeep(policy), undefined, new Progress());
      expect([policy, Array.from(order, (document) => documents.id(document)).join('')]).toEqual([policy, expected]);
      expect(rows(verdicts).map(([, count]) => count)).toEqual(missing === 0 ? [] : [String(missing)]);
    }
    documents.close();
  });

  it('compares numbers or dates, whichever the first document of the corpus has, whatever a reference has', () => {
    write('old.jsonl', [{ id: 'old', text: 'of another kind altogether, which nothing resembles', at: '2024-03-01' }]);
    write('new.jsonl', [
      { id: 'a', text: changed(0), at: 1 },
      { id: 'b', text: changed(1), at: 2 },
    ]);
    expect(kept('new.jsonl', '--keep', 'max:at', '--against', 'old.jsonl')).toEqual(['b']);
  });

  it('counts values that are missing or cannot be compared, and they lose', () => {
    write('versions.jsonl', versions);
    const { stderr } = folder.run('dedupe', 'versions.jsonl', '--keep', 'max:score', '--removed', 'removed.jsonl');
    expect(stderr).toMatch(/^no value +1 +"score" is missing or cannot be compared/m);
    expect(folder.records('removed.jsonl').map(({ id, duplicate_of }) => [id, duplicate_of])).toEqual([
      ['a', 'b'],
      ['c', 'b'],
    ]);
  });

  it('works on tables too', () => {
    folder.write('table.csv', `id,text,score\n1,${changed(0)},9\n2,${changed(0)},10\n3,${changed(1)},\n`);
    expect(folder.run('dedupe', 'table.csv', '--keep', 'max:score').stdout).toBe(`id,text,score\n2,${changed(0)},10\n`);
  });

  it('counts every document of a group where no column has that name', () => {
    const documents = ['1', '2'].map((id) => ({ id, text: changed(0) }));
    folder.write('t.csv', csv(documents));
    folder.write('t.parquet', parquet(documents));
    for (const table of ['t.csv', 't.parquet']) {
      const { status, stderr } = folder.run('dedupe', table, '--keep', 'max:score', '--removed', 'removed.jsonl');
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^no value +2 +"score" is missing/m)]);
      expect(folder.records('removed.jsonl')).toMatchObject([{ id: '2', duplicate_of: '1' }]);
    }
  });

  it('holds all pairs, of which lines of one template have the square of their number, only for --rule and --pairs', () => {
    const way = (rule: Rule, policy: string, wantsPairs = false) =>
      wayTo({ rule, keep: parseKeep(policy), wantsPairs });
    expect(way('leader', 'first')).toBe('as they come');
    for (const policy of ['last', 'longest', 'max:score']) expect(way('leader', policy)).toBe('at the end');
    for (const rule of ['components', 'complete'] as const) expect(way(rule, 'first')).toBe('from all pairs');
    expect(way('leader', 'last', true)).toBe('from all pairs');
  });

  it('any other is wrong usage', () => {
    for (const policy of ['best', 'max', 'max:', 'middle:score', ''])
      expect(() => parseKeep(policy)).toThrow(/max:FIELD/);
    const { status, stderr } = folder.run('dedupe', NEWS, '--keep', 'best');
    expect(status).toBe(2);
    expect(stderr).toContain('It must be first, last, longest, shortest, max:FIELD or min:FIELD.');
  });
});

describe('--rule', () => {
  /** Each resembles the next; the last has little of the first. */
  const chain = Array.from({ length: 5 }, (_, i) => ({ id: `step${i}`, text: changed(4 * i) }));
  const options = ['--threshold', '0.7', '--distance', '16'];

  it('components keeps one of a chain, and names the neighbour where that is not the kept one', () => {
    write('chain.jsonl', chain);
    expect(kept('chain.jsonl', ...options, '--rule', 'components', '--removed', 'removed.jsonl')).toEqual(['step0']);
    const removed = folder.records('removed.jsonl').map(({ text, ...rest }) => rest);
    expect(removed.map(({ id, duplicate_of, via }) => [id, duplicate_of, via])).toEqual([
      ['step1', 'step0', undefined],
      ['step2', 'step0', 'step1'],
      ['step3', 'step0', 'step2'],
      ['step4', 'step0', 'step3'],
    ]);
    for (const { similarity } of removed) expect(similarity).toBeGreaterThanOrEqual(0.7);
  });

  it('complete and leader group only what resembles the kept one', () => {
    write('chain.jsonl', chain);
    expect(kept('chain.jsonl', ...options, '--rule', 'complete')).toEqual(['step0', 'step2', 'step4']);
    expect(kept('chain.jsonl', ...options, '--keep', 'last')).toEqual(['step0', 'step2', 'step4']);
  });

  it('leader gives the same bytes from pairs as without them', () => {
    const outputs = ['-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--groups', 'groups.jsonl'];
    const files = outputs.filter((name) => name.endsWith('.jsonl'));
    folder.run('dedupe', NEWS, ...outputs);
    const direct = files.map((name) => folder.read(name));
    folder.run('dedupe', NEWS, ...outputs, '--pairs', 'pairs.jsonl', '--rule', 'leader', '--keep', 'first');
    expect(files.map((name) => folder.read(name))).toEqual(direct);
    expect(direct[1]).not.toBe('');
  });

  it('gives the same bytes every time', () => {
    const runs = [1, 2].map(() => folder.run('dedupe', NEWS, '--rule', 'complete', '--keep', 'longest').stdout);
    expect(runs[1]).toBe(runs[0]);
  });
});

describe('--exact-only', () => {
  it('removes only what has the same features', () => {
    write('texts.jsonl', [
      { id: 1, text: changed(0) },
      { id: 2, text: changed(1) },
      { id: 3, text: changed(0).toUpperCase() },
    ]);
    expect(kept('texts.jsonl', '--exact-only')).toEqual([1, 2]);
  });

  it('goes with no other threshold', () => {
    expect(folder.run('dedupe', NEWS, '--exact-only', '--threshold', '0.5').status).toBe(2);
  });
});

describe('--window', () => {
  const at = (id: number, time: unknown, text = changed(0)) => ({ id, time, text });

  it('lets only documents of about the same time be pairs', () => {
    write('news.jsonl', [
      at(1, '2024-05-01'),
      at(2, '2024-05-10'),
      at(3, '2024-05-20'),
      at(4, '2024-05-24T00:00:00Z', changed(1)),
      at(5, Date.UTC(2024, 4, 30) / 1000),
      at(6, Date.UTC(2024, 5, 4)),
    ]);
    const window = ['news.jsonl', '--window', '14d', '--time', 'time'];
    expect(kept(...window)).toEqual([1, 3, 6]);
    expect(kept(...window, '--pairs', 'pairs.jsonl')).toEqual([1, 3, 6]);
    expect(
      folder
        .records('pairs.jsonl')
        .map(({ a, b }) => `${a}${b}`)
        .join(' '),
    ).toBe('12 23 24 34 35 45 46 56');
    expect(kept(...window, '--rule', 'components')).toEqual([1]);
  });

  it('counts and lists documents whose time is not known, and keeps them', () => {
    write('news.jsonl', [at(1, '2024-05-01'), at(2, 'yesterday'), at(3, undefined), at(4, '2024-05-01'), at(5, {})]);
    const { status, stdout, stderr } = folder.run('dedupe', 'news.jsonl', '--window', '2w', '--time', 'time');
    expect([status, ids(jsonLines(stdout))]).toEqual([0, [1, 2, 3, 5]]);
    expect(stderr).toContain('no time: 2: field "time" is "yesterday"\nno time: 3: field "time" is missing\n');
    expect(stderr).toContain('no time: 5: field "time" is an object\n');
    expect(stderr).toMatch(/^no time +3 +kept, and compared with nothing$/m);
  });

  it('knows no time beyond all bounds: copies with one are not folded together either', () => {
    const text = 'the ferry to the island will sail every half hour from april onwards';
    const lines = Array.from({ length: 20 }, (_, id) => `{"id":${id},"text":"${text}","time":1e400}`);
    folder.write('t.jsonl', `${lines.join('\n')}\n`);
    const { stdout, stderr } = folder.run(
      'dedupe',
      't.jsonl',
      '--window',
      '14d',
      '--time',
      'time',
      '--pairs',
      'pairs.jsonl',
    );
    expect(jsonLines(stdout).length).toBe(20);
    expect(folder.read('pairs.jsonl')).toBe('');
    expect(stderr).toContain('no time: 0: field "time" is a number beyond all bounds\n');
    expect(stderr).toMatch(/^no time +20 +kept/m);
  });

  it('needs --time, and a period', () => {
    expect(folder.run('dedupe', NEWS, '--window', '14d').stderr).toContain('--time FIELD');
    expect(folder.run('dedupe', NEWS, '--time', 'date').status).toBe(2);
    const { status, stderr } = folder.run('dedupe', NEWS, '--window', '14 days', '--time', 'date');
    expect([status, stderr.includes('36h or 14d')]).toEqual([2, true]);
  });
});

describe('--against', () => {
  const reference = [
    { id: 'r1', text: changed(0) },
    { id: 'r2', text: changed(2) },
    { id: 'r3', text: 'quite another text about the harbour and its boats' },
  ];
  const today = [
    { id: 'a', text: changed(2, 'old') },
    { id: 'r1', text: 'nothing that was ever seen before in these parts' },
    { id: 'c', text: 'nothing that was ever seen before in these parts' },
  ];

  it.each([
    ['leader', 'first', 'r1'],
    ['components', 'last', 'c'],
    ['complete', 'longest', 'r1'],
  ])('by the rule %s, keeping the %s, it wins and is not written', (rule, keep, survivor) => {
    write('seen.jsonl', reference);
    write('today.jsonl', today);
    const more = ['--removed', 'removed.jsonl', '--groups', 'groups.jsonl', '--pairs', 'pairs.jsonl'];
    expect(kept('today.jsonl', '--against', 'seen.jsonl', '--rule', rule, '--keep', keep, ...more)).toEqual([survivor]);
    const [first, second] = folder.records('removed.jsonl');
    expect(first).toMatchObject({ id: 'a', duplicate_of: 'r1', reference: true });
    expect(second.reference).toBeUndefined();
    expect(folder.records('groups.jsonl')[0]).toEqual({ id: 'a', group: 'r1', reference: true });
    expect(folder.records('pairs.jsonl').map(({ a, b, reference }) => [a, b, reference])).toEqual([
      ['r1', 'a', true],
      ['r2', 'a', true],
      ['r1', 'c', undefined],
    ]);
  });

  it.each(RULES)('by the rule %s, the one within the --window wins, though an earlier one is the same', (rule) => {
    const text = changed(0);
    write('seen.jsonl', [
      { id: 'early', time: '2024-05-01', text },
      { id: 'late', time: '2024-05-10', text },
    ]);
    write('today.jsonl', [{ id: 'new', time: '2024-05-20', text }]);
    const run = ['today.jsonl', '--against', 'seen.jsonl', '--window', '14d', '--time', 'time', '--rule', rule];
    for (const more of [[], ['--pairs', 'pairs.jsonl']]) {
      expect(kept(...run, '--removed', 'removed.jsonl', ...more)).toEqual([]);
      const because = { duplicate_of: 'late', reference: true, distance: 0, similarity: 1 };
      expect(folder.records('removed.jsonl')).toEqual([{ id: 'new', time: '2024-05-20', text, ...because }]);
    }
  });

  it('may be a folder, or files that match a pattern', () => {
    write('seen/1.jsonl', [{ id: 'old', text: changed(0) }]);
    write('today.jsonl', [
      { id: 'new', text: changed(1) },
      { id: 'other', text: 'new things happened at the harbour today' },
    ]);
    for (const reference of ['seen', 'seen/', 'seen/*.jsonl']) {
      expect(kept('today.jsonl', '--against', reference)).toEqual(['other']);
    }
  });

  it('takes a reference of any format', () => {
    folder.write('seen.csv', `id,text\nr1,${changed(0)}\n`);
    write('today.jsonl', today);
    const { stdout, stderr } = folder.run('dedupe', 'today.jsonl', '--against', 'seen.csv');
    expect(ids(jsonLines(stdout))).toEqual(['r1']);
    expect(stderr).toMatch(/^reference +1 /m);
    expect(stderr).toMatch(/^documents +3 /m);
  });

  it('may be standard input, as any input, even if another one is, too, where that is a file', () => {
    write('a.jsonl', [{ id: 1, text: 'one two three four' }]);
    for (const options of ['-', '--against -']) {
      const command = `'${process.execPath}' '${MAIN}' dedupe - ${options} < a.jsonl`;
      const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^removed +1$/m)]);
    }
  });

  it('that cannot be read is an error', () => {
    write('today.jsonl', today);
    const { status, stdout, stderr } = folder.run('dedupe', 'today.jsonl', '--against', 'none.jsonl');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Cannot read none.jsonl: there is no such file');
  });
});

describe('--update', () => {
  const day = (number: number, text: string) => ({ id: `day${number}`, text });

  it('adds what is kept to the reference, which may begin so', () => {
    write('1.jsonl', [day(1, changed(0)), day(1.5, changed(0))]);
    write('2.jsonl', [day(2, changed(1)), day(3, 'new things happened at the harbour today')]);
    const update = ['--against', 'seen.jsonl', '--update'];
    expect(kept('1.jsonl', ...update)).toEqual(['day1']);
    expect(kept('2.jsonl', ...update)).toEqual(['day3']);
    expect(ids(folder.records('seen.jsonl'))).toEqual(['day1', 'day3']);
    expect(kept('1.jsonl', '2.jsonl', ...update)).toEqual([]);
    expect(ids(folder.records('seen.jsonl'))).toEqual(['day1', 'day3']);
    expect(folder.names()).toEqual(['1.jsonl', '2.jsonl', 'seen.jsonl']);
  });

  it('leaves what was there as it was, and ends its last line', () => {
    folder.write('seen.jsonl', '\ufeff{"id" : 1, "text": "some words"}\r\n{"id":2,"text":"other words"}');
    folder.write('table.csv', `id,text\n3,${changed(0)}\n`);
    folder.run('dedupe', 'table.csv', '--against', 'seen.jsonl', '--update', '-o', 'kept.csv');
    expect(folder.read('seen.jsonl')).toBe(
      `\ufeff{"id" : 1, "text": "some words"}\r\n{"id":2,"text":"other words"}\n${JSON.stringify({ id: '3', text: changed(0) })}\n`,
    );
    const before = folder.read('seen.jsonl');
    write('more.jsonl', [day(4, 'new things happened at the harbour today')]);
    expect(kept('more.jsonl', '--against', 'seen.jsonl', '--update')).toEqual(['day4']);
    expect(folder.read('seen.jsonl')).toBe(before + folder.read('more.jsonl').trimEnd().concat('\n'));
  });

  it.each(['seen.jsonl', 'seen.index', 'seen/'])(
    'does not take %s for an input where the input is a folder',
    (reference) => {
      folder.write('a.txt', changed(0));
      for (const expected of [['a.txt'], []]) {
        expect(kept('.', '--against', reference, '--update')).toEqual(expected);
      }
      folder.write('b.txt', changed(40));
      const { stderr } = folder.run('dedupe', '.', '--against', reference, '--update', '--dry-run');
      expect(stderr).toMatch(/^documents +2 /);
    },
  );

  it.each(['seen/*.jsonl', 'seen/*.index'])(
    'adds nothing to what %s matches, and makes no file of that name',
    (pattern) => {
      write('seen/old.jsonl', [day(1, changed(0))]);
      write('new.jsonl', [day(2, changed(1))]);
      expect(folder.run('dedupe', 'new.jsonl', '--against', pattern, '--update')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(`Cannot add records to ${pattern}: it is a pattern.`),
      });
      write('seen/[1].jsonl', [day(1, changed(0))]);
      expect(kept('new.jsonl', '--against', 'seen/[1].jsonl', '--update')).toEqual([]);
    },
  );

  it('takes the reference for UTF-8, as it is written, whatever --charset says of the input', () => {
    const text = changed(0).replaceAll('word', 'wört');
    folder.write('latin.jsonl', Buffer.from(JSON.stringify(day(1, text)), 'latin1'));
    for (const expected of [['day1'], []]) {
      expect(kept('latin.jsonl', '--charset', 'latin1', '--against', 'seen.jsonl', '--update')).toEqual(expected);
    }
    expect(folder.records('seen.jsonl')).toEqual([day(1, text)]);
  });

  it('does nothing to the reference if anything fails', () => {
    write('seen.jsonl', [day(1, changed(0))]);
    write('new.jsonl', [day(2, 'new things happened')]);
    const before = folder.read('seen.jsonl');
    const failed = folder.run('dedupe', 'new.jsonl', '--against', 'seen.jsonl', '--update', '-o', 'none/kept.jsonl');
    expect([failed.status, folder.read('seen.jsonl')]).toEqual([1, before]);
    folder.run('dedupe', 'new.jsonl', '--against', 'seen.jsonl', '--update', '--dry-run');
    expect(folder.read('seen.jsonl')).toBe(before);
    expect(folder.names()).toEqual(['new.jsonl', 'seen.jsonl']);
  });

  it.each([[], ['--against', 'seen-pages/', '--update']])(
    'does not undo what something else has added to an input meanwhile whose place the output takes, with %j',
    async (...args) => {
      write('all.jsonl', [day(1, changed(0))]);
      const slow = folder.start('dedupe', 'all.jsonl', '-', '-o', 'all.jsonl', ...args);
      const stderr = text(slow.stderr!);
      await vi.waitUntil(() => folder.names().some((name) => name.startsWith(`all.jsonl.${slow.pid}.`)), 20_000);
      appendFileSync(folder.at('all.jsonl'), JSON.stringify(day(2, 'new things happened at the harbour today')));
      slow.stdin!.end(JSON.stringify(day(3, changed(1))));
      const [status] = await once(slow, 'close');
      expect([status, await stderr]).toEqual([
        1,
        expect.stringContaining('Cannot write all.jsonl: something else has changed it'),
      ]);
      expect(folder.records('all.jsonl').map(({ id }) => id)).toEqual(['day1', 'day2']);
    },
  );

  it.each(['seen.jsonl', 'seen.index'])(
    'does not undo what another run has added to %s meanwhile',
    async (reference) => {
      write('other.jsonl', [day(2, 'new things happened at the harbour today')]);
      const args = ['--against', reference, '--update', '-o', 'kept.jsonl', '--removed', 'removed.jsonl'];
      const slow = folder.start('dedupe', '-', ...args);
      const stderr = text(slow.stderr!);
      await vi.waitUntil(() => folder.names().some((name) => name.startsWith(`${reference}.${slow.pid}.`)), 20_000);
      expect(kept('other.jsonl', '--against', reference, '--update')).toEqual(['day2']);
      slow.stdin!.end(JSON.stringify(day(1, changed(0))));
      const [status] = await once(slow, 'close');
      expect([status, await stderr]).toEqual([1, expect.stringContaining('something else has changed it')]);
      expect(folder.names()).toEqual(['other.jsonl', reference]);
      expect(kept('other.jsonl', '--against', reference, '--update')).toEqual([]);
    },
  );

  it('is refused where lines cannot be added, and without a reference', async () => {
    const { gzipSync } = await import('node:zlib');
    write('new.jsonl', [day(2, 'new things happened')]);
    folder.write('seen.jsonl.gz', gzipSync('{"text":"a"}\n'));
    folder.write('zipped.jsonl', gzipSync('{"text":"a"}\n'));
    folder.write('wide.jsonl', Buffer.from('\ufeff{"text":"a"}\n', 'utf16le'));
    folder.write('seen.csv', 'text\na\n');
    folder.write('folder.jsonl/a.jsonl', '{"text":"a"}\n');
    for (const [name, why] of [
      ['seen.jsonl.gz', 'does not end in .jsonl'],
      ['seen.csv', 'does not end in .jsonl'],
      ['zipped.jsonl', 'it is compressed'],
      ['wide.jsonl', 'it is not UTF-8'],
      ['folder.jsonl', 'it is no file'],
    ] as const) {
      expect(whyNotAppendable(folder.at(name))).toContain(why);
    }
    const { status, stderr } = folder.run('dedupe', 'new.jsonl', '--against', 'zipped.jsonl', '--update');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/Cannot add records to zipped\.jsonl: it is compressed.* or a store \(seen-pages\/\)\./),
    ]);
    expect(folder.run('dedupe', 'new.jsonl', '--update').status).toBe(2);
    expect(folder.run('dedupe', 'new.jsonl', '--against', 'a.jsonl', '--update', '-o', 'a.jsonl').status).toBe(2);
  });

  it('that is an input, too, is wrong usage: nothing would be kept of it', () => {
    folder.write('seen.jsonl', '{"text": "some words that were seen before"}\n');
    for (const more of [[], ['--update']]) {
      const { status, stderr } = folder.run('dedupe', './seen.jsonl', '--against', 'seen.jsonl', ...more);
      expect([status, stderr]).toEqual([2, expect.stringContaining('./seen.jsonl is the reference of --against, too')]);
    }
  });
});

describe('--annotate', () => {
  it('writes all records in order, with what they duplicate and their group', () => {
    folder.run('dedupe', NEWS, '-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--annotate', 'all.jsonl');
    const duplicateOf = new Map(folder.records('removed.jsonl').map(({ id, duplicate_of }) => [id, duplicate_of]));
    expect(folder.records('all.jsonl')).toEqual(
      jsonLines(readFileSync(NEWS, 'utf8')).map((record) => {
        const leader = duplicateOf.get(record.id) ?? null;
        return { ...record, duplicate_of: leader, group: leader ?? record.id };
      }),
    );
  });

  it('gives a number to fields of the records that have such names', () => {
    const text = 'a sentence that stands in two records';
    folder.write('twice.csv', `id,text,group,distance\na,${text},x,1\nb,${text},y,2\n`);
    folder.run('dedupe', 'twice.csv', '-o', 'kept.csv', '--annotate', 'all.jsonl', '--removed', 'removed.jsonl');
    expect(folder.read('kept.csv')).toBe(`id,text,group,distance\na,${text},x,1\n`);
    expect(folder.records('all.jsonl')).toEqual([
      { id: 'a', text, group_2: 'x', distance: '1', duplicate_of: null, group: 'a' },
      { id: 'b', text, group_2: 'y', distance: '2', duplicate_of: 'a', group: 'a' },
    ]);
    expect(folder.records('removed.jsonl')).toEqual([
      { id: 'b', text, group: 'y', distance_2: '2', duplicate_of: 'a', distance: 0, similarity: 1 },
    ]);
  });
});

describe('--dry-run', () => {
  it('says what there would be, and writes nothing', () => {
    const outputs = ['-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--pairs', 'pairs.jsonl'];
    const real = folder.run('dedupe', NEWS, ...outputs);
    for (const name of folder.names()) folder.write(name, 'untouched');
    const dry = folder.run('dedupe', NEWS, ...outputs, '--annotate', 'all.jsonl', '--dry-run');
    const withoutTime = (text: string) => text.replace(/ in .*/, '');
    expect([dry.status, dry.stdout, withoutTime(dry.stderr)]).toEqual([0, '', withoutTime(real.stderr)]);
    expect(folder.run('dedupe', NEWS, '--dry-run').stdout).toBe('');
    expect(folder.names()).toEqual(['kept.jsonl', 'pairs.jsonl', 'removed.jsonl']);
    for (const name of folder.names()) expect(folder.read(name)).toBe('untouched');
  });
});

describe('values', () => {
  it('are numbers and ISO dates, without a zone in UTC', () => {
    expect(comparable(-1.5)).toEqual({ kind: 'number', value: -1.5 });
    expect(comparable(' 12 ')).toEqual({ kind: 'number', value: 12 });
    for (const text of [
      '2024-03-01T10:00Z',
      '2024-03-01 10:00',
      '2024-03-01t11:00:00.000+0100',
      '2024-03-01T12:00+02',
    ]) {
      expect(comparable(text)).toEqual({ kind: 'date', value: Date.UTC(2024, 2, 1, 10) });
    }
    expect(comparable('2024-03')).toEqual({ kind: 'date', value: Date.UTC(2024, 2, 1) });
    for (const other of [
      null,
      undefined,
      true,
      {},
      [],
      '',
      'x',
      '2024-02-30',
      '2024-13-01',
      '2024-13',
      '2024-03T10:00',
      '2024-03-01T25:00',
      '1/2/24',
    ])
      expect(comparable(other)).toBeUndefined();
  });

  it('tell times apart that are microseconds from each other, as databases do', () => {
    const times = [
      '1969-12-31T23:59:59.999999Z',
      ...['123', '123456', '123457', '1234575'].map((f) => `2024-03-01 10:00:00.${f}`),
    ];
    const values = times.map((time) => comparable(time)!.value);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(values[0]).toBeCloseTo(-0.001, 6);
    folder.write(
      'a.jsonl',
      times.map((at, id) => JSON.stringify({ id, at, text: 'the same words in each' })).join('\n'),
    );
    expect(kept('a.jsonl', '--keep', 'max:at')).toEqual([4]);
  });

  it('as times are dates, and Unix times in seconds, or thousandths of them down to billionths', () => {
    for (const value of ['2024-03-01', 1709251200, '1709251200', 1709251200000, 1709251200000000, 1709251200e9]) {
      expect(instant(value)).toBe(Date.UTC(2024, 2, 1));
    }
  });

  it('as times are days and years without signs between them, where these are such', () => {
    for (const value of [20240301, '20240301', ' 20240301 ']) expect(instant(value)).toBe(Date.UTC(2024, 2, 1));
    for (const value of [2024, '2024']) expect(instant(value)).toBe(Date.UTC(2024, 0, 1));
    for (const value of [20240230, '20241301']) expect(instant(value)).toBeUndefined();
    for (const value of [1899, 2100, 18991231, 21000101, 202403, 2024.5, -2024])
      expect(instant(value)).toBe(value * 1000);
  });

  it('as periods have a unit', () => {
    expect(['90s', '1.5m', '36h', '14d', '2w'].map(period)).toEqual([90e3, 90e3, 129600e3, 1209600e3, 1209600e3]);
    expect(['14', 'd', '14 days', '-1d', '1y', ''].map(period)).toEqual(new Array(6).fill(undefined));
  });
});

describe('where it is written', () => {
  it.each([
    [
      ['--removed', 'removed.JSONL.zst', '-o', 'kept.jsonl'],
      'removed.JSONL.zst: outputs are compressed by gzip alone. Name it removed.JSONL.gz or removed.JSONL.',
    ],
    [['-o', 'kept.parquet.gz'], 'kept.parquet.gz: Parquet is compressed in itself. Name it kept.parquet.'],
    [['-o', 'a/b/kept.jsonl'], 'a/b/kept.jsonl: there is no folder a/b; make it first. Nothing was written '],
    [['-o', 's3://me:secret@bucket/kept.jsonl'], 's3://bucket/kept.jsonl: it is an address, and no file; '],
    [['-o', 'kept.xlsx.gz'], 'kept.xlsx.gz: .xlsx is no format that is written. Name it by one that is, '],
    [['-o', 'kept.xlsx'], 'kept.xlsx: .xlsx is no format that is written. Name it by one that is, '],
    [
      ['--removed', 'removed.jsonl.BZ2', '-o', 'kept.jsonl'],
      'removed.jsonl.BZ2: .bz2 is no format that is written. Name it by one that is, ',
    ],
  ])('is nothing that would be taken for something else, and a folder that is there: %j', (args, message) => {
    const { status, stderr } = folder.run('dedupe', NEWS, ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`Cannot write ${message}`)]);
    expect(folder.names()).toEqual([]);
  });

  it.each([
    ['dedupe', NEWS, '--removed', 'removed.parquet'],
    ['dedupe', NEWS, '--pairs', 'pairs.csv'],
    ['dedupe', NEWS, '--groups', 'groups.TSV'],
    ['dedupe', NEWS, '--annotate', 'annotated.html'],
    ['dedupe', NEWS, '--contain', '0.9', '--contained', 'contained.parquet'],
    ['fingerprint', NEWS, '-o', 'fingerprints.csv'],
    ['decide', 'pairs.jsonl', '-o', 'verdicts.csv'],
    ['decide', 'pairs.jsonl', '--groups', 'groups.parquet'],
    ['store', 'export', 'seen', '-o', 'seen.parquet'],
  ])('is no file of another format by its name where it is JSONL: %s %s %s %s', (...args) => {
    const { status, stderr } = folder.run(...args);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('It would be JSONL. Give it a name that ends in .jsonl.'),
    ]);
    expect(folder.names()).toEqual([]);
  });

  it('is not in the place of an input from which records were passed over', () => {
    const content = '{"id": 1, "text": "one"}\n{"id": 2, "text": null}\n';
    folder.write('a.jsonl', content);
    for (const options of [[], ['--against', 'seen/', '--update']]) {
      const { status, stderr } = folder.run('dedupe', 'a.jsonl', '-o', './a.jsonl', ...options);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining('it is an input, and 1 record of it that was passed over would be lost'),
      ]);
      expect(folder.read('a.jsonl')).toBe(content);
      const command = `'${process.execPath}' '${MAIN}' dedupe - -o a.jsonl ${options.join(' ')} < a.jsonl`;
      const { status: again, stderr: said } = spawnSync('bash', ['-c', command], {
        cwd: folder.path,
        encoding: 'utf8',
      });
      expect([again, said]).toEqual([1, expect.stringContaining('1 record of it that was passed over would be lost')]);
      expect(folder.read('a.jsonl')).toBe(content);
    }
    folder.write('b.jsonl', '{"id": 3, "text": "two"}\n{"id": 4, "text": "two"}\n');
    expect(folder.run('dedupe', 'a.jsonl', 'b.jsonl', '-o', 'b.jsonl').status).toBe(0);
    expect(ids(folder.records('b.jsonl'))).toEqual([1, 3]);
  });

  it('on a terminal is a line of its own, below whatever progress was shown', () => {
    const word = (i: number, k: number) => (((i * 8 + k) * 2654435761) % 2 ** 32).toString(36);
    const textOf = (i: number) => Array.from({ length: 8 }, (_, k) => word(i, k)).join(' ');
    const texts = Array.from({ length: 30_000 }, (_, id) => ({ id, text: textOf(id) }));
    write('many.jsonl', texts);
    const command = `'${process.execPath}' '${MAIN}' dedupe many.jsonl -o kept.jsonl --annotate annotated.jsonl`;
    const { status, stdout } = spawnSync('script', ['-qefc', command, '/dev/null'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    // Each line of progress begins by clearing the one before.
    expect(stdout).toContain('\r\u001b[Kreading: ');
    expect(stdout.replaceAll('\u001b[K', '\n')).toMatch(/^documents +30,000 /m);
  });
});

describe('a folder', () => {
  it('is read but for what the run itself writes there, or an earlier one like it', () => {
    for (const name of ['a.txt', 'b.txt']) folder.write(name, 'two texts that are the same');
    folder.write('c.txt', 'and one that is another');
    folder.write('kept.jsonl.99999999.0123abcd.part', 'left by a run that was killed');
    folder.write('kept.jsonl.old', 'of somebody else');
    const args = ['-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--report', 'report.html', '--resume'];
    const outputs = () => ['kept.jsonl', 'removed.jsonl'].map((name) => folder.read(name));
    expect(folder.run('dedupe', '.', ...args).status).toBe(0);
    expect(ids(folder.records('kept.jsonl'))).toEqual(['a.txt', 'c.txt', 'kept.jsonl.old']);
    const before = outputs();
    expect(folder.run('dedupe', '*', ...args).status).toBe(0);
    expect(outputs()).toEqual(before);
    // A file that is named is read, whatever else it is.
    expect(folder.run('dedupe', 'kept.jsonl', 'c.txt', '-o', 'kept.jsonl').status).toBe(0);
    expect(ids(folder.records('kept.jsonl'))).toEqual(['a.txt', 'c.txt', 'kept.jsonl.old']);
  });

  it('is read but for what is hidden', () => {
    folder.write('texts/.git/HEAD', 'ref: refs/heads/main');
    folder.write('texts/.hidden', 'hidden');
    folder.write('texts/shown.txt', 'shown');
    expect(kept('texts')).toEqual(['texts/shown.txt']);
    expect(kept('texts/.hidden')).toEqual(['texts/.hidden']);
  });

  // What Spark writes beside the data, and Jekyll's and Hugo's names, which are no marks.
  it('is read but for the marks of a table, as a pattern is', () => {
    for (const name of ['_SUCCESS', '_metadata', '_delta_log/0.json', '_temporary/0/part-0.jsonl', '_started_42'])
      folder.write(`table/${name}`, '');
    for (const name of ['_posts/one.txt', '_index.md', '_metadata.txt', 'year=2031/part-0.txt'])
      folder.write(`table/${name}`, `a text in ${name}`);
    const read = ['table/_index.md', 'table/_metadata.txt', 'table/_posts/one.txt', 'table/year=2031/part-0.txt'];
    expect(kept('table')).toEqual(read);
    expect(kept('table/*')).toEqual(read.slice(0, 2));
    expect(kept('table/**')).toEqual(read);
    expect(kept('table/_SUCCESS')).toEqual(['table/_SUCCESS']);
  });
});
