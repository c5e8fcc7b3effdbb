// Features are counted within bounds: what a model then says, against one that counts all of them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64 } from '../../src/fingerprint/base64.ts';
import { type IdfModel, IdfTrainer } from '../../src/fingerprint/idf-model.ts';

/** Texts of few words, of which some are common and most are not. */
const texts = fc.array(
  fc
    .array(fc.oneof(fc.nat(4), fc.nat(60)), { maxLength: 12 })
    .map((words) => words.map((word) => `w${word}`).join(' ')),
  { maxLength: 60 },
);

/** A trained model, and by how much its frequencies may be too low. */
function trained(texts: readonly string[], leastDocuments: number, mostFeatures?: number) {
  const trainer = new IdfTrainer({ recipe: 'words', leastDocuments }, mostFeatures);
  for (const text of texts) trainer.add(text);
  const { undercount } = trainer;
  return { frequencies: frequenciesOf(trainer.finish()), undercount };
}

function frequenciesOf(model: IdfModel): Map<bigint, number> {
  const { features, frequencies } = model.toJSON();
  const numbers = new Uint32Array(fromBase64(frequencies).buffer);
  return new Map([...new BigUint64Array(fromBase64(features).buffer)].map((feature, i) => [feature, numbers[i]!]));
}

/** The slow way: sets of words, and all that are too rare forgotten once there are too many. */
function counted(texts: readonly string[], mostFeatures: number) {
  let frequencies = new Map<string, number>();
  let undercount = 0;
  for (const text of texts) {
    for (const word of new Set(text.split(' '))) {
      if (word !== '') frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    }
    if (frequencies.size <= mostFeatures) continue;
    let least = 1;
    for (; frequencies.size > mostFeatures / 2; least *= 2) {
      frequencies = new Map([...frequencies].filter(([, frequency]) => frequency >= 2 * least));
    }
    undercount += least - 1;
  }
  return { frequencies, undercount };
}

const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

it('forgets the rarest features where there are too many, and says how much that may be', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3 }), (texts, most, least) => {
      const all = trained(texts, 1);
      const some = trained(texts, least, most);
      const slowly = counted(texts, most);
      expect(all.undercount).toBe(0);
      expect(some.undercount).toBe(slowly.undercount);
      expect(ascending(some.frequencies.values())).toEqual(
        ascending(slowly.frequencies.values()).filter((frequency) => frequency >= least),
      );
      for (const [feature, frequency] of all.frequencies) {
        const known = some.frequencies.get(feature) ?? 0;
        expect(known).toBeLessThanOrEqual(frequency);
        // What is rarer than `least` is not told.
        expect(frequency).toBeLessThanOrEqual(Math.max(known, least - 1) + some.undercount);
      }
    }),
  );
});

it('counts on where features were forgotten, in a table that has grown', () => {
  const once = Array.from({ length: 9000 }, (_, i) => `common once${i}`);
  const { frequencies, undercount } = trained(once, 2, 4000);
  // 4001 features are too many: each time all but one are forgotten.
  expect([...frequencies.values(), undercount]).toEqual([9000, 2]);
});
