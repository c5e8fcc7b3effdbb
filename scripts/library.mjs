// Puts the library into one file: to load a hundred small ones takes longer than all that the first fingerprint does.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { ascii } from './ascii.mjs';

/** Rooms whose modules any entry may load, and that load no others. */
const ROOMS = [
  'wasm',
  'fingerprint',
  'search',
  'dedupe',
  'errors.js',
  'lazy-pattern.js',
  'ranges.js',
  'turns.js',
  'utf8.js',
  'index.js',
];
const ENTRY = '\0library';

/**
 * Writes `dist/library.js`. What was a module of the library then only names what it exports from there, so that whoever
 * imports it, and by whichever entry, has the same library.
 *
 * @param dist {string} the compiled files
 */
export async function joinLibrary(dist) {
  const modules = await Promise.all(
    ROOMS.flatMap((room) => filesOf(join(dist, room))).map(async (file) => ({
      file,
      // Importing a module does nothing but define it.
      names: Object.keys(await import(pathToFileURL(file).href)),
    })),
  );
  for (const { file } of modules) {
    if (readFileSync(file, 'utf8').includes('import.meta'))
      throw new Error(`${file} would look for files beside library.js.`);
  }
  const aliased = modules.map(({ file, names }, i) => ({ file, pairs: names.map((name) => [name, `${name}$${i}`]) }));
  await bundle(join(dist, 'library.js'), aliased.map(({ file, pairs }) => exportsOf(pairs, file)).join('\n'));
  for (const { file, pairs } of aliased) {
    const path = relative(dirname(file), join(dist, 'library.js'));
    const stub = exportsOf(
      pairs.map(([name, alias]) => [alias, name]),
      path.startsWith('.') ? path : `./${path}`,
    );
    writeFileSync(file, `${stub}\n`);
  }
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(path, name));
}

function exportsOf(pairs, from) {
  if (pairs.length === 0) return 'export {};';
  return `export { ${pairs.map(([name, alias]) => `${name} as ${alias}`).join(', ')} } from ${JSON.stringify(from)};`;
}

async function bundle(file, text) {
  const made = await rolldown({
    input: ENTRY,
    treeshake: { moduleSideEffects: false },
    plugins: [
      { name: 'library', resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? text : null) },
    ],
  });
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  const { output } = await made.generate({ format: 'esm', minify });
  writeFileSync(file, ascii(output[0].code));
}
