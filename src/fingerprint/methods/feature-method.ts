import type { Core } from '../../wasm/core.ts';
import { FeatureSet } from '../../wasm/feature-set.ts';
import { hashOf } from '../../wasm/features.ts';
import { countGiven, digestOf, fillWeighted } from '../../wasm/given.ts';
import { type KernelRecipe, useRecipe } from '../../wasm/recipe.ts';
import { fillFingerprints } from '../../wasm/text.ts';
import { givenRecipe } from '../kernel-recipe.ts';
import type { FeatureRecipe } from '../recipe.ts';
import { stringOf, type Text } from '../text.ts';
import { checkGiven, type GivenFeatures } from './given.ts';
import type { Feature, Method } from './method.ts';

/** Features that a function of the caller's finds. */
export class FeatureMethod implements Method {
  readonly #core: Core;
  readonly #recipe: FeatureRecipe;
  readonly #kernelRecipe: KernelRecipe;
  readonly #one = new BigUint64Array(1);

  constructor(core: Core, recipe: FeatureRecipe) {
    this.#core = core;
    this.#recipe = recipe;
    this.#kernelRecipe = givenRecipe(recipe);
  }

  fingerprint(text: Text): bigint {
    return this.inspect(text).fingerprint;
  }

  inspect(text: Text): { fingerprint: bigint; features: number } {
    const features = this.several(text, this.#one);
    return { fingerprint: this.#one[0]!, features };
  }

  several(text: Text, target: BigUint64Array): number {
    const { features, weights } = this.#given(text);
    useRecipe(this.#core, this.#kernelRecipe);
    if (this.#isExplicit) fillWeighted(this.#core, features, weights, target);
    else {
      countGiven(this.#core, features);
      fillFingerprints(this.#core, target);
    }
    return features.length;
  }

  features(text: Text): Feature[] {
    const { features, weights } = this.#given(text);
    const found = new Map<string, { count: number; sum: number }>();
    for (const [i, feature] of features.entries()) {
      const { count, sum } = found.get(feature) ?? { count: 0, sum: 0 };
      found.set(feature, { count: count + 1, sum: sum + weights[i]! });
    }
    useRecipe(this.#core, this.#kernelRecipe);
    return [...found].map(([feature, { count, sum }]) => {
      const weight = this.#isExplicit ? sum : hashOf(this.#core, 0n, count).weight / 4;
      return { feature, count, weight, hash: digestOf(this.#core, feature) };
    });
  }

  featureSet(text: Text, target?: BigUint64Array): FeatureSet {
    if (target) this.several(text, target);
    countGiven(this.#core, this.#given(text).features);
    return new FeatureSet(this.#core);
  }

  get #isExplicit(): boolean {
    return (this.#recipe.weights ?? 'explicit') === 'explicit';
  }

  #given(text: Text): GivenFeatures {
    return checkGiven(this.#recipe.features(stringOf(text)), `the recipe ${this.#recipe.name}`);
  }
}
