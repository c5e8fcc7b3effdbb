// The rules of the layout: imports run one way, the library knows nothing of Node, and its core of no package.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const WEB = fileURLToPath(new URL('../web', import.meta.url));
const ASSEMBLY = fileURLToPath(new URL('../assembly', import.meta.url));

/** What any room may import. */
const SHARED = [
  'abort.ts',
  'typed-arrays.ts',
  'errors.ts',
  'iterable.ts',
  'joined-bytes.ts',
  'lazy-pattern.ts',
  'nfkc.ts',
  'numbers.ts',
  'options.ts',
  'ranges.ts',
  'shown.ts',
  'turns.ts',
  'utf8.ts',
];
/** Each room and the rooms it may import from, besides itself and what is shared. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  wasm: [],
  fingerprint: ['wasm'],
  presets: ['fingerprint'],
  segmenters: ['fingerprint'],
  search: ['fingerprint', 'wasm'],
  dedupe: ['search', 'fingerprint', 'wasm'],
  browser: ['search'],
  workers: ['search', 'fingerprint'],
  io: ['search', 'fingerprint'],
  node: ['io', 'search'],
  pipeline: ['dedupe', 'workers', 'io', 'search', 'fingerprint', 'wasm'],
  store: ['node', 'io', 'search', 'fingerprint', 'wasm'],
  service: ['report', 'store', 'fingerprint'],
  resume: ['dedupe', 'io', 'wasm'],
  seen: ['dedupe', 'io', 'search', 'fingerprint', 'wasm'],
  engines: ['dedupe', 'workers', 'io', 'search', 'fingerprint'],
  report: ['dedupe', 'io', 'fingerprint', 'wasm'],
  cli: [
    ...['engines', 'report', 'seen', 'resume', 'pipeline', 'service', 'store'],
    ...['dedupe', 'workers', 'io', 'presets', 'segmenters', 'search', 'fingerprint'],
  ],
  // The library, and the same with its core from elsewhere.
  'index.ts': ['dedupe', 'fingerprint', 'search', 'wasm'],
  'js.ts': ['index.ts'],
  'wasm.ts': ['index.ts', 'wasm'],
};
/** Rooms that only Node can run. */
const NODE_ONLY = ['io', 'node', 'resume', 'seen', 'pipeline', 'store', 'engines', 'report', 'cli'];
/** Files and folders that only Node can run, in rooms that browsers can run, too. */
const FOR_NODE = ['workers/node.ts', 'workers/node-platform.ts', 'workers/node-worker.ts', 'service/server/'];
const isForNode = (name: string): boolean => FOR_NODE.some((one) => name.startsWith(one));
/** Rooms that browsers can run, too, but that may need packages: an entry of their own leads to each. */
const WITH_PACKAGES = ['presets'];

interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly imports: readonly string[];
  /** Those of the imports that are more than types. */
  readonly loads: readonly string[];
}

