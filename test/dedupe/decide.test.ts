// The decisions of the engine against the leader rule written down the slow way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Candidates } from '../../src/dedupe/candidates.ts';
import { Comparison } from '../../src/dedupe/comparison.ts';
import { type Counted, countTexts } from '../../src/dedupe/counted.ts';
import { Decider, type Decisions } from '../../src/dedupe/decide.ts';
import { group, RULES } from '../../src/dedupe/group.ts';
import { LateDecider } from '../../src/dedupe/late-decider.ts';
import { orderBy } from '../../src/dedupe/order.ts';
import type { CandidateIndex } from '../../src/dedupe/other-threads.ts';
import type { Pair } from '../../src/dedupe/pair-list.ts';
import { PairFinder } from '../../src/dedupe/pairs.ts';
import { CROWDED } from '../../src/dedupe/settled.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import type { FeatureSet } from '../../src/wasm/feature-set.ts';
import * as reference from '../reference/fingerprint.ts';
import { distance as distanceOf } from '../reference/search.ts';

const RECIPE = { words: [1, 2] };
const fingerprinter = new Fingerprinter();

/** Texts of a few families: long enough to be alike after an edit, and now and then empty or the same. */
const corpus = fc
  .array(
    fc.record({
      family: fc.nat(5),
      edits: fc.array(fc.tuple(fc.nat(39), fc.constantFrom('', 'one', 'other')), { maxLength: 8 }),
      isEmpty: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) =>
    all.map(({ family, edits, isEmpty }) => {
      const words = Array.from({ length: 40 }, (_, i) => `w${(i * (family + 3)) % 37}f${family}`);
      for (const [place, word] of edits) words[place] = word;
      return isEmpty ? '…' : words.join(' ');
    }),
  );

/** Hands texts over in batches of these sizes, round and round. */
async function inBatches(
  into: { add(texts: readonly string[]): Promise<void> },
  texts: readonly string[],
  sizes: readonly number[],
) {
  for (let start = 0, turn = 0; start < texts.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    await into.add(texts.slice(start, start + size));
    start += size;
  }
}

async function decide(
  texts: readonly string[],
  sizes: readonly number[],
  maxDistance: number,
  threshold: number,
  crowded?: number,
): Promise<Decisions> {
  const textOf = (document: number) => texts[document]!;
  const decider = new Decider({ fingerprinter, repeats: 3, maxDistance, threshold, textOf, crowded });
  await inBatches(decider, texts, sizes);
  const decisions = decider.decisions();
  decider.dispose();
  return decisions;
}

async function pairsOf(
  texts: readonly string[],
  sizes: readonly number[],
  maxDistance: number,
  threshold: number,
  crowded?: number,
): Promise<Pair[]> {
  const textOf = (document: number) => texts[document]!;
  const finder = new PairFinder({ fingerprinter, repeats: 3, maxDistance, threshold, textOf, crowded, copies: 1000 });
  await inBatches(finder, texts, sizes);
  finder.dispose();
  return [...finder.pairs].map(({ same, ...pair }) => pair);
}

/** Every pair within the distance, by comparing all with all. */
function allPairs(texts: readonly string[], maxDistance: number, threshold: number): Pair[] {
  const seen = texts.map((text) => ({
    fingerprints: reference.several(text, RECIPE, 3),
    features: reference.features(text, RECIPE),
  }));
  return seen.flatMap((ofB, b) =>
    seen.slice(0, b).flatMap((ofA, a) => {
      const distance = Math.min(...ofA.fingerprints.map((one, i) => distanceOf(one, ofB.fingerprints[i]!)));
      const similarity = reference.jaccard(ofA.features, ofB.features);
      const isPair =
        distance <= maxDistance && similarity >= threshold && ofA.features.size > 0 && ofB.features.size > 0;
      return isPair ? [{ a, b, distance, similarity }] : [];
    }),
  );
}

function leadersOf(count: number, pairs: readonly Pair[]): number[] {
  const leaders: number[] = [];
  for (let document = 0; document < count; document++) {
    const [best] = pairs
      .filter(({ a, b }) => b === document && leaders[a] === a)
      .sort((x, y) => y.similarity - x.similarity || x.a - y.a);
    leaders.push(best ? best.a : document);
  }
  return leaders;
}

describe('the engine decides', () => {
  it('as the leader rule says, however documents come in batches, with pairs and without, in crowds and not', async () => {
    await fc.assert(
      fc.asyncProperty(
        corpus,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 16 }),
        fc.constantFrom(0, 0.3, 0.72, 1),
        fc.constantFrom(undefined, 0, 2),
        async (texts, sizes, maxDistance, threshold, crowded) => {
          const pairs = allPairs(texts, maxDistance, threshold);
          const decisions = await decide(texts, sizes, maxDistance, threshold, crowded);
          expect(await pairsOf(texts, sizes, maxDistance, threshold, crowded)).toEqual(pairs);
          expect([...decisions.leaders]).toEqual(leadersOf(texts.length, pairs));
          expect(await decide(texts, [texts.length], maxDistance, threshold)).toEqual(decisions);
          for (const [document, leader] of decisions.leaders.entries()) {
            if (leader === document) continue;
            const pair = pairs.find(({ a, b }) => a === leader && b === document)!;
            expect(decisions.similarities[document]).toBe(pair.similarity);
            expect(decisions.distances[document]).toBe(pair.distance);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('the same when it goes on from what was settled before, in crowds and not', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, fc.nat(40), fc.constantFrom(undefined, 0, 2), async (some, place, crowded) => {
        // Every other one is the same, so that copies fold before that place or behind it.
        const texts = some.map((text, i) => (i % 2 === 0 ? some[0]! : text));
        const textOf = (document: number) => texts[document]!;
        const options = { fingerprinter, repeats: 3, maxDistance: 12, threshold: 0.72, textOf, crowded, copies: 3 };
        const [before, after] = [texts.slice(0, place), texts.slice(place)];
        for (const Engine of [Decider, PairFinder]) {
          const [whole, first, second] = [new Engine(options), new Engine(options), new Engine(options)];
          await whole.add(texts);
          const counted = countTexts(options, before);
          await first.add(counted);
          await second.restore({ ...counted, ...first.foundIn(0, before.length) });
          await second.add(after);
          expect(second.foundIn(0, texts.length).pairs).toEqual(whole.foundIn(0, texts.length).pairs);
          for (const engine of [whole, first, second]) engine.dispose();
        }
      }),
    );
  });

  it('in any order of preference what the leader rule makes of all pairs, also going on from what was counted', async () => {
    await fc.assert(
      fc.asyncProperty(
        corpus,
        fc.array(fc.constantFrom(1, 2, 3, Number.NaN), { minLength: 40, maxLength: 40 }),
        fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }),
        fc.record({ references: fc.nat(4), place: fc.nat(40), copies: fc.constantFrom(1, 1000) }),
        fc.constantFrom(undefined, 0, 2),
        async (some, values, times, { references: wanted, place, copies }, crowded) => {
          const texts = some.map((text, i) => (i % 3 === 0 ? some[0]! : text));
          const references = Math.min(wanted, texts.length);
          const order = orderBy(Float64Array.from(values.slice(0, texts.length)), references);
          const options = {
            ...{ fingerprinter, repeats: 3, maxDistance: 12, threshold: 0.72, crowded, copies },
            textOf: (document: number) => texts[document]!,
            isReference: (document: number) => document < references,
            mayPair: (a: number, b: number) => Math.abs(times[a]! - times[b]!) <= 1,
            mayFold: (a: number, b: number) => times[a] === times[b],
          };
          const finder = new PairFinder(options);
          await finder.add(texts);
          const expected = {
            ...group(finder.pairs, { rule: 'leader', order, references }),
            features: finder.features(),
          };
          const [first, second] = [new LateDecider(options), new LateDecider(options)];
          const before = countTexts(options, texts.slice(0, place));
          await first.add(before);
          await second.restore({ ...before, ...first.foundIn(0, before.length) });
          for (const decider of [first, second]) await decider.add(countTexts(options, texts.slice(place)));
          for (const decider of [first, second]) {
            expect(await decider.decide(order, () => undefined)).toEqual(expected);
            decider.dispose();
          }
          finder.dispose();
        },
      ),
    );
  });

  it('the same whether copies fold or not, also by a recipe that compares other features than those of its fingerprints', async () => {
    const own = new Fingerprinter({ recipe: { name: 'own', version: 1, words: [2], compared: [1] } });
    // The same words in another order, which is all that differs; repeated, so that they fold.
    const orders = fc.array(fc.array(fc.nat(98), { maxLength: 3 }), { minLength: 2, maxLength: 6 });
    const chosen = fc.array(fc.nat(5), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(orders, chosen, fc.nat(2), fc.nat(3), async (swaps, choices, maxDistance, wanted) => {
        const texts = choices.map((choice) => {
          const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
          for (const at of swaps[choice % swaps.length]!) words.splice(at, 2, words[at + 1]!, words[at]!);
          return words.join(' ');
        });
        const references = Math.min(wanted, texts.length);
        const isReference = (document: number) => document < references;
        const textOf = (document: number) => texts[document]!;
        const options = { fingerprinter: own, repeats: 3, maxDistance, threshold: 0.75, textOf, isReference };
        const decider = new Decider(options);
        const finders = [1, 1000].map((copies) => new PairFinder({ ...options, copies }));
        for (const engine of [decider, ...finders]) await engine.add(texts);
        const firstFirst = Uint32Array.from(texts.keys());
        const lastFirst = orderBy(Float64Array.from(texts.keys()), references);
        for (const order of [firstFirst, lastFirst]) {
          for (const rule of RULES) {
            const [folded, unfolded] = finders.map(({ pairs }) => group(pairs, { rule, order, references }).leaders);
            expect(folded!.subarray(references)).toEqual(unfolded!.subarray(references));
          }
        }
        const { leaders } = group(finders[1]!.pairs, { rule: 'leader', order: firstFirst, references });
        expect(decider.decisions().leaders).toEqual(leaders);
        for (const engine of [decider, ...finders]) engine.dispose();
      }),
      { numRuns: 300 },
    );
  });

  it('and keeps feature sets until then as far as there is room for them, and gives all of them back', async () => {
    const left = new Set([0, 1, 2]);
    const counted: Counted = {
      length: left.size,
      fingerprints: [new BigUint64Array(left.size)],
      features: new Uint32Array(left.size).fill(1),
      compared: new Uint32Array(left.size).fill(1),
      set: (row) => ({ bytes: 60 * 2 ** 20, dispose: () => left.delete(row) }) as unknown as FeatureSet,
    };
    const decider = new LateDecider({ fingerprinter, repeats: 1, maxDistance: 3, threshold: 1, textOf: () => '' });
    await decider.add(counted);
    expect([...left]).toEqual([0, 1]);
    decider.dispose();
    expect([...left]).toEqual([]);
  });

  it('that texts whose similarity is the very threshold are duplicates, however it rounds', async () => {
    const words = Array.from({ length: 18 }, (_, i) => `w${i}`);
    // 29 of 35 features; 29 / 35 * 35 is more than 29 in floating point.
    const texts = [words.slice(0, 15).join(' '), words.join(' ')];
    expect([...(await decide(texts, [2], 16, 29 / 35)).leaders]).toEqual([0, 0]);
  });

  it('without a crowd where the threshold is so low that hardly anything is too unlike', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `connection from host h${i} to port p${i} was closed`);
    const options = { fingerprinter, repeats: 3, maxDistance: 16, textOf: (i: number) => texts[i]!, crowded: 1 };
    for (const [threshold, isCrowd] of [
      [0.5, true],
      [0.009, false],
    ] as const) {
      const finder = new PairFinder({ ...options, threshold });
      await finder.add(texts);
      expect(finder.foundIn(0, texts.length).isOpen.includes(CROWDED)).toBe(isCrowd);
      finder.dispose();
    }
  });

  it('and gives back what was counted, also of documents that an error has kept it from', async () => {
    let left = 5000;
    const counted: Counted = {
      length: left,
      fingerprints: [new BigUint64Array(left)],
      features: new Uint32Array(left).fill(1),
      compared: new Uint32Array(left).fill(1),
      set: () => ({ bytes: 1, dispose: () => left-- }) as unknown as FeatureSet,
    };
    const comparison = new Comparison({ fingerprinter, repeats: 1, maxDistance: 3, threshold: 1, textOf: () => '' });
    const fail = () => {
      throw new Error('no');
    };
    await expect(comparison.add(counted, fail)).rejects.toThrow('no');
    comparison.dispose();
    expect(left).toBe(0);
  });

  it('and gives back an index in another thread that could not take what was here', async () => {
    const given: string[] = [];
    const there: CandidateIndex = {
      addAll: () => Promise.reject(new Error('no')),
      searchAll: () => Promise.reject(new Error('no')),
      dispose: () => void given.push('there'),
    };
    const candidates = new Candidates(1, 3, { index: () => there, hear: () => undefined });
    const batch = new BigUint64Array(4096);
    await expect(candidates.add([batch], 0, [...batch.keys()])).rejects.toThrow('no');
    candidates.dispose();
    expect(given).toEqual(['there']);
  });

  it('on the number of features too', async () => {
    const { features } = await decide(['a b c', '', '…', 'one'], [2], 3, 0.5);
    expect([...features]).toEqual([5, 0, 0, 1]);
  });
});
