// The package as it is published: what is in it, what package.json says of it, its types, and how large bundles get.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPARISON_CORE } from '../../src/wasm/comparison-core.generated.ts';
import { FINGERPRINT_CORE } from '../../src/wasm/fingerprint-core.generated.ts';
import { INDEX_CORE } from '../../src/wasm/index-core.generated.ts';
import { fromPrintable } from '../../src/wasm/printable.ts';
import { Installed } from '../engines/installed.ts';
import { blocksOf } from '../support/sessions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

/** The cores as they stand in the code. */
const cores = {
  'fingerprint-core': FINGERPRINT_CORE,
  'comparison-core': COMPARISON_CORE,
  'index-core': INDEX_CORE,
};

let app: Installed;
beforeAll(() => {
  app = new Installed();
});
afterAll(() => app.remove());

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

describe('what is packed', () => {
  it('is the licence, the readme in two languages, the docs, each entry, what entries share, and the types that they lead to', () => {
    const entries = Object.values(manifest.exports as Record<string, string | Record<string, string>>)
      .flatMap((target) => (typeof target === 'string' ? [] : Object.values(target)))
      .map((path) => path.slice('./'.length));
    const started = ['workers/node-worker.js', 'workers/browser-worker.js', 'engines/spark/tasks/main.js'];
    const expected = [
      'LICENSE',
      'README.md',
      'README.zh-CN.md',
      'package.json',
      ...readdirSync(`${ROOT}docs`).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
      ...new Set(entries),
      ...[...started, 'library.js', 'engines/spark/driver.py'].map((name) => `dist/${name}`),
    ];
    // These the bundler names.
    const isPart = (name: string) => /^dist\/(cli|shared)\/[\w-]+\.js$/.test(name);
    const isType = (name: string) =>
      name.endsWith('.d.ts') && existsSync(`${ROOT}${name.replace(/^dist\/(.*)\.d\.ts$/, 'src/$1.ts')}`);
    const files = filesBelow(app.package);
    expect(files.filter((name) => !isPart(name) && !isType(name)).sort()).toEqual(
      expected.filter((name) => !isType(name)).sort(),
    );
    expect(files).toContain('dist/cli/main.js');
    // No entry leads to the types of the command.
    expect(files.filter((name) => /^dist\/(cli|pipeline|report)\/.*\.d\.ts$/.test(name))).toEqual([]);
  });

  it('holds the cores as they were built', () => {
    const library = readFileSync(join(app.package, 'dist/library.js'), 'utf8');
    for (const [name, text] of Object.entries(cores)) {
      expect(library.includes(text)).toBe(true);
      const memory = new WebAssembly.Memory({ initial: 16, maximum: 65535 });
      const bytes = fromPrintable(text, memory);
      expect(Buffer.from(bytes).equals(readFileSync(`${ROOT}build/${name}.wasm`)), name).toBe(true);
      expect(Buffer.from(memory.buffer).every((byte) => byte === 0)).toBe(true);
    }
  });

  // Node prints the line that threw before what was thrown: of a whole file in one line, 200 KB, and nothing else to a pipe.
  it.each(['hammingbird', 'hammingbird/js'])('tells what nobody caught in few lines: %s', (entry) => {
    const args = ['--input-type=module', '--eval', `(await import('${entry}')).planTables({ distance: 3 })`];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: app.folder, encoding: 'utf8' });
    expect([status, stderr.length < 2000], stderr.slice(0, 2000)).toEqual([1, true]);
    expect(stderr).toMatch(
      /throw new InvalidArgumentError[\s\S]*\nInvalidArgumentError: There is no option "distance"/,
    );
  });

  it('names its errors also where a program has frozen what all errors have', () => {
    const code = "Object.freeze(Error.prototype); (await import('hammingbird')).fromHex('x')";
    const args = ['--input-type=module', '--eval', code];
    const { stderr } = spawnSync(process.execPath, args, { cwd: app.folder, encoding: 'utf8' });
    expect(stderr).toMatch(/\nInvalidArgumentError: A fingerprint in hexadecimal has 16 digits/);
  });

  it('is below 2.85 MB, unpacked', () => {
    const bytes = filesBelow(app.package).reduce((sum, name) => sum + statSync(join(app.package, name)).size, 0);
    expect(bytes).toBeLessThan(2_850_000);
  });
});

