import type { FingerprintKernel, HeapKernel, IndexKernel, Kernel } from './kernel.ts';
import { Memory } from './memory.ts';
import { startFingerprintKernel, startIndexKernel } from './source.ts';

/** A running core: its kernels and their memory. */
export interface Core<Kernels extends HeapKernel = Kernel> {
  readonly kernel: Kernels;
  readonly memory: Memory;
  /** The recipe that the kernels have been told. */
  recipe?: unknown;
  /** What compares its feature sets, once some were compared: it is told before the memory of one is given back. */
  comparer?: { forget(set: number): void };
}

/** Makes fingerprints, and the feature sets of texts. */
export type FingerprintCore = Core<FingerprintKernel>;
/** Keeps and searches fingerprints. */
export type IndexCore = Core<IndexKernel>;

export function openCore<Kernels extends HeapKernel>(kernel: Kernels): Core<Kernels> {
  return { kernel, memory: new Memory(kernel) };
}

// Two, so that a bundle without an index is without the kernels of one.
let realmFingerprintCore: FingerprintCore | undefined;
let realmIndexCore: IndexCore | undefined;

/** The core that makes the fingerprints of this realm, started on first use. */
export function fingerprintCore(): FingerprintCore {
  realmFingerprintCore ??= openCore(startFingerprintKernel());
  return realmFingerprintCore;
}

/** The core that has the indexes of this realm, started on first use: one memory, however many indexes. */
export function indexCore(): IndexCore {
  realmIndexCore ??= openCore(startIndexKernel());
  return realmIndexCore;
}

/** Makes another build both cores of this realm for whatever is created from now on; for tests and tools. */
export function useCore(other: Core | undefined): void {
  realmFingerprintCore = other;
  realmIndexCore = other;
}
