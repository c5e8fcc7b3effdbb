import { lazyPattern } from '../lazy-pattern.ts';
import { decoder } from '../utf8.ts';
import type { FingerprintCore } from './core.ts';
import { type KernelRecipe, UNITS } from './recipe.ts';
import { withText } from './text.ts';

/** A feature of a text, as the kernels see it. */
export interface KernelFeature {
  readonly unit: keyof typeof UNITS;
  /** The bytes of its tokens as they stand in the text, case not folded; a run between words is one token. */
  readonly tokens: readonly Uint8Array[];
  /** What it is counted by. */
  readonly gram: bigint;
}

/** Calls `see` with every feature of a text, units and sizes one after another. Slow, for people. */
export function eachFeature(
  core: FingerprintCore,
  text: string | Uint8Array,
  recipe: KernelRecipe,
  see: (feature: KernelFeature) => void,
): void {
  withText(core, text, recipe, (at, length, normalised) => {
    core.kernel.openText(at, length, normalised);
    const features = readFeatures(core, recipe);
    if (!core.kernel.needsNormalisation()) features.forEach(see);
  });
}

function readFeatures(core: FingerprintCore, recipe: KernelRecipe): KernelFeature[] {
  const { kernel, memory } = core;
  const features: KernelFeature[] = [];
  for (const unit of Object.keys(UNITS) as (keyof typeof UNITS)[]) {
    const sizes = sizesOf(recipe[unit]);
    if (sizes.length === 0 || kernel.needsNormalisation()) continue;
    const tokens: Uint8Array[] = [];
    kernel.startUnit(UNITS[unit]);
    for (let count = kernel.nextTokens(); count > 0; count = kernel.nextTokens()) {
      for (let i = 0; i < count; i++) {
        const span = (kernel.spans.value >>> 2) + 2 * i;
        tokens.push(memory.u8.slice(memory.u32[span], memory.u32[span + 1]));
        for (const size of sizes) {
          if (size > tokens.length) continue;
          features.push({ unit, tokens: tokens.slice(-size), gram: BigInt.asUintN(64, kernel.batchGram(i, size)) });
        }
      }
    }
  }
  return features;
}

/** The sizes that a bit mask asks for. */
function sizesOf(mask: number): number[] {
  return Array.from({ length: 16 }, (_, i) => i + 1).filter((size) => (mask >> (size - 1)) & 1);
}

/** A feature in words: case folded, words joined by spaces, bytes in hexadecimal. */
export function inWords({ unit, tokens }: KernelFeature, foldsCase: boolean): string {
  if (unit === 'bytes') return tokens.map(([byte]) => byte!.toString(16).padStart(2, '0')).join(' ');
  const words = tokens.map((token) => plain(decoder.decode(token), unit));
  const joined = words.join(unit === 'words' ? ' ' : '');
  // Each for itself, since the last sigma of a word folds like any other; and İ is one that simple folding leaves.
  return foldsCase ? joined.replace(/[^\u0130]/gu, (one) => one.toLowerCase()) : joined;
}

const ofWord = /* @__PURE__ */ lazyPattern('[\\p{L}\\p{M}\\p{N}]', 'u');
const ignorable = /* @__PURE__ */ lazyPattern('\\p{Default_Ignorable_Code_Point}', 'gu');

/** As the kernel sees a token: without ignorable code points; what stands between words is a space. */
function plain(token: string, unit: string): string {
  if (unit === 'characters' && !ofWord().test(token)) return ' ';
  return token.replace(ignorable(), '');
}

/** The hash whose bits a feature votes for, and the weight of its vote where it occurs so often: 4 or 64 stand for 1. */
export function hashOf(core: FingerprintCore, gram: bigint, times: number): { hash: bigint; weight: number } {
  const hash = BigInt.asUintN(64, core.kernel.mix(gram));
  return { hash, weight: Number(core.kernel.weightOf(gram, times)) };
}
