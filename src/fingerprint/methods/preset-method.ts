import { InvalidArgumentError } from '../../errors.ts';
import type { Core } from '../../wasm/core.ts';
import { FeatureSet } from '../../wasm/feature-set.ts';
import { countGiven } from '../../wasm/given.ts';
import type { Preset } from '../recipe.ts';
import type { Text } from '../text.ts';
import type { Feature, Method } from './method.ts';

/** The fingerprints of another library, which makes them its own way. */
export class PresetMethod implements Method {
  readonly #core: Core;
  readonly #preset: Preset;

  constructor(core: Core, preset: Preset) {
    this.#core = core;
    this.#preset = preset;
  }

  fingerprint(text: Text): bigint {
    return this.#preset.fingerprint(text);
  }

  inspect(text: Text): { fingerprint: bigint; features: number } {
    return { fingerprint: this.fingerprint(text), features: this.#featuresOf(text).length };
  }

  several(text: Text, target: BigUint64Array): number {
    if (target.length > 1) {
      throw new InvalidArgumentError(
        `The preset ${this.#preset.name} makes one fingerprint of a text, not ${target.length}. Use one repeat.`,
      );
    }
    const { fingerprint, features } = this.inspect(text);
    target.fill(fingerprint);
    return features;
  }

  features(text: Text): Feature[] {
    const counts = new Map<string, number>();
    for (const feature of this.#featuresOf(text)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    return [...counts].map(([feature, count]) => ({ feature, count, weight: count }));
  }

  featureSet(text: Text, target?: BigUint64Array): FeatureSet {
    if (target) this.several(text, target);
    countGiven(this.#core, this.#featuresOf(text));
    return new FeatureSet(this.#core);
  }

  #featuresOf(text: Text): string[] {
    return [...this.#preset.features(text)];
  }
}
