// The same suite in every engine, on the package as it is published.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECIPES, toHex } from '../../src/index.ts';
import { browsers, strictPages } from '../engines/browsers.ts';
import { commandLines, nodeProgram } from '../engines/command-line.ts';
import { Installed } from '../engines/installed.ts';
import { workerd } from '../engines/workerd.ts';
import * as reference from '../reference/fingerprint.ts';
import { needs } from '../support/command.ts';

const INSTALL = 'npm run engines installs it';

let app: Installed;
beforeAll(() => {
  app = new Installed();
});
afterAll(() => app.remove());

describe.each([...commandLines, workerd, ...browsers])('$name', (engine) => {
  beforeEach(({ skip }) => needs(engine.isThere, `${engine.name} (${INSTALL})`, skip));

  it.each(engine.entries)('passes every check with %s', async (entry) => {
    const { checks } = await import('./conformance/checks.js' as string);
    expect(await engine.run(entry, app.folder)).toEqual(Object.keys(checks).map((name) => ({ name })));
  });
});

describe.each(strictPages)("a page of $name without 'wasm-unsafe-eval'", (page) => {
  it('names the entry that works there', async ({ skip }) => {
    needs(page.isThere, `${page.name} (${INSTALL})`, skip);
    expect(await page.errorOn(app.folder)).toMatch(/^CoreError: .*wasm-unsafe-eval.*hammingbird\/js.* true$/);
  });
});

describe.each(['node-20', 'node-22', 'node-24', 'node-26'])('%s', (version) => {
  it('takes the package by require, without a warning', ({ skip }) => {
    const program = nodeProgram(version);
    needs(program !== undefined, `${version} (${INSTALL})`, skip);
    const script = ['', '/js', '/wasm', '/node', '/segmenters', '/workers']
      .map((entry) => `require('hammingbird${entry}')`)
      .join(';');
    const code = `${script}; console.log(require('hammingbird').toHex(require('hammingbird').simhash('one')))`;
    const options = { cwd: app.folder, encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(program!, ['--input-type=commonjs', '--eval', code], options);
    expect([stdout, stderr]).toEqual(['9f392f31e5f63567\n', '']);
  });
});

describe('the vectors', () => {
  it('are those of the reference', async () => {
    const { LONG_TEXT, TEXTS, WEIGHTED } = await import('./conformance/vectors.js' as string);
    const { longText } = await import('./conformance/data.js' as string);
    const recipes = Object.fromEntries(RECIPES.map((recipe) => [recipe.name, recipe as reference.ReferenceRecipe]));
    for (const { text, ...fingerprints } of TEXTS) {
      for (const [recipe, digits] of Object.entries(fingerprints)) {
        expect(toHex(reference.fingerprint(text, recipes[recipe]!))).toBe(digits);
      }
    }
    const ofLongText = reference.fingerprint(longText(LONG_TEXT.bytes), recipes['words-bigrams']!);
    expect(toHex(ofLongText)).toBe(LONG_TEXT.fingerprint);
    for (const { features, fingerprint } of WEIGHTED) expect(toHex(reference.ofWeighted(features))).toBe(fingerprint);
    expect([TEXTS.length, WEIGHTED.length]).toEqual([16, 2]);
  });
});
