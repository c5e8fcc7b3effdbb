import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECIPES } from '../../src/fingerprint/built-in.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { IdfModel } from '../../src/fingerprint/idf-model.ts';
import { kernelRecipe } from '../../src/fingerprint/kernel-recipe.ts';
import type { Normalisation, TextRecipe, Ties, Weighting } from '../../src/fingerprint/recipe.ts';
import { useCore } from '../../src/wasm/core.ts';
import { FeatureSet } from '../../src/wasm/feature-set.ts';
import { countText } from '../../src/wasm/text.ts';
import * as reference from '../reference/fingerprint.ts';
import { builds } from '../support/builds.ts';
import { anyBytes, anyText } from '../support/texts.ts';

const news = readFileSync(new URL('../../examples/news.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line).text as string);

/** Those that are built in first, then what differs from them. */
const OWN: readonly TextRecipe[] = [
  { name: 'ties-0', version: 1, words: [1], weights: 'binary', ties: 0 },
  { name: 'ties-1', version: 1, words: [1, 3], weights: 'tf', ties: 1 },
  { name: 'cased', version: 1, words: [2], normalisation: 'nfkc', weights: 'binary' },
  { name: 'folded', version: 1, words: [1], characters: [2], normalisation: 'casefold' },
  { name: 'raw', version: 1, words: [1, 2], characters: [1, 16], bytes: [1, 16], normalisation: 'none' },
  { name: 'characters', version: 1, characters: [1, 3, 5], weights: 'tf' },
  { name: 'compared', version: 1, words: [1, 2], characters: [3], compared: [2, 1, 1, 3, 3, 5], normalisation: 'nfkc' },
  { name: 'only-words-compared', version: 1, words: [1, 2], characters: [3], compared: [1, 2] },
  { name: 'words-16', version: 1, words: [1, 4, 16], weights: 'tf' },
];

const sizes = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 16 })), {
  minLength: 1,
  maxLength: 3,
});
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const anyWeights = {
  weights: fc.constantFrom<Weighting>('log-tf', 'tf', 'binary'),
  ties: fc.constantFrom<Ties>('parity', 0, 1),
};
/** Recipes of whatever goes together. */
const mixture: fc.Arbitrary<TextRecipe> = fc
  .oneof(
    fc.record({
      ...anyWeights,
      words: sizes,
      characters: sometimes(sizes),
      compared: sometimes(sizes),
      normalisation: fc.constantFrom<Normalisation>('nfkc-casefold', 'nfkc', 'casefold', 'none'),
    }),
    fc.record({
      ...anyWeights,
      words: sometimes(sizes),
      characters: sometimes(sizes),
      bytes: sizes,
      normalisation: fc.constant<Normalisation>('none'),
    }),
  )
  .map((some) => ({ name: 'mixture', version: 1, ...some }));

const english = news.join(' ').slice(0, 20_000);
/** What the reference, being slow, tells only once for all builds. */
const large = [
  english.repeat(Math.ceil(5_000_000 / english.length)),
  'x'.repeat(5_000_000),
  new Uint8Array(5_000_000).fill(0x20),
  Array.from({ length: 60_000 }, (_, i) => `word${i}`).join(' '),
  // About as many distinct features as are still counted in one part.
  Array.from({ length: 8190 }, (_, i) => `w${i}`).join(' '),
  // Whose hashes begin alike, so that one part of the grams has far more features than the others.
  Array.from({ length: 220_000 }, (_, i) => `w${i}`)
    .filter((word) => reference.wordHash(word) >> 60n === 0n)
    .join(' '),
].map((text) => ({ text, expected: new Map<string, bigint>() }));

function referenceOnce({ text, expected }: (typeof large)[number], recipe: TextRecipe): bigint {
  const known = expected.get(recipe.name) ?? reference.fingerprint(text, recipe);
  expected.set(recipe.name, known);
  return known;
}

