// Vite, webpack, esbuild and Rollup as an application would call them: nothing is set but what each cannot do without.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Bundles `folder/file` into `folder/out/bundle.js`, minified where the bundler can.
 *
 * @param external what stays out of the bundle, for those that do not find workers
 */
type Bundle = (folder: string, file: string, external?: readonly string[]) => Promise<void>;

export interface Bundler {
  readonly name: string;
  readonly isThere: boolean;
  /** Whether it makes files of the workers that it finds. */
  readonly findsWorkers: boolean;
  readonly bundle: Bundle;
}

const require = createRequire(import.meta.url);

function resolved(name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: they are not installed with the package, so their types are not there
const load = async (name: string): Promise<any> => import(pathToFileURL(resolved(name)!).href);

function bundler(name: string, findsWorkers: boolean, bundle: Bundle): Bundler {
  return { name, isThere: resolved(name) !== undefined, findsWorkers, bundle };
}

/** @param filename that of the bundle, which is a module if it ends with `.mjs` */
async function webpacked(root: string, file: string, target: 'web' | 'node', filename: string): Promise<void> {
  const { default: webpack } = await load('webpack');
  const outputModule = filename.endsWith('.mjs');
  const output = { path: join(root, 'out'), filename, module: outputModule };
  const experiments = { outputModule };
  const options = { mode: 'production', target, context: root, entry: `./${file}`, output, experiments };
  await new Promise<void>((resolve, reject) => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    webpack(options, (error: Error | null, stats: any) => {
      if (error || stats.hasErrors() || stats.hasWarnings()) reject(error ?? new Error(stats.toString()));
      else resolve();
    });
  });
}

export const bundlers: readonly Bundler[] = [
  bundler('vite', true, async (root, file) => {
    const { build } = await load('vite');
    const output = { entryFileNames: 'bundle.js' };
    await build({
      root,
      configFile: false,
      base: './',
      logLevel: 'error',
      build: { outDir: 'out', rolldownOptions: { input: join(root, file), output } },
    });
  }),
  bundler('webpack', true, (root, file) => webpacked(root, file, 'web', 'bundle.js')),
  bundler('esbuild', false, async (root, file, external = []) => {
    const { build } = await load('esbuild');
    const outfile = join(root, 'out/bundle.js');
    await build({
      entryPoints: [join(root, file)],
      outfile,
      external,
      bundle: true,
      minify: true,
      format: 'esm',
      logLevel: 'error',
    });
  }),
  bundler('rollup', false, async (root, file, external = []) => {
    const [{ rollup }, { nodeResolve }] = await Promise.all([load('rollup'), load('@rollup/plugin-node-resolve')]);
    const bundle = await rollup({ input: join(root, file), external, plugins: [nodeResolve({ browser: true })] });
    await bundle.write({ file: join(root, 'out/bundle.js'), format: 'es' });
  }),
];

/** webpack alone finds workers of Node. */
export const webpackForNode = {
  isThere: resolved('webpack') !== undefined,
  bundle: (folder: string, file: string, filename: string) => webpacked(folder, file, 'node', filename),
};
