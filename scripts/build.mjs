// Builds everything: the core three times (release, scalar, debug), its bytes as a module, and dist/.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (script, ...args) => execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
const packageFile = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

for (const target of ['release', 'scalar', 'debug']) {
  run(packageFile('assemblyscript/bin/asc.js'), '--config', 'asconfig.json', '--target', target);
}

const bytes = readFileSync(`${root}/build/core.wasm`).toString('base64');
writeFileSync(
  `${root}/src/wasm/bytes.generated.ts`,
  `// Made by scripts/build.mjs: the release core, ${readFileSync(`${root}/build/core.wasm`).length} bytes, in base64.\nexport const CORE_BYTES =\n  '${bytes}';\n`,
);

rmSync(`${root}/dist`, { recursive: true, force: true });
run(packageFile('typescript/bin/tsc'), '--project', 'tsconfig.build.json');
copyFileSync(`${root}/src/engines/spark/driver.py`, `${root}/dist/engines/spark/driver.py`);

// The command and its threads in few files: from a hundred and thirty, loading takes 150 ms more than Node itself, from these 70.
const bundle = await rolldown({
  input: {
    main: `${root}/dist/cli/main.js`,
    worker: `${root}/dist/pipeline/worker.js`,
    'node-worker': `${root}/dist/workers/node-worker.js`,
  },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
});
// Threads find their scripts beside the file that starts them.
const { output } = await bundle.generate({ entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
rmSync(`${root}/dist/cli`, { recursive: true });
mkdirSync(`${root}/dist/cli`);
for (const { fileName, code } of output) writeFileSync(`${root}/dist/cli/${fileName}`, code);
