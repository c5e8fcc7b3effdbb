// The presets as recipes: what the Fingerprinter makes of them, and their names on the command line.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import type { Preset as AnyPreset } from '../../src/fingerprint/recipe.ts';
import { crc32c } from '../../src/presets/crc32c.ts';
import { fnv1 } from '../../src/presets/fnv1.ts';
import { foldSigns } from '../../src/presets/fold.ts';
import { hashOf } from '../../src/presets/halves.ts';
import {
  clickhouse,
  mfonda,
  mfondaCjk,
  oneEng,
  PRESETS,
  type Preset,
  presetNamed,
  rustSimhash,
  seomoz,
  yanyiwu,
} from '../../src/presets/index.ts';
import { siphash } from '../../src/presets/siphash.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const texts = (
  JSON.parse(readFileSync(new URL('presets.vectors.json', import.meta.url), 'utf8')).texts as {
    text?: string;
    bytes?: string;
  }[]
).map(({ text, bytes }) => text ?? Uint8Array.from(Buffer.from(bytes!, 'hex')));

/** Each character's occurrences, the 3 heaviest of which count. */
const byCharacter = yanyiwu({
  top: 3,
  extractor: 'characters',
  keywords: (text) => Array.from(new Set(text), (one) => [one, text.split(one).length - 1.5] as const),
});

const CLICKHOUSE = (['ngram', 'wordShingle'] as const).flatMap((kind) =>
  (['bytes', 'utf8'] as const).flatMap((unit) =>
    [false, true].flatMap((caseInsensitive) =>
      [1, 3, 25].map((size) => clickhouse({ kind, unit, caseInsensitive, size })),
    ),
  ),
);

/** A character a byte, back to bytes: the inverse of Windows-1252. */
const BYTE_OF = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
);
const bytesOf = (feature: string): Uint8Array => Uint8Array.from(feature, (one) => BYTE_OF.get(one)!);

type Rebuild = (features: string[]) => bigint;

const fnvFold: Rebuild = (features) =>
  foldSigns(
    features.map((feature) => [hashOf(fnv1, utf8(feature)), 1]),
    1,
  );
const sipFold: Rebuild = (features) =>
  foldSigns(
    features.map((feature) => [hashOf(siphash, Uint8Array.of(...utf8(feature), 0xff)), 1]),
    0,
  );
const crcFold: Rebuild = (features) =>
  foldSigns(
    features.map((one) => [one === '' ? 2n ** 64n - 1n : BigInt(crc32c(0xffffffff, bytesOf(one))), 1]),
    0,
  );

/** Every preset, and its fingerprint from its features alone, by the rule of its original. */
const PRESETS_AND_RULES: readonly (readonly [Preset, Rebuild])[] = [
  [oneEng, (features) => oneEng.fingerprintOfFeatures(features)],
  [seomoz, (features) => seomoz.fingerprintOfHashes(features.map(seomoz.unsignedHash))],
  ...[1, 2, 3, 7].map((shingle) => [mfonda({ shingle }), fnvFold] as const),
  [mfondaCjk, fnvFold],
  [rustSimhash, sipFold],
  ...CLICKHOUSE.map((preset) => [preset, crcFold] as const),
];

const ALL = [...PRESETS_AND_RULES.map(([preset]) => preset), byCharacter];

