// The page of a report as it is read: in a real browser, whatever the texts are made of.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../src/report/html.ts';
import { findChromium } from '../support/browser.ts';
import { Folder, needs } from '../support/command.ts';

const CHROMIUM = findChromium();
const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));

/** Set by whatever of a corpus is run. */
declare global {
  var ran: unknown;
}

const folder = new Folder();
let browser: Browser;
let server: Server;
/** The server that hostile texts name: not by its port, with which their fingerprints would change. */
const HOST = 'hostile.example';
/** What was asked of it. */
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hosts = `--host-resolver-rules=MAP ${HOST} 127.0.0.1:${port}`;
  if (CHROMIUM) browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', hosts] });
});
afterAll(async () => {
  await browser?.close();
  server.close();
  folder.remove();
});

/** Texts that are markup, quotes and controls, which all try to run or fetch something. */
function hostile(): { id: string; text: string }[] {
  const address = `http://${HOST}`;
  const attempts = [
    `<script>ran = 1; fetch('${address}/script')</script>`,
    `<img src="${address}/img" onerror="ran = 2">`,
    `"><svg onload="ran = 3"><style>@import '${address}/style';</style>`,
    `'--></title></style></textarea><link rel="stylesheet" href='${address}/link'>`,
    `<a href="javascript:ran=4" autofocus onfocus="ran=5">x</a>`,
    `<iframe src="${address}/frame"></iframe>`,
    '\0\u0008 &lt;b&gt; & &amp; \u202edesrever\u202c \u2028 ]]> <!-- {{ran = 6}}',
  ];
  const words = Array.from({ length: 18 }, (_, i) => `word${i}`).join(' ');
  return [
    ...attempts.flatMap((attempt, i) => [
      { id: `${i} ${attempt}`, text: `${attempt} ${i} ${words}` },
      { id: `${i} again ${attempt}`, text: `${attempt} ${i} ${words} changed <b onclick="ran = 9">` },
    ]),
    ...attempts.map((attempt, i) => ({ id: `short ${i}`, text: attempt.replace(/\w+/g, '') })),
  ];
}

/** Runs dedupe over records and lines, and returns what it wrote as a report. */
function reportOf(name: string, records: readonly object[], malformed: readonly string[] = []): string {
  folder.write(name, [...records.map((record) => JSON.stringify(record)), ...malformed, ''].join('\n'));
  const { status, stderr } = folder.run('dedupe', name, '-o', 'kept.jsonl', '--report', `${name}.html`);
  expect(stderr).toMatch(/^removed/m);
  expect(status).toBe(0);
  return folder.at(`${name}.html`);
}

/** Opens a report, and notes what it asks for and complains of. */
async function open(path: string) {
  const page = await browser.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(path).href, { waitUntil: 'load' });
  return { page, requests, complaints };
}

const sectionText = (page: Page, id: string) => page.locator(`#${id}`).textContent();

