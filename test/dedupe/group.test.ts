// Groups and verdicts from pairs, against each rule written down the slow way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decider } from '../../src/dedupe/decide.ts';
import { group, RULES, type Rule } from '../../src/dedupe/group.ts';
import { orderBy } from '../../src/dedupe/order.ts';
import { type Pair, PairList } from '../../src/dedupe/pair-list.ts';
import { PairFinder } from '../../src/dedupe/pairs.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import * as reference from '../reference/groups.ts';

/** Pairs of up to 14 documents, some of which are copies of others, an order, and how many are references. */
const cases = fc
  .record({
    originals: fc.array(fc.nat(9), { minLength: 1, maxLength: 14 }),
    similarities: fc.array(fc.constantFrom(0, 0, 0, 0.7, 0.7, 0.8, 0.9, 0.95), { minLength: 91, maxLength: 91 }),
    values: fc.array(fc.constantFrom(1, 2, 3, Number.NaN), { minLength: 14, maxLength: 14 }),
    references: fc.nat(4),
  })
  .map(({ originals, similarities, values, references: wanted }) => {
    const count = originals.length;
    const references = Math.min(wanted, count);
    /** Each is itself, or a copy of an earlier one that is no copy. */
    const folded = originals.map((at, document) => (at < document && originals[at]! >= at ? at : document));
    const pairs: Pair[] = [];
    for (let b = 0, i = 0; b < count; b++) {
      if (folded[b] !== b) pairs.push({ a: folded[b]!, b, distance: 0, similarity: 1, same: true });
      for (let a = 0; a < b; a++) {
        const similarity = similarities[i++]!;
        if (similarity === 0 || folded[a] !== a || folded[b] !== b) continue;
        pairs.push({ a, b, distance: Math.round(20 * (1 - similarity)) + (i % 3), similarity });
      }
    }
    return { count, pairs, references, order: orderBy(Float64Array.from(values.slice(0, count)), references) };
  });

describe.each(RULES)('by the rule %s', (rule: Rule) => {
  it('each document is decided on as the rule says', () => {
    fc.assert(
      fc.property(cases, ({ count, pairs, references, order }) => {
        const verdicts = group(PairList.from(pairs), { rule, order, ...(references > 0 && { references }) });
        const expected = reference.groups(rule, count, pairs, [...order], references);
        expect(Array.from(verdicts.leaders)).toEqual(expected.map(({ leader }) => leader));
        expect(Array.from(verdicts.partners)).toEqual(expected.map(({ partner }) => partner));
        expect(Array.from(verdicts.distances)).toEqual(expected.map(({ distance }) => distance));
        expect(Array.from(verdicts.similarities)).toEqual(expected.map(({ similarity }) => similarity));
      }),
      { numRuns: 1000 },
    );
  });
});

const fingerprinter = new Fingerprinter();

/** Texts of a few families with few differences, so that many are the same. */
const corpus = fc.array(
  fc.record({ family: fc.nat(2), edits: fc.array(fc.nat(7), { maxLength: 3 }) }).map(({ family, edits }) => {
    const words = Array.from({ length: 24 }, (_, i) => `w${i}f${family}`);
    for (const place of edits) words[place * 3] = 'other';
    return words.join(' ');
  }),
  { minLength: 1, maxLength: 40 },
);

describe('pairs that fold', () => {
  const options = { fingerprinter, repeats: 3, maxDistance: 12, threshold: 0.6 };

  it('decide as all pairs do, and as documents that are decided on as they come, of any time', async () => {
    const days = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(corpus, days, fc.nat(3), fc.nat(5), async (texts, times, copies, references) => {
        const question = {
          ...options,
          textOf: (document: number) => texts[document]!,
          isReference: (document: number) => document < references,
          mayPair: (a: number, b: number) => Math.abs(times[a]! - times[b]!) <= 2,
          mayFold: (a: number, b: number) => times[a] === times[b],
        };
        const decider = new Decider(question);
        const order = orderBy(new Float64Array(texts.length));
        const [folded, all] = await Promise.all(
          [copies, 1000].map(async (limit) => {
            const finder = new PairFinder({ ...question, copies: limit });
            await finder.add(texts);
            finder.dispose();
            return finder.pairs;
          }),
        );
        await decider.add(texts);
        const { features, ...decisions } = decider.decisions();
        decider.dispose();
        const inputs = ({ leaders }: { leaders: Uint32Array }) => leaders.slice(references);
        expect(group(folded!, { rule: 'leader', order, references })).toEqual(decisions);
        expect(group(all!, { rule: 'leader', order, references })).toEqual(decisions);
        expect(inputs(group(folded!, { rule: 'components', order, references }))).toEqual(
          inputs(group(all!, { rule: 'components', order, references })),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('are a few for two thousand equal texts, and none is lost', async () => {
    const texts = new Array<string>(2000).fill('one two three four five six seven eight');
    const finder = new PairFinder({ ...options, textOf: (document) => texts[document]! });
    for (let start = 0; start < texts.length; start += 250) await finder.add(texts.slice(start, start + 250));
    finder.dispose();
    expect(finder.pairs.length).toBe((16 * 15) / 2 + texts.length - 16);
    for (const rule of RULES) {
      const { leaders } = group(finder.pairs, { rule, order: orderBy(new Float64Array(texts.length)) });
      expect(new Set(leaders)).toEqual(new Set([0]));
    }
  });

  it('are the same whether documents come together or one by one', async () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const related = Array.from({ length: 300 }, (_, i) =>
      words
        .with(i % 7, `${i % 5}`)
        .with(59 - (i % 11), `${i}`)
        .join(' '),
    );
    const found: Pair[][] = [];
    for (const together of [1, 50, related.length]) {
      const finder = new PairFinder({ ...options, textOf: (document) => related[document]! });
      for (let i = 0; i < related.length; i += together) await finder.add(related.slice(i, i + together));
      finder.dispose();
      found.push([...finder.pairs]);
    }
    expect(found[0]!.length).toBeGreaterThan(10_000);
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  const texts = new Array<string>(4000).fill('one two three four five six seven eight');

  // Where each met all that came before it, these were forty million meetings, and more than a minute.
  it.each([
    ['as they come', Decider, texts.length - 1],
    ['from all pairs', PairFinder, (16 * 15) / 2 + texts.length - 16],
  ])('are decided on at once, %s', { timeout: 30_000 }, async (_, Engine, pairs) => {
    const engine = new Engine({ ...options, textOf: (document) => texts[document]! });
    await engine.add(texts);
    expect(engine.foundIn(1, engine.length - 1).pairs.length).toBe(pairs);
    engine.dispose();
  });
});

describe('the order of preference', () => {
  it('is by value, then by order; what has no value comes last, and references first', () => {
    const values = Float64Array.of(5, Number.NaN, 3, 9, 9, Number.NaN, Number.NEGATIVE_INFINITY);
    expect(Array.from(orderBy(values))).toEqual([3, 4, 0, 2, 6, 1, 5]);
    expect(Array.from(orderBy(values, 3))).toEqual([0, 1, 2, 3, 4, 6, 5]);
  });
});