describe.each(builds)('fingerprints of the $name build', ({ name, open }) => {
  const recipes = [...RECIPES, ...OWN];
  const made = new Map<TextRecipe, Fingerprinter>();
  const by = (recipe: TextRecipe) => made.get(recipe) ?? new Fingerprinter({ recipe });
  const [usual, plainWords] = RECIPES;
  const anyRecipe = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(usual!, plainWords!) },
    { weight: 3, arbitrary: fc.constantFrom(...recipes) },
    { weight: 1, arbitrary: mixture },
  );

  beforeAll(() => {
    useCore(open());
    for (const recipe of recipes) made.set(recipe, new Fingerprinter({ recipe }));
  });
  afterAll(() => useCore(undefined));

  const expectReference = (text: string | Uint8Array, recipe: TextRecipe): void => {
    const { fingerprint, features } = by(recipe).inspect(text);
    const counts = reference.features(text, recipe);
    expect(features).toBe([...counts.values()].reduce((sum, count) => sum + count, 0));
    expect(fingerprint).toBe(reference.ofCounts(counts, recipe, 1)[0]);
  };

  it('agree with the reference on generated texts', () => {
    fc.assert(fc.property(anyText, anyRecipe, expectReference), { numRuns: 3000 });
  });

  it('agree with the reference on bytes that need not be UTF-8', () => {
    fc.assert(fc.property(anyBytes, anyRecipe, expectReference), { numRuns: 3000 });
  });

  it('agree with the reference on the example news, whole and cut anywhere', () => {
    for (const text of news) expectReference(text, usual!);
    fc.assert(
      fc.property(fc.constantFrom(...news), fc.nat(), fc.nat(300), anyRecipe, (text, start, length, recipe) =>
        expectReference(text.slice(start % text.length, (start % text.length) + length), recipe),
      ),
      { numRuns: 300 },
    );
  });

  it('agree with the reference on any character where a block of 64 bytes ends', () => {
    const characters = [
      ...'éÉßжЖйΩώשعـ가힣ạẠđĐ’“—«\u00a0\u00ad\u0301\ufffd漢か。กកक़ािᲐა𐐀😀𠮷',
      '\ud800',
      'हि',
      'e\u0301',
    ];
    for (const character of characters) {
      for (let length = 56; length < 68; length++) {
        const text = `${'a'.repeat(length)}${character}${character}b ${character}x${character} `;
        expectReference(text, plainWords!);
        expectReference(text.repeat(3), usual!);
        expectReference(new TextEncoder().encode(text).subarray(0, length + 1), usual!);
      }
    }
  });

  it('stay what they are while the numbers of features run out and begin anew, texts large and small', () => {
    // A round has half as many features as there are numbers.
    const texts = [...news.slice(0, 20), english, `${news[0]} ${english}`.repeat(9)];
    const expected = texts.map((text) => reference.fingerprint(text, usual!));
    for (let round = 0; round < 40; round++) {
      expect(texts.map((text) => by(usual!).fingerprint(text))).toEqual(expected);
      // Of another number of features each time, so that they begin anew in the midst of any text.
      by(usual!).fingerprint(english.slice(0, 61 * round));
    }
  });

  it('are the same for a string and for its bytes', () => {
    fc.assert(
      fc.property(anyText, anyRecipe, (text, recipe) => {
        expect(by(recipe).fingerprint(new TextEncoder().encode(text))).toBe(by(recipe).fingerprint(text));
      }),
    );
  });

  it('agree with the reference on every code point, alone and between letters', () => {
    const wrong: string[] = [];
    // The table is the same in all builds: one of them proves it, the others show that they read it alike.
    const step = name === 'release' ? 1 : 7;
    for (let code = 0; code < 0x110000; code += step) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      if (by(usual!).inspect(text).features !== 2 * reference.tokens(text).length - 1) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['Han, which are read four and eight at a time', '汉字汉字汉字汉字'],
    ['letters of Cyrillic, which vectors find', 'ёлкаждёт'],
  ])('agree with the reference on every unit among %s', (_, eight) => {
    const wrong: string[] = [];
    const step = name === 'release' ? 1 : 7;
    for (let unit = 0; unit < 0x10000; unit += step) {
      const text = `${eight.repeat(13).slice(unit % 8)}${String.fromCharCode(unit)}${eight}`;
      if (by(plainWords!).fingerprint(text) !== reference.fingerprint(text, plainWords!)) wrong.push(unit.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['it´s l´été', ['it', 's', 'l', 'été']],
    ['図書館 Ｗｅｂ', ['図', '書', '館', 'web']],
    ['ユーザーID', ['ユ', 'ー', 'ザ', 'id']],
    ['ไทย 9', ['ไท', 'ทย', '9']],
    ['កខ\u200bគ', ['កខ', 'ខគ']],
    ['aກb', ['a', 'ກ', 'b']],
  ])('are made of the words of %s', (text, words) => {
    expect(reference.tokens(text).filter((word, i, all) => all.indexOf(word) === i)).toEqual(words);
    const features = by(plainWords!).features(text);
    expect(features.map(({ feature }) => feature)).toEqual(words);
  });

  it('agree with the reference on pairs of letters where a batch of tokens ends', () => {
    const letters = 'กขคงจฉชซฌญ';
    // A batch ends between 960 tokens and 1,024.
    for (let length = 955; length < 1030; length++) {
      const run = letters.repeat(103).slice(0, length);
      for (const between of ['', ' ', '\u00ad', 'a', '中', '\u00ad ', ' \u00ad', '\u00ad中']) {
        const text = `${run}${between}ษส`;
        expect(by(plainWords!).fingerprint(text)).toBe(reference.fingerprint(text, plainWords!));
        const words = by(plainWords!).features(text);
        expect(words.map(({ feature }) => feature)).toEqual([...new Set(reference.tokens(text))]);
      }
    }
  });

  it('agree with the reference on capitals, more in a row than are noted', () => {
    for (const text of ['Ж'.repeat(1024), 'Ж'.repeat(1025), 'Ж'.repeat(40_000), 'ЖЁЛТЫЙ '.repeat(6000)]) {
      expectReference(text, plainWords!);
      expectReference(`${text} a${text}é`, plainWords!);
    }
    expectReference('Жёлтый', usual!);
  });

  it.each([
    ['letters of Cyrillic', 'съешьтеещёмягкихбулок'],
    ['kana', 'むめモヤゆよラリるれろわ'],
  ])('agree with the reference on any two bytes among %s', (_, letters) => {
    const wrong: number[] = [];
    const word = new TextEncoder().encode(letters);
    const step = name === 'release' ? 1 : 7;
    for (let two = 0; two < 0x10000; two += step) {
      const bytes = word.slice();
      bytes.set([two & 255, two >> 8], 2 * (two % 8));
      if (by(plainWords!).fingerprint(bytes) !== reference.fingerprint(bytes, plainWords!)) wrong.push(two);
    }
    expect(wrong).toEqual([]);
  });

  it('of texts without words are 0 and rest on no features', () => {
    for (const text of [
      '',
      ' ',
      '\0',
      '!?',
      '，。',
      '😀',
      '\u00ad',
      '\ufeff',
      '\ud800',
      new Uint8Array([0xff, 0xc0]),
    ]) {
      expect(by(usual!).inspect(text)).toEqual({ fingerprint: 0n, features: 0, tooShort: true });
    }
  });

  it('agree with the reference on 5 MB, and small texts after it are what they were', () => {
    const before = by(usual!).fingerprint('after the flood');
    for (const one of large) {
      for (const recipe of [usual!, plainWords!]) {
        expect(by(recipe).fingerprint(one.text)).toBe(referenceOnce(one, recipe));
      }
    }
    expect(by(usual!).fingerprint('after the flood')).toBe(before);
  });

  it('of a text of 4.4 million features, which is counted in pieces, agree with what they must be', () => {
    const cycle = Array.from({ length: 1100 }, (_, i) => `w${i}`);
    const cycles = 2000;
    const text = `${cycle.join(' ')} `.repeat(cycles);
    const counts = reference.features(cycle.join(' '), usual!);
    for (const gram of counts.keys()) counts.set(gram, cycles);
    const [seam] = [...reference.features('w1099 w0', { words: [2] }).keys()];
    counts.set(seam!, cycles - 1);
    expect(by(usual!).inspect(text).features).toBe(2 * 1100 * cycles - 1);
    const target = new BigUint64Array(3);
    by(usual!).several(text, target);
    expect([...target]).toEqual(reference.ofCounts(counts, usual!, 3));
    expect(by(usual!).exactSimilarity(text, text)).toBe(1);
  });

  it('many of a source that uses its memory again are those of its texts', () => {
    const texts = ['alpha beta gamma', 'one two three', 'red green blue'];
    const fingerprinter = new Fingerprinter();
    const memory = new Uint8Array(64);
    function* source() {
      for (const text of texts) yield memory.subarray(0, new TextEncoder().encodeInto(text, memory).written);
    }
    expect([...fingerprinter.fingerprints(source())]).toEqual(texts.map((text) => fingerprinter.fingerprint(text)));
  });

  it('several of one text agree with the reference, and the first is the usual one', () => {
    fc.assert(
      fc.property(anyText, anyRecipe, (text, recipe) => {
        const target = new BigUint64Array(4);
        by(recipe).several(text, target);
        expect([...target]).toEqual(reference.several(text, recipe, 4));
        expect(target[0]).toBe(by(recipe).fingerprint(text));
      }),
      { numRuns: 500 },
    );
  });

  it('exact similarity agrees with the reference', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), anyRecipe, (a, other, cut, recipe) => {
        const b = a.slice(cut % (a.length + 1)) + other;
        const expected = reference.jaccard(reference.compared(a, recipe), reference.compared(b, recipe));
        expect(by(recipe).exactSimilarity(a, b)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('exact similarity knows the ends of texts, also of those that are shorter than n-grams, or longer than a batch', () => {
    const anyWords = fc.array(fc.constantFrom('a', 'b', 'c', 'longer-than-eight'), { maxLength: 9 });
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    // What the fingerprint counts may be just what is compared, but for the ends.
    const anySizes = fc.oneof(
      fc.record({ words: fc.constant([1]), compared: sizes }),
      fc.constant({ words: [1, 2], compared: [1, 2] }),
    );
    fc.assert(
      fc.property(anyWords, anyWords, fc.constantFrom(0, 955, 1030), anySizes, (a, b, more, sizes) => {
        const between = Array.from({ length: more }, (_, i) => `w${i}`);
        const texts = [a, b].map((words) => [...words, ...between, ...words].join(' '));
        const recipe = { name: 'compared', version: 1, ...sizes };
        const [mapA, mapB] = texts.map((text) => reference.compared(text, recipe));
        expect(by(recipe).exactSimilarity(texts[0]!, texts[1]!)).toBe(reference.jaccard(mapA!, mapB!));
      }),
      { numRuns: 300 },
    );
  });

  it('features that are compared are the same whether words are remembered or read again', () => {
    const core = open();
    const recipe: TextRecipe = { name: 'compared', version: 1, words: [1], compared: [1, 2, 3, 16] };
    const anyEnd = fc.constantFrom('', ' ', '。', ' '.repeat(2000));
    const someLengths = fc.oneof(fc.nat(40), fc.integer({ min: 955, max: 1030 }), fc.integer({ min: 1915, max: 2060 }));
    const digest = (text: string, ends: boolean, remembers: boolean) => {
      const count = (countWords: (sizes: number, ends: boolean) => void) => {
        countWords(0b1000000000000111, ends);
        return FeatureSet.filled(core, 0, (set) => set.extend()).digest();
      };
      return countText(core, text, kernel, count, remembers);
    };
    const kernel = kernelRecipe(core, recipe);
    fc.assert(
      fc.property(someLengths, anyEnd, fc.constantFrom(' ', '汉'), fc.boolean(), (length, end, between, ends) => {
        const text = Array.from({ length }, (_, i) => `w${i}`).join(between) + end;
        expect(digest(text, ends, false)).toBe(digest(text, ends, true));
      }),
      { numRuns: 300 },
    );
  });

  it('of a passage the ends are not compared', () => {
    fc.assert(
      fc.property(anyText, anyText, anyRecipe, (a, b, recipe) => {
        const [setA, setB] = [a, b].map((text) => by(recipe).passageSet(text));
        const [mapA, mapB] = [a, b].map((text) => reference.comparedOfPassage(text, recipe));
        expect(setA!.jaccard(setB!)).toBe(reference.jaccard(mapA!, mapB!));
        setA!.dispose();
        setB!.dispose();
      }),
      { numRuns: 300 },
    );
  });

  it('exact similarity that is to be enough is exact where it is, and too little where it is not', () => {
    const anyLeast = fc.oneof(fc.constant(undefined), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(anyText, fc.nat(), anyLeast)), anyRecipe, (a, others, recipe) => {
        const set = by(recipe).featureSet(a);
        const comparedOfA = reference.compared(a, recipe);
        for (const [other, cut, given] of others) {
          const b = a.slice(cut % (a.length + 1)) + other;
          const exact = reference.jaccard(comparedOfA, reference.compared(b, recipe));
          const least = given ?? exact;
          const setOfB = by(recipe).featureSet(b);
          // Not all ways to tell are taken the first time.
          for (let time = 0; time < 5; time++) {
            const found = set.jaccard(setOfB, least);
            if (exact >= least) expect(found).toBe(exact);
            else expect(found).toBeLessThan(least);
          }
          setOfB.dispose();
        }
        set.dispose();
      }),
      { numRuns: 200 },
    );
  });

  it('features in words, their weights and hashes make the fingerprint', () => {
    fc.assert(
      fc.property(anyText, anyRecipe, (text, recipe) => {
        const features = by(recipe).features(text);
        const counts = reference.features(text, recipe);
        expect(features.map(({ hash, count, weight }) => [hash, count, 4 * weight]).sort()).toEqual(
          [...counts].map(([gram, n]) => [reference.mix(gram), n, reference.weight(n, recipe.weights)]).sort(),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('features in words are named apart where they count apart', () => {
    const names = (text: string) =>
      by(plainWords!)
        .features(text)
        .map(({ feature }) => feature);
    expect(names('ΟΔΟΣ οδοσ')).toEqual(['οδοσ']);
    expect(names('İZMİR i̇zmi̇r')).toEqual(['İzmİr', 'i̇zmi̇r']);
  });

  it('with an idf model agree with the reference, also when the model was saved', () => {
    const corpus = news.slice(0, 60);
    for (const plain of [usual!, plainWords!, OWN[5]!]) {
      const idf = IdfModel.from(JSON.parse(JSON.stringify(IdfModel.train(corpus, { recipe: plain }))));
      const fingerprinter = new Fingerprinter({ recipe: { ...plain, idf } });
      const expected = { ...plain, corpus: reference.corpusWeights(corpus, plain, 2) };
      for (const text of [...news.slice(50, 70), '', 'x', 'one one one two two']) {
        const target = new BigUint64Array(2);
        fingerprinter.several(text, target);
        expect([...target]).toEqual(reference.several(text, expected, 2));
        expect(fingerprinter.fingerprint(text)).toBe(target[0]);
      }
    }
  });

  it('of streams are those of the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.boolean(),
        anyRecipe,
        (text, cuts, bytes, recipe) => {
          const whole = bytes ? new TextEncoder().encode(text) : text;
          const places = cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b);
          const stream = by(recipe).stream();
          let from = 0;
          for (const to of [...places, whole.length]) {
            stream.update(whole.slice(from, to));
            from = to;
          }
          expect(stream.digest()).toEqual(by(recipe).inspect(whole));
          expect(stream.digest().features).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
