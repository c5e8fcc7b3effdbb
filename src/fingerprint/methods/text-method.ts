import type { FingerprintCore } from '../../wasm/core.ts';
import { FeatureSet } from '../../wasm/feature-set.ts';
import { eachFeature, hashOf, inWords } from '../../wasm/features.ts';
import type { KernelRecipe } from '../../wasm/recipe.ts';
import { countText, fillFingerprints, fingerprintOf, lastFeatureCount } from '../../wasm/text.ts';
import { type ComparedPart, comparedParts, kernelRecipe, textFor } from '../kernel-recipe.ts';
import type { TextRecipe } from '../recipe.ts';
import type { Text } from '../text.ts';
import type { Feature, Method } from './method.ts';

/** A bit mask of words alone: the only n-grams of which no more are compared than counted, since none has an end of the text. */
const SINGLE = 1;

/** N-grams of words, characters and bytes, which the kernels find themselves. */
export class TextMethod implements Method {
  readonly #core: FingerprintCore;
  readonly #recipe: TextRecipe;
  readonly #kernelRecipe: KernelRecipe;
  /** Undefined where all features are compared, once. */
  readonly #compared: readonly ComparedPart[] | undefined;

  constructor(core: FingerprintCore, recipe: TextRecipe) {
    this.#core = core;
    this.#recipe = recipe;
    this.#kernelRecipe = kernelRecipe(core, recipe);
    this.#compared = recipe.compared && comparedParts(recipe.compared);
  }

  fingerprint(text: Text): bigint {
    return fingerprintOf(this.#core, textFor(this.#recipe, text), this.#kernelRecipe);
  }

  inspect(text: Text): { fingerprint: bigint; features: number } {
    return { fingerprint: this.fingerprint(text), features: lastFeatureCount(this.#core) };
  }

  several(text: Text, target: BigUint64Array): number {
    return this.#counted(text, () => {
      fillFingerprints(this.#core, target);
      return lastFeatureCount(this.#core);
    });
  }

  features(text: Text): Feature[] {
    const counts = new Map<bigint, { feature: string; count: number }>();
    eachFeature(this.#core, textFor(this.#recipe, text), this.#kernelRecipe, (one) => {
      const known = counts.get(one.gram);
      if (known) known.count++;
      else counts.set(one.gram, { feature: inWords(one, this.#kernelRecipe.foldsCase), count: 1 });
    });
    const one = this.#kernelRecipe.corpus ? 64 : 4;
    return [...counts].map(([gram, { feature, count }]) => {
      const { hash, weight } = hashOf(this.#core, gram, count);
      return { feature, count, weight: weight / one, hash };
    });
  }

  featureSet(text: Text, target?: BigUint64Array, isPassage = false): FeatureSet {
    const { words, characters } = this.#kernelRecipe;
    const compared = this.#compared;
    return this.#counted(
      text,
      (countWords) =>
        FeatureSet.filled(this.#core, lastFeatureCount(this.#core), (set) => {
          // The next fingerprint hashes what is counted anew, so what is compared of it is kept before.
          const counted = words !== SINGLE || characters ? undefined : compared?.find(({ sizes }) => sizes === words);
          if (!compared || counted) set.extend(counted?.factor);
          if (target) fillFingerprints(this.#core, target);
          for (const part of compared ?? []) {
            if (part === counted) continue;
            countWords(part.sizes, !isPassage);
            set.extend(part.factor);
          }
        }),
      compared !== undefined,
    );
  }

  #counted<T>(text: Text, next: (countWords: (sizes: number, ends: boolean) => void) => T, again = false): T {
    return countText(this.#core, textFor(this.#recipe, text), this.#kernelRecipe, next, again);
  }
}
