// Words of scripts without spaces: the engine's own, jieba's, and what a segmenter may do wrong.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { hammingDistance } from '../../src/fingerprint/fingerprint.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import type { FeatureRecipe, Segmenter, TextRecipe } from '../../src/fingerprint/recipe.ts';
import { intlSegmenter, jiebaSegmenter } from '../../src/segmenters/index.ts';
import { useCore } from '../../src/wasm/core.ts';
import * as reference from '../reference/fingerprint.ts';
import { builds } from '../support/builds.ts';
import { needs } from '../support/command.ts';
import { JIEBAS } from '../support/jieba.ts';
import { anyText } from '../support/texts.ts';

const SENTENCES = [
  '往奥斯特里岛的渡轮从四月起每半小时开一班，票价不变。',
  '東京都に住んでいます。カタカナ語とスーパー。',
  'ภาษาไทยเป็นภาษาที่สวยงาม',
  'ພາສາລາວເປັນພາສາທີ່ງາມ',
  'ភាសាខ្មែរជាភាសាផ្លូវការ',
  'မြန်မာဘာသာစကားသည်လှပသည်',
  '我的T恤是café里买的，３．１４元。',
];
const anySentence = fc.array(fc.oneof(fc.constantFrom(...SENTENCES), anyText), { maxLength: 4 });
const anySpacedText = anySentence.map((all) => all.join(''));

/** Two characters a word, whatever they are. */
const inPairs: Segmenter = {
  name: 'pairs',
  version: 1,
  segment: (text) => text.match(/.{1,2}/gsu) ?? [],
};

const byWords = (segmenter: Segmenter): TextRecipe => ({ name: 'own', version: 1, words: [1, 2], segmenter });

describe.each(builds)('recipes with a segmenter, $name build', ({ open }) => {
  beforeAll(() => useCore(open()));
  afterAll(() => useCore(undefined));

  const expectReference = (segmenter: Segmenter, numRuns: number): void => {
    const recipes: TextRecipe[] = [
      byWords(segmenter),
      { name: 'mixed', version: 1, words: [3], characters: [2], normalisation: 'none', segmenter, weights: 'tf' },
    ];
    const property = fc.property(anySpacedText, fc.constantFrom(...recipes), fc.boolean(), (text, recipe, asBytes) => {
      const input = asBytes ? new TextEncoder().encode(text) : text;
      const fingerprinter = new Fingerprinter({ recipe });
      expect(fingerprinter.fingerprint(input)).toBe(reference.fingerprint(input, recipe));
      const counts = reference.features(input, recipe);
      const features = [...counts.values()].reduce((sum, count) => sum + count, 0);
      expect(fingerprinter.inspect(input).features).toBe(features);
      expect(fingerprinter.features(input).length).toBe(counts.size);
    });
    fc.assert(property, { numRuns });
  };

  it('agree with the reference on pairs of characters', () => expectReference(inPairs, 60));

  it.each(['zh', 'ja', 'th', 'lo', 'km', 'my'])(
    'agree with the reference on the words of Intl.Segmenter, %s',
    (locale) => expectReference(intlSegmenter(locale), 30),
  );

  it.for(JIEBAS)('agree with the reference on the words of $name', ({ name, jieba }, { skip }) => {
    needs(jieba !== undefined, name, skip);
    expectReference(jiebaSegmenter(jieba!), 30);
  });
});

