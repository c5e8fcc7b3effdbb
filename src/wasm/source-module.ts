// The source of `hammingbird/wasm`: a module that the caller has compiled.
import { CoreError, InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import type { Kernel } from './kernel.ts';

let module: WebAssembly.Module | undefined;
let kernel: Kernel | undefined;

/**
 * Hands in the core: the compiled module of `hammingbird/core.wasm`. Call it once, before anything else; nothing is
 * instantiated until it is needed.
 *
 * @param compiled a WebAssembly.Module: it goes by no name here, since not all sets of types have that one
 * @throws {InvalidArgumentError} if it is no WebAssembly.Module, or not that of this package
 * @throws {CoreError} if another module is in use already
 * @example useModule(await WebAssembly.compileStreaming(fetch('core.wasm')));
 */
export function useModule(compiled: object): void {
  if (compiled === module) return;
  if (!(compiled instanceof WebAssembly.Module) || !isCore(compiled)) {
    throw new InvalidArgumentError(
      `useModule() takes the WebAssembly.Module compiled from hammingbird/core.wasm, not ${compiled instanceof WebAssembly.Module ? 'another module' : shown(compiled)}.`,
    );
  }
  if (kernel) throw new CoreError('useModule() was called after another module had been used; call it once, at first.');
  module = compiled;
}

export const startFingerprintKernel = start;
export const startComparisonKernel = start;
export const startIndexKernel = start;

function start(): Kernel {
  if (!module) {
    throw new CoreError(
      'hammingbird/wasm has no core yet: call useModule() with the WebAssembly.Module of hammingbird/core.wasm first.',
    );
  }
  kernel ??= new WebAssembly.Instance(module).exports as unknown as Kernel;
  return kernel;
}

function isCore(compiled: WebAssembly.Module): boolean {
  const names = WebAssembly.Module.exports(compiled).map(({ name }) => name);
  return names.includes('fingerprint') && names.includes('createIndex');
}
