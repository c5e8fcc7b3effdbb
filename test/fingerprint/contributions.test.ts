import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { RECIPES } from '../../src/fingerprint/built-in.ts';
import { type Contribution, contributions } from '../../src/fingerprint/contributions.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { IdfModel } from '../../src/fingerprint/idf-model.ts';
import type { Preset, TextRecipe } from '../../src/fingerprint/recipe.ts';
import { useCore } from '../../src/wasm/core.ts';
import * as reference from '../reference/fingerprint.ts';
import { builds } from '../support/builds.ts';
import { anyText } from '../support/texts.ts';

const news = readFileSync(new URL('../../examples/news.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line).text as string);

const MIXED: TextRecipe = { name: 'mixed', version: 1, words: [1, 2], characters: [1, 3], weights: 'tf', ties: 1 };
const BITS = Array.from({ length: 64 }, (_, i) => BigInt(i));

const vote = (hash: bigint, bit: bigint): number => ((hash >> bit) & 1n ? 1 : -1);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What each feature's hash weighs in a text, by the reference. */
function weightsOf(text: string, recipe: reference.ReferenceRecipe): Map<bigint, number> {
  const { corpus } = recipe;
  return new Map(
    [...reference.features(text, recipe)].map(([gram, count]) => {
      const rarity = corpus ? (corpus.weights.get(gram) ?? corpus.unknown) / 16 : 1;
      return [reference.mix(gram), (reference.weight(count, recipe.weights) / 4) * rarity];
    }),
  );
}

/** S_i for every bit i. */
function sumsOf(weights: Map<bigint, number>): number[] {
  return BITS.map((bit) =>
    [...weights].reduce((sum, [hash, weight]) => sum + ((hash >> bit) & 1n ? weight : -weight), 0),
  );
}

/** The definition, word by word. */
function expectDefinition(fingerprinter: Fingerprinter, recipe: reference.ReferenceRecipe, a: string, b: string): void {
  const [ofA, ofB] = [fingerprinter.fingerprint(a), fingerprinter.fingerprint(b)];
  const [weightsA, weightsB] = [weightsOf(a, recipe), weightsOf(b, recipe)];
  const found = contributions(fingerprinter, a, b);
  const differing = BITS.filter((bit) => ((ofA ^ ofB) >> bit) & 1n);
  const changed = [...new Set([...weightsA.keys(), ...weightsB.keys()])].filter(
    (hash) => differing.length > 0 && weightsA.get(hash) !== weightsB.get(hash),
  );
  expect(found.map(({ hash }) => hash).sort()).toEqual(changed.sort());
  for (const { hash, weightA, weightB, contribution } of found) {
    expect([weightA, weightB]).toEqual([weightsA.get(hash) ?? 0, weightsB.get(hash) ?? 0]);
    const pulls = differing.map((bit) => (weightA - weightB) * vote(hash, bit) * vote(ofA, bit));
    expect(contribution + 0).toBe(sum(pulls));
  }
  if (differing.length > 0) expectSums(found, ofA, differing, sumsOf(weightsA), sumsOf(weightsB));
}

/** All features together make the difference of the sums, and each differing bit is on the side of its sum. */
function expectSums(
  found: readonly Contribution[],
  ofA: bigint,
  differing: readonly bigint[],
  sumsA: readonly number[],
  sumsB: readonly number[],
): void {
  const differences = BITS.map((bit) => sumsA[Number(bit)]! - sumsB[Number(bit)]!);
  const together = BITS.map((bit) =>
    sum(found.map(({ hash, weightA, weightB }) => (weightA - weightB) * vote(hash, bit))),
  );
  expect(together).toEqual(differences);
  const apart = differing.map((bit) => vote(ofA, bit) * differences[Number(bit)]!);
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(0);
  expect(sum(found.map(({ contribution }) => contribution))).toBe(sum(apart));
  const shares = found.map(({ share }) => share);
  expect(sum(shares)).toBeCloseTo(1, 9);
  expect(shares).toEqual(shares.toSorted((x, y) => y - x));
}

describe.each(builds)('contributions, $name build', ({ open }) => {
  beforeAll(() => useCore(open()));
  afterAll(() => useCore(undefined));

  it('are what their definition says', () => {
    const made = new Map([...RECIPES, MIXED].map((recipe) => [recipe, new Fingerprinter({ recipe })]));
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), fc.constantFrom(...made.keys()), (a, other, cut, recipe) => {
        const shared = a.slice(cut % (a.length + 1));
        expectDefinition(made.get(recipe)!, recipe, a.slice(0, 200), (shared + other).slice(0, 200));
      }),
      { numRuns: 50 },
    );
  });

  it('are so with an idf model', () => {
    const plain = RECIPES[0]!;
    const idf = IdfModel.train(news.slice(0, 40));
    const recipe = { ...plain, corpus: reference.corpusWeights(news.slice(0, 40), plain, 2) };
    const fingerprinter = new Fingerprinter({ recipe: { ...plain, idf } });
    for (const i of [0, 1]) expectDefinition(fingerprinter, recipe, news[i]!, news[i + 38]!);
  });

  it('are none where the fingerprints are equal, though weights differ', () => {
    const fingerprinter = new Fingerprinter({ recipe: 'words' });
    expect(contributions(fingerprinter, 'one', 'one one')).toEqual([]);
  });

  it('are so with weights of the caller’s', () => {
    const keywords = (text: string) => text.split(' ').map((word) => [word, word.length - 3] as const);
    const fingerprinter = new Fingerprinter({ recipe: { name: 'keywords', version: 1, features: keywords } });
    const [a, b] = ['seven remarkable keywords', 'seven remarkably long keywords'];
    const found = contributions(fingerprinter, a, b);
    expect(found.map(({ feature, weightA, weightB }) => [feature, weightA, weightB]).sort()).toEqual([
      ['long', 0, 1],
      ['remarkable', 7, 0],
      ['remarkably', 0, 7],
    ]);
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  });
});

it('are refused where the recipe does not tell hashes', () => {
  const preset: Preset = {
    name: 'length',
    version: 1,
    about: '',
    fingerprint: (text) => BigInt(text.length),
    features: (text) => [String(text)],
  };
  const fingerprinter = new Fingerprinter({ recipe: preset });
  expect(() => contributions(fingerprinter, 'a', 'b c')).toThrow(InvalidArgumentError);
  expect(() => contributions(fingerprinter, 'a', 'b c')).toThrow('length/1 does not tell the hashes of its features');
});