describe('words of the engine', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['zh', '我来到北京清华大学', ['我', '来到', '北京', '清华大学']],
    ['ja', '東京都に住んでいます。', ['東京', '都', 'に', '住', 'んで', 'い', 'ます']],
    ['th', 'ภาษาไทยเป็นภาษา', ['ภาษา', 'ไทย', 'เป็น', 'ภาษา']],
    ['lo', 'ພາສາລາວເປັນພາສາ', ['ພາສາ', 'ລາວ', 'ເປັນ', 'ພາສາ']],
    ['km', 'ភាសាខ្មែរជាភាសា', ['ភាសាខ្មែរ', 'ជា', 'ភាសា']],
    ['my', 'စကားသည်လှပသည်', ['စကား', 'သည်', 'လှပ', 'သည်']],
  ])('%s', (locale, text, words) => {
    const fingerprinter = new Fingerprinter({ recipe: { ...byWords(intlSegmenter(locale)), words: [1] } });
    expect(fingerprinter.features(text).map(({ feature }) => feature)).toEqual([...new Set(words)]);
  });

  it('leave words of other scripts whole, accents and all', () => {
    const words = [...intlSegmenter('zh').segment('我爱cafe\u0301和man\u0303ana，Привет 한국어 user@example.com')];
    expect(words.join('|')).toBe('我|爱|cafe\u0301|和|man\u0303ana，Привет 한국어 user@example.com');
  });

  it('lose nothing of a run that is longer than any sentence', () => {
    const text = '渡轮从四月起每半小时开一班𠮷'.repeat(2000);
    const words = [...intlSegmenter('zh').segment(text)];
    expect(words.join('')).toBe(text);
    expect(words.length).toBeLessThan(text.length * 0.9);
  });

  it('are named by their locale and the version of ICU', () => {
    const segmenter = intlSegmenter('zh-hans');
    expect(segmenter.name).toBe('intl-zh-Hans');
    expect(segmenter.version).toBe(`icu-${process.versions.icu}`);
    const ids = ['zh', 'ja'].map((locale) => new Fingerprinter({ recipe: byWords(intlSegmenter(locale)) }).recipeId);
    expect(new Set(ids).size).toBe(2);
  });

  it('are named by what they are where the engine does not tell', () => {
    const real = Intl.Segmenter;
    for (const process of [undefined, {}, { versions: {} }]) {
      vi.stubGlobal('process', process);
      expect(intlSegmenter('zh').version).toMatch(/^words-[0-9a-f]{16}$/);
    }
    const usual = intlSegmenter('zh').version;
    expect(intlSegmenter('zh').version).toBe(usual);
    class ByCharacter extends real {
      constructor(locale: string) {
        super(locale, { granularity: 'grapheme' });
      }
    }
    vi.stubGlobal('Intl', { Segmenter: ByCharacter });
    expect(intlSegmenter('zh').version).not.toBe(usual);
  });

  it.each([['xx'], ['not a locale'], [''], [7], [undefined]])('refuse the locale %j', (locale) => {
    expect(() => intlSegmenter(locale as string)).toThrow(InvalidArgumentError);
    expect(() => intlSegmenter(locale as string)).toThrow(/A locale is a language tag/);
  });

  it('need Intl.Segmenter', () => {
    vi.stubGlobal('Intl', {});
    expect(() => intlSegmenter('zh')).toThrow(InvalidArgumentError);
    expect(() => intlSegmenter('zh')).toThrow(/no Intl.Segmenter/);
  });
});

