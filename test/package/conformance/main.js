// For engines with a command line: `main.js hammingbird/js` prints the results as a line of JSON.
import { conform } from './suite.js';

const [entry] = process.argv.slice(2);
const library = await import(entry);
if (library.useModule) {
  const { readFileSync } = await import('node:fs');
  const core = new URL('./node_modules/hammingbird/dist/core.wasm', import.meta.url);
  library.useModule(new WebAssembly.Module(readFileSync(core)));
}
console.log(JSON.stringify(await conform(library)));