describe('presets as recipes', () => {
  it.each(ALL.map((preset) => [preset.name, preset] as const))('%s: the same fingerprints', (_, preset) => {
    const fingerprinter = new Fingerprinter({ recipe: preset });
    const expected = texts.map((text) => preset.fingerprint(text));
    expect(texts.map((text) => fingerprinter.fingerprint(text))).toEqual(expected);
    expect([...fingerprinter.fingerprints(texts)]).toEqual(expected);
    expect(fingerprinter.recipeId).toBe(`${preset.name}/1`);
    for (const [i, text] of texts.entries()) {
      const features = [...preset.features(text)].filter((one) => one !== '');
      const target = new BigUint64Array(1);
      expect(fingerprinter.inspect(text)).toEqual({
        fingerprint: expected[i],
        features: features.length,
        tooShort: features.length < 4,
      });
      expect(fingerprinter.several(text, target)).toBe(features.length);
      expect(target[0]).toBe(expected[i]);
      fingerprinter.featureSet(text, target.fill(0n)).dispose();
      expect(target[0]).toBe(expected[i]);
      expect(fingerprinter.features(text).reduce((sum, { count }) => sum + count, 0)).toBe(features.length);
      expect(fingerprinter.exactSimilarity(text, text)).toBe(features.length === 0 ? 0 : 1);
    }
  });

  it.each(PRESETS_AND_RULES.map(([preset, rebuild]) => [preset.name, preset, rebuild] as const))(
    '%s: the features make the fingerprint',
    (_, preset, rebuild) => {
      for (const text of texts) {
        expect(rebuild([...preset.features(text)] as string[])).toBe(preset.fingerprint(text));
      }
    },
  );

  it('yanyiwu: the features are the keywords that count, with their weights', () => {
    expect([...byCharacter.features('abcabca')]).toEqual([
      ['a', 2.5],
      ['b', 1.5],
      ['c', 1.5],
    ]);
    expect(new Fingerprinter({ recipe: byCharacter }).features('abcdda')).toEqual([
      { feature: 'a', count: 1, weight: 1.5 },
      { feature: 'd', count: 1, weight: 1.5 },
      { feature: 'b', count: 1, weight: 0.5 },
    ]);
    for (const text of texts.filter((text) => typeof text === 'string')) {
      const features = [...byCharacter.features(text)] as [string, number][];
      expect(yanyiwu().fingerprintOfKeywords(features)).toBe(byCharacter.fingerprint(text));
    }
    expect([...yanyiwu({ keywords: () => [[255n, 2]] }).features('')]).toEqual([['0xff', 2]]);
    expect(byCharacter.name).toBe('yanyiwu-top-3-characters');
  });

  const CAT = 'the cat sat on the mat';
  const CUTE = 'what a cute cat.';
  it.each<[Preset, string, number, number, string]>([
    [oneEng, CAT, 14, 14, 'thec'],
    [oneEng, '你好　世界！　　呼噜。', 3, 3, '你好世界'],
    [oneEng, 'a', 1, 1, 'a'],
    [seomoz, CAT, 14, 14, 'thec'],
    [seomoz, 'a b c', 0, 0, ''],
    [mfonda(), 'this is a test phrase', 5, 5, 'this'],
    [mfonda(), CAT, 6, 5, 'the'],
    [mfonda({ shingle: 2 }), 'this is a test phrase', 4, 4, 'this is'],
    [mfonda({ shingle: 7 }), CAT, 1, 1, CAT],
    [mfondaCjk, '当山峰没有棱角的时候', 10, 10, '当'],
    [rustSimhash, 'The cat sat on the mat', 6, 6, 'The'],
    [clickhouse(), CUTE, 14, 14, 'wha'],
    [clickhouse({ caseInsensitive: true }), 'ClickHouse', 8, 8, 'cli'],
    [clickhouse({ unit: 'utf8' }), CUTE, 13, 13, 'hat'],
    [clickhouse({ unit: 'utf8' }), 'abc', 0, 0, ''],
    [clickhouse({ unit: 'utf8', size: 1 }), '你é', 1, 1, 'Ã©'],
    [clickhouse({ kind: 'wordShingle' }), CUTE, 1, 1, 'whatcute'],
    [clickhouse({ kind: 'wordShingle', size: 1 }), CUTE, 2, 2, 'what'],
  ])('$name of «%s»: %i features, %i different ones, the first is «%s»', (preset, text, count, distinct, first) => {
    const fingerprinter = new Fingerprinter({ recipe: preset });
    const features = fingerprinter.features(text);
    expect(fingerprinter.inspect(text).features).toBe(count);
    expect(features.length).toBe(distinct);
    expect(features[0]?.feature ?? '').toBe(first);
  });

  it('texts without features resemble nothing, whatever their fingerprint', () => {
    for (const preset of ALL) {
      const fingerprinter = new Fingerprinter({ recipe: preset });
      expect(fingerprinter.inspect('')).toEqual({ fingerprint: preset.fingerprint(''), features: 0, tooShort: true });
      expect(fingerprinter.exactSimilarity('', '')).toBe(0);
    }
  });

  it('exact similarity is that of their features', () => {
    expect(new Fingerprinter({ recipe: rustSimhash }).exactSimilarity('a b c', 'a b d')).toBe(0.5);
    expect(new Fingerprinter({ recipe: mfonda({ shingle: 2 }) }).exactSimilarity('a b c d', 'A b, c e')).toBe(0.5);
    expect(new Fingerprinter({ recipe: clickhouse() }).exactSimilarity('aaaa', 'aaa')).toBe(0.5);
    // Bytes that are no UTF-8 stay apart.
    const bytes = new Fingerprinter({ recipe: clickhouse({ size: 1 }) });
    expect(bytes.exactSimilarity(Uint8Array.of(0xff, 0x80), Uint8Array.of(0xfe, 0x80))).toBe(1 / 3);
  });

  it('streams are texts', () => {
    const fingerprinter = new Fingerprinter({ recipe: oneEng });
    const stream = fingerprinter.stream().update('How are you? I AM').update(' fine. Thanks. And you?');
    expect(stream.digest().fingerprint).toBe(0xbff3cd8a201e681an);
  });

  it('there is one fingerprint of a text', () => {
    const fingerprinter = new Fingerprinter({ recipe: oneEng });
    expect(() => fingerprinter.several('a text', new BigUint64Array(3))).toThrow(InvalidArgumentError);
    expect(() => fingerprinter.several('a text', new BigUint64Array(3))).toThrow(/preset 1e0ng, not 3.*one repeat/);
  });

  it.each<[string, Partial<Record<keyof AnyPreset, unknown>>, RegExp]>([
    ['a number for a fingerprint', { fingerprint: () => 7 }, /A fingerprint is a bigint/],
    ['65 bits', { fingerprint: () => 2n ** 64n }, /A fingerprint is a bigint/],
    ['an error', { fingerprint: () => JSON.parse('{') }, /The preset own failed: .*JSON/],
    ['no features', { features: () => undefined }, /The preset own failed: /],
    ['features that are numbers', { features: () => [7] }, /Feature 0 of the preset own must be a string/],
    ['weights that are not finite', { features: () => [['a', Number.NaN]] }, /Feature 0 of the preset own/],
  ])('of your own that give %s are refused', (_, part, message) => {
    const own = { name: 'own', version: 1, about: '', fingerprint: () => 7n, features: () => [], ...part };
    const fingerprinter = new Fingerprinter({ recipe: own as unknown as AnyPreset });
    expect(() => fingerprinter.inspect('a text')).toThrow(InvalidArgumentError);
    expect(() => fingerprinter.inspect('a text')).toThrow(message);
  });
});

