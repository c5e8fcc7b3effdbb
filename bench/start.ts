import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { bundled, withChromium } from './chromium.ts';
import { median } from './measure.ts';
import { number, type Section, table } from './report.ts';

const ROUNDS = 15;
const TEXT = 'the cat sat on the mat';
/** What the package says that its entry is; compiled, this file stands in build/bench. */
const ENTRY = new URL('../../dist/index.js', import.meta.url).href;

export const TITLE = 'Start';

/** How long importing took, and then the first fingerprint, in milliseconds. */
type Start = readonly [imported: number, first: number];

export async function starting(): Promise<Section> {
  const code = await bundled('./browser/first.js');
  const rows = inNode(code).concat((await withChromium((browser) => inChromium(browser, code))) ?? []);
  return {
    title: TITLE,
    body: [
      `From \`import\` to the first fingerprint, in ms: medians of ${ROUNDS} processes or pages, and the shortest. A bundle is that of an ` +
        'application that imports `simhash` alone, by Rolldown, minified.',
      table(['', 'import', 'first fingerprint', 'together', 'shortest'], rows),
    ].join('\n\n'),
  };
}

function inNode(code: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'hammingbird-bench-'));
  try {
    const bundle = join(folder, 'bundle.mjs');
    writeFileSync(bundle, code);
    const starts = { files: [] as Start[], bundle: [] as Start[] };
    for (let round = 0; round < ROUNDS; round++) {
      starts.files.push(startInNode(ENTRY));
      starts.bundle.push(startInNode(pathToFileURL(bundle).href));
    }
    return [row('Node, the package', starts.files), row('Node, a bundle', starts.bundle)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function startInNode(url: string): Start {
  const script = `const begin = performance.now();
    const { simhash } = await import('${url}');
    const imported = performance.now();
    simhash('${TEXT}');
    console.log(JSON.stringify([imported - begin, performance.now() - imported]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A new page for each round: none has seen the module before. */
async function inChromium(browser: Browser, code: string): Promise<string[][]> {
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    starts.push(await page.evaluate<Start>(startInPage(code)));
    await page.close();
  }
  return [row('Chromium, a bundle', starts)];
}

/** As text, since a compiler would rewrite its `import`. */
function startInPage(code: string): string {
  return `(async () => {
    const url = URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }));
    const begin = performance.now();
    const { simhash } = await import(url);
    const imported = performance.now();
    simhash('${TEXT}');
    return [imported - begin, performance.now() - imported];
  })()`;
}

function row(name: string, starts: readonly Start[]): string[] {
  const sums = starts.map(([imported, first]) => imported + first);
  return [
    name,
    number(median(starts.map(([imported]) => imported))),
    number(median(starts.map(([, first]) => first))),
    number(median([...sums])),
    number(Math.min(...sums)),
  ];
}
