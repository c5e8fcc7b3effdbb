// Indexes in the storage of a real Chromium: what is saved is whole, or what was there before.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Installed } from '../engines/installed.ts';
import { findChromium } from '../support/browser.ts';
import { needs } from '../support/command.ts';
import { Site } from '../support/site.ts';

const PAGES = fileURLToPath(new URL('./pages', import.meta.url));
const CHROMIUM = findChromium();
const MEBIBYTE = 2 ** 20;

type Loaded = { size: number; same: boolean } | undefined | string;

declare global {
  /** What `pages/storage.js` offers. Whatever is thrown is given as a line. */
  var storage: {
    save(name: unknown, size: number, seed: number): Promise<string | undefined>;
    load(name: string, seed: number): Promise<Loaded>;
    saveChanging(name: string, size: number): Promise<string>;
    saveChangingAtOnce(name: string, size: number): Promise<string | undefined>;
    saveFailing(name: string): Promise<string>;
    saveForever(name: string): void;
    saveTwiceAtOnce(name: string, size: number): Promise<string | undefined>;
    damage(name: string): Promise<void>;
    makeOther(fileName: string): Promise<void>;
    begin(name: string): Promise<string | undefined>;
    readOn(): Promise<number | string>;
    remove(name: string): Promise<boolean | string>;
    names(): Promise<string[]>;
  };
  var chunks: number;
}

let app: Installed;
let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  if (!CHROMIUM) return;
  app = new Installed();
  cpSync(PAGES, app.folder, { recursive: true });
  site = await Site.open(app.folder);
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  app?.remove();
});
beforeEach(async ({ skip }) => {
  needs(CHROMIUM !== undefined, 'Chromium', skip);
  context = await browser.newContext();
  page = await opened();
});
afterEach(() => context?.close());

async function opened(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.page());
  await page.addScriptTag({ url: '/storage.js', type: 'module' });
  await page.waitForFunction(() => 'load' in (globalThis.storage ?? {}));
  return page;
}