describe('package.json', () => {
  it('pins what it depends on', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  it('says that nothing has side effects but what is run', () => {
    expect(manifest.sideEffects).toBe(false);
    expect(manifest.type).toBe('module');
  });

  it.each(Object.entries(manifest.exports as Record<string, string | Record<string, string>>))(
    'leads from %s to files that are there, types first',
    (_, target) => {
      const paths = typeof target === 'string' ? [target] : Object.values(target);
      for (const path of paths) expect(existsSync(join(app.package, path)), path).toBe(true);
      if (typeof target === 'string') return;
      expect(Object.keys(target)[0]).toBe('types');
      expect(Object.keys(target).at(-1)).toBe('default');
    },
  );

  it('has a line in docs/package.md for each entry', () => {
    const page = readFileSync(new URL('../../docs/package.md', import.meta.url), 'utf8');
    const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');
    const missing = entries.filter((entry) => !page.includes(`\n| \`hammingbird${entry.slice(1)}\` `));
    expect([entries.length > 10, missing]).toEqual([true, []]);
  });

  it('leads to a command', () => {
    expect(readFileSync(join(app.package, manifest.bin.hammingbird), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    // As npx in a checkout runs it.
    expect(statSync(`${ROOT}${manifest.bin.hammingbird}`).mode & 0o111).toBe(0o111);
  });

  it('is what publint asks for', async () => {
    const { messages } = await publint({ pkgDir: app.package, strict: true });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  it('has types that resolve as its code does, as attw sees it', () => {
    const attw = `${ROOT}node_modules/@arethetypeswrong/cli/dist/index.js`;
    const args = [attw, app.tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'core.wasm', '--format', 'json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr], stdout.slice(0, 2000)).toEqual([0, '']);
  });
});

describe('package-lock.json', () => {
  type Packages = Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as { packages: Packages };

  // npm leaves out what its own registry or machine has not, and then `npm ci` refuses, and other systems lack programs.
  it('has what each system needs, not only the one that it was made on', () => {
    const needed = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [`${path}/node_modules/${name}`, `node_modules/${name}`]),
    );
    expect(needed.length).toBeGreaterThan(50);
    expect(needed.filter((places) => !places.some((place) => packages[place]))).toEqual([]);
  });

  it('names no registry', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});

describe('its types', () => {
  const entries = Object.entries(manifest.exports as Record<string, { types?: string }>)
    .filter(([, { types }]) => types !== undefined)
    .map(([entry]) => `hammingbird${entry.slice(1)}`);
  const exported = (names: readonly string[]) => names.map((name, i) => `export * as e${i} from '${name}';\n`).join('');

  /** What the compiler says of files by their names, beside the installed package. */
  function compile(files: Record<string, string>, lib = 'es2022', module = 'nodenext', resolution = module): string {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(app.folder, name), text);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
    const target = ['--target', 'es2022', '--lib', lib, '--types', ''];
    const modules = ['--module', module, '--moduleResolution', resolution];
    const output = ['--declaration', '--noEmit'];
    const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
    const args = [tsc, ...strict, ...target, ...modules, ...output, ...Object.keys(files)];
    return spawnSync(process.execPath, args, { cwd: app.folder, encoding: 'utf8' }).stdout;
  }

  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('need none but those of pages, with %s and %s: not those of Node', (module, resolution) => {
    expect(entries.length).toBe(11);
    expect(compile({ 'types.ts': exported(entries) }, 'es2022,dom', module, resolution)).toBe('');
  });

  it('need no others at all, but for threads and the client of the service, as docs/package.md says', () => {
    const platform = ['hammingbird/service', 'hammingbird/workers'];
    const independent = entries.filter((name) => !platform.includes(name));
    expect(compile({ 'types.ts': exported(independent) })).toBe('');
    const page = readFileSync(new URL('../../docs/package.md', import.meta.url), 'utf8');
    expect(page).toContain(`${platform.map((name) => `\`${name}\``).join(' and ')} also need the types of the DOM`);
  });

  // Otherwise what a project infers from them cannot be named in its own declarations (TS2883).
  it.each([
    [
      'hammingbird',
      ['calibrate', 'dedupe', 'Fingerprinter', 'planCandidates', 'planTables'],
      `export const verdicts = (documents: m.Document[], options: m.DedupeOptions) => m.dedupe(documents, options);
       export const kept = (verdicts: m.Verdict[]) => verdicts.filter(({ duplicateOf }) => duplicateOf === undefined);
       export const chained = (verdict: m.Verdict) => (verdict.reason === 'chained' ? verdict : undefined);
       export const options = ({ signal, against }: m.DedupeOptions) => ({ signal, against });
       export const idf = (recipe: m.TextRecipe) => recipe.idf;
       export const findings = ({ labels, edits }: m.Calibration) => [labels?.unused, edits?.meaning, edits?.kinds];`,
    ],
    [
      'hammingbird/node',
      ['loadDocumentIndex', 'loadIndex'],
      `const index = await m.loadIndex('a');
       export const found = [index.search(1n), index.searchAll(new BigUint64Array(1)), index.pairs(), index.stats()];
       export const [groups, texts] = [index.groups({ rule: 'leader' }), (await m.loadDocumentIndex('a')).search('a')];`,
    ],
    [
      'hammingbird/workers',
      ['fingerprintAll', 'ShardedIndex'],
      `const index = new m.ShardedIndex({ maxDistance: 3 });
       export const found = [index.search(1n), index.searchAll(new BigUint64Array(1)), index.pairs(), index.stats()];
       export const groups = index.groups({ rule: 'leader' });
       export const options = ({ recipe }: m.FingerprintAllOptions) => recipe;`,
    ],
    ['hammingbird/store', ['openStore'], 'export const recipe = (options: m.StoreOptions) => options.recipe;'],
    ['hammingbird/presets', ['oneEng'], "export const features = m.oneEng.features('a');"],
  ])('have names for all that %s gives and takes', (entry, names, more) => {
    const given = names.map((name) => `export const a${name} = [m.${name}];\n`).join('');
    expect(compile({ 'named.ts': `import * as m from '${entry}';\n${given}${more}` }, 'es2022,dom')).toBe('');
  });

  it('fit the examples of docs/package.md', () => {
    const examples = blocksOf(readFileSync(`${ROOT}docs/package.md`, 'utf8'), 'js');
    const files = Object.fromEntries(examples.map(({ text }, i) => [`package-${i}.ts`, text]));
    expect(examples.length).toBe(2);
    expect(compile(files, 'es2022,dom')).toBe('');
  });

  it('fit each example of the README and of docs/library.md', () => {
    const examples = ['README.md', 'docs/library.md'].flatMap((page) =>
      blocksOf(readFileSync(`${ROOT}${page}`, 'utf8'), 'ts'),
    );
    expect(examples.length).toBeGreaterThan(6);
    const files = Object.fromEntries(examples.map(({ text }, i) => [`example-${i}.ts`, text]));
    expect(compile(files, 'es2022,dom')).toBe('');
  });
});

/** The size of a bundle that exports these names, minified and compressed by gzip, in bytes. */
async function bundleSize(entry: string, names: string, minify = true): Promise<{ bytes: number; code: string }> {
  const id = 'virtual:application';
  const path = join(app.package, manifest.exports[entry].default);
  const bundle = await rolldown({
    input: id,
    plugins: [
      {
        name: 'application',
        resolveId: (asked) => (asked === id ? id : null),
        load: (asked) => (asked === id ? `export ${names} from ${JSON.stringify(path)};` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify });
  expect(output.length).toBe(1);
  expect(output[0].imports.filter((name) => isBuiltin(name))).toEqual([]);
  return { bytes: gzipSync(output[0].code, { level: 9 }).length, code: output[0].code };
}

describe('the entries', () => {
  it('are one library, in one file', async () => {
    const load = (file: string) => import(pathToFileURL(join(app.package, 'dist', file)).href);
    const [library, node, workers] = await Promise.all(['index.js', 'node/index.js', 'workers/node.js'].map(load));
    const index = new library.HammingIndex({ maxDistance: 3 });
    const path = join(app.folder, 'saved.index');
    node.saveIndex(index, path);
    expect(await node.loadIndex(path)).toBeInstanceOf(library.HammingIndex);
    await expect(workers.fingerprintAll([5], { workers: 0 }).next()).rejects.toBeInstanceOf(
      library.InvalidArgumentError,
    );
  });

  it('but for js and wasm, whose snapshots are the same bytes', async () => {
    const load = (file: string) => import(pathToFileURL(join(app.package, 'dist', file)).href);
    const [library, js, wasm] = await Promise.all(['index.js', 'js.js', 'wasm.js'].map(load));
    wasm.useModule(new WebAssembly.Module(readFileSync(join(app.package, 'dist/core.wasm'))));
    const snapshots = [library, js, wasm].map(({ DocumentIndex }) => {
      const documents = new DocumentIndex({ maxDistance: 6 });
      for (let i = 0; i < 200; i++) documents.add(`document ${i}`, `text ${i} of several, ${i % 7}`);
      return Buffer.concat([...documents.snapshot()]);
    });
    expect(js.HammingIndex).not.toBe(library.HammingIndex);
    expect(snapshots.map((bytes) => bytes.equals(snapshots[0]!))).toEqual([true, true, true]);
  });

  it('say what is missing before a core is handed in, and take no other module', async () => {
    const wasm = await import(`${pathToFileURL(join(app.package, 'dist/wasm.js')).href}?fresh`);
    const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    expect(() => wasm.simhash('a text')).toThrow(/^hammingbird\/wasm has no core yet: call useModule\(\)/);
    expect(() => wasm.useModule(empty)).toThrow(/core\.wasm, not another module/);
    expect(() => wasm.useModule({})).toThrow(wasm.InvalidArgumentError);
  });
});

describe('bundles', () => {
  // What was measured, with a little room; docs/package.md has the numbers.
  it.each([
    ['.', '{ simhash, toHex, hammingDistance }', 15_000],
    ['.', '{ Fingerprinter, hammingDistance }', 20_700],
    ['.', '{ HammingIndex }', 24_100],
    ['.', '{ Fingerprinter, HammingIndex }', 41_450],
    ['.', '*', 62_400],
    ['./wasm', '*', 39_700],
    ['./js', '*', 83_000],
  ])('of %s with %s stay below their limit', async (entry, names, limit) => {
    const { bytes } = await bundleSize(entry, names);
    expect(bytes).toBeLessThan(limit);
    // A limit that nothing comes near is none.
    expect(bytes).toBeGreaterThan(limit * 0.9);
  });

  // esbuild leaves it `undefined`, in bundles as CommonJS.
  it('that do not know where they are make fingerprints, and say what no thread can do', async () => {
    const input = join(app.package, manifest.exports['./workers'].node);
    const define = { 'import.meta.url': 'undefined' };
    const bundle = await rolldown({ input, platform: 'node', transform: { define } });
    const { output } = await bundle.write({ format: 'cjs', file: join(app.folder, 'workers.cjs') });
    const { fingerprintAll } = await import(pathToFileURL(join(app.folder, output[0].fileName)).href);
    expect((await fingerprintAll(['a text'], { workers: 0 }).next()).value.features).toBe(3);
    await expect(fingerprintAll(['a text'], { workers: 1 }).next()).rejects.toThrow(/Invalid URL\. With workers: 0/);
  });

  // Not every bundler looks again for what is unused once it has put files together.
  it('have nothing but what is used, also where nothing is minified', async () => {
    const { code } = await bundleSize('.', '{ toHex }', false);
    const defined = [...code.matchAll(/^(?:const|let|var|function) (\w+)/gm)].map(([, name]) => name);
    expect(defined).toEqual([
      'HammingbirdError',
      'InvalidArgumentError',
      'isDetached',
      'MOST',
      'shown',
      'LARGEST',
      'checkFingerprint',
      'toHex',
    ]);
  });

  it('that only make fingerprints are without the kernels that compare and those of the index, and the other way round', async () => {
    const has = async (names: string) => {
      const { code } = await bundleSize('.', names);
      return Object.entries(cores).flatMap(([name, text]) => (code.includes(text) ? [name] : []));
    };
    expect(await has('{ simhash }')).toEqual(['fingerprint-core']);
    expect(await has('{ Fingerprinter }')).toEqual(['fingerprint-core', 'comparison-core']);
    expect(await has('{ HammingIndex }')).toEqual(['index-core']);
    expect(await has('{ DocumentIndex }')).toEqual(Object.keys(cores));
    expect(await has('{ toHex }')).toEqual([]);
  });
});
