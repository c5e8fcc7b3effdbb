// A small application, bundled by each bundler, and run: in Node and in a browser.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlers, webpackForNode } from '../engines/bundlers.ts';
import { Installed } from '../engines/installed.ts';
import { findChromium } from '../support/browser.ts';
import { needs } from '../support/command.ts';
import { Site } from '../support/site.ts';

const APPLICATIONS = fileURLToPath(new URL('./bundles', import.meta.url));
const PRINTED = {
  fingerprint: 'a0a0b3d48adcf85f',
  near: [1, 0],
  duplicates: [null, '0', null, '0'],
  segmenter: 'intl-zh',
  error: 'InvalidArgumentError',
};

/** What workers.js prints. */
const BY_WORKERS = [600, true];

const CHROMIUM = findChromium();
let app: Installed;
let site: Site;
let browser: Browser | undefined;
beforeAll(async () => {
  app = new Installed();
  cpSync(APPLICATIONS, app.folder, { recursive: true });
  site = await Site.open(app.folder);
  if (CHROMIUM) browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  site.close();
  app.remove();
});

/** What the bundle says on the standard error in Node, and the value that it prints. */
function printedInNode(bundle = 'bundle.js'): [stderr: string, printed: unknown] {
  const { stdout, stderr } = spawnSync(process.execPath, [`out/${bundle}`], { cwd: app.folder, encoding: 'utf8' });
  return [stderr, JSON.parse(stdout)];
}

/** The first line that the bundle prints in Chromium. */
async function printedInChromium(): Promise<string> {
  const page = await browser!.newPage();
  const message = page.waitForEvent('console', (one) => one.type() === 'log');
  await page.goto(site.page());
  await page.addScriptTag({ url: '/out/bundle.js', type: 'module' });
  const text = (await message).text();
  await page.close();
  return text;
}

describe.each(bundlers)('$name', (bundler) => {
  it('bundles an application that runs in Node and in Chromium', async ({ skip }) => {
    needs(bundler.isThere, `${bundler.name} (npm run engines installs it)`, skip);
    rmSync(join(app.folder, 'out'), { recursive: true, force: true });
    await bundler.bundle(app.folder, 'application.js');
    expect(printedInNode()).toEqual(['', PRINTED]);
    needs(browser !== undefined, 'Chromium', skip);
    expect(JSON.parse(await printedInChromium())).toEqual(PRINTED);
  });
});

describe.each(bundlers.filter(({ findsWorkers }) => findsWorkers))('$name', (bundler) => {
  it('finds the workers', async ({ skip }) => {
    needs(bundler.isThere, `${bundler.name} (npm run engines installs it)`, skip);
    needs(browser !== undefined, 'Chromium', skip);
    rmSync(join(app.folder, 'out'), { recursive: true, force: true });
    await bundler.bundle(app.folder, 'workers.js');
    expect(JSON.parse(await printedInChromium())).toEqual(BY_WORKERS);
  });
});

describe('webpack for Node', () => {
  it.for(['bundle.cjs', 'bundle.mjs'])('finds the workers: %s', async (filename, { skip }) => {
    needs(webpackForNode.isThere, 'webpack (npm run engines installs it)', skip);
    rmSync(join(app.folder, 'out'), { recursive: true, force: true });
    await webpackForNode.bundle(app.folder, 'workers.js', filename);
    expect(printedInNode(filename)).toEqual(['', BY_WORKERS]);
  });
});

describe.each(bundlers.filter(({ findsWorkers }) => !findsWorkers))('$name', (bundler) => {
  it('bundles an application that has workers in Node if the package stays out', async ({ skip }) => {
    needs(bundler.isThere, `${bundler.name} (npm run engines installs it)`, skip);
    rmSync(join(app.folder, 'out'), { recursive: true, force: true });
    await bundler.bundle(app.folder, 'workers.js', ['hammingbird/workers']);
    expect(printedInNode()).toEqual(['', BY_WORKERS]);
  });
});