describe('presets by name', () => {
  it('are those that are listed', () => {
    expect(PRESETS.length).toBe(16);
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(16);
    for (const { name, about } of PRESETS) {
      const preset = presetNamed(name)!;
      expect(preset.name).toBe(name);
      expect(about.startsWith(preset.about)).toBe(true);
    }
  });

  it('include every option', () => {
    for (const { name } of [...PRESETS_AND_RULES.map(([preset]) => preset), yanyiwu({ top: 7 }), yanyiwu()]) {
      expect(presetNamed(name)?.name).toBe(name);
    }
    for (const preset of ALL.slice(0, -1)) {
      expect(presetNamed(preset.name)!.fingerprint('What a cute Cat, 你好')).toBe(
        preset.fingerprint('What a cute Cat, 你好'),
      );
    }
  });

  it.each([
    ...['', '1', 'words', 'simhash', '1E0NG', 'mfonda-1-shingles', 'mfonda-02-shingles', 'mfonda-2', 'yanyiwu-top-'],
    ...['clickhouse', 'clickhouse-ngram', 'clickhouse-ngram-3-case-insensitive-utf8', 'clickhouse-ngram-3-utf9'],
    ...['clickhouse-ngram-3 ', 'mfonda-1e1-shingles', 'mfonda-2-shingles/1', 'toString', '2e0ng'],
  ])('«%s» is none', (name) => {
    expect(presetNamed(name)).toBeUndefined();
  });

  it.each([
    ['clickhouse-ngram-26', /from 1 to 25, not 26/],
    ['clickhouse-word-shingle-0-utf8', /from 1 to 25, not 0/],
    ['mfonda-0-shingles', /from 1, not 0/],
    ['yanyiwu-top-0', /from 1, not 0/],
    [`mfonda-${'9'.repeat(400)}-shingles`, /not Infinity/],
  ])('«%s» is beyond the original', (name, message) => {
    expect(() => presetNamed(name)).toThrow(InvalidArgumentError);
    expect(() => presetNamed(name)).toThrow(message);
  });
});
