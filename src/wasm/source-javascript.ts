// The source of `hammingbird/js`: the scalar core as JavaScript, for pages that forbid WebAssembly.
import { startKernel } from './core.generated.ts';
import type { Kernel } from './kernel.ts';

let kernel: Kernel | undefined;

export const startFingerprintKernel = start;
export const startComparisonKernel = start;
export const startIndexKernel = start;

function start(): Kernel {
  kernel ??= startKernel() as Kernel;
  return kernel;
}
