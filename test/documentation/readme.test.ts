// The README says the same in English and in Chinese.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Folder } from '../support/command.ts';
import { blocksOf, sessionLines } from '../support/sessions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [english, chinese] = ['README.md', 'README.zh-CN.md'].map((name) => readFileSync(ROOT + name, 'utf8')) as [
  string,
  string,
];

const BLOCK = /^```(\w*)\n(.*?)^```/gms;
const COMMENTS: Readonly<Record<string, RegExp>> = { sh: /\s+# .*$/gm, ts: /\s*\/\/ .*$/gm };

/** The levels of the headings, in their order. */
const levels = (page: string): number[] =>
  [...page.replace(BLOCK, '').matchAll(/^#+(?= )/gm)].map(([marks]) => marks.length);

/** The blocks of code, without comments. */
const blocks = (page: string): string[] =>
  [...page.matchAll(BLOCK)].map(
    ([, kind, code]) => `${kind}\n${COMMENTS[kind!] ? code!.replace(COMMENTS[kind!]!, '') : code}`,
  );

/** The commands and options in each section's text, and the files that it links to, in alphabetical order. */
const mentioned = (page: string): string[][] =>
  page
    .replace(BLOCK, '')
    .split(/^#+ /m)
    .map((section) =>
      [
        ...[...section.matchAll(/`((?:--|-o|npm |npx |hammingbird )[^`]*)`/g)].map(([, code]) => code!),
        ...[...section.matchAll(/\]\(([^)]+\.(?:md|html)|LICENSE)\)/g)].map(([, file]) => file!),
      ]
        .filter((one) => !one.startsWith('README'))
        .sort(),
    );

describe('README.md', () => {
  it('shows an index that finds two texts, and makes a group of them', () => {
    const [example] = blocksOf(english, 'ts');
    const code = example!.text.replace(/^(index\.(?:search|groups)\(.*\));/gm, 'console.log($1.length);');
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['2\n1\n', '']);
  });
});

describe('the demo', () => {
  it('says what the README shows of it, and calls no texts that differ 100 % alike', () => {
    const { stdout } = spawnSync(process.execPath, ['examples/demo.mjs'], { cwd: ROOT, encoding: 'utf8' });
    const [excerpt] = [...english.matchAll(BLOCK)].filter(([, , text]) => text!.startsWith('  keep  '));
    expect(stdout).toContain(excerpt![2]!);
    expect(stdout).not.toMatch(/100 %.*here:/);
  });
});

describe('the first steps', () => {
  it('make the command known to a shell, which says what they show, but for the time', () => {
    const folder = new Folder();
    try {
      folder.write('examples/news.jsonl', readFileSync(`${ROOT}examples/news.jsonl`));
      const [alias] = blocksOf(english, 'sh').filter(({ text }) => text.startsWith('alias '));
      const { line, printed } = sessionLines(english).next().value!;
      const script = `shopt -s expand_aliases\n${alias!.text}cd '${folder.path}'\n${line}`;
      const { stderr } = spawnSync('bash', ['-c', script], { cwd: ROOT, encoding: 'utf8' });
      const timeless = (text: string) =>
        text
          .replace(/ in .* [mk]?s, .*\/s$/gm, '')
          .split('\n```')[0]!
          .trimEnd();
      expect(timeless(stderr)).toBe(timeless(printed));
    } finally {
      folder.remove();
    }
  });
});

describe('README.zh-CN.md', () => {
  it('has the headings of README.md', () => {
    expect(levels(chinese)).toEqual(levels(english));
    expect(levels(english).length).toBeGreaterThan(5);
  });

  it('has its blocks of code, but for comments', () => {
    expect(blocks(chinese)).toEqual(blocks(english));
    expect(blocks(english).length).toBeGreaterThan(8);
  });

  it('speaks of its commands, options and pages, section by section', () => {
    expect(mentioned(chinese)).toEqual(mentioned(english));
    expect(mentioned(english).flat().length).toBeGreaterThan(20);
  });

  it('shows its pictures of the page, of the page in Chinese', () => {
    const pictures = (page: string): string[] => [...page.matchAll(/\]\(([^)]+)\.png\)/g)].map(([, name]) => name!);
    expect(pictures(chinese)).toEqual(pictures(english).map((name) => `${name}-zh`));
    expect(pictures(english).length).toBeGreaterThan(3);
  });

  it('each links to the other, and what they show and link to is there', () => {
    expect(english).toContain('](README.zh-CN.md)');
    expect(chinese).toContain('](README.md)');
    const files = [...(english + chinese).matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, file]) => file!);
    expect(files.filter((file) => !existsSync(ROOT + file))).toEqual([]);
  });
});
