// The examples of the documentation print what they say.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Folder, MAIN, needs } from '../support/command.ts';
import { JIEBAS } from '../support/jieba.ts';
import { blocksOf, sessionLines } from '../support/sessions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the commands run, one after another, on the example news. */
const folder = new Folder();
copyFileSync(`${ROOT}examples/news.jsonl`, folder.at('news.jsonl'));
afterAll(() => folder.remove());

/** Runs a module; what it prints stands in it as comments, behind `console.log` or in lines below. */
function expectPrinted(code: string): void {
  const expected = [...code.matchAll(/^(?:console\.log\(.*\); )?\/\/ (.*)$/gm)].map(([, printed]) => printed);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stderr, printed: stdout.trimEnd().split('\n') }).toEqual({
    status: 0,
    stderr: '',
    printed: expected,
  });
  expect(expected.length).toBeGreaterThan(0);
}

/** Runs each line with a dollar; what it prints stands below it. Messages on standard error are not shown. */
function expectSession(text: string): void {
  const command = `hammingbird() { '${process.execPath}' '${MAIN}' "$@"; }\n`;
  for (const { line, printed } of sessionLines(text)) {
    const { stdout } = spawnSync('bash', ['-c', command + line], { cwd: folder.path, encoding: 'utf8' });
    expect(stdout, line).toBe(printed);
  }
}

describe.each([
  ['docs/segmenters.md', 6],
  ['docs/recipes.md', 11],
])('the examples in %s', (file, count) => {
  const page = readFileSync(`${ROOT}${file}`, 'utf8');
  const blocks = blocksOf(page, 'js', 'console').map((block, i) => ({ number: i + 1, ...block }));

  it('are there', () => expect(blocks.length).toBe(count));

  it.for(blocks)('example $number', ({ kind, text }, { skip }) => {
    for (const { name, jieba } of JIEBAS) needs(jieba !== undefined || !text.includes(`'${name}'`), name, skip);
    if (kind === 'js') expectPrinted(text);
    else expectSession(text);
  });
});
