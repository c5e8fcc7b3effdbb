// What the pages and the benchmarks tell to run in a checkout is there.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };
const PAGES = [
  ...['README.md', 'README.zh-CN.md'],
  ...['docs', 'bench'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => /\.(md|ts)$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
];

/** What a page names behind a word, such as the scripts behind «npm run». */
const named = (page: string, pattern: RegExp): string[] =>
  [...readFileSync(ROOT + page, 'utf8').matchAll(pattern)].map(([, name]) => name!);

describe('commands to run in a checkout', () => {
  it('are scripts of the package', () => {
    const names = PAGES.flatMap((page) => named(page, /\bnpm run ([\w:]+)/g));
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(names.length).toBeGreaterThan(10);
  });

  // What is compiled of a benchmark is not there in a checkout, and stands behind a script.
  it('name no file that nobody has made', () => {
    expect(PAGES.flatMap((page) => named(page, /\bnode (build\/[\w./-]+)/g))).toEqual([]);
  });
});
