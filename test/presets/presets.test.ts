// The presets against the libraries they stand for: what those libraries publish, and what they answered when asked.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { crc32c } from '../../src/presets/crc32c.ts';
import { fnv1 } from '../../src/presets/fnv1.ts';
import { foldMajority, foldParts, foldSigns, type WeightedHash } from '../../src/presets/fold.ts';
import { hashOf } from '../../src/presets/halves.ts';
import {
  clickhouse,
  type Keyword,
  mfonda,
  mfondaCjk,
  oneEng,
  type Preset,
  rustSimhash,
  seomoz,
  yanyiwu,
} from '../../src/presets/index.ts';
import { lookup3 } from '../../src/presets/lookup3.ts';
import { runs, singleBytes } from '../../src/presets/parts.ts';
import { siphash } from '../../src/presets/siphash.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const CLICKHOUSE_PRESETS = (['ngram', 'wordShingle'] as const).flatMap((kind) =>
  (['bytes', 'utf8'] as const).flatMap((unit) =>
    [false, true].map((caseInsensitive) => clickhouse({ kind, unit, caseInsensitive })),
  ),
);
const TEXT_PRESETS: readonly Preset[] = [
  oneEng,
  seomoz,
  mfonda(),
  mfonda({ shingle: 2 }),
  mfondaCjk,
  rustSimhash,
  ...CLICKHOUSE_PRESETS,
];

/** Where a vector comes from, what computes it here, what it must be. */
type Vector = readonly [source: string, compute: () => bigint, expected: bigint];

const FOX = 'The quick brown fox jumps over the lazy dog';
const CAT = 'what a cute cat.';
const NI_HAO = '你好，世界　呼噜。';
const NEWS_KEYWORDS: readonly Keyword[] = [
  [15142046212652221781n, 318.452],
  [2117559126361955906n, 151.001],
  [14814508906697812479n, 140.87],
  [13004687738940023035n, 106.978],
  [18264030747823598625n, 103.739],
];

const PUBLISHED: readonly Vector[] = [
  ['1e0ng, tests/test_simhash.py', () => oneEng.fingerprintOfFeatures(['aaa', 'bbb']), 57087923692560392n],
  ['1e0ng, tests/test_simhash.py', () => oneEng.fingerprintOfFeatures(numbers(500)), 7984652473404407437n],
  ['seomoz/simhash-py, test/test.py', () => seomoz.fingerprintOfHashes([]), 0n],
  ['seomoz/simhash-py, test/test.py', () => seomoz.fingerprintOfHashes([0xabcdn, 0xbcden, 0xcdefn]), 0xadcfn],
  ['seomoz/simhash-py, test/test.py', () => seomoz.fingerprintOfHashes(Array(100).fill(0xdeadbeefn)), 0xdeadbeefn],
  ['seomoz/simhash-py, test/test.py', () => seomoz.fingerprintOfHashes([0xdeadbeefdeadbeefn, 0x2152411021524110n]), 0n],
  ['mfonda, feature_test.go', () => hashOf(fnv1, utf8('test string')), 8811532157352841348n],
  ['mfonda, README', () => mfonda().fingerprint('this is a test phrase'), 0x8c3a5f7e9ecb3f35n],
  ['mfonda, README', () => mfonda().fingerprint('this is a test phrass'), 0x8c3a5f7e9ecb3f21n],
  ['mfonda, README', () => mfonda().fingerprint('foo bar'), 0xd8dbe7186bad3db3n],
  ['go-dedup, simhashCJK/example_test.go', () => mfondaCjk.fingerprint('当山峰没有棱角的时候'), 0xd7185f186a2eea5an],
  ['go-dedup, simhashCJK/example_test.go', () => mfondaCjk.fingerprint('当山谷没有棱角的时候'), 0xd71a5f186a2eea5an],
  ['go-dedup, simhashCJK/example_test.go', () => mfondaCjk.fingerprint('棱角的时候'), 0xd71a5f186a2ffa52n],
  [
    'go-dedup, simhashCJK/example_test.go',
    () => mfondaCjk.fingerprint('你妈妈喊你回家吃饭哦，回家罗回家罗'),
    0xd71bf7186a32b9f0n,
  ],
  [
    'yanyiwu/simhash, test/unittest/TSimhash.cpp',
    () => yanyiwu().fingerprintOfKeywords(NEWS_KEYWORDS),
    15286165794479097173n,
  ],
  [
    'yanyiwu/simhash, test/unittest/TSimhash.cpp; the keywords are those of its extractor',
    () =>
      yanyiwu({
        top: 3,
        keywords: () => [
          ['世界', 4.3675],
          ['你好', 7.9579],
        ],
      }).fingerprint('你好世界'),
    17676873585679812141n,
  ],
  ['Rust simhash, src/lib.rs', () => rustSimhash.fingerprint('The cat sat on the mat'), 2595200813813010837n],
  ['Rust simhash, src/lib.rs', () => rustSimhash.fingerprint('The cat sat under the mat'), 2595269945604666783n],
  ['Rust simhash, src/lib.rs', () => rustSimhash.fingerprint('Why the lucky stiff'), 1155526875459215761n],
];

