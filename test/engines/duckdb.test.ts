// Dedupe by DuckDB writes what dedupe in memory writes, byte for byte.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { asOnWindows } from '../support/as-on-windows.ts';
import { Folder, MAIN } from '../support/command.ts';
import { generatedLines, skewedLines } from './corpus.ts';

const folder = new Folder();
process.env.TMPDIR = folder.path;
afterAll(() => folder.remove());
const news = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const OUTPUTS = { kept: '-o', removed: '--removed', pairs: '--pairs', groups: '--groups', annotated: '--annotate' };

/** The files that a run writes, and what it says, but for the time it took and what it had done on the way. */
function outputs(engine: readonly string[], args: readonly string[]) {
  const paths = Object.entries(OUTPUTS).flatMap(([name, option]) => [option, folder.at(name)]);
  const { status, stderr } = folder.run('dedupe', ...args, ...engine, ...paths);
  expect(stderr).not.toContain('hammingbird:');
  expect(status).toBe(0);
  const said = stderr.replace(/ in .*B\/s/, '').replace(/^[a-z ]+: [\d,]+ of .*\n/gm, '');
  return [said, ...Object.keys(OUTPUTS).map((name) => folder.read(name))];
}

const DUCKDB = ['--engine', 'duckdb', '--memory', '200MB'];
const scratchFolders = () => folder.names().filter((name) => name.startsWith('hammingbird-'));
const same = (...args: string[]) => expect(outputs(DUCKDB, args)).toEqual(outputs(['--engine', 'memory'], args));

describe('dedupe --engine duckdb', () => {
  it('equals the engine in memory on the example', () => same(news));

  it('equals it on generated documents, by every rule and policy', () => {
    const generated = folder.write('generated.jsonl', [...generatedLines(700)].join('\n'));
    same(generated);
    same(generated, '--rule', 'components', '--keep', 'max:rank');
    same(generated, '--rule', 'complete', '--keep', 'longest', '--distance', '6');
    same(generated, '--exact-only');
  });

  it('equals it where much is the same', () => {
    same(folder.write('skewed.jsonl', [...skewedLines(400, 50, 60)].join('\n')));
  });

  it('equals it on lines of a log, which are found by their rarest features', () => {
    const word = (n: number) => `w${((n * 7919) % 10_007).toString(36)}`;
    const lines = Array.from({ length: 3000 }, (_, i) => {
      const text = `connection from host ${word(i >> 1)} to port ${word(5000 + (i % 2900))} was established by the daemon`;
      return JSON.stringify({ id: i, text });
    });
    same(folder.write('log.jsonl', [...lines, ...generatedLines(300)].join('\n')));
  });

  it('equals it with a window and with references', () => {
    const lines = [...generatedLines(400, 5)].map((line, i) =>
      i % 9 === 0 ? line : line.replace('{', `{"time": ${1e9 + (i % 50) * 86400}, `),
    );
    // Copies from any time are no duplicates of each other.
    lines.push(JSON.stringify({ ...JSON.parse(lines[9]!), id: 'the same' }));
    const windowed = folder.write('windowed.jsonl', lines.join('\n'));
    same(windowed, '--window', '9d', '--time', 'time');
    same(
      folder.write('new.jsonl', lines.slice(200).join('\n')),
      '--against',
      folder.write('seen.jsonl', lines.slice(0, 200).join('\n')),
    );
  });

  it('equals it with an index of what was seen, which has no texts', () => {
    const lines = [...generatedLines(400, 5)];
    const seen = folder.write('seen.jsonl', lines.slice(0, 200).join('\n'));
    const index = folder.at('seen.index');
    expect(folder.run('dedupe', seen, '--against', index, '--update', '-o', folder.at('first.jsonl')).status).toBe(0);
    same(folder.write('new.jsonl', lines.slice(200).join('\n')), '--against', index);
  });

  it('says what it lacks where it cannot make its folder', () => {
    const env = { ...process.env, TMPDIR: folder.write('a file', '') };
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'dedupe', news, ...DUCKDB], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^hammingbird: Cannot make a folder for DuckDB in .*TMPDIR/),
    ]);
  });

  it('says what to do where its memory is too little, in our words, wherever that shows', () => {
    const generated = folder.write('more.jsonl', [...generatedLines(4000)].join('\n'));
    for (const input of [news, generated]) {
      const { status, stderr } = folder.run('dedupe', input, '--engine', 'duckdb', '--memory', '1', '-o', 'kept.jsonl');
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^hammingbird: DuckDB failed: .*\. Give it more by --memory, /m),
      ]);
      expect(stderr).not.toMatch(/\bSET\b| {4}at /);
    }
    expect(folder.names()).not.toContain('kept.jsonl');
  });

  it('is interrupted while it still opens its database', async () => {
    const running = folder.start('dedupe', news, ...DUCKDB, '-o', 'interrupted.jsonl');
    while (scratchFolders().length === 0) await sleep(2);
    running.kill('SIGINT');
    expect(await once(running, 'close')).toEqual([130, null]);
    expect(scratchFolders()).toEqual([]);
  });

  it('leaves nothing behind, not even where it could not while its database is open', () => {
    expect(folder.runWith({ env: asOnWindows(folder) }, 'dedupe', news, ...DUCKDB).status).toBe(0);
    expect(scratchFolders()).toEqual([]);
  });

  it('refuses memory for another engine', () => {
    const { status, stderr } = folder.run('dedupe', news, '--memory', '1GB');
    expect(status).toBe(2);
    expect(stderr).toContain('--memory is for --engine duckdb');
  });
});
