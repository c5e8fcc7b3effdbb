import { fromBase64 } from './base64.ts';
import { CORE_BYTES } from './bytes.generated.ts';
import type { Kernel } from './kernel.ts';
import { Memory } from './memory.ts';

/** A running core: its kernels and their memory. */
export interface Core {
  readonly kernel: Kernel;
  readonly memory: Memory;
  /** The recipe that the kernels have been told. */
  recipe?: unknown;
}

export function openCore(kernel: Kernel): Core {
  return { kernel, memory: new Memory(kernel) };
}

let realmCore: Core | undefined;

/** The core of this realm, made on first use: one memory, however many indexes. */
export function core(): Core {
  realmCore ??= openCore(instantiate());
  return realmCore;
}

/** Makes another build the core of this realm for whatever is created from now on; for tests and tools. */
export function useCore(other: Core | undefined): void {
  realmCore = other;
}

/** Synchronous: browsers allow that for modules of up to 8 MB, and this one has less than 0.05. */
function instantiate(): Kernel {
  const bytes = fromBase64(CORE_BYTES);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Kernel;
}
