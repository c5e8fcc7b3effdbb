// A folder as a web site, whose pages may be given a Content-Security-Policy.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};
/** It runs what a test has bundled. */
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>hammingbird</title><script type="module" src="/browser-page.js"></script>';

export class Site {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /**
   * @param page what stands at its root
   * @param beside what answers requests below /service/
   */
  static async open(folder: string, page = PAGE, beside?: RequestListener): Promise<Site> {
    const server = createServer((request, response) => {
      if (beside && request.url!.startsWith('/service/')) {
        beside(request, response);
        return;
      }
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const policy = searchParams.get('policy');
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream');
      try {
        response.end(pathname === '/' ? page : readFileSync(join(folder, pathname)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Site(server);
  }

  /** The address of the page. @param policy its Content-Security-Policy */
  page(policy = ''): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/?policy=${encodeURIComponent(policy)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
