import { fromCaller, InvalidArgumentError } from '../../errors.ts';
import type { FingerprintCore } from '../../wasm/core.ts';
import type { FeatureSet } from '../../wasm/feature-set.ts';
import { setOfGiven } from '../../wasm/given.ts';
import { checkFingerprint } from '../fingerprint.ts';
import type { GivenFeature, Preset } from '../recipe.ts';
import type { Text } from '../text.ts';
import { checkGiven, type GivenFeatures, tallied } from './given.ts';
import type { Feature, Method } from './method.ts';

/** The fingerprints of another library, which makes them its own way. */
export class PresetMethod implements Method {
  readonly #core: FingerprintCore;
  readonly #preset: Preset;

  constructor(core: FingerprintCore, preset: Preset) {
    this.#core = core;
    this.#preset = preset;
  }

  fingerprint(text: Text): bigint {
    const fingerprint = fromCaller(`The preset ${this.#preset.name}`, () => this.#preset.fingerprint(text));
    checkFingerprint(fingerprint);
    return fingerprint;
  }

  inspect(text: Text): { fingerprint: bigint; features: number } {
    return { fingerprint: this.fingerprint(text), features: this.#given(text).features.length };
  }

  several(text: Text, target: BigUint64Array): number {
    this.#fill(text, target);
    return this.#given(text).features.length;
  }

  features(text: Text): Feature[] {
    return tallied(this.#given(text));
  }

  featureSet(text: Text, target?: BigUint64Array): FeatureSet {
    if (target) this.#fill(text, target);
    return setOfGiven(this.#core, this.#given(text).features);
  }

  #fill(text: Text, target: BigUint64Array): void {
    if (target.length > 1) {
      throw new InvalidArgumentError(
        `One text has one fingerprint by the preset ${this.#preset.name}, not ${target.length}. Use one repeat.`,
      );
    }
    target.fill(this.fingerprint(text));
  }

  #given(text: Text): GivenFeatures {
    const { name } = this.#preset;
    return fromCaller(`The preset ${name}`, () =>
      checkGiven(notEmpty(this.#preset.features(text as string)), `the preset ${name}`),
    );
  }
}

function* notEmpty(features: Iterable<GivenFeature>): Iterable<GivenFeature> {
  for (const one of features) {
    if (one !== '' && one?.[0] !== '') yield one;
  }
}
