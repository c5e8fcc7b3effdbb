// The page as it is built and served, in a real browser.
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const configFile = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url));

export class Site {
  readonly address: string;
  readonly #browser: Browser;
  readonly #close: () => Promise<void>;

  private constructor(address: string, browser: Browser, close: () => Promise<void>) {
    this.address = address;
    this.#browser = browser;
    this.#close = close;
  }

  static async open(executablePath: string): Promise<Site> {
    await build({ configFile, logLevel: 'error' });
    const server = await preview({ configFile, preview: { port: 0, host: '127.0.0.1' } });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new Site(server.resolvedUrls!.local[0]!, browser, () => server.close());
  }

  /** The page, in a browser without any past. */
  async visit(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(this.address);
    await page.waitForSelector('#verdict:not(:empty)');
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#close();
  }
}
