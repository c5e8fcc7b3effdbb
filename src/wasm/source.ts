// Where the kernels come from: modules whose bytes stand in the code. The entries `hammingbird/js` and `hammingbird/wasm` are
// built with another source in place of this one (`scripts/build.mjs`).
import { CoreError } from '../errors.ts';
import { COMPARISON_CORE } from './comparison-core.generated.ts';
import { FINGERPRINT_CORE } from './fingerprint-core.generated.ts';
import { INDEX_CORE } from './index-core.generated.ts';
import type { ComparisonKernel, FingerprintKernel, IndexKernel, Kernel } from './kernel.ts';
import { fromPrintable } from './printable.ts';

export function startFingerprintKernel(): FingerprintKernel {
  return start(FINGERPRINT_CORE) as unknown as FingerprintKernel;
}

export function startIndexKernel(): IndexKernel {
  return start(INDEX_CORE) as unknown as IndexKernel;
}

/** In the memory of a fingerprint core. Builds of all in one have these kernels already. */
export function startComparisonKernel(kernel: FingerprintKernel | Kernel): ComparisonKernel {
  if ('jaccards' in kernel) return kernel;
  return start(COMPARISON_CORE, kernel.memory as WebAssembly.Memory) as unknown as ComparisonKernel;
}

/** The memory that these cores ask for, in pages of 64 KiB (asconfig.json). */
const PAGES = { initial: 16, maximum: 65535 };

/** Synchronous: browsers allow that for modules of up to 8 MB, and these have less than 0.05. */
function start(text: string, used?: WebAssembly.Memory): WebAssembly.Exports {
  try {
    const empty = new WebAssembly.Memory(PAGES);
    const module = new WebAssembly.Module(fromPrintable(text, empty));
    return new WebAssembly.Instance(module, { env: { memory: used ?? empty } }).exports;
  } catch (cause) {
    throw new CoreError(
      `WebAssembly cannot be started here: ${(cause as Error).message}. ` +
        "Where a page's Content-Security-Policy forbids it, add 'wasm-unsafe-eval' to its script-src, or import hammingbird/js; " +
        'on servers that compile no bytes while they answer, import hammingbird/wasm.',
      { cause },
    );
  }
}