describe.each(JIEBAS)('words of $name', ({ name, jieba }) => {
  it('are those of the dictionary', ({ skip }) => {
    needs(jieba !== undefined, name, skip);
    const words = (text: string, hmm?: boolean) => [
      ...jiebaSegmenter(jieba!, hmm === undefined ? {} : { hmm }).segment(text),
    ];
    expect(words('我来到北京清华大学')).toEqual(['我', '来到', '北京', '清华大学']);
    expect(words('他来到了网易杭研大厦')).toEqual(['他', '来到', '了', '网易', '杭研', '大厦']);
    expect(words('他来到了网易杭研大厦', false)).toEqual(['他', '来到', '了', '网易', '杭', '研', '大厦']);
    expect(words('T恤和Привет, naïve 한국어')).toEqual(['T恤', '和', 'Привет', ',', ' ', 'naïve', ' ', '한국어']);
  });

  it('of a script with spaces are put together, however many letters they have', ({ skip }) => {
    needs(jieba !== undefined, name, skip);
    const word = 'я'.repeat(500_000);
    expect([...jiebaSegmenter(jieba!).segment(`${word} и`)]).toEqual([word, ' ', 'и']);
  });

  it('lose nothing, and never cut within a word of a script with spaces', ({ skip }) => {
    needs(jieba !== undefined, name, skip);
    const segmenter = jiebaSegmenter(jieba!);
    const spacedWords =
      /(?:(?![\p{Script=Han}\p{Script=Hira}\p{Script=Kana}\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}])[\p{L}\p{M}\p{N}])+/gu;
    fc.assert(
      fc.property(anySpacedText, (text) => {
        const words = [...segmenter.segment(text)];
        expect(words.join('')).toBe(text.toWellFormed());
        const cuts = new Set<number>();
        words.reduce((at, word) => {
          cuts.add(at);
          return at + word.length;
        }, 0);
        for (const { 0: word, index } of text.matchAll(spacedWords)) {
          for (let at = index + 1; at < index + word.length; at++) expect(cuts.has(at)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are told apart by what they are, or by the version that is given', ({ skip }) => {
    needs(jieba !== undefined, name, skip);
    const { name: called, version } = jiebaSegmenter(jieba!);
    expect([called, version]).toEqual(['jieba', jiebaSegmenter(jieba!).version]);
    expect(version).toMatch(/^words-[0-9a-f]{16}$/);
    expect(jiebaSegmenter(jieba!, { hmm: false }).name).toBe('jieba-no-hmm');
    expect(jiebaSegmenter(jieba!, { version: '2.0.3' }).version).toBe('2.0.3');
    const other = { cut: (text: string) => jieba!.cut(text, true).map((word) => (word === '拍卖' ? '拍' : word)) };
    expect(jiebaSegmenter({ cut: (text) => [...text] }).version).not.toBe(version);
    expect(jiebaSegmenter(other).version).not.toBe(version);
  });
});

it('The version of jieba is a string: others would stand for the same', () => {
  const version = Number.NaN as unknown as string;
  expect(() => jiebaSegmenter({ cut: (text) => [text] }, { version })).toThrow('version is a string');
});

describe('near-duplicates in Chinese', () => {
  const news =
    '市议会昨晚以九比四的票数批准了新图书馆的预算。图书馆将建在旧火车站的旁边，预计明年春天动工，后年秋天开放。' +
    '除了十二万册藏书以外，馆内还有儿童阅览室、录音室和一个可以容纳两百人的讲堂。反对的议员认为这笔钱应当先用来修理学校的屋顶。' +
    '市长表示两件事可以同时进行，因为修屋顶的钱已经列入下一季度的计划。居民可以在月底以前到市政厅查看图纸，并且提出意见。';
  const edited = news.replace('昨晚', '星期四晚上').replace('十二万册', '十五万册').replace('居民可以', '市民可以');
  const other =
    '昨夜的风暴掀翻了港口仓库的屋顶，没有人受伤。渔民今天早上开始清理码头，渡轮停航到中午。气象台说风速每小时达到一百二十公里，' +
    '是十年来最大的一次。两条渔船沉没，另有五条受损，保险公司已经派人前来估计损失。沿海公路有三处被倒下的树木挡住，下午才恢复通车。';

  const expectNear = (recipe: TextRecipe): bigint => {
    const fingerprinter = new Fingerprinter({ recipe });
    const [a, b, c] = fingerprinter.fingerprints([news, edited, other]);
    expect(hammingDistance(a!, b!)).toBeGreaterThan(0);
    expect(hammingDistance(a!, b!)).toBeLessThanOrEqual(12);
    expect(hammingDistance(a!, c!)).toBeGreaterThan(20);
    return a!;
  };

  it('are near by character and by words, which are different recipes', ({ skip }) => {
    const { jieba } = JIEBAS[0]!;
    const byCharacter = expectNear({ name: 'by-character', version: 1, words: [1, 2] });
    const byDictionary = expectNear(byWords(intlSegmenter('zh')));
    expect(byDictionary).not.toBe(byCharacter);
    needs(jieba !== undefined, JIEBAS[0]!.name, skip);
    expect(expectNear(byWords(jiebaSegmenter(jieba!)))).not.toBe(byCharacter);
  });
});

describe('a segmenter or function that fails is named', () => {
  const thrown = new Error('no dictionary');
  const unchecked = (segment: (text: string) => unknown): Segmenter =>
    ({ name: 'broken', version: 1, segment }) as unknown as Segmenter;

  it.each<[string, (text: string) => unknown, RegExp]>([
    ['a number', () => 7, /broken of the recipe own gives 7, not an array or another iterable/],
    ['null', () => null, /gives null, not an array/],
    ['nothing', () => undefined, /gives undefined, not an array/],
    ['one string', (text) => text, /gives "a text", not an array/],
    ['a promise', () => Promise.resolve([]), /gives a Promise, not an array/],
    ['words that are numbers', () => ['a', 7], /broken of the recipe own gives 7 where a word is expected/],
    ['words that are null', () => [null], /gives null where a word/],
    ['words that are symbols', () => [Symbol('x')], /gives Symbol\(x\) where a word/],
    ['words that are objects', () => [Object.create(null)], /gives an object where a word/],
    [
      'an error',
      () => {
        throw thrown;
      },
      /The segmenter broken of the recipe own failed: no dictionary/,
    ],
    [
      'an error after some words',
      function* () {
        yield 'a';
        throw thrown;
      },
      /The segmenter broken of the recipe own failed: no dictionary/,
    ],
    [
      'no error but a string',
      () => {
        throw 'a string';
      },
      /failed: a string/,
    ],
  ])('that gives %s', (_, segment, message) => {
    const fingerprinter = new Fingerprinter({ recipe: byWords(unchecked(segment)) });
    const before = new Fingerprinter().inspect('a text');
    for (const attempt of ['fingerprint', 'inspect', 'features', 'featureSet'] as const) {
      expect(() => fingerprinter[attempt]('a text')).toThrow(InvalidArgumentError);
      expect(() => fingerprinter[attempt]('a text')).toThrow(message);
    }
    expect(new Fingerprinter().inspect('a text')).toEqual(before);
  });

  it('and what it threw is the cause', () => {
    const segmenter = unchecked(() => {
      throw thrown;
    });
    const features: FeatureRecipe['features'] = () => {
      throw thrown;
    };
    for (const recipe of [byWords(segmenter), { name: 'own', version: 1, features }]) {
      try {
        new Fingerprinter({ recipe }).fingerprint('a text');
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentError);
        expect((error as Error).message).toMatch(/of the recipe own failed: no dictionary$/);
        expect((error as Error).cause).toBe(thrown);
      }
    }
  });

  it.each([
    [null],
    [{}],
    [{ name: 'x', version: 1 }],
    [{ name: '', version: 1, segment: () => [] }],
    [{ name: 'x', segment: () => [] }],
    [{ version: 1, segment: () => [] }],
  ])('no segmenter: %j', (segmenter) => {
    const recipe = byWords(segmenter as unknown as Segmenter);
    expect(() => new Fingerprinter({ recipe })).toThrow(InvalidArgumentError);
    expect(() => new Fingerprinter({ recipe })).toThrow(/segmenter has a name, a version and a function/);
  });

  it.each([[undefined], [null], [{}], [{ cut: 'x' }]])('no jieba: %j', (jieba) => {
    expect(() => jiebaSegmenter(jieba as never)).toThrow(InvalidArgumentError);
    expect(() => jiebaSegmenter(jieba as never)).toThrow(/a function cut/);
  });
});
