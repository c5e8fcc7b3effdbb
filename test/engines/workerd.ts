// Cloudflare's workerd: a worker in one file, as their tools make it. Bytes are compiled at the top level only.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import type { Engine, Entry } from './engine.ts';
import { programOf } from './programs.ts';

const run = promisify(execFile);
const PROGRAM = programOf('@cloudflare/workerd-*', 'bin/workerd');

const MAIN: Readonly<Record<Entry, string>> = {
  hammingbird: `const results = conform(library);
    export default { async test() { print(await results); } };`,
  'hammingbird/js': 'export default { async test() { print(await conform(library)); } };',
  'hammingbird/wasm': `import core from './core.wasm';
    export default { async test() { library.useModule(core); print(await conform(library)); } };`,
};

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [
    (name = "main.js", esModule = embed "bundled.js"),
    (name = "core.wasm", wasm = embed "node_modules/hammingbird/dist/core.wasm"),
  ],
  compatibilityDate = "2026-01-01",
))]);
`;

export const workerd: Engine = {
  name: 'workerd',
  entries: ['hammingbird', 'hammingbird/js', 'hammingbird/wasm'],
  isThere: PROGRAM !== undefined,
  async run(entry, folder) {
    const input = join(folder, 'worker-main.js');
    writeFileSync(
      input,
      `import { conform } from './suite.js';
       import * as library from '${entry}';
       const print = (results) => console.log('RESULTS' + JSON.stringify(results));
       ${MAIN[entry]}`,
    );
    const bundle = await rolldown({ input, external: ['./core.wasm'] });
    await bundle.write({ file: join(folder, 'bundled.js'), format: 'esm' });
    writeFileSync(join(folder, 'config.capnp'), CONFIG);
    const { stdout, stderr } = await run(PROGRAM!, ['test', 'config.capnp'], { cwd: folder, timeout: 110_000 });
    const line = /^RESULTS(.*)$/m.exec(stdout + stderr);
    if (!line) throw new Error(`workerd gave no results: ${stdout}${stderr}`);
    return JSON.parse(line[1]!);
  },
};
