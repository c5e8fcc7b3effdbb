// The examples of docstrings, and the code of pages that is no dialogue with a shell, compile by the strictest rules, run, and
// come to what is shown behind them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder, needs } from '../support/command.ts';
import { given } from '../support/given.ts';
import { nativeJieba } from '../support/jieba.ts';
import { blocksOf } from '../support/sessions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MADE = `${ROOT}build/examples/`;
const PAGES = [
  'README.md',
  ...['calibrate', 'library', 'package', 'service', 'stores'].map((name) => `docs/${name}.md`),
];
/** The entries; of two things with one name, docstrings mean the first. */
const ENTRIES = ['', '/presets', '/segmenters', '/workers', '/store', '/service', '/browser', '/wasm'];
/** It shows how something works that no entry exports. */
const INTERNAL = 'recallOf(';
/** They need a service, the storage of a browser, a module that was compiled: these only compile. */
const NEEDS_MORE = /new Service\(|'articles'|useModule\(/;
/** What stands behind code is a value, maybe with words behind it; or words alone. */
const VALUE =
  /^('.*'|-?[\d.]+n?…?|0[xb][\da-f]+n|(?:BigUint64Array\(\d+\) )?[[{].*[\]}])(?=$|, as |, which | or |, if )/;

interface Example {
  readonly name: string;
  readonly code: string;
}

/** The entry of each name. */
const exported = new Map<string, string>();
for (const entry of ENTRIES.map((end) => `hammingbird${end}`)) {
  for (const name of Object.keys(await import(entry))) if (!exported.has(name)) exported.set(name, entry);
}

function* inDocstrings(file: string): Generator<Example> {
  for (const [comment] of readFileSync(`${ROOT}src/${file}`, 'utf8').matchAll(/\/\*\*.*?\*\//gs)) {
    const text = comment.slice(0, -'*/'.length).replace(/^ *\* ?/gm, '');
    for (const code of text.split(/^@example\s/m).slice(1))
      yield { name: `src/${file}: ${code.split('\n')[0]}`, code: code.replace(/^@.*/ms, '') };
  }
}

/** Calls that compare values with what is shown behind them, or below. */
function compared(code: string): string {
  const call = (whole: string, value: string, comment: string) => {
    const [, text] = VALUE.exec(comment) ?? [];
    return text === undefined ? whole : `shown(${value}, ${JSON.stringify(text)});`;
  };
  return code
    .replace(/console\.log\((.*)\); \/\/ (.*)$/gm, (whole, values, comment) =>
      call(whole, `[${values}]`, `[${comment}]`),
    )
    .replace(/^(?!const |for |import | )(.+?);?\s+\/\/ (.*)$/gm, call);
}

/** A module with a function that is the example. */
function moduleOf(code: string): string {
  const imports = [...code.matchAll(/^import .*?;$/gms)].map(([line]) => line);
  const body = imports.reduce((rest, line) => rest.replace(line, ''), code);
  const isUsed = (name: string) => new RegExp(`(?<![.\\w'])${name}\\b`).test(body);
  const missing = imports.length > 0 ? [] : [...exported].filter(([name]) => isUsed(name));
  return [
    ...imports,
    ...missing.map(([name, entry]) => `import { ${name} } from '${entry}';`),
    "import { given, shown } from '../../test/support/given.ts';",
    'export async function example() {',
    `const { ${Object.keys(given()).filter(isUsed).join(', ')} } = given();`,
    `{${compared(body)}}`,
    '}',
  ].join('\n');
}

const published = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && existsSync(`${ROOT}dist/${file.replace(/ts$/, 'd.ts')}`),
);
const examples = [
  ...published.sort().flatMap((file) => [...inDocstrings(file)].filter(({ code }) => !code.startsWith(INTERNAL))),
  ...PAGES.flatMap((page) =>
    blocksOf(readFileSync(ROOT + page, 'utf8'), 'ts', 'js').map(({ text }, i) => ({
      name: `${page}, ${i + 1}`,
      code: text,
    })),
  ),
].map((example, i) => ({ ...example, file: `${MADE}example-${i}.ts` }));

rmSync(MADE, { recursive: true, force: true });
mkdirSync(MADE, { recursive: true });
for (const { file, code } of examples) writeFileSync(file, moduleOf(code));

describe('examples', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = new Folder();
    process.chdir(folder.path);
  });
  afterEach(() => {
    process.chdir(ROOT);
    folder.remove();
  });

  it('compile', () => {
    expect(examples.length).toBeGreaterThan(70);
    const options = { extends: '../../tsconfig.json', include: ['*.ts'] };
    const loose = { noUnusedLocals: false, noUnusedParameters: false };
    writeFileSync(`${MADE}tsconfig.json`, JSON.stringify({ ...options, compilerOptions: loose }));
    const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
    const { stdout } = spawnSync(process.execPath, [tsc, '--project', MADE], { cwd: MADE, encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it.for(examples)('$name', async ({ code, file }, { skip }) => {
    needs(nativeJieba !== undefined || !/jieba/i.test(code), '@node-rs/jieba', skip);
    if (!NEEDS_MORE.test(code)) await (await import(file)).example();
  });
});
