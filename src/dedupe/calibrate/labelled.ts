import { Evidence } from './evidence.ts';
import type { NumberedTruths, Truth } from './labels.ts';
import { type Engine, measurePairs } from './measure.ts';

/**
 * What labels say, and with `unlisted` what all else that fingerprints find is taken for.
 *
 * @param unlisted the truth of pairs without a label; without it they are not looked for
 */
export async function labelledEvidence(
  texts: readonly string[],
  truths: NumberedTruths,
  unlisted: Truth | undefined,
  engine: Engine,
): Promise<Evidence> {
  const evidence = new Evidence(engine.repeats);
  await measurePairs(texts, unlisted === undefined ? 0 : texts.length, engine, {
    partners: (document, candidates) => {
      const labelled = truths.before(document).keys();
      return unlisted === undefined ? labelled : new Set([...labelled, ...candidates]);
    },
    see: (partner, document, pair) => {
      const truth = truths.before(document).get(partner) ?? unlisted;
      if (truth !== undefined) evidence.add(truth, pair);
    },
  });
  return evidence;
}
