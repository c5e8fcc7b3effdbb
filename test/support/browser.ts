// Runs code in a real browser, on a page that has the library as it is published.
import { spawnSync } from 'node:child_process';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Site } from './site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
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
  readonly #site: Site;
  readonly #browser: Browser;

  private constructor(site: Site, browser: Browser) {
    this.#site = site;
    this.#browser = browser;
  }

  /** @param behind the address of a service to which requests below /service/ are passed on */
  static async open(executablePath: string, behind?: string): Promise<BrowserWithLibrary> {
    const beside = behind === undefined ? undefined : passOnTo(behind);
    const site = await Site.open(ROOT, PAGE, beside);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new BrowserWithLibrary(site, browser);
  }

  /** @param policy its Content-Security-Policy, beside which inline scripts must be allowed */
  async page(policy = ''): Promise<Page> {
    const page = await this.#browser.newPage();
    await page.goto(this.#site.page(policy));
    await page.waitForFunction(() => 'hammingbird' in globalThis);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#site.close();
  }
}

/** As a proxy does that stands before a service and shows it below a path of its own. */
const passOnTo = (behind: string) => (incoming: IncomingMessage, response: ServerResponse) => {
  const { method, headers } = incoming;
  const url = new URL(incoming.url!.replace('/service', ''), behind);
  const outgoing = request(url, { method, headers: { ...headers, host: url.host } }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
};