describe('templates', () => {
  it('escape text wherever it stands, and markup only once', () => {
    const text = `<b title='"'>&amp;</b>\0`;
    const escaped = '&lt;b title=&#39;&quot;&#39;&gt;&amp;amp;&lt;/b&gt;␀';
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`);
    expect(html`${[html`<i>${text}</i>`, text, undefined, 0]}`.markup).toBe(`<i>${escaped}</i>${escaped}0`);
  });
});

describe('a report in a browser', () => {
  it('of hostile texts shows them as text: nothing runs, nothing is fetched', async ({ skip }) => {
    needs(CHROMIUM !== undefined, 'Chromium', skip);
    const records = hostile();
    const path = reportOf('hostile.jsonl', records, ['{"id": 1, "text": <script>ran = 8</script>}']);
    // The policy of the page would stop what escaping let through; escaping must hold without it.
    const bare = readFileSync(path, 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, '');
    expect(bare).not.toContain('Content-Security-Policy');
    for (const file of [path, folder.write('bare.html', bare)]) {
      const { page, requests, complaints } = await open(file);
      await page.locator('summary').first().click();
      await page.mouse.wheel(0, 1e5);
      expect(await page.evaluate(() => globalThis.ran)).toBe(undefined);
      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(complaints).toEqual([]);
      const strange = 'script, img, iframe, a:not([href^="#"]), link:not([href="data:,"]), svg:not([height="12"])';
      expect(await page.locator(strange).count()).toBe(0);
      const handlers = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((one) =>
          one.getAttributeNames().filter((name) => /^on/.test(name)),
        ),
      );
      expect(handlers).toEqual([]);
      const sides = await page.locator('.side.kept').allTextContents();
      for (const { text } of records.filter(({ id }) => /^\d <|^\d "|^\d '/.test(id))) expect(sides).toContain(text);
      expect(sides.join()).toContain('␀␈ &lt;b&gt; & &amp;');
      expect(await sectionText(page, 'passed-over')).toContain('<script>');
    }
    expect(asked).toEqual([]);
  });

  it('tells the totals of the run, and counts what it leaves out', async ({ skip }) => {
    needs(CHROMIUM !== undefined, 'Chromium', skip);
    const words = (seed: number) => Array.from({ length: 30 }, (_, i) => `w${seed}x${i}`).join(' ');
    const groups = Array.from({ length: 25 }, (_, g) => [
      { id: `kept-${g}`, text: words(g) },
      { id: `first-${g}`, text: `${words(g)} more` },
      { id: `second-${g}`, text: `${words(g)} some other` },
    ]).flat();
    const large = Array.from({ length: 80 }, (_, i) => ({ id: `large-${i}`, text: `${words(99)} ${i}` }));
    const short = Array.from({ length: 110 }, (_, i) => ({ id: `short-${i}`, text: `tiny${i}` }));
    const malformed = Array.from({ length: 230 }, (_, i) => `not JSON ${i}`);
    const { page } = await open(reportOf('many.jsonl', [...groups, ...large, ...short], malformed));
    const totals = await page.locator('.total b').allTextContents();
    expect(totals).toEqual(['265', '136', '129', '26', '110', '230']);
    expect(await page.locator('#groups .group').count()).toBe(20);
    expect(await sectionText(page, 'groups')).toContain('6 more groups');
    expect(await page.locator('.group .size').first().textContent()).toBe('80 documents');
    expect(await page.locator('.cohesion').first().textContent()).toContain('2,016 of 3,160 pairs compared');
    await page.locator('summary').first().click();
    expect(await page.locator('.group').first().textContent()).toContain('54 more');
    expect(await page.locator('.pair').count()).toBe(30);
    expect(await sectionText(page, 'pairs')).toContain('99 more pairs');
    const shares = (await page.locator('.pair h3').allTextContents()).map((text) => Number.parseFloat(text));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(await page.locator('#too-short tbody tr').count()).toBe(100);
    expect(await sectionText(page, 'too-short')).toContain('10 more documents are left out');
    expect(await page.locator('#passed-over tbody tr').count()).toBe(200);
    expect(await sectionText(page, 'passed-over')).toContain('30 more records and files are left out');
  });

  it('fits a desktop and a phone, is dark where that is preferred, and needs no mouse', async ({ skip }) => {
    needs(CHROMIUM !== undefined, 'Chromium', skip);
    folder.run('dedupe', NEWS, '-o', 'kept.jsonl', '--report', 'news.html');
    const { page } = await open(folder.at('news.html'));
    for (const [width, columns] of [
      [1280, 2],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const grid = await page
        .locator('.sides')
        .first()
        .evaluate((one) => getComputedStyle(one).gridTemplateColumns);
      expect(grid.split(' ').length).toBe(columns);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((one) => Number(/\d+/.exec(one)![0]));
      });
      expect(paper! > ink! ? 'light' : 'dark').toBe(colorScheme);
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const marked = await page
      .locator('mark')
      .first()
      .evaluate((mark) => getComputedStyle(mark).backgroundColor);
    expect(marked, 'dark marks beneath black words').toBe('rgb(215, 232, 251)');
    await page.emulateMedia({ media: 'screen' });
    const headings = await page.evaluate(() => [...document.querySelectorAll('h1, h2, h3')].map((one) => one.tagName));
    expect(headings.filter((name) => name === 'H1')).toEqual(['H1']);
    expect(headings.indexOf('H3')).toBeGreaterThan(headings.indexOf('H2'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    for (let steps = 0; steps < 20; steps++) {
      if ((await page.evaluate(() => document.activeElement?.tagName)) === 'SUMMARY') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('details').first().getAttribute('open')).toBe('');
  });
});

describe('a report', () => {
  it('is the same bytes for the same run, and appears with all files or none', () => {
    const run = (name: string) => folder.run('dedupe', NEWS, '-o', 'same.jsonl', '--report', name);
    expect([run('one.html').status, run('two.html').status]).toEqual([0, 0]);
    expect(folder.read('one.html')).toBe(folder.read('two.html'));
    const { status, stderr } = folder.run('dedupe', NEWS, '-o', 'none.jsonl', '--report', 'missing/page.html');
    expect([status, stderr]).toEqual([1, expect.stringContaining('missing/page.html')]);
    expect(folder.names()).not.toContain('none.jsonl');
    expect(folder.run('dedupe', NEWS, '-o', 'x.html', '--report', 'x.html').status).toBe(2);
  });

  it('shows what duplicates a reference beside its text, and counts references nowhere', async ({ skip }) => {
    needs(CHROMIUM !== undefined, 'Chromium', skip);
    const words = (seed: number) => Array.from({ length: 30 }, (_, i) => `w${seed}x${i}`).join(' ');
    const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
    const seen = [1, 2, 3].map((seed) => ({ id: `seen-${seed}`, text: `${words(seed)} old` }));
    // Two references with the same words are no near-duplicate that anybody removed.
    folder.write('seen.jsonl', lines([...seen, { id: 'again', text: `${words(1)} old` }, { id: 'tiny', text: 'a b' }]));
    const today = [
      { id: 'one', text: `${words(1)} new` },
      { id: 'two', text: `${words(2)} new` },
      { id: 'both', text: `${words(2)} newer` },
      { id: 'own', text: words(7) },
      { id: 'own again', text: `${words(7)} twice` },
    ];
    folder.write('today.jsonl', lines(today));
    const against = ['--against', 'seen.jsonl', '-o', 'fresh.jsonl', '--report', 'today.html'];
    expect(folder.run('dedupe', 'today.jsonl', ...against)).toMatchObject({ status: 0 });
    const { page } = await open(folder.at('today.html'));
    expect(await page.locator('.total b').allTextContents()).toEqual(['5', '1', '4', '3', '0', '0']);
    expect(await page.locator('header').textContent()).toContain('compared with 5 documents of a reference');
    expect(await page.locator('.group .size').allTextContents()).toEqual([
      '2 documents, and one of the reference',
      '2 documents',
      '1 document, and one of the reference',
    ]);
    const pair = page.locator('.pair').filter({ hasText: 'one' }).first();
    expect(await pair.locator('.name.kept').textContent()).toBe('reference seen-1');
    expect(await pair.locator('.side.kept').textContent()).toBe(`${words(1)} old`);
    expect(await pair.locator('.side.kept mark').allTextContents()).toEqual(['old']);
    expect(await pair.locator('.side.removed').textContent()).toBe(`${words(1)} new`);
    const own = page.locator('.pair').filter({ hasText: 'own again' });
    expect(await own.locator('.name.kept').textContent()).toBe('kept own');
    await page.setViewportSize({ width: 360, height: 800 });
    const label = await pair.locator('.side.kept').evaluate((side) => getComputedStyle(side, '::before').content);
    expect(label).toBe('"reference"');
  });

  it('does not call texts the same that it compared in part', () => {
    const words = Array.from({ length: 8000 }, (_, i) => `word${i}`);
    const path = reportOf('partly.jsonl', [
      { id: 'kept', text: words.join(' ') },
      { id: 'wrapped', text: `${words[0]}\n${words.slice(1).with(6000, 'changed').join(' ')}` },
    ]);
    const page = readFileSync(path, 'utf8');
    expect(page).toContain('in which there may be more differences');
    expect(page).not.toContain('The texts are the same');
  });

  it('of a corpus of which only contained texts were removed does not say that nothing was', () => {
    const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ');
    folder.write(
      'contained.jsonl',
      `${JSON.stringify({ text: words('a', 40) })}\n${JSON.stringify({ text: words('a', 400) })}\n`,
    );
    folder.run(
      'dedupe',
      'contained.jsonl',
      '--contain',
      '0.9',
      '--remove-contained',
      '-o',
      'kept.jsonl',
      '--report',
      'contained.html',
    );
    expect(folder.read('kept.jsonl').split('\n').length).toBe(2);
    expect(folder.read('contained.html')).not.toContain('Nothing was removed');
  });

  it('of a corpus in which nothing is alike says so', () => {
    const path = reportOf('unlike.jsonl', [
      { id: 1, text: 'one text with some words' },
      { id: 2, text: 'another' },
    ]);
    const page = readFileSync(path, 'utf8');
    for (const said of [
      'No near-duplicate was removed',
      'There is no group',
      '31 B of text',
      'None: every record and file was read',
    ]) {
      expect(page).toContain(said);
    }
  });
});
