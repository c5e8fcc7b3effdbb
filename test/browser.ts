// Runs code in a real browser, on a page that has the library as it is published.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };
const PAGE = `<!doctype html><meta charset="utf-8"><title>hammingbird</title><script type="module">
  import * as library from '/dist/index.js';
  import * as workers from '/dist/workers/browser.js';
  globalThis.hammingbird = { ...library, ...workers };
</script>`;

/** What a page offers to the code that is run on it. */
declare global {
  var hammingbird: typeof import('../src/index.ts') & typeof import('../src/workers/browser.ts');
}

/** Where Chromium is; undefined without one. */
export function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim());
  return paths.find((path) => path);
}

export class BrowserWithLibrary {
  readonly #server: Server;
  readonly #browser: Browser;

  private constructor(server: Server, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async open(executablePath: string): Promise<BrowserWithLibrary> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const policy = searchParams.get('policy');
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream');
      try {
        response.end(pathname === '/' ? PAGE : readFileSync(DIST + pathname.replace(/^\/dist/, '')));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new BrowserWithLibrary(server, browser);
  }

  /** @param policy its Content-Security-Policy, beside which inline scripts must be allowed */
  async page(policy = ''): Promise<Page> {
    const page = await this.#browser.newPage();
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?policy=${encodeURIComponent(policy)}`);
    await page.waitForFunction(() => 'hammingbird' in globalThis);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}
