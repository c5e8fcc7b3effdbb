import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * What the page may do: run its own scripts and WebAssembly, and nothing that leaves the machine. Its worker is a blob,
 * since only such a worker is bound by the policy of the page that starts it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  'worker-src blob:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** Only in what is built: the development server talks to the page. */
const policy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

export default defineConfig({
  root: at('.'),
  // So that it can be served from any folder.
  base: './',
  plugins: [policy],
  resolve: {
    alias: [
      { find: /^hammingbird$/, replacement: at('../src/index.ts') },
      // What of `src/io` reads files by the calls of Node reads those of the page by what stands in for them.
      { find: /^(?:\.{1,2}\/)+(?:bytes\/)?open-file\.ts$/, replacement: at('./worker/open-file.ts') },
      { find: /^\.\/parquet\.ts$/, replacement: at('./worker/no-parquet.ts') },
      { find: /^node:buffer$/, replacement: at('./worker/node-buffer.ts') },
      { find: /^node:stream\/web$/, replacement: at('./worker/web-streams.ts') },
    ],
  },
  build: {
    outDir: at('../build/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // It would fetch, which the policy forbids.
    modulePreload: { polyfill: false },
  },
});
