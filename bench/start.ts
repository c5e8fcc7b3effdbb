import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { bundled, NO_CHROMIUM, withChromium } from './chromium.ts';
import { median } from './measure.ts';
import { number, type Section, table } from './report.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROUNDS = 15;
const TEXT = 'the cat sat on the mat';
/** What the package says that its entry is; compiled, this file stands in build/bench. */
const ENTRY = new URL('../../dist/index.js', import.meta.url).href;

export const TITLE = 'Start';

/** What any module with a core has to do: to be imported, and to start WebAssembly. */
const EMPTY = `export const simhash = () =>
  new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));`;

/** How long importing took, and then the first fingerprint, in milliseconds. */
type Start = readonly [imported: number, first: number];

export async function starting(): Promise<Section> {
  const code = await bundled('./browser/first.js');
  const node = inNode(code);
  const chromium = await withChromium((browser) => inChromium(browser, code));
  return {
    title: TITLE,
    body: [
      `From \`import\` to the first fingerprint, in ms: medians of ${ROUNDS} processes or pages, and the shortest. A bundle is that of an ` +
        'application that imports `simhash` alone, by Rolldown, minified. The empty module has a line of its own, and starts an empty ' +
        'module of WebAssembly instead: what Node, the page and the machine take in any case. Most of the import is reading code, which ' +
        'Node from 22.1 on keeps between processes where `NODE_COMPILE_CACHE` names a folder, or `enableCompileCache()` of `node:module` ' +
        'was called.',
      table(
        ['', 'import', 'first fingerprint', 'together', 'more than empty', 'shortest'],
        [...node, ...(chromium ?? [])],
      ),
    ].join('\n\n'),
    missing: chromium ? undefined : NO_CHROMIUM,
  };
}

function inNode(code: string): string[][] {
  using folder = temporaryFolder();
  const modules = [EMPTY, code].map((text, i) => {
    const path = join(folder.path, `${i}.mjs`);
    writeFileSync(path, text);
    return pathToFileURL(path).href;
  });
  const cache = { NODE_COMPILE_CACHE: join(folder.path, 'cache') };
  const runs = {
    'an empty module': () => startInNode(modules[0]!),
    'the package': () => startInNode(ENTRY),
    'the package, its code kept': () => startInNode(ENTRY, cache),
    'a bundle': () => startInNode(modules[1]!),
  };
  const starts = Object.fromEntries(Object.keys(runs).map((name): [string, Start[]] => [name, []]));
  // The first puts the code there.
  startInNode(ENTRY, cache);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(runs)) starts[name]!.push(run());
  }
  return rowsOf('Node', starts);
}

function startInNode(url: string, environment: NodeJS.ProcessEnv = {}): Start {
  const script = `const begin = performance.now();
    const { simhash } = await import('${url}');
    const imported = performance.now();
    simhash('${TEXT}');
    console.log(JSON.stringify([imported - begin, performance.now() - imported]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A new page for each module and round: none has seen it before. */
async function inChromium(browser: Browser, code: string): Promise<string[][]> {
  const starts = { 'an empty module': [] as Start[], 'a bundle': [] as Start[] };
  for (let round = 0; round < ROUNDS; round++) {
    starts['an empty module'].push(await startInChromium(browser, EMPTY));
    starts['a bundle'].push(await startInChromium(browser, code));
  }
  return rowsOf('Chromium', starts);
}

async function startInChromium(browser: Browser, code: string): Promise<Start> {
  const page = await browser.newPage();
  const start = await page.evaluate<Start>(startInPage(code));
  await page.close();
  return start;
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

const together = (starts: readonly Start[]): number[] => starts.map(([imported, first]) => imported + first);

/** A row for each module; the first is the empty one. */
function rowsOf(where: string, modules: Readonly<Record<string, readonly Start[]>>): string[][] {
  const [empty] = Object.values(modules);
  const least = median(together(empty!));
  return Object.entries(modules).map(([name, starts]) => [
    `${where}, ${name}`,
    number(median(starts.map(([imported]) => imported))),
    number(median(starts.map(([, first]) => first))),
    number(median(together(starts))),
    starts === empty ? '' : number(median(together(starts)) - least),
    number(Math.min(...together(starts))),
  ]);
}
