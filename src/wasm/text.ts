import { nfkc } from '../nfkc.ts';
import { encoder, stringOf } from '../utf8.ts';
import type { FingerprintCore } from './core.ts';
import type { UnitBytes } from './memory.ts';
import { type KernelRecipe, useRecipe } from './recipe.ts';

/** Bytes that the kernels may read behind a text; they do not believe them. */
const PADDING = 64;
/** After a text this long the memory it took is given back. */
const LARGE_TEXT = 1024 * 1024;

/** A longer text is encoded on its own first: room for three bytes a unit might be more than a block can have. */
const HUGE_TEXT = 2 ** 27;

/**
 * From so many units on copying and encoding them takes less time than `encodeInto`: of 700 Chinese ones a third, of
 * Russian ones three quarters.
 */
const LONG_ENOUGH = 100;

/** The fingerprint of a text; 0 without features. */
export function fingerprintOf(core: FingerprintCore, text: string | Uint8Array, recipe: KernelRecipe): bigint {
  return BigInt.asUintN(
    64,
    withText(core, text, recipe, (at, length, normalised) => core.kernel.fingerprint(at, length, normalised)),
  );
}

/** Features of the last text, repetitions counted. */
export function lastFeatureCount(core: FingerprintCore): number {
  return core.kernel.featureCount() >>> 0;
}

/**
 * Counts the features of a text, and calls `next` while they are counted.
 *
 * @param next gets a function that counts n-grams of the text's words instead, of the sizes in a bit mask, with or without
 *   those that begin or end with the text
 * @param again whether that will be called
 */
export function countText<T>(
  core: FingerprintCore,
  text: string | Uint8Array,
  recipe: KernelRecipe,
  next: (countWords: (sizes: number, ends: boolean) => void) => T,
  again = false,
): T {
  const { kernel } = core;
  return withText(core, text, recipe, (at, length, normalised) => {
    kernel.countFeatures(at, length, normalised, Number(again));
    // Then what was counted is of no use, and this is called once more.
    if (kernel.needsNormalisation()) return undefined as T;
    return next((sizes, ends) => kernel.countWordGrams(at, length, normalised, sizes, Number(ends)));
  });
}

/** Fills `target` with independent fingerprints of the features that are counted now. */
export function fillFingerprints(core: FingerprintCore, target: BigUint64Array): void {
  for (let i = 0; i < target.length; i++) {
    target[i] = i === 0 ? core.kernel.firstFingerprint() : core.kernel.nextFingerprint();
  }
}

/**
 * Puts a text into memory and calls a kernel with it. The kernels fold case and cut words without NFKC as long
 * as it would change nothing; where it might, they say so, and are called again with the text in NFKC.
 */
export function withText<T>(
  core: FingerprintCore,
  text: string | Uint8Array,
  recipe: KernelRecipe,
  call: (at: number, length: number, normalised: 0 | 1) => T,
): T {
  const { kernel, memory } = core;
  useRecipe(core, recipe);
  return memory.guard(() => {
    let length = put(core, text);
    try {
      const result = call(memory.scratch(0), length, recipe.composes ? 0 : 1);
      if (!kernel.needsNormalisation()) return result;
      length = put(core, nfkc(stringOf(text)));
      return call(memory.scratch(0), length, 1);
    } finally {
      // Also if there was no room for all that was to be counted.
      if (length > LARGE_TEXT) {
        memory.trimScratch();
        kernel.trimCount();
      }
    }
  });
}

/** Writes a text as UTF-8 to the scratch block and returns its length in bytes. */
function put(core: FingerprintCore, text: string | Uint8Array): number {
  const { memory } = core;
  if (typeof text !== 'string') {
    memory.scratchBytes(text.length + PADDING).set(text);
    return text.length;
  }
  if (text.length > HUGE_TEXT) return put(core, encoder.encode(text));
  // A UTF-16 unit takes at most three bytes of UTF-8.
  const room = 3 * text.length + PADDING;
  const buffer = text.length >= LONG_ENOUGH && isMostlyHigh(text) ? memory.scratchBuffer(room) : undefined;
  return buffer ? putUnits(core, buffer, text) : encoder.encodeInto(text, memory.scratchBytes(room)).written;
}

/** Whether five in eight characters of a text, or more, seem to be above ASCII: of others `encodeInto` is as fast. */
function isMostlyHigh(text: string): boolean {
  let ascii = 0;
  for (let i = 0; i < 8 && ascii < 4; i++) if (text.charCodeAt((text.length * i) >> 3) < 0x80) ascii++;
  return ascii < 4;
}

/**
 * The units are copied to where they end sixteen bytes behind the room for their bytes, and encoded there: what is written
 * never reaches what is still to be read.
 */
function putUnits({ kernel, memory }: FingerprintCore, bytes: UnitBytes, text: string): number {
  const units = text.length + 16 + (text.length & 1);
  bytes.write(text, units, 'utf16le');
  const at = memory.scratch(0);
  return kernel.encodeUnits(at + units, text.length, at);
}
