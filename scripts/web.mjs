// Builds the page into build/web, and serves it there: `npm run web`. What it needs of the library is built if it is missing.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

const configFile = fileURLToPath(new URL('../web/vite.config.ts', import.meta.url));

/** Builds the page; says nothing unless it fails. */
export async function buildPage() {
  if (!existsSync(new URL('../src/wasm/fingerprint-core.generated.ts', import.meta.url))) await import('./build.mjs');
  await build({ configFile, logLevel: 'error' });
}

/** Serves what was built; `address` is where, and `close` ends it. */
export async function servePage(port = 0) {
  const server = await preview({ configFile, preview: { port, host: '127.0.0.1' } });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}

/** The Chromium of this machine. */
export async function openChromium() {
  const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPage();
  console.log(`The page is at ${(await servePage(4173)).address}`);
}
