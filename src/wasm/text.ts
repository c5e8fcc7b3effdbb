import type { Core } from './core.ts';
import type { Memory } from './memory.ts';

/** Bytes that the kernels may read behind a text; they do not believe them. */
const PADDING = 64;
/** After a text this long the memory it took is given back. */
const LARGE_TEXT = 1024 * 1024;

/** A longer text is encoded on its own first: room for three bytes a unit might be more than a block can have. */
const HUGE_TEXT = 2 ** 27;

/** The part of a recipe that the kernels know. */
export interface KernelRecipe {
  /** Bit n - 1 asks for word n-grams. */
  readonly sizes: number;
  /** 0: every occurrence weighs the same. 1: log term frequency. */
  readonly weighting: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function fingerprintOf(core: Core, text: string | Uint8Array, recipe: KernelRecipe): bigint {
  return BigInt.asUintN(
    64,
    withText(core, text, (at, length, normalised) =>
      core.kernel.fingerprint(at, length, normalised, recipe.sizes, recipe.weighting),
    ),
  );
}

/** Features of the last text, repetitions counted. */
export function lastFeatureCount(core: Core): number {
  return core.kernel.featureCount() >>> 0;
}

/** Fills `target` with independent fingerprints of a text, for which its features are counted once. */
export function severalFingerprints(
  core: Core,
  text: string | Uint8Array,
  recipe: KernelRecipe,
  target: BigUint64Array,
): void {
  const { kernel } = core;
  withText(core, text, (at, length, normalised) => {
    target[0] = kernel.firstFingerprint(at, length, normalised, recipe.sizes, recipe.weighting);
    for (let i = 1; i < target.length; i++) target[i] = kernel.nextFingerprint();
  });
}

/** The tokens of a text as the kernel cuts them, in their order; case is not folded here. */
export function tokensOf(core: Core, text: string | Uint8Array): string[] {
  return withText(core, text, (at, length, normalised) => {
    const { kernel, memory } = core;
    const tokens: string[] = [];
    kernel.startText(at, length, normalised);
    for (let count = kernel.nextTokens(); count > 0; count = kernel.nextTokens()) {
      const spans = memory.u32.subarray(kernel.spans.value >>> 2);
      for (let i = 0; i < count; i++) {
        tokens.push(decoder.decode(memory.u8.subarray(at + spans[2 * i]!, at + spans[2 * i + 1]!)));
      }
    }
    return tokens;
  });
}

/**
 * Puts a text into memory and calls a kernel with it. The kernels fold case and cut words without NFKC as long
 * as it would change nothing; where it might, they say so, and are called again with the text in NFKC.
 */
export function withText<T>(
  core: Core,
  text: string | Uint8Array,
  call: (at: number, length: number, normalised: 0 | 1) => T,
): T {
  const { kernel, memory } = core;
  return memory.guard(() => {
    let length = put(memory, text);
    let result = call(memory.scratch(0), length, 0);
    if (kernel.needsNormalisation()) {
      const plain = typeof text === 'string' ? text : decoder.decode(text);
      length = put(memory, plain.normalize('NFKC'));
      result = call(memory.scratch(0), length, 1);
    }
    if (length > LARGE_TEXT) {
      memory.trimScratch();
      kernel.trimCount();
    }
    return result;
  });
}

/** Writes a text as UTF-8 to the scratch block and returns its length in bytes. */
function put(memory: Memory, text: string | Uint8Array): number {
  if (typeof text !== 'string') {
    memory.scratchBytes(text.length + PADDING).set(text);
    return text.length;
  }
  if (text.length > HUGE_TEXT) return put(memory, encoder.encode(text));
  // A UTF-16 unit takes at most three bytes of UTF-8.
  return encoder.encodeInto(text, memory.scratchBytes(3 * text.length + PADDING)).written;
}
