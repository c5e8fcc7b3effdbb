// Builds everything: the cores, their bytes as modules, and dist/.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';
import { rolldown } from 'rolldown';
import { ascii, READABLE } from './code.mjs';
import { bundleEntries, isPackage } from './entries.mjs';
import { javascriptCore } from './javascript-core.mjs';
import { printableCode } from './printable.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const run = (script, ...args) => execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
const packageFile = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** What stands in `build/`: from which file of `assembly/`, and how (asconfig.json). */
const CORES = {
  // Those that stand in the code, in the memory in which they were read, or that of the first.
  'fingerprint-core': { entry: 'fingerprint-core', target: 'inline' },
  'comparison-core': { entry: 'comparison-core', target: 'inline' },
  'index-core': { entry: 'index-core', target: 'inline' },
  core: { entry: 'index', target: 'release' },
  'core-scalar': { entry: 'index', target: 'scalar' },
  'core-debug': { entry: 'index', target: 'debug' },
  printable: { entry: 'printable', target: 'reader' },
};
/** Entries with another source of the core. */
const SOURCES = { js: 'source-javascript', wasm: 'source-module' };

for (const [name, { entry, target }] of Object.entries(CORES)) {
  const output = ['--outFile', `build/${name}.wasm`];
  run(packageFile('assemblyscript/bin/asc.js'), `assembly/${entry}.ts`, '--target', target, ...output);
  if (target === 'inline' || target === 'release') optimiseAgain(`${root}/build/${name}.wasm`);
}
const built = (name) => readFileSync(`${root}/build/${name}.wasm`);
const INLINE = ['fingerprint-core', 'comparison-core', 'index-core'];
const { table, write } = printableCode(INLINE.map(built));
const reader = built('printable').toString('base64');
writeGenerated(
  'printable',
  'How bytes are written as characters, and a module that reads them, in base64',
  `export const TABLE: string =\n  '${table}';\nexport const READER: string =\n  '${reader}';`,
);
for (const name of INLINE) {
  const constant = name.toUpperCase().replace('-', '_');
  const text = write(built(name));
  writeGenerated(
    name,
    `${built(name).length} bytes as printable.ts reads them`,
    `export const ${constant}: string =\n  '${text}';`,
  );
}
writeGenerated('core', '@ts-nocheck', javascriptCore(built('core-scalar')));

rmSync(`${root}/dist`, { recursive: true, force: true });
run(packageFile('typescript/bin/tsc'), '--project', 'tsconfig.build.json');
copyFileSync(`${root}/src/engines/spark/driver.py`, `${root}/dist/engines/spark/driver.py`);
copyFileSync(`${root}/build/core.wasm`, `${root}/dist/core.wasm`);
for (const [entry, source] of Object.entries(SOURCES)) await bundle(entry, source);
await bundleCommand();
const isBundled = (file) => file.startsWith('cli/') || file.replace('.js', '') in SOURCES;
await bundleEntries(`${root}/dist`, entriesOf(JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))), isBundled);
// An object, as `useModule` takes it: not all sets of types have a WebAssembly.Module.
const coreTypes = '/** The compiled core, for `useModule`. */\ndeclare const core: object;\nexport default core;\n';
writeFileSync(`${root}/dist/core.wasm.d.ts`, coreTypes);

/** The files of code to which the exports of a package.json lead, below dist/. */
function entriesOf({ exports }) {
  const targets = Object.values(exports).filter((target) => typeof target === 'object');
  const files = targets.flatMap(({ types, ...conditions }) => Object.values(conditions));
  return files.filter((file) => file.endsWith('.js')).map((file) => file.slice('./dist/'.length));
}

function writeGenerated(name, about, text) {
  writeFileSync(`${root}/src/wasm/${name}.generated.ts`, `// ${about}\n// Made by scripts/build.mjs.\n${text}\n`);
}

/** A second round of the optimiser finds what the first made superfluous: 0.1 KB of a bundle of simhash, at the same speed. */
function optimiseAgain(file) {
  const module = binaryen.readBinary(readFileSync(file));
  module.setFeatures(binaryen.Features.All);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  module.optimize();
  writeFileSync(file, module.emitBinary());
  module.dispose();
}

/** Makes one file of an entry and all below it, in which another source of the core stands in place of the usual one. */
async function bundle(entry, source) {
  const file = `${root}/dist/${entry}.js`;
  // As the bundler itself would write it, or it would be two modules where the entry imports it, too.
  const instead = join(root, `dist/wasm/${source}.js`);
  const bundle = await rolldown({
    input: file,
    treeshake: { moduleSideEffects: false },
    plugins: [{ name: 'source', resolveId: (id) => (id.endsWith('/source.js') ? instead : null) }],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    ...READABLE,
    // The core in JavaScript is a fifth shorter by that.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  });
  writeFileSync(file, ascii(output[0].code));
}

/**
 * The command and its threads in few files, for each costs about a millisecond: loading takes 45 ms more than Node itself
 * from 21 of them, 75 ms from the 53 there are without «shared», and 150 ms from as many as there are sources.
 */
async function bundleCommand() {
  const bundle = await rolldown({
    input: {
      main: `${root}/dist/cli/main.js`,
      worker: `${root}/dist/pipeline/worker.js`,
      'page-worker': `${root}/dist/pipeline/page-worker.js`,
    },
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: isPackage,
  });
  // Threads find their scripts beside the file that starts them.
  const { output } = await bundle.generate({
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // What needs a library for one format stays out of what every command loads.
        { name: 'parquet', test: /formats[\\/]parquet-/, minShareCount: 2, priority: 1 },
        { name: 'shared', minShareCount: 2 },
      ],
    },
    ...READABLE,
  });
  rmSync(`${root}/dist/cli`, { recursive: true });
  mkdirSync(`${root}/dist/cli`);
  for (const { fileName, code } of output) writeFileSync(`${root}/dist/cli/${fileName}`, ascii(code));
  // npx makes it so only the first time that it meets a checkout, and the next build would take that back.
  chmodSync(`${root}/dist/cli/main.js`, 0o755);
}
