// The examples of the documentation print what they say.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { needs } from './command.ts';
import { JIEBAS } from './jieba.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe.each(['docs/segmenters.md'])('the examples in %s', (file) => {
  const blocks = [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!);

  it('are there', () => expect(blocks.length).toBe(5));

  it.for(blocks.map((code, i) => ({ number: i + 1, code })))('example $number', ({ code }, { skip }) => {
    for (const { name, jieba } of JIEBAS) needs(jieba !== undefined || !code.includes(`'${name}'`), name, skip);
    const expected = [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => printed);
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
  });
});