const ONE_ENG = 'PyPI simhash 2.1.2';
const GO = 'github.com/mfonda/simhash v0.0.0-20151007195837-79f94a1100d6';
const YANYIWU = 'yanyiwu/simhash 1.3.3';
const EXTRACTED = 'yanyiwu/simhash 1.3.3, keywords as its extractor (nodejieba 3.5.8) gives them';
const CHDB = 'ClickHouse 26.9.2.1 in PyPI chdb 4.4.0';

const MEASURED: readonly Vector[] = [
  [ONE_ENG, () => oneEng.fingerprint('How are you? I AM fine. Thanks. And you?'), 0xbff3cd8a201e681an],
  [ONE_ENG, () => oneEng.fingerprint('你好　世界！　　呼噜。'), 0xdb8c51c7172ea364n],
  [ONE_ENG, () => oneEng.fingerprintOfFeatures([]), 0n],
  [ONE_ENG, () => oneEng.fingerprintOfFeatures({}), 0n],
  [ONE_ENG, () => oneEng.fingerprintOfFeatures(['']), 16825458760271544958n],
  [ONE_ENG, () => oneEng.fingerprintOfFeatures(['ab']), 3404963397999061920n],
  [ONE_ENG, () => oneEng.fingerprintOfFeatures([['a', 0]]), 0n],
  [ONE_ENG, () => oneEng.fingerprintOfFeatures({ news: 2.5, ferry: 1 }), 2467406552105582882n],
  [
    ONE_ENG,
    () =>
      oneEng.fingerprintOfFeatures(
        new Map([
          ['news', 2.5],
          ['ferry', 1],
        ]),
      ),
    2467406552105582882n,
  ],
  [
    `${ONE_ENG}, NumPy 1`,
    () =>
      oneEng.fingerprintOfFeatures([
        ['a', 300],
        ['b', 200],
        ['c', 100],
      ]),
    3585877276621997601n,
  ],
  [
    `${ONE_ENG}: rounding decides`,
    () =>
      oneEng.fingerprintOfFeatures([
        ['a', 0.1],
        ['b', 0.2],
        ['c', 0.3],
      ]),
    1244277933967890211n,
  ],
  [
    `${ONE_ENG}: the weight of the pair before`,
    () => oneEng.fingerprintOfFeatures([['a', 5], 'b']),
    3513678945095583233n,
  ],
  [GO, () => mfonda({ shingle: 2 }).fingerprint(FOX), 15780441348226879350n],
  [GO, () => mfonda({ shingle: 3 }).fingerprint(FOX), 3465323588331923415n],
  [`${GO}: no word, one empty shingle`, () => mfonda({ shingle: 2 }).fingerprint(''), 0xcbf29ce484222325n],
  [YANYIWU, () => yanyiwu().fingerprintOfKeywords([]), 0n],
  [
    YANYIWU,
    () =>
      yanyiwu().fingerprintOfKeywords([
        ['CEO', 11.7392],
        ['升职', 10.8562],
        ['加薪', 10.6426],
      ]),
    17545462392368030565n,
  ],
  [
    YANYIWU,
    () =>
      yanyiwu().fingerprintOfKeywords([
        ['a', -2.5],
        ['b', 0.1],
        ['c', 0.2],
      ]),
    12045291683447421011n,
  ],
  [
    EXTRACTED,
    () =>
      yanyiwu().fingerprintOfKeywords([
        ['清华大学', 8.08059],
        ['来到', 5.38569],
        ['北京', 4.6674],
      ]),
    18353917987193416477n,
  ],
  [
    EXTRACTED,
    () =>
      yanyiwu({ top: 2 }).fingerprintOfKeywords([
        ['北京', 4.6674],
        ['来到', 5.38569],
        ['清华大学', 8.08059],
      ]),
    4808014448122985365n,
  ],
  [YANYIWU, () => lookup3(utf8('')), 16045690984833335023n],
  [YANYIWU, () => lookup3(utf8('a')), 6401452390262130604n],
  [YANYIWU, () => lookup3(utf8('twelve bytes')), 6447910906373180544n],
  [YANYIWU, () => lookup3(utf8('thirteen byte')), 5681031415966718438n],
  [YANYIWU, () => lookup3(utf8('Four score and seven years ago')), 1690826034014988006n],
  [YANYIWU, () => lookup3(utf8('来到')), 0xfdb6353282f08219n],
  [YANYIWU, () => lookup3(utf8('北京')), 0xbe96162a8f1bef1en],
  [YANYIWU, () => lookup3(utf8('清华大学')), 0x42b97faaa750fb95n],
  [CHDB, () => clickhouse().fingerprint(CAT), 130877626n],
  [CHDB, () => clickhouse({ caseInsensitive: true }).fingerprint(CAT), 130877626n],
  [CHDB, () => clickhouse({ unit: 'utf8' }).fingerprint(CAT), 2414681787n],
  [CHDB, () => clickhouse({ kind: 'wordShingle' }).fingerprint(CAT), 3795742796n],
  [CHDB, () => clickhouse().fingerprint('ClickHouse'), 1627567969n],
  [CHDB, () => clickhouse({ caseInsensitive: true }).fingerprint('ClickHouse'), 562180645n],
  [CHDB, () => clickhouse({ unit: 'utf8' }).fingerprint('ClickHouse'), 1628157797n],
  [CHDB, () => clickhouse({ unit: 'utf8', caseInsensitive: true }).fingerprint('ClickHouse'), 1636742693n],
  [CHDB, () => clickhouse({ size: 1 }).fingerprint(FOX), 2369725040n],
  [CHDB, () => clickhouse({ size: 5, caseInsensitive: true }).fingerprint(FOX), 2827215666n],
  [CHDB, () => clickhouse({ size: 25 }).fingerprint('hello world foo'), 800516610n],
  [CHDB, () => clickhouse({ size: 5, kind: 'wordShingle' }).fingerprint(FOX), 2373363797n],
  [CHDB, () => clickhouse({ size: 1, unit: 'utf8' }).fingerprint(NI_HAO), 282198041n],
  [CHDB, () => clickhouse({ size: 5, unit: 'utf8', caseInsensitive: true }).fingerprint(NI_HAO), 77819921n],
  [CHDB, () => clickhouse({ size: 1, kind: 'wordShingle', caseInsensitive: true }).fingerprint(NI_HAO), 3046969150n],
];

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i));
}

