// Chromium and Firefox: the main thread, a dedicated worker, and pages with a strict policy.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/browser.ts';
import { Site } from '../support/site.ts';
import type { Engine, Entry, Result } from './engine.ts';
import { programNamed } from './programs.ts';

/** What is the same of Playwright's pages and Puppeteer's. */
export interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<Given, Result>(run: (given: Given) => Result, given: Given): Promise<Awaited<Result>>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
}

export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

declare global {
  /** What `conformance/browser-page.js` offers. */
  var conformTo: (entry: Entry) => Promise<readonly Result[]>;
  var conformInWorker: typeof conformTo;
  var firstUse: () => Promise<string>;
}

const CHROMIUM = findChromium();
const FIREFOX = programNamed('firefox-esr', 'firefox');
/** It drives a Firefox that it has not patched, by WebDriver BiDi. */
const PUPPETEER = resolved('puppeteer-core');
export const hasFirefox = FIREFOX !== undefined && PUPPETEER !== undefined;

const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] }) as unknown as Promise<Browser>;

/** @param preferences those of `about:config` */
export async function openFirefox(preferences: Readonly<Record<string, unknown>> = {}): Promise<Browser> {
  const { default: puppeteer } = await import(pathToFileURL(PUPPETEER!).href);
  return puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX!, extraPrefsFirefox: preferences });
}

const STRICT = "default-src 'none'; connect-src 'self'; script-src 'self'";

interface Place {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly policy?: string;
  readonly inWorker?: true;
}

const PLACES: readonly Place[] = [
  { name: 'main thread', entries: ['hammingbird', 'hammingbird/js', 'hammingbird/wasm'] },
  { name: 'dedicated worker', entries: ['hammingbird'], inWorker: true },
  { name: "strict page with 'wasm-unsafe-eval'", entries: ['hammingbird'], policy: `${STRICT} 'wasm-unsafe-eval'` },
  { name: 'strict page', entries: ['hammingbird/js'], policy: STRICT },
];

export const browsers: readonly Engine[] = [
  ...PLACES.map((place) => engine('Chromium', place, CHROMIUM !== undefined, openChromium)),
  ...PLACES.map((place) => engine('Firefox', place, hasFirefox, openFirefox)),
];

function engine(browser: string, place: Place, isThere: boolean, open: () => Promise<Browser>): Engine {
  return {
    name: `${browser}, ${place.name}`,
    entries: place.entries,
    isThere,
    run: (entry, folder) =>
      onPage(open, folder, place.policy, (page) =>
        page.evaluate(([run, entry]) => globalThis[run](entry), [
          place.inWorker ? 'conformInWorker' : 'conformTo',
          entry,
        ] as const),
      ),
  };
}

/** What a strict page says when the entry with WebAssembly is used on it. */
export const strictPages = [
  { name: 'Chromium', isThere: CHROMIUM !== undefined, open: openChromium },
  { name: 'Firefox', isThere: hasFirefox, open: openFirefox },
].map(({ open, ...rest }) => ({
  ...rest,
  errorOn: (folder: string) =>
    onPage(open, folder, STRICT, (page) => page.evaluate(() => globalThis.firstUse(), undefined)),
}));

async function onPage<Result>(
  open: () => Promise<Browser>,
  folder: string,
  policy: string | undefined,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const site = await Site.open(folder);
  const browser = await open();
  try {
    const page = await browser.newPage();
    await page.goto(site.page(policy));
    return await use(page);
  } finally {
    await browser.close();
    site.close();
  }
}

function resolved(packageName: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch {
    return undefined;
  }
}
