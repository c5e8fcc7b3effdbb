// The page as it is built and served, in a real browser.
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const configFile = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url));

/** Builds the page and serves it. @param outDir the folder in which it is built: test files that run at once want one each */
export async function served(outDir?: string): Promise<{ address: string; close: () => Promise<void> }> {
  const config = { configFile, logLevel: 'error', build: outDir === undefined ? {} : { outDir } } as const;
  await build(config);
  const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } });
  return { address: server.resolvedUrls!.local[0]!, close: () => server.close() };
}

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
    const { address, close } = await served();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new Site(address, browser, close);
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