describe('the presets give the fingerprints of', () => {
  it.each([...PUBLISHED, ...MEASURED].map((vector, i) => [i + 1, ...vector] as const))(
    '%i: %s',
    (_number, _source, compute, expected) => {
      expect(compute()).toBe(expected);
    },
  );

  const { sources, texts } = JSON.parse(readFileSync(new URL('presets.vectors.json', import.meta.url), 'utf8')) as {
    sources: Record<string, string>;
    texts: { text?: string; bytes?: string; fingerprints: Record<string, string> }[];
  };

  it.each(TEXT_PRESETS.map((preset) => [preset.name, sources[preset.name], preset] as const))(
    '%s: %s, on texts of all kinds',
    (name, source, preset) => {
      expect(source).toBeDefined();
      let compared = 0;
      for (const { text, bytes, fingerprints } of texts) {
        const expected = fingerprints[name];
        if (expected === undefined) continue;
        const inputs = text === undefined ? [Uint8Array.from(Buffer.from(bytes!, 'hex'))] : [text, utf8(text)];
        for (const input of inputs) {
          expect({ text, bytes, fingerprint: preset.fingerprint(input) }).toEqual({
            text,
            bytes,
            fingerprint: BigInt(`0x${expected}`),
          });
        }
        compared++;
      }
      expect(compared).toBeGreaterThan(40);
    },
  );

  it('are told apart by name and say what they are', () => {
    const presets = [...TEXT_PRESETS, mfonda({ shingle: 3 }), yanyiwu(), yanyiwu({ top: 5 }), clickhouse({ size: 4 })];
    expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length);
    for (const { version, about, source } of presets) {
      expect(version).toBe(1);
      expect(about).toMatch(/^[^\n]{20,}$/);
      expect(source).toMatch(/^https:\/\/github\.com\/.* /);
    }
  });
});

