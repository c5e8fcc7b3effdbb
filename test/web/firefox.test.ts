// The page in Firefox: the main way through it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toHex } from '../../src/fingerprint/fingerprint.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { type Browser, hasFirefox, openFirefox, type Page } from '../engines/browsers.ts';
import { Folder, needs } from '../support/command.ts';
import { served } from '../support/page.ts';

const NEWS = readFileSync(fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url)), 'utf8');

const folder = new Folder();
let site: Awaited<ReturnType<typeof served>>;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (!hasFirefox) return;
  site = await served(folder.at('site'));
  browser = await openFirefox({
    'intl.accept_languages': 'en-GB',
    // What is clicked on stands still.
    'ui.prefersReducedMotion': 1,
    // Into that folder, without a question.
    'browser.download.folderList': 2,
    'browser.download.dir': folder.path,
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  folder.remove();
});
beforeEach(async ({ skip }) => {
  needs(hasFirefox, 'Firefox, and what drives it (npm run engines installs that)', skip);
  page = await browser.newPage();
  await page.goto(site.address);
});

/** What takes as long as the machine takes. */
const patiently = { timeout: 60_000 };

const textOf = (selector: string): Promise<string | undefined> =>
  page.evaluate((selector) => document.querySelector(selector)?.textContent, selector);

it('compares texts while they are typed', async () => {
  const text = 'The ferry to Ostrey Island will sail every half hour from April.';
  await expect
    .poll(() => textOf('#verdict'), patiently)
    .toBe('Near-duplicates: 87.3\u00a0% of the features are shared.');
  await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('#text-a')!.select(), undefined);
  await page.type('#text-a', text);
  const fingerprint = new Fingerprinter({ recipe: 'dedupe' }).fingerprint(text);
  await expect.poll(() => textOf('#figure-sign code'), patiently).toBe(`0x${toHex(fingerprint)}`);
});

it('makes of dropped files what the command makes of them, byte for byte, and says so in either language', async () => {
  folder.write('news.jsonl', NEWS);
  folder.run('dedupe', 'news.jsonl', '-o', 'expected-kept', '--removed', 'expected-removed');
  await page.evaluate((news) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([news], 'news.jsonl'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, NEWS);
  await expect.poll(() => textOf('.cards mark'), patiently).toBeTruthy();
  expect(await textOf('#run-status')).toBe('179 documents: 115 kept, 64 removed.');
  for (const which of ['kept', 'removed']) {
    await page.click(`#download-${which}`);
    const name = `${which}.jsonl`;
    await expect
      .poll(() => existsSync(folder.at(name)) && folder.read(name), patiently)
      .toBe(folder.read(`expected-${which}`));
  }
  await page.click('#language');
  expect(await textOf('h1')).toBe('这些文本里，哪些是同一篇？');
  expect(await textOf('.totals')).toContain('移除64');
});
