import { conform } from './suite.js';

const DIST = '/node_modules/hammingbird/dist';
const FILES = { hammingbird: 'index.js', 'hammingbird/js': 'js.js', 'hammingbird/wasm': 'wasm.js' };

/** Runs the suite in a page or worker. */
export async function conformTo(entry) {
  const library = await import(`${DIST}/${FILES[entry]}`);
  library.useModule?.(await WebAssembly.compileStreaming(fetch(`${DIST}/core.wasm`)));
  return conform(library);
}
