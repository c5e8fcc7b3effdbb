import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Fingerprints, Texts } from './messages.ts';

/** The fingerprints of a batch of texts, `repeats` of each. */
export function fingerprintTexts(fingerprinter: Fingerprinter, texts: Texts, repeats: number): Fingerprints {
  const fingerprints = new BigUint64Array(repeats * texts.length);
  const features = new Uint32Array(texts.length);
  for (const [i, text] of texts.entries()) {
    if (repeats > 1) {
      features[i] = fingerprinter.several(text, fingerprints.subarray(repeats * i, repeats * (i + 1)));
      continue;
    }
    // One alone is quicker: its features need not be kept until they are all counted.
    const inspection = fingerprinter.inspect(text);
    fingerprints[i] = inspection.fingerprint;
    features[i] = inspection.features;
  }
  return { fingerprints, features };
}
