// Folders with more files than a process may have open, and files in whichever way they come: small, large, in other encodings.
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonLines, MAIN, type Result } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';

const folder = folderForEach();

const recordOf = (i: number) => ({
  id: `record ${i}`,
  text: `these are the words of record ${i % 350} and more`,
});
const record = (i: number): string => JSON.stringify(recordOf(i));

/** The command where a process may have so many files open. */
function runWithFiles(most: number, ...args: string[]): Result {
  const limited = ['-c', `ulimit -n ${most} && exec "$0" "$@"`, process.execPath, MAIN, ...args];
  const { status, stdout, stderr } = spawnSync('bash', limited, { cwd: folder.path, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Of 900 files, some with lines and some with rows, and one that is too large to be copied. */
function writeMany(): string[] {
  const written: string[] = [];
  for (let i = 0; i < 900; i++) {
    const name = `many/${1000 + i}`;
    const records =
      i === 800 ? Array.from({ length: 15_000 }, (_, j) => record(1e6 + j)) : [record(i), record(900 + i)];
    if (i % 9 === 8) folder.write(`${name}.csv`, `id,text\n${recordOf(i).id},${recordOf(i).text}\n`);
    else folder.write(`${name}.jsonl`, `${records.join('\n')}\n`);
    written.push(...(i % 9 === 8 ? [record(i)] : records));
  }
  return written;
}

describe('many files', () => {
  it('are read with few of them open, as if they were one', () => {
    const records = writeMany();
    folder.write('one.jsonl', `${records.join('\n')}\n`);
    const many = runWithFiles(600, 'dedupe', 'many', '--removed', 'many-removed.jsonl', '--output-format', 'jsonl');
    const one = folder.run('dedupe', 'one.jsonl', '--removed', 'removed.jsonl');
    expect([many.status, one.status]).toEqual([0, 0]);
    expect(jsonLines(many.stdout)).toEqual(jsonLines(one.stdout));
    expect(folder.records('many-removed.jsonl')).toEqual(folder.records('removed.jsonl'));
    expect(folder.records('removed.jsonl').length).toBeGreaterThan(1000);
  });

  it('of which not even the first can be open are an error, not passed over', () => {
    writeMany();
    const { status, stdout, stderr } = runWithFiles(100, 'dedupe', 'many', '--output-format', 'jsonl');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^hammingbird: Cannot read many\/10\d\d\.\w+: too many files are open \(EMFILE\)\. Allow more/m,
    );
  });

  it('that are passed over after a look at their beginning are closed', () => {
    const compressed = Buffer.concat([Buffer.from('425a683931415926535900', 'hex'), Buffer.alloc(300_000, 7)]);
    for (let i = 0; i < 120; i++) folder.write(`many/${1000 + i}.jsonl`, compressed);
    folder.write('many/one.jsonl', `${record(1)}\n`);
    const { status, stdout, stderr } = runWithFiles(100, 'dedupe', 'many');
    expect([status, stdout]).toEqual([0, `${record(1)}\n`]);
    expect(stderr).toMatch(/^malformed +120 /m);
  });

  it('in another encoding, compressed or not, are read as each would be', () => {
    const text = 'Überschwemmung im Tal, und keine Brücke mehr über den Fluß';
    folder.write('german/1.txt', Buffer.from(text, 'latin1'));
    folder.write('german/2.jsonl', Buffer.from(`${JSON.stringify({ id: 2, text })}\n`, 'latin1'));
    folder.write('german/4.jsonl.gz', gzipSync(Buffer.from(`${JSON.stringify({ id: 4, text })}\n`, 'latin1')));
    folder.write(
      'german/3.txt',
      Buffer.from(`${text}. ${'Noch ein Satz von sehr vielen, für die Länge. '.repeat(9000)}`, 'latin1'),
    );
    const { status, stdout, stderr } = folder.run(
      'dedupe',
      'german',
      '--charset',
      'windows-1252',
      '--removed',
      'r.jsonl',
    );
    expect([status, jsonLines(stdout).map(({ id }) => id)]).toEqual([0, ['german/1.txt', 'german/3.txt']]);
    expect(jsonLines(stdout)[0].text).toBe(text);
    expect(folder.records('r.jsonl')).toMatchObject([
      { id: 2, text, duplicate_of: 'german/1.txt' },
      { id: 4, text, duplicate_of: 'german/1.txt' },
    ]);
    expect(stderr).toMatch(/^malformed +0 /m);
  });
});