describe('the hashes', () => {
  it('take each byte that is not UTF-8 for a U+FFFD, as Go does', () => {
    const bytes = Uint8Array.of(0x80, 0xe4, 0xb8, 0x41, 0xef, 0xbf, 0xbd, 0xed, 0xa0, 0x80, 0xef, 0xbf);
    const [bad, mark] = ['\ufffd', '\ufffd'];
    expect([...mfondaCjk.features(bytes)]).toEqual([bad, bad, bad, 'a', mark, bad, bad, bad, bad, bad]);
  });

  it('agree with the vectors of their authors', () => {
    // The authors' vectors have another key; this is Rust's SipHasher::new().finish().
    expect(hashOf(siphash, new Uint8Array())).toBe(0x1e924b9d737700d7n);
    // RFC 3720, B.4: 32 bytes of zeros, with the final inversion that the instruction lacks.
    expect((crc32c(0xffffffff, new Uint8Array(32)) ^ 0xffffffff) >>> 0).toBe(0x8a9136aa);
    expect(hashOf(fnv1, utf8(''))).toBe(0xcbf29ce484222325n);
  });

  it('hash features for seomoz as simhash.unsigned_hash', () => {
    expect(seomoz.unsignedHash('the cat')).toBe(seomoz.unsignedHash(utf8('the cat')));
    expect(seomoz.unsignedHash('')).toBe(0xd41d8cd98f00b204n);
  });
});

it('presets take texts of any length', () => {
  // Engines end the process where a pattern is to find, or an array to hold, 2²⁷ pieces, and long before where they spread them.
  const text = 'ÄÖ'.repeat(2 ** 19 + 1);
  const small = 'äö'.repeat(2 ** 19 + 1);
  expect(mfondaCjk.fingerprint(text)).toBe(mfondaCjk.fingerprint(small));
  expect(mfondaCjk.fingerprint(`${'a'.repeat(2 ** 20 - 1)}𝐀𞤀`)).toBe(
    mfondaCjk.fingerprint(`${'a'.repeat(2 ** 20 - 1)}𝐀𞤢`),
  );
  const word = 'x'.repeat(2 ** 22);
  expect(rustSimhash.fingerprint(word)).toBe(rustSimhash.fingerprint(new TextEncoder().encode(word)));
  expect(clickhouse({ kind: 'wordShingle' }).fingerprint(word)).toBe(
    BigInt(crc32c(0xffffffff, new TextEncoder().encode(word))),
  );
});