describe('an index in the storage of a browser', () => {
  it('is there again in another page, under any name, until it is removed', async () => {
    for (const [i, name] of ['articles', '../a b/漢字.*', '..'].entries()) {
      expect(
        await page.evaluate(([name, seed]) => globalThis.storage.save(name, 5000, seed), [name, i + 1] as const),
      ).toBe(undefined);
    }
    const other = await opened();
    expect(await other.evaluate(() => globalThis.storage.names())).toEqual(['..', '../a b/漢字.*', 'articles']);
    expect(await other.evaluate(() => globalThis.storage.load('../a b/漢字.*', 2))).toEqual({ size: 5000, same: true });
    expect(await other.evaluate(() => globalThis.storage.load('..', 3))).toEqual({ size: 5000, same: true });
    expect(await other.evaluate(() => globalThis.storage.load('nothing', 1))).toBe(undefined);
    expect(await page.evaluate(() => globalThis.storage.remove('articles'))).toBe(true);
    expect(await page.evaluate(() => globalThis.storage.remove('articles'))).toBe(false);
    expect(await other.evaluate(() => globalThis.storage.names())).toEqual(['..', '../a b/漢字.*']);
  });

  it('is named beside files that something else has made, which are passed over', async () => {
    await page.evaluate(() => globalThis.storage.save('one', 10, 1));
    for (const name of ['%.index', '%ff.index', '.index', 'a b.index', 'one']) {
      await page.evaluate((name) => globalThis.storage.makeOther(name), name);
    }
    expect(await page.evaluate(() => globalThis.storage.names())).toEqual(['one']);
  });

  it('is replaced by a shorter one wholly', async () => {
    await page.evaluate(() => globalThis.storage.save('one', 20_000, 1));
    await page.evaluate(() => globalThis.storage.save('one', 10, 2));
    expect(await page.evaluate(() => globalThis.storage.load('one', 2))).toEqual({ size: 10, same: true });
  });

  it('stays what it was when saving another fails midway', async () => {
    await page.evaluate(() => globalThis.storage.save('one', 3000, 1));
    expect(await page.evaluate(() => globalThis.storage.saveFailing('one'))).toBe('RangeError: no more');
    expect(await page.evaluate(() => globalThis.storage.saveChanging('one', 200_000))).toMatch(
      /^InvalidArgumentError: The index was changed/,
    );
    expect(await page.evaluate(() => globalThis.storage.saveChangingAtOnce('one', 10))).toMatch(
      /^InvalidArgumentError: The index was changed/,
    );
    expect(await page.evaluate(() => globalThis.storage.load('one', 1))).toEqual({ size: 3000, same: true });
  });

  it('stays what it was when the page goes while another is saved', async () => {
    await page.evaluate(() => globalThis.storage.save('one', 3000, 1));
    for (const name of ['one', 'two']) {
      const dying = await opened();
      await dying.evaluate((name) => globalThis.storage.saveForever(name), name);
      await dying.waitForFunction(() => globalThis.chunks > 20);
      await dying.close();
    }
    expect(await page.evaluate(() => globalThis.storage.load('one', 1))).toEqual({ size: 3000, same: true });
    expect(await page.evaluate(() => globalThis.storage.load('two', 1))).toBe(undefined);
    expect(await page.evaluate(() => globalThis.storage.names())).toEqual(['one']);
    // What a page wrote to is free some time after it has gone.
    await vi.waitFor(async () => expect(await page.evaluate(() => globalThis.storage.remove('two'))).toBe(false));
  });

  it('leaves no trace when the first of its name fails', async () => {
    await page.evaluate(() => globalThis.storage.saveFailing('one'));
    expect(await page.evaluate(() => globalThis.storage.names())).toEqual([]);
    expect(await page.evaluate(() => globalThis.storage.remove('one'))).toBe(false);
  });

  it('fails for its own reason while another page saves the first of the same name', async () => {
    const other = await opened();
    await other.evaluate(() => globalThis.storage.saveForever('one'));
    await other.waitForFunction(() => globalThis.chunks > 20);
    expect(await page.evaluate(() => globalThis.storage.saveFailing('one'))).toBe('RangeError: no more');
    await other.close();
  });

  it('is not removed where another page fails to save the first of the same name meanwhile', async () => {
    const other = await opened();
    // What the other page were to remove, it would remove late.
    await other.evaluate(() => {
      const { removeEntry } = FileSystemDirectoryHandle.prototype;
      FileSystemDirectoryHandle.prototype.removeEntry = async function (...given) {
        await new Promise((resolve) => Object.assign(globalThis, { isThere: true, goOn: resolve }));
        return removeEntry.apply(this, given);
      };
    });
    const failing = other.evaluate(() =>
      globalThis.storage.saveFailing('one').finally(() => Object.assign(globalThis, { isThere: true })),
    );
    await other.waitForFunction(() => 'isThere' in globalThis);
    await page.evaluate(() => globalThis.storage.save('one', 10, 1));
    await other.evaluate(() => (globalThis as { goOn?: () => void }).goOn?.());
    expect(await failing).toBe('RangeError: no more');
    expect(await page.evaluate(() => globalThis.storage.load('one', 1))).toEqual({ size: 10, same: true });
  });

  it.each([
    ['looked at', 'FileSystemFileHandle', 'getFile', []],
    ['removed', 'FileSystemDirectoryHandle', 'removeEntry', ['one']],
  ] as const)('that another page removes just before it is %s is not there', async (_, kind, method, names) => {
    await page.evaluate(() => globalThis.storage.save('one', 10, 1));
    await page.evaluate(
      ([kind, method]) => {
        const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
        Object.assign(globalThis[kind].prototype, { [method]: gone });
      },
      [kind, method] as const,
    );
    expect(await page.evaluate(() => globalThis.storage.names())).toEqual(names);
    expect(await page.evaluate(() => globalThis.storage.remove('one'))).toBe(false);
  });

  it.each([
    ['replaces', (other: Page) => other.evaluate(() => globalThis.storage.save('one', 10, 2))],
    ['removes', (other: Page) => other.evaluate(() => globalThis.storage.remove('one'))],
  ])('that another page %s while it is read cannot be read on, which is said', async (_, meddle) => {
    await page.evaluate(() => globalThis.storage.save('one', 400_000, 1));
    await page.evaluate(() => globalThis.storage.begin('one'));
    await meddle(await opened());
    expect(await page.evaluate(() => globalThis.storage.readOn())).toMatch(
      /^BrowserStorageError: The browser cannot read one: .* replaced or removed .* savedChunks\(\) again\.$/,
    );
  });

  it('that another page removes while it is saved is to be saved again', async () => {
    await page.evaluate(() => {
      const gone = () => Promise.reject(new DOMException('Entry not found.', 'NotFoundError'));
      Object.assign(FileSystemFileHandle.prototype, { createWritable: gone });
    });
    expect(await page.evaluate(() => globalThis.storage.save('one', 10, 1))).toMatch(
      /^BrowserStorageError: The browser cannot save one: NotFoundError: Entry not found\. Another page .* save it again/,
    );
  });

  it('cannot be removed while another page saves it, which is said', async () => {
    const other = await opened();
    await other.evaluate(() => globalThis.storage.saveForever('one'));
    await other.waitForFunction(() => globalThis.chunks > 20);
    expect(await page.evaluate(() => globalThis.storage.remove('one'))).toMatch(
      /^BrowserStorageError: The browser cannot remove one: .* not allowed\. Another page or worker is writing there: try again /,
    );
    await other.close();
  });

  it('is one of two that are saved at once', async () => {
    expect(await page.evaluate(() => globalThis.storage.saveTwiceAtOnce('one', 50_000))).toBe(undefined);
    const loaded = await page.evaluate(() => Promise.all([1, 2].map((seed) => globalThis.storage.load('one', seed))));
    expect(loaded.map((one) => (one as { same: boolean }).same).sort()).toEqual([false, true]);
  });

  it('stays what it was when the storage is full, and the error says so', async () => {
    await page.evaluate(() => globalThis.storage.save('one', 3000, 1));
    const session = await context.newCDPSession(page);
    const { origin } = new URL(site.page());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 4 * MEBIBYTE });
    expect(await page.evaluate(() => globalThis.storage.save('one', 400_000, 2))).toMatch(
      /^BrowserStorageError: .* storage for this site is full \(\d+ of \d+ bytes .* as it was\.$/,
    );
    // Nor is what it has always told.
    await page.evaluate(() => {
      navigator.storage.estimate = () => Promise.reject(new TypeError('of an opaque origin'));
    });
    expect(await page.evaluate(() => globalThis.storage.save('one', 400_000, 2))).toMatch(
      /^BrowserStorageError: .* storage for this site is full\. Remove .* as it was\.$/,
    );
    expect(await page.evaluate(() => globalThis.storage.load('one', 1))).toEqual({ size: 3000, same: true });
  });

  it('that is damaged is seen', async () => {
    await page.evaluate(() => globalThis.storage.save('one', 3000, 1));
    await page.evaluate(() => globalThis.storage.damage('one'));
    expect(await page.evaluate(() => globalThis.storage.load('one', 1))).toMatch(/^CorruptDataError: /);
  });

  it.each(['', 5, null, 'half \ud800'])('cannot have the name %j', async (name) => {
    expect(await page.evaluate((name) => globalThis.storage.save(name, 10, 1), name)).toMatch(
      /^InvalidArgumentError: An index is saved under a name/,
    );
  });

  it('needs a page that may keep files', async () => {
    const poor = await context.newPage();
    await poor.addInitScript(() => Object.defineProperty(navigator, 'storage', { value: undefined }));
    await poor.goto(site.page());
    await poor.addScriptTag({ url: '/storage.js', type: 'module' });
    await poor.waitForFunction(() => 'load' in (globalThis.storage ?? {}));
    expect(await poor.evaluate(() => globalThis.storage.save('one', 10, 1))).toMatch(
      /^BrowserStorageError: The browser cannot open its storage: .*HTTPS/,
    );
  });
});
