import { fromCaller } from '../../errors.ts';
import { stringOf } from '../../utf8.ts';
import type { FingerprintCore } from '../../wasm/core.ts';
import type { FeatureSet } from '../../wasm/feature-set.ts';
import { hashOf } from '../../wasm/features.ts';
import { countGiven, digestOf, fillWeighted, setOfGiven } from '../../wasm/given.ts';
import { type KernelRecipe, useRecipe } from '../../wasm/recipe.ts';
import { fillFingerprints } from '../../wasm/text.ts';
import { givenRecipe } from '../kernel-recipe.ts';
import type { FeatureRecipe } from '../recipe.ts';
import type { Text } from '../text.ts';
import { checkGiven, type GivenFeatures, tallied } from './given.ts';
import type { Feature, Method } from './method.ts';

/** Features that a function of the caller's finds. */
export class FeatureMethod implements Method {
  readonly #core: FingerprintCore;
  readonly #recipe: FeatureRecipe;
  readonly #kernelRecipe: KernelRecipe;
  readonly #one = new BigUint64Array(1);

  constructor(core: FingerprintCore, recipe: FeatureRecipe) {
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
    const given = this.#given(text);
    this.#fill(given, target);
    return given.features.length;
  }

  features(text: Text): Feature[] {
    const tally = tallied(this.#given(text));
    useRecipe(this.#core, this.#kernelRecipe);
    return tally.map(({ feature, count, weight }) => ({
      feature,
      count,
      weight: this.#isExplicit ? weight : hashOf(this.#core, 0n, count).weight / 4,
      hash: digestOf(this.#core, feature),
    }));
  }

  featureSet(text: Text, target?: BigUint64Array): FeatureSet {
    const given = this.#given(text);
    if (target) this.#fill(given, target);
    return setOfGiven(this.#core, given.features);
  }

  #fill({ features, weights }: GivenFeatures, target: BigUint64Array): void {
    useRecipe(this.#core, this.#kernelRecipe);
    if (this.#isExplicit) fillWeighted(this.#core, features, weights, target);
    else {
      countGiven(this.#core, features);
      fillFingerprints(this.#core, target);
    }
  }

  get #isExplicit(): boolean {
    return (this.#recipe.weights ?? 'explicit') === 'explicit';
  }

  #given(text: Text): GivenFeatures {
    const from = `the recipe ${this.#recipe.name}`;
    return fromCaller(`The function of ${from}`, () => checkGiven(this.#recipe.features(stringOf(text)), from));
  }
}
