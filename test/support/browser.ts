// Runs code in a real browser, on a page that has the library as it is published.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };
const PAGE = `<!doctype html><meta charset="utf-8"><title>hammingbird</title><script type="module">
  import * as library from '/dist/index.js';
  import * as workers from '/dist/workers/browser.js';
  import * as service from '/dist/service/index.js';
  globalThis.hammingbird = { ...library, ...workers, ...service };
</script>`;

/** What a page offers to the code that is run on it. */
declare global {
  var hammingbird: typeof import('../../src/index.ts') &
    typeof import('../../src/workers/browser.ts') &
    typeof import('../../src/service/index.ts');
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

  /** @param behind the address of a service to which requests below /service/ are passed on */
  static async open(executablePath: string, behind?: string): Promise<BrowserWithLibrary> {
    const server = createServer((request, response) => {
      if (behind !== undefined && request.url!.startsWith('/service/')) return passOn(request, response, behind);
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const policy = searchParams.get('policy');
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream');
      try {
        response.end(pathname === '/' ? PAGE : readFileSync(DIST + pathname.replace(/^\/dist/, '')));
      } catch {
        response.writeHead(404).end();
      }
      return undefined;
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

/** As a proxy does that stands before a service and shows it below a path of its own. */
function passOn(incoming: IncomingMessage, response: ServerResponse, behind: string): void {
  const { method, headers } = incoming;
  const url = new URL(incoming.url!.replace('/service', ''), behind);
  const outgoing = request(url, { method, headers: { ...headers, host: url.host } }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
