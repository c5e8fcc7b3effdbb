// The examples of the documentation, run: what they show is what they give.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { MAIN } from './command.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Inside the package, so that it can import itself by name. */
const scripts = join(ROOT, 'build/docs');
/** Where commands run, one after another, on the example news. */
const folder = mkdtempSync(join(tmpdir(), 'hammingbird-test-'));
copyFileSync(join(ROOT, 'examples/news.jsonl'), join(folder, 'news.jsonl'));
mkdirSync(scripts, { recursive: true });
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(scripts, { recursive: true });
});

const examples = ['recipes'].flatMap((page) =>
  [...readFileSync(join(ROOT, `docs/${page}.md`), 'utf8').matchAll(/^```(js|console)\n(.*?)^```$/gms)].map(
    ([, kind, text], i) => ({ name: `${page} ${i + 1}`, kind, text: text! }),
  ),
);

/** Runs a module; what it prints stands in it as comments at the beginning of a line. */
function expectPrinted(name: string, text: string): void {
  const script = join(scripts, `${name.replace(' ', '-')}.mjs`);
  writeFileSync(script, text);
  const printed = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  expect(printed).toBe([...text.matchAll(/^\/\/ (.*\n)/gm)].map(([, line]) => line).join(''));
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
  it.each(examples)('$name', ({ name, kind, text }) => {
    if (kind === 'js') expectPrinted(name, text);
    else expectSession(text);
  });
});
