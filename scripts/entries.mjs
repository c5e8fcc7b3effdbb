// Puts the entries of the package into few files: to load a hundred small ones takes longer than all that the first
// fingerprint does.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { ascii, READABLE } from './code.mjs';

/** What threads and tasks of Spark start with; nobody imports it. */
const STARTED = ['workers/node-worker.js', 'workers/browser-worker.js', 'engines/spark/tasks/main.js'];
const LIBRARY = 'library';
/** The rooms of the library, the lowest first. What stands beside them is in it, too. */
const ROOMS = ['wasm', 'fingerprint', 'search', 'dedupe'];
/** Gone through first, so that code stands by rooms: a bundle of everything is 0.7 KB less by gzip than by entries. */
const ORDER = '\0order';

/**
 * Replaces the compiled files by one for each entry, one for the library, which all of them share so that there is one
 * class of each name, and what only some of them share, so that none loads what it does without, as pages do without Node.
 * Leaves the types that the entries lead to.
 *
 * @param dist {string} the compiled files
 * @param entries {string[]} of these, the entries
 * @param isBundled {(file: string) => boolean} whether a file is bundled already, and stays
 */
export async function bundleEntries(dist, entries, isBundled) {
  const types = typesOf(entries.map((file) => join(dist, file.replace(/\.js$/, '.d.ts'))));
  const output = await bundle(
    dist,
    [...entries, ...STARTED].filter((file) => !isBundled(file)),
  );
  for (const file of filesOf(dist)) {
    if (/\.(js|d\.ts)$/.test(file) && !types.has(file) && !isBundled(nameIn(dist, file))) rmSync(file);
  }
  removeEmpty(dist);
  for (const { fileName, isEntry, code } of output) {
    if (!isEntry && code.includes('import.meta')) throw new Error(`${fileName} would look for files beside itself.`);
    mkdirSync(dirname(join(dist, fileName)), { recursive: true });
    writeFileSync(join(dist, fileName), ascii(code));
  }
}

/** Whether what is imported is no file of ours. */
export const isPackage = (id) => !id.startsWith('.') && !isAbsolute(id);

/** A file of the folder as the exports of a package.json name it, on every system. */
const nameIn = (dist, file) => relative(dist, file).replaceAll(sep, '/');

async function bundle(dist, files) {
  const order = ROOMS.flatMap((room) => filesOf(join(dist, room)))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `import ${JSON.stringify(file)};`)
    .join('\n');
  const made = await rolldown({
    input: {
      order: ORDER,
      ...Object.fromEntries(files.map((file) => [file.replace(/\.js$/, ''), join(dist, file)])),
    },
    plugins: [
      { name: 'order', resolveId: (id) => (id === ORDER ? id : null), load: (id) => (id === ORDER ? order : null) },
    ],
    platform: 'neutral',
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: false },
    external: isPackage,
  });
  const { output } = await made.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => (name === LIBRARY ? '[name].js' : 'shared/[name].js'),
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: LIBRARY, test: (id) => isOfLibrary(nameIn(dist, id)) }],
    },
    ...READABLE,
  });
  return output.filter(({ name }) => name !== 'order');
}

function isOfLibrary(file) {
  return !file.includes('/') || ROOMS.some((room) => file.startsWith(`${room}/`));
}

/** The files of types that these need, and they themselves. */
function typesOf(files) {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const options = ['--noEmit', '--listFilesOnly', '--ignoreConfig', '--module', 'nodenext', '--types', ''];
  const listed = execFileSync(process.execPath, [tsc, ...options, ...files], { encoding: 'utf8' });
  return new Set(listed.split(/\r?\n/).map((file) => resolve(file)));
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
