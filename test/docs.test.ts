// The examples of the documentation, run: what they show is what they give.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { MAIN } from './command.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Where commands run, one after another, on the example news. */
const folder = mkdtempSync(join(tmpdir(), 'hammingbird-test-'));
copyFileSync(join(ROOT, 'examples/news.jsonl'), join(folder, 'news.jsonl'));
afterAll(() => rmSync(folder, { recursive: true }));

const examples = ['recipes'].flatMap((page) =>
  [...readFileSync(join(ROOT, `docs/${page}.md`), 'utf8').matchAll(/^```(js|console)\n(.*?)^```$/gms)].map(
    ([, kind, text], i) => ({ name: `${page} ${i + 1}`, kind, text: text! }),
  ),
);

/** Runs a module; what it prints stands in it as comments, behind `console.log` or below. */
function expectPrinted(text: string): void {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const expected = [...text.matchAll(/^(?:console\.log\(.*\); )?\/\/ (.*)$/gm)].map(([, line]) => line);
  expect([stderr, stdout.trimEnd().split('\n')]).toEqual(['', expected]);
}

/** Runs the lines with a dollar; what each prints stands below it. Messages on standard error are not shown. */
function expectSession(text: string): void {
  const command = `hammingbird() { '${process.execPath}' '${MAIN}' "$@"; }\n`;
  for (const [, line, expected] of text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
    const { stdout } = spawnSync('bash', ['-c', command + line], { cwd: folder, encoding: 'utf8' });
    expect(stdout, line).toBe(expected);
  }
}

describe('the examples of', () => {
  it.each(examples)('$name', ({ kind, text }) => {
    if (kind === 'js') expectPrinted(text);
    else expectSession(text);
  });
});
