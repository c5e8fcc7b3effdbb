// Deciding again on the pairs of a saved run gives what that run would have given.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pairsFile } from '../../src/io/side-files/pairs-file.ts';
import { jsonLines } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { freeNumbers } from '../support/open-files.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));

const folder = folderForEach();

const line = (a: unknown, b: unknown, similarity: number, more: object = {}) =>
  `${JSON.stringify({ a, b, distance: 5, similarity, ...more })}\n`;

describe('decide', () => {
  it.each([
    ['leader', 'first'],
    ['components', 'longest'],
    ['complete', 'max:date'],
  ])('by the rule %s, keeping the %s, says what dedupe would', (rule, keep) => {
    const decision = ['--rule', rule, '--keep', keep];
    folder.run('dedupe', NEWS, '--threshold', '0.5', '--pairs', 'pairs.jsonl', '-o', 'all.jsonl');
    const outputs = ['-o', 'kept.jsonl', '--removed', 'removed.jsonl', '--groups', 'groups.jsonl'];
    folder.run('dedupe', NEWS, '--threshold', '0.75', ...decision, ...outputs);
    const again = ['decide', 'pairs.jsonl', '--threshold', '0.75', '--groups', 'again.jsonl', '--corpus', NEWS];
    const { status, stdout } = folder.run(...again, ...decision);
    expect([status, folder.read('again.jsonl')]).toEqual([0, folder.read('groups.jsonl')]);
    const verdicts = jsonLines(stdout);
    expect(verdicts.filter((one) => one.duplicate_of === null).map(({ id }) => id)).toEqual(
      folder.records('kept.jsonl').map(({ id }) => id),
    );
    const because = ({ id, duplicate_of, distance, similarity, via }: Record<string, unknown>) => ({
      id,
      duplicate_of,
      distance,
      similarity,
      via,
    });
    expect(verdicts.filter((one) => one.duplicate_of !== null).map(because)).toEqual(
      folder.records('removed.jsonl').map(because),
    );
  });

  it('knows copies that folded, documents of the reference, and chains', () => {
    folder.write(
      'pairs.jsonl',
      line('r', 'b', 0.8, { reference: true }) +
        line('x', 'y', 0.9) +
        line('y', 'z', 0.85) +
        line('y', 'copy', 1, { distance: 0, same: true }),
    );
    const { status, stdout } = folder.run('decide', 'pairs.jsonl', '--rule', 'components', '--groups', 'groups.jsonl');
    expect(status).toBe(0);
    expect(jsonLines(stdout)).toEqual([
      { id: 'b', duplicate_of: 'r', group: 'r', reference: true, distance: 5, similarity: 0.8 },
      { id: 'x', duplicate_of: null, group: 'x' },
      { id: 'y', duplicate_of: 'x', group: 'x', distance: 5, similarity: 0.9 },
      { id: 'z', duplicate_of: 'x', group: 'x', distance: 5, similarity: 0.85, via: 'y' },
      { id: 'copy', duplicate_of: 'x', group: 'x', distance: 5, similarity: 0.9 },
    ]);
    expect(folder.records('groups.jsonl')[0]).toEqual({ id: 'b', group: 'r', reference: true });
  });

  it.each(['leader', 'complete'])('by the rule %s has references in the order that lines tell', (rule) => {
    const of = (a: string, b: string) => line(a, b, 0.9, { reference: true });
    folder.write('pairs.jsonl', of('second', 'x') + of('first', 'y') + of('second', 'y'));
    const { stdout } = folder.run('decide', 'pairs.jsonl', '--rule', rule);
    expect(jsonLines(stdout).map(({ id, duplicate_of }) => [id, duplicate_of])).toEqual([
      ['x', 'second'],
      ['y', 'first'],
    ]);
  });

  it('writes similarities as they are in the pairs', () => {
    const similarities = Array.from({ length: 10_001 }, (_, i) => i / 10_000);
    folder.write('pairs.jsonl', similarities.map((similarity, i) => line(`a${i}`, `b${i}`, similarity)).join(''));
    const verdicts = jsonLines(folder.run('decide', 'pairs.jsonl').stdout);
    expect(verdicts.filter((one) => one.duplicate_of !== null).map(({ similarity }) => similarity)).toEqual(
      similarities,
    );
    folder.write('pairs.jsonl', line('a', 'b', 0.99999) + line('a', 'c', 0.75759));
    const [, b, c] = jsonLines(folder.run('decide', 'pairs.jsonl').stdout);
    expect([b.similarity, c.similarity]).toEqual([0.9999, 0.7575]);
  });

  it('without the corpus puts each a before its b, whatever the order of the lines', () => {
    folder.write('pairs.jsonl', line(7, 9, 0.9) + line(2, 5, 0.8) + line(5, 7, 0.9));
    const { stdout, stderr } = folder.run('decide', 'pairs.jsonl', '--threshold', '0.85');
    expect(jsonLines(stdout).map(({ id, duplicate_of }) => [id, duplicate_of])).toEqual([
      [2, null],
      [5, null],
      [7, 5],
      [9, null],
    ]);
    expect(stderr).toMatch(/^pairs +2 +of 3, the least similar of which have 0.8$/m);
  });

  it.each(['leader', 'components', 'complete'])('by the rule %s takes a pair once that stands there twice', (rule) => {
    const one = line('x', 'y', 0.9) + line('x', 'z', 0.8) + line('y', 'w', 0.7) + line('p', 'q', 0.8);
    const copy = line('z', 'copy', 1, { distance: 0, same: true });
    const references = line('r', 'q', 0.8, { reference: true }) + line('s', 'q', 0.8, { reference: true });
    const all = one + copy + references;
    folder.write('once.jsonl', all);
    folder.write('twice.jsonl', all + line('y', 'x', 0.6) + all);
    const once = folder.run('decide', 'once.jsonl', '--rule', rule);
    const twice = folder.run('decide', 'twice.jsonl', '--rule', rule);
    expect([twice.status, twice.stdout]).toEqual([0, once.stdout]);
    expect(twice.stderr).toContain('7   of 15,');
  });

  it('takes more pairs than the heap has room for', () => {
    const pairs = Array.from({ length: 60_000 }, (_, i) => line(`page-${i}`, `page-${i + 1 + (i % 7)}`, 0.9));
    folder.write('pairs.jsonl', pairs.join(''));
    // In objects they need twice as much.
    const env = { NODE_OPTIONS: '--max-old-space-size=24' };
    const { status, stderr } = folder.runWith({ env }, 'decide', 'pairs.jsonl', '-o', 'verdicts.jsonl');
    expect([status, stderr]).toEqual([0, expect.stringContaining('of 60,000, the least similar of which have 0.9')]);
  });

  it('lists lines that are no pairs, and does the rest', () => {
    folder.write(
      'pairs.jsonl',
      `${line('a', 'b', 0.9)}{"a":\n[]\n\n${line('a', {}, 1)}${line('a', 'c', 2)}${line('d', 'd', 1)}${line('a', 'e', 0.9, { same: true })}{"a":1,"b":2,"similarity":1}\n${line('a', 'b', 1, { distance: 0.5 })}`,
    );
    const { status, stdout, stderr } = folder.run('decide', 'pairs.jsonl');
    expect([status, jsonLines(stdout).length]).toEqual([0, 2]);
    expect(stderr).toContain('passed over pairs.jsonl:2: not JSON: ');
    expect(stderr).toContain('passed over pairs.jsonl:3: not a JSON object but an array\n');
    expect(stderr).toContain('passed over pairs.jsonl:5: no field "b" with an id\n');
    expect(stderr).toContain('passed over pairs.jsonl:6: no field "similarity" with a number from 0 to 1\n');
    expect(stderr).toContain('passed over pairs.jsonl:7: it pairs "d" with itself\n');
    expect(stderr).toContain('passed over pairs.jsonl:8: "same" needs "similarity" 1\n');
    for (const place of [9, 10]) {
      expect(stderr).toContain(`passed over pairs.jsonl:${place}: no field "distance" with a whole number, 0 to 64\n`);
    }
  });

  it('takes a document of the reference for another than one with the same id', () => {
    folder.write('pairs.jsonl', line('a', 'a', 1, { reference: true }));
    const { status, stdout, stderr } = folder.run('decide', 'pairs.jsonl');
    expect([status, jsonLines(stdout)]).toEqual([
      0,
      [{ id: 'a', group: 'a', duplicate_of: 'a', distance: 5, similarity: 1, reference: true }],
    ]);
    expect(stderr).not.toContain('passed over');
  });

  it('closes a file of pairs also where its reader stops', async () => {
    const path = folder.write('pairs.jsonl', line('a', 'b', 0.9) + line('c', 'd', 0.9));
    const before = freeNumbers(path);
    for await (const { record } of pairsFile(path).read()) {
      expect(record.a).toBe('a');
      break;
    }
    expect(freeNumbers(path)).toEqual(before);
  });

  it('of no pairs tells no similarity', () => {
    folder.write('pairs.jsonl', '');
    const { status, stderr } = folder.run('decide', 'pairs.jsonl');
    expect([status, stderr]).toEqual([0, 'pairs        0\nkept         0\nremoved      0\ngroups       0\n']);
  });

  it('names what is wrong', () => {
    folder.write('pairs.jsonl', line('a', 'b', 0.9));
    folder.write('none.jsonl', '{}\n');
    folder.write('other.jsonl', '{"id":"a","text":"some words"}\n');
    folder.write('twice.jsonl', '{"id":"a","text":"some words"}\n{"id":"b","text":"w"}\n{"id":"b","text":"w"}\n');
    for (const [args, expected, message] of [
      [['missing.jsonl'], 1, 'Cannot read missing.jsonl: there is no such file'],
      [['none.jsonl'], 1, 'There is no pair in none.jsonl'],
      [['pairs.jsonl', '--keep', 'longest'], 2, 'This --keep needs the records'],
      [['pairs.jsonl', '--corpus', 'other.jsonl'], 1, '"b" of the pairs is no document of the corpus'],
      [['pairs.jsonl', '--corpus', 'twice.jsonl'], 1, 'several documents with the id "b"'],
    ] as const) {
      const { status, stdout, stderr } = folder.run('decide', ...args, '-o', 'verdicts.jsonl');
      expect([status, stdout, stderr.includes(message)]).toEqual([expected, '', true]);
    }
    expect(folder.names()).not.toContain('verdicts.jsonl');
  });
});
