import type { FingerprintCore } from './core.ts';
import { unsigned } from './memory.ts';

/** Frees the tables of models that nobody holds any more. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<() => void>((free) => free());

/** A number for each of many features, which are known by their hashes, in the core's memory. */
export class GramTable {
  readonly pointer: number;
  readonly #core: FingerprintCore;
  #release: (() => void) | undefined;

  constructor(core: FingerprintCore) {
    this.#core = core;
    const pointer = unsigned(core.memory.guard(() => core.kernel.createGramTable()));
    this.pointer = pointer;
    this.#release = () => core.kernel.freeGramTable(pointer);
    forgotten.register(this, this.#release, this);
  }

  /** Adds 1 to the number of each feature of the text that was counted last, and returns how many there are. */
  countDocument(): number {
    return this.#core.memory.guard(() => this.#core.kernel.countDocument(this.pointer));
  }

  set(grams: BigUint64Array, numbers: Uint32Array): void {
    const { kernel, memory } = this.#core;
    const count = grams.length;
    const at = memory.allocate(12 * count + 8);
    try {
      memory.u64.set(grams, at >>> 3);
      memory.u32.set(numbers, (at + 8 * count) >>> 2);
      memory.guard(() => kernel.setGrams(this.pointer, at, at + 8 * count, count));
    } finally {
      memory.release(at);
    }
  }

  /** Forgets the features whose number is less than `least`, and returns how many are left. */
  forget(least: number): number {
    return this.#core.memory.guard(() => this.#core.kernel.forgetGrams(this.pointer, least));
  }

  /** All features whose number is at least `least`, ascending, so that the same table reads the same. The others are forgotten. */
  read(least: number): { grams: BigUint64Array<ArrayBuffer>; numbers: Uint32Array<ArrayBuffer> } {
    const { kernel, memory } = this.#core;
    const count = this.forget(least);
    const at = memory.allocate(12 * count + 8);
    try {
      kernel.readGrams(this.pointer, at);
      const grams = memory.u64.subarray(at >>> 3, (at >>> 3) + count).sort();
      kernel.readNumbers(this.pointer, at, count, at + 8 * count);
      const numbersAt = (at >>> 2) + 2 * count;
      return { grams: grams.slice(), numbers: memory.u32.slice(numbersAt, numbersAt + count) };
    } finally {
      // Also if the engine had no room for copies.
      memory.release(at);
    }
  }

  /** The table must not be used afterwards. */
  dispose(): void {
    if (!this.#release) return;
    forgotten.unregister(this);
    this.#release();
    this.#release = undefined;
  }
}