const files: SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => {
    const path = join(SOURCE, name);
    const text = readFileSync(path, 'utf8');
    const imports = [...text.matchAll(/(?:from |import |import\()'([^']+)'/g)].map(([, specifier]) => specifier!);
    const loads = [...text.matchAll(/^(?:import|export) (?!type )(?:[^;']* from )?'([^']+)';$/gm)].map(
      ([, specifier]) => specifier!,
    );
    return { path, room: roomOf(path), imports, loads };
  });

function roomOf(path: string): string {
  const [room, ...rest] = relative(SOURCE, path).split('/');
  return rest.length === 0 ? basename(path) : room!;
}

/** Of the files of a folder, by their paths, the files that each imports. */
function importsBelow(folder: string): Map<string, string[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return new Map(
    paths.map((path) => {
      const specifiers = readFileSync(join(folder, path), 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g);
      // Those of AssemblyScript have no extension.
      const imported = [...specifiers].map(([, name]) => join(dirname(path), name!).replace(/(\.ts)?$/, '.ts'));
      return [path, imported];
    }),
  );
}

/** The first chain of imports that comes back to where it began. */
function circleIn(imports: Map<string, string[]>): string[] | undefined {
  const left = new Set<string>();
  const follow = (chain: readonly string[]): string[] | undefined => {
    const path = chain.at(-1)!;
    const begin = chain.indexOf(path);
    if (begin < chain.length - 1) return chain.slice(begin);
    if (left.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const circle = follow([...chain, next]);
      if (circle) return circle;
    }
    left.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const circle = follow([path]);
    if (circle) return circle;
  }
  return undefined;
}

/** What is loaded with a file from elsewhere: its own imports and those of the files it imports, but not `import()`. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return new Set();
  seen.add(path);
  const { loads } = files.find((file) => file.path === path)!;
  const own = loads.filter((specifier) => !specifier.startsWith('.'));
  const below = loads
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(path), specifier));
  return new Set([...own, ...below.flatMap((file) => [...loadedWith(file, seen)])]);
}

const packagesOf = (path: string): string[] => [...loadedWith(path)].filter((name) => !isBuiltin(name));

describe('the layout', () => {
  it('is read by this test', () => {
    expect(files.length).toBeGreaterThan(25);
    expect(new Set(files.map(({ room }) => room))).toEqual(new Set([...Object.keys(MAY_IMPORT), ...SHARED]));
  });

  it.each(files.map((file) => [relative(SOURCE, file.path), file] as const))('%s imports downwards only', (_, file) => {
    for (const specifier of file.imports) {
      if (!specifier.startsWith('.')) continue;
      const room = roomOf(join(dirname(file.path), specifier));
      expect([file.room, ...SHARED, ...(MAY_IMPORT[file.room] ?? [])]).toContain(room);
    }
  });

  it('permits no imports that nobody needs', () => {
    const needed = Object.keys(MAY_IMPORT).map((room): [string, string[]] => {
      const targets = files
        .filter((file) => file.room === room)
        .flatMap(({ path, imports }) =>
          imports.filter((specifier) => specifier.startsWith('.')).map((one) => roomOf(join(dirname(path), one))),
        );
      return [room, [...new Set(targets)].filter((one) => one !== room && !SHARED.includes(one)).sort()];
    });
    expect(Object.fromEntries(needed)).toEqual(
      Object.fromEntries(Object.entries(MAY_IMPORT).map(([room, rooms]) => [room, rooms.toSorted()])),
    );
  });

  it.each([
    ['the library and the command', SOURCE],
    ['the cores', ASSEMBLY],
    ['the page', WEB],
  ])('has no circle of imports in %s', (_, folder) => {
    const imports = importsBelow(folder);
    expect([...imports.values()].flat().length).toBeGreaterThan(imports.size);
    expect(circleIn(imports)).toBeUndefined();
  });

  it.each(
    files
      .map((file) => [relative(SOURCE, file.path), file] as const)
      .filter(([name, { room }]) => !NODE_ONLY.includes(room) && !isForNode(name)),
  )('%s needs neither Node nor, but for the presets, any package', (_, file) => {
    const packages = file.imports.filter((specifier) => !specifier.startsWith('.'));
    const forbidden = WITH_PACKAGES.includes(file.room) ? packages.filter((name) => isBuiltin(name)) : packages;
    expect(forbidden).toEqual([]);
    const own = file.imports.map((specifier) => relative(SOURCE, join(dirname(file.path), specifier)));
    expect(own.filter(isForNode)).toEqual([]);
  });

  it.each(['index.ts', 'browser/index.ts', 'workers/browser.ts', 'service/index.ts'])(
    'has %s, which loads nothing from elsewhere, so that browsers can run it',
    (entry) => expect([...loadedWith(join(SOURCE, entry))]).toEqual([]),
  );

  it('loads what a format needs only when a file of that format is read', () => {
    expect(packagesOf(join(SOURCE, 'cli/program.ts'))).toEqual(['commander']);
    expect(packagesOf(join(SOURCE, 'index.ts'))).toEqual([]);
    expect(packagesOf(join(SOURCE, 'node/index.ts'))).toEqual([]);
    expect(packagesOf(join(SOURCE, 'store/index.ts'))).toEqual([]);
    expect(packagesOf(join(SOURCE, 'service/index.ts'))).toEqual([]);
    const servers = files.filter(({ imports }) => imports.includes('fastify') || imports.includes('prom-client'));
    expect(new Set(servers.map(({ path }) => dirname(relative(SOURCE, path))))).toEqual(new Set(['service/server']));
  });

  it('has a page that is built on the public face, and on what reads and writes files and differences', () => {
    const rooms = new Set<string>();
    for (const name of readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.ts'))) {
      const path = join(WEB, name);
      for (const [, specifier] of readFileSync(path, 'utf8').matchAll(/(?:from |import |import\()'([^'?]+)/g)) {
        const target = join(dirname(path), specifier!);
        if (!specifier!.startsWith('.')) rooms.add(specifier!);
        else if (!target.startsWith(WEB)) rooms.add(target.startsWith(SOURCE) ? roomOf(target) : relative(WEB, target));
      }
    }
    rooms.delete('vite');
    rooms.delete('node:url');
    // Of packages it needs one that the parser of CSV takes for granted.
    expect([...rooms].sort()).toEqual([
      '../examples/news.jsonl',
      'buffer/',
      'hammingbird',
      'io',
      'numbers.ts',
      'report',
    ]);
  });

  it('has errors that keep their names when a minifier renames their classes', () => {
    const errors = files.flatMap(({ path }) => [
      ...readFileSync(path, 'utf8').matchAll(/class (\w+Error) extends \w*Error \{\s*(?:\/\*\*.*\s*)?(.*)/g),
    ]);
    expect(errors.length).toBeGreaterThan(20);
    for (const [, name, first] of errors) {
      expect(first).toMatch(new RegExp(`^static override readonly name(: string)? = '${name}';$`));
    }
  });

  it('has no literal patterns with classes of Unicode, which engines check when they read the code', () => {
    const texts = files.map(({ path }) => [relative(SOURCE, path), readFileSync(path, 'utf8')] as const);
    // In a string, the backslash is doubled.
    expect(texts.filter(([, text]) => /(?<!\\)\\p\{/i.test(text)).map(([path]) => path)).toEqual([]);
    expect(texts.filter(([, text]) => /\\\\p\{/i.test(text)).length).toBeGreaterThan(5);
  });

  it('has no file above 300 lines', () => {
    const paths = ['src', 'assembly', 'web', 'bench', 'scripts'].flatMap((folder) => {
      const root = join(SOURCE, '..', folder);
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
      return names.filter((name) => /\.m?ts$|\.mjs$/.test(name)).map((name) => join(root, name));
    });
    const long = paths.filter((path) => readFileSync(path, 'utf8').split('\n').length > 300);
    expect(long.filter((path) => !path.endsWith('.generated.ts'))).toEqual([]);
    expect(paths.length).toBeGreaterThan(files.length);
  });
});