describe('the fold', () => {
  const anyHash = fc.bigInt(0n, 2n ** 64n - 1n);
  const anyFeatures = fc.array(fc.tuple(anyHash, fc.integer({ min: 0, max: 9 })), { maxLength: 12 });

  it('breaks ties as told', () => {
    const tied: WeightedHash[] = [
      [0n, 2],
      [2n ** 64n - 1n, 1],
      [2n ** 64n - 1n, 1],
    ];
    expect(foldSigns(tied, 0)).toBe(0n);
    expect(foldSigns(tied, 1)).toBe(2n ** 64n - 1n);
    expect(foldMajority(tied)).toBe(0n);
  });

  it('is the sign of the sum, bit by bit', () => {
    fc.assert(
      fc.property(anyFeatures, (features) => {
        let expected = 0n;
        for (let bit = 0n; bit < 64n; bit++) {
          const sum = features.reduce((total, [hash, weight]) => total + ((hash >> bit) & 1n ? weight : -weight), 0);
          if (sum > 0) expected |= 1n << bit;
        }
        expect(foldSigns(features, 0)).toBe(expected);
        expect(foldMajority(features)).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('of parts is that of their hashes with weight 1', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ max: 3, maxLength: 600 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(0, 1),
        (bytes, size, tie) => {
          const count = Math.max(0, bytes.length - size + 1);
          const hashes = Array.from({ length: count }, (_, i) => hashOf(fnv1, bytes.subarray(i, i + size)));
          const weighted = hashes.map((hash): WeightedHash => [hash, 1]);
          expect(foldParts(runs(singleBytes(bytes), size), fnv1, tie)).toBe(foldSigns(weighted, tie));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the presets refuse', () => {
  const unchecked = <T>(value: unknown): T => value as T;

  it.each([...TEXT_PRESETS, yanyiwu({ keywords: () => [] })].map((preset) => [preset.name, preset] as const))(
    '%s: what is no text',
    (_, preset) => {
      for (const text of [undefined, null, 7, 7n, {}, ['a'], new Uint16Array(2), new ArrayBuffer(2)]) {
        expect(() => preset.fingerprint(unchecked(text))).toThrow(InvalidArgumentError);
      }
    },
  );

  it.each([
    ['the number of words', () => mfonda({ shingle: 0 }), /shingle size is a whole number from 1, not 0/],
    ['a negative size', () => mfonda({ shingle: -2 }), /not -2/],
    ['a broken size', () => mfonda({ shingle: 1.5 }), /not 1.5/],
    ['a size of 0', () => clickhouse({ size: 0 }), /from 1 to 25, not 0/],
    ['a size that ClickHouse refuses', () => clickhouse({ size: 26 }), /from 1 to 25, not 26/],
    ['an unknown kind', () => clickhouse({ kind: unchecked('words') }), /"ngram" or "wordShingle", not "words"/],
    ['an unknown unit', () => clickhouse({ unit: unchecked('UTF8') }), /"bytes" or "utf8", not "UTF8"/],
    ['an unclear case', () => clickhouse({ caseInsensitive: unchecked('yes') }), /true or false, not "yes"/],
    ['a number as options', () => mfonda(unchecked(3)), /Options are an object such as \{ shingle \}, not 3/],
    ['null as options', () => yanyiwu(unchecked(null)), /not null/],
    ['a misspelt option', () => clickhouse(unchecked({ n: 5 })), /no option "n" \(there are: kind, unit, /],
    ['an extractor without a name', () => yanyiwu({ extractor: '' }), /extractor is a name .*, not ""/],
    ['an extractor that no recipe could be named by', () => yanyiwu({ extractor: '-' }), /not "-"/],
    ['an extractor of several lines', () => yanyiwu({ extractor: 'a\nb' }), /not "a\\nb"/],
    ['top 0', () => yanyiwu({ top: 0 }), /top is a whole number from 1, not 0/],
    ['an extractor that is none', () => yanyiwu({ keywords: unchecked('jieba') }), /is a function/],
    ['a text without an extractor', () => yanyiwu().fingerprint('你好世界'), /needs a keyword extractor/],
    ['one text as features', () => oneEng.fingerprintOfFeatures(unchecked('text')), /Features are an array/],
    ['no features', () => oneEng.fingerprintOfFeatures(unchecked(undefined)), /not undefined/],
    ['a feature that is a number', () => oneEng.fingerprintOfFeatures(unchecked([7])), /not 7/],
    ['a pair of three', () => oneEng.fingerprintOfFeatures(unchecked([['a', 1, 2]])), /not \["a", 1, 2\]/],
    ['a weight in words', () => oneEng.fingerprintOfFeatures(unchecked([['a', 'b']])), /not "b" as for "a"/],
    ['a negative weight', () => oneEng.fingerprintOfFeatures({ a: -1 }), /not -1/],
    ['no number as weight', () => oneEng.fingerprintOfFeatures([['a', Number.NaN]]), /not NaN/],
    ['an endless weight', () => yanyiwu().fingerprintOfKeywords([['a', Infinity]]), /finite weight.*Infinity/],
    ['weights beyond all numbers', () => oneEng.fingerprintOfFeatures({ a: 1e308, b: 1e308 }), /add up/],
    ['a keyword alone', () => yanyiwu().fingerprintOfKeywords(unchecked(['a'])), /not "a"/],
    ['a keyword that is a number', () => yanyiwu().fingerprintOfKeywords(unchecked([[7, 1]])), /not 7/],
    ['one text as keywords', () => yanyiwu().fingerprintOfKeywords(unchecked('text')), /Keywords are/],
    ['a hash of 65 bits', () => seomoz.fingerprintOfHashes([2n ** 64n]), /not 18446744073709551616n/],
    ['a negative hash', () => seomoz.fingerprintOfHashes([-1n]), /BigInt.asUintN/],
    ['a number as hash', () => seomoz.fingerprintOfHashes(unchecked([1])), /not 1/],
  ])('%s', (_, attempt, message) => {
    expect(attempt).toThrow(InvalidArgumentError);
    expect(attempt).toThrow(message);
  });
});
