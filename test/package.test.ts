// The package as it is published: what is in it, what package.json says of it, its types, and how large bundles get.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromPrintable } from '../src/wasm/printable.ts';
import { Installed } from './engines/installed.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

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
  it('is the licence, the readme, and what each source file became', () => {
    const sources = filesBelow(`${ROOT}src`).map((name) => name.replace(/\.ts$/, ''));
    // These two are in the bundle dist/js.js alone.
    const bundled = ['wasm/source-javascript', 'wasm/core.generated'];
    const compiled = sources
      .filter((name) => !bundled.includes(name))
      .flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]);
    const expected = ['LICENSE', 'README.md', 'package.json', 'dist/core.wasm', ...compiled];
    expect(filesBelow(app.package).sort()).toEqual(expected.sort());
  });

  it('holds the cores as they were built', () => {
    for (const name of ['fingerprint-core', 'index-core']) {
      const text = /'([^']{1000,})'/.exec(
        readFileSync(join(app.package, `dist/wasm/${name}.generated.js`), 'utf8'),
      )![1]!;
      expect(Buffer.from(fromPrintable(text)).equals(readFileSync(`${ROOT}build/${name}.wasm`)), name).toBe(true);
    }
  });

  it('is below 2 MB, unpacked', () => {
    const bytes = filesBelow(app.package).reduce((sum, name) => sum + statSync(join(app.package, name)).size, 0);
    expect(bytes).toBeLessThan(2_000_000);
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

  it('leads to a command', () => {
    expect(readFileSync(join(app.package, manifest.bin.hammingbird), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
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

/** The size of a bundle that exports these names, minified and compressed by gzip, in bytes. */
async function bundleSize(entry: string, names: string): Promise<{ bytes: number; code: string }> {
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
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  expect(output.length).toBe(1);
  expect(output[0].imports.filter((name) => isBuiltin(name))).toEqual([]);
  return { bytes: gzipSync(output[0].code, { level: 9 }).length, code: output[0].code };
}

describe('bundles', () => {
  // What was measured, with a little room; docs/package.md has the numbers.
  it.each([
    ['.', '{ simhash, toHex }', 17_500],
    ['.', '{ Fingerprinter, hammingDistance }', 17_500],
    ['.', '{ HammingIndex }', 20_000],
    ['.', '{ Fingerprinter, HammingIndex }', 34_500],
    ['.', '*', 44_500],
    ['./wasm', '*', 26_000],
    ['./js', '*', 60_000],
  ])('of %s with %s stay below their limit', async (entry, names, limit) => {
    const { bytes } = await bundleSize(entry, names);
    expect(bytes).toBeLessThan(limit);
    // A limit that nothing comes near is none.
    expect(bytes).toBeGreaterThan(limit * 0.9);
  });

  it('that only make fingerprints are without the kernels of the index, and the other way round', async () => {
    const cores = Object.fromEntries(
      ['fingerprint-core', 'index-core'].map((name) => [
        name,
        /'([^']{1000,})'/.exec(readFileSync(join(app.package, `dist/wasm/${name}.generated.js`), 'utf8'))![1]!,
      ]),
    );
    const has = async (names: string) => {
      const { code } = await bundleSize('.', names);
      return Object.keys(cores).filter((name) => code.includes(cores[name]!));
    };
    expect(await has('{ Fingerprinter }')).toEqual(['fingerprint-core']);
    expect(await has('{ HammingIndex }')).toEqual(['index-core']);
    expect(await has('{ DocumentIndex }')).toEqual(['fingerprint-core', 'index-core']);
    expect(await has('{ toHex }')).toEqual([]);
  });
});
