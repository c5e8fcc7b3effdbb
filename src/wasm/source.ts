// Where the kernels come from: modules whose bytes stand in the code. The entries `hammingbird/js` and `hammingbird/wasm` are
// built with another source in place of this one (`scripts/build.mjs`).
import { CoreError } from '../errors.ts';
import { FINGERPRINT_CORE } from './fingerprint-core.generated.ts';
import { INDEX_CORE } from './index-core.generated.ts';
import type { FingerprintKernel, IndexKernel } from './kernel.ts';
import { fromPrintable } from './printable.ts';

export { isTrap } from './trap.ts';

export function startFingerprintKernel(): FingerprintKernel {
  return start(FINGERPRINT_CORE) as unknown as FingerprintKernel;
}

export function startIndexKernel(): IndexKernel {
  return start(INDEX_CORE) as unknown as IndexKernel;
}

/** The memory that these cores ask for, in pages of 64 KiB (asconfig.json). */
const PAGES = { initial: 16, maximum: 65535 };

/** Synchronous: browsers allow that for modules of up to 8 MB, and these have less than 0.05. */
function start(text: string): WebAssembly.Exports {
  try {
    const memory = new WebAssembly.Memory(PAGES);
    const module = new WebAssembly.Module(fromPrintable(text, memory));
    return new WebAssembly.Instance(module, { env: { memory } }).exports;
  } catch (cause) {
    throw new CoreError(
      `WebAssembly cannot be started here: ${(cause as Error).message}. ` +
        "Where a page's Content-Security-Policy forbids it, add 'wasm-unsafe-eval' to its script-src, or import hammingbird/js; " +
        'on servers that compile no bytes while they answer, import hammingbird/wasm.',
      { cause },
    );
  }
}
