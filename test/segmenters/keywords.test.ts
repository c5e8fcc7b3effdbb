// Keywords by jieba, against cppjieba and against the tf·idf of @node-rs/jieba.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { simhash } from '../../src/fingerprint/simhash.ts';
import { yanyiwu } from '../../src/presets/index.ts';
import { jiebaKeywords } from '../../src/segmenters/index.ts';
import { partialSort } from '../../src/segmenters/partial-sort.ts';
import { needs } from '../support/command.ts';
import { idf, idfTable, JIEBAS, nativeJieba, nativeTfIdf } from '../support/jieba.ts';

/** yanyiwu/simhash 1.3.3 with the cppjieba and the dictionaries of nodejieba 3.5.8: top, text, fingerprint. */
const ORIGINAL: readonly (readonly [top: number, text: string, fingerprint: bigint])[] = [
  // Published: test/unittest/TSimhash.cpp.
  [3, '你好世界', 17676873585679812141n],
  [3, '我来到北京清华大学', 0xfeb6372a8750eb1dn],
  [3, '往奥斯特里岛的渡轮从四月起每半小时开一班，票价不变。', 0xb973c0b1e00ea28dn],
  [20, '往奥斯特里岛的渡轮从四月起每半小时开一班，票价不变。', 0x097bc6affc5e82adn],
  [3, '昨夜的风暴掀翻了港口仓库的屋顶，没有人受伤，渔民今天早上清理码头。', 0x3b7ceb11544e7ce8n],
  [20, '昨夜的风暴掀翻了港口仓库的屋顶，没有人受伤，渔民今天早上清理码头。', 0xfb7cf91272ae5f6bn],
  [3, '市议会批准了新图书馆的预算，图书馆将于明年春天开放，图书馆还有儿童阅览室。', 0x0be341afc55b11b0n],
  [20, '市议会批准了新图书馆的预算，图书馆将于明年春天开放，图书馆还有儿童阅览室。', 0x02eac1cfe75f19a4n],
  [3, '小明硕士毕业于中国科学院计算所，后在日本京都大学深造。', 0x13f3ec8a36c9479fn],
  [20, '小明硕士毕业于中国科学院计算所，后在日本京都大学深造。', 0x2be6eeda16cb578fn],
  [3, '面包店凌晨发生火灾，消防员用了两个小时扑灭大火，面包店老板感谢消防员。', 0x2c062b927df0670an],
  [20, '面包店凌晨发生火灾，消防员用了两个小时扑灭大火，面包店老板感谢消防员。', 0xac043b10fff0f72an],
  // Six words of the same weight: their order decides which count, and into what their sums are rounded.
  [20, '山口县，双飞燕，推过来，还款期，石油醚，制氧机', 0xc29608580ca01d58n],
  [3, '山口县，双飞燕，推过来，还款期，石油醚，制氧机', 0xc69cc25b0ced8d48n],
  [20, '英文字，广寒殿，动滑轮，柴旦湖，卡布斯，抬下去', 0x8168063aeb83cf27n],
  [4, '英文字，广寒殿，动滑轮，柴旦湖，卡布斯，抬下去', 0x904c0a32ed838743n],
  [3, '', 0n],
  [3, '的了是在', 0n],
];
/** Of cppjieba's 1,534 stop words those that occur in these texts and have more than one character. */
const STOP_WORDS = ['还有'];

describe.each(JIEBAS)('keywords by $name', ({ name, jieba }) => {
  it('make the fingerprints of yanyiwu/simhash from texts', ({ skip }) => {
    needs(jieba !== undefined && idf !== undefined, `${name} and the idf of @node-rs/jieba`, skip);
    for (const [top, text, fingerprint] of ORIGINAL) {
      const keywords = jiebaKeywords(jieba!, { top, idf: idfTable, stopWords: STOP_WORDS });
      const preset = yanyiwu({ keywords, extractor: 'jieba' });
      expect([text, preset.fingerprint(text)]).toEqual([text, fingerprint]);
      const { fingerprint: same, features } = new Fingerprinter({ recipe: preset }).inspect(text);
      expect(same).toBe(fingerprint);
      expect(features).toBe(keywords(text).length);
    }
  });

  it('have the weights of cppjieba', ({ skip }) => {
    needs(jieba !== undefined && idf !== undefined, `${name} and the idf of @node-rs/jieba`, skip);
    const keywords = jiebaKeywords(jieba!, { top: 3, idf: idf!, stopWords: STOP_WORDS.join('\n') });
    expect(keywords('你好世界')).toEqual([
      ['你好', 7.95787827685],
      ['世界', 4.36752940557],
    ]);
    // The word 里岛 is in no table of idf: it weighs the mean of all.
    expect(keywords('往奥斯特里岛的渡轮从四月起每半小时开一班，票价不变。').map(([, weight]) => weight)).toContain(
      11.739204307083542,
    );
  });

  it('are features of a recipe', ({ skip }) => {
    needs(jieba !== undefined && idf !== undefined, `${name} and the idf of @node-rs/jieba`, skip);
    const features = jiebaKeywords(jieba!, { top: 5, idf: idfTable });
    const fingerprinter = new Fingerprinter({ recipe: { name: 'keywords', version: 1, features } });
    const text = ORIGINAL[4]![1];
    expect(fingerprinter.fingerprint(text)).toBe(simhash(features(text)));
    expect(fingerprinter.features(text).map(({ feature, weight }) => [feature, weight])).toEqual(features(text));
    expect(fingerprinter.inspect('的了是在')).toEqual({ fingerprint: 0n, features: 0, tooShort: true });
  });

  it('without idf weigh as often as they occur', ({ skip }) => {
    needs(jieba !== undefined, name, skip);
    expect(jiebaKeywords(jieba!, { top: 3 })('图书馆！图书馆，图书馆；消防员：消防员。\r\n... café 12')).toEqual([
      ['图书馆', 3],
      ['消防员', 2],
      ['12', 1],
    ]);
  });
});

describe('keywords', () => {
  /** Words between spaces. */
  const jieba = { cut: (text: string) => text.split(/( )/) };

  it('are those of @node-rs/jieba, but for the scale', ({ skip }) => {
    needs(nativeJieba !== undefined && nativeTfIdf !== undefined, '@node-rs/jieba', skip);
    const ours = jiebaKeywords(nativeJieba!, { top: 100, idf: idfTable, hmm: false });
    const known = ['图书馆', '预算', '消防员', '面包店', '火灾', '风暴', '码头', '渔民', '渡轮', '票价', '的', '，'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...known), { maxLength: 40 }), (words) => {
        const text = words.join('，');
        const found = ours(text);
        const total = words.filter((word) => word.length > 1).length;
        const theirs = nativeTfIdf!.extractKeywords(nativeJieba!, text, 100);
        expect(new Map(found).size).toBe(theirs.length);
        for (const { keyword, weight } of theirs) expect(new Map(found).get(keyword)! / total).toBeCloseTo(weight, 9);
      }),
      { numRuns: 200 },
    );
  });

  it('are the heaviest, equal ones in the order of cppjieba', () => {
    const idf = new Map([
      ['aa', 2],
      ['bb', 4],
      ['cc', 1],
      ['x', 100],
    ]);
    const text = 'cc dd bb aa ee aa x \u{20000} aa';
    // dd and ee are in no table and weigh the mean of what can be a keyword, 7/3.
    expect(jiebaKeywords(jieba, { top: 4, idf })(text)).toEqual([
      ['aa', 6],
      ['bb', 4],
      ['ee', 7 / 3],
      ['dd', 7 / 3],
    ]);
    expect(jiebaKeywords(jieba, { idf, stopWords: ['aa', 'ee'] })(text).map(([word]) => word)).toEqual([
      'bb',
      'dd',
      'cc',
    ]);
    expect(jiebaKeywords(jieba, { idf, stopWords: 'aa\r\nee\n' })(text).map(([word]) => word)).toEqual([
      'bb',
      'dd',
      'cc',
    ]);
    const file = 'aa 2\nbb 4\r\n\ncc\t1\nx 100\n';
    const weigh = jiebaKeywords(jieba, { idf });
    const ofMap = weigh(text);
    idf.clear();
    expect(weigh(text)).toEqual(ofMap);
    expect(jiebaKeywords(jieba, { idf: file })(text)).toEqual(ofMap);
    expect(jiebaKeywords(jieba, { idf: new TextEncoder().encode(file) })(text)).toEqual(ofMap);
    expect(
      jiebaKeywords({ cut: () => Array.from({ length: 60 }, (_, i) => (i % 2 ? ' ' : `word${i}`)) })('').length,
    ).toBe(20);
  });

  it('are sorted by their bytes before', () => {
    const astral = '\u{20000}\u{20000}';
    expect(jiebaKeywords(jieba, { top: 1 })(`${astral} ａａ ａａa`)).toEqual([['ａａ', 1]]);
    expect(jiebaKeywords(jieba, { top: 1 })(`${astral} \u{20000}a`)).toEqual([['\u{20000}a', 1]]);
  });

  // std::partial_sort of GCC 12.2, by falling weight.
  it.each<[count: number, weights: number[], order: number[]]>([
    [8, [1, 1, 1, 1, 1, 1, 1, 1], [7, 4, 1, 3, 5, 0, 2, 6]],
    [3, [1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2]],
    [5, [2, 1, 2, 1, 2, 1, 2, 1, 2], [0, 4, 6, 8, 2]],
    [
      20,
      [1, 0, 1, 2, 0, 0, 2, 0, 1, 2, 0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 2, 1, 0, 2],
      [3, 9, 6, 23, 11, 20, 15, 16, 8, 21, 0, 2, 7, 17, 18, 19, 1, 4, 10, 5],
    ],
    [4, [3, 1, 2], [0, 2, 1]],
    [1, [1, 1], [0]],
    [2, [], []],
  ])('the first %i of the weights %j are those at %j', (count, weights, order) => {
    const sorted = partialSort([...weights.entries()], count, ([, a], [, b]) => a > b);
    expect(sorted.map(([at]) => at)).toEqual(order);
  });

  const unchecked = <T>(value: unknown): T => value as T;
  it.each([
    ['no jieba', () => jiebaKeywords(unchecked(undefined)), /function cut/],
    ['top 0', () => jiebaKeywords(jieba, { top: 0 }), /top is a whole number from 1, not 0/],
    ['top in words', () => jiebaKeywords(jieba, { top: unchecked('5') }), /not "5"/],
    ['an idf that is a number', () => jiebaKeywords(jieba, { idf: unchecked(7) }), /but it is 7/],
    ['an empty idf', () => jiebaKeywords(jieba, { idf: '\n' }), /there are no words/],
    ['a table of single characters', () => jiebaKeywords(jieba, { idf: 'a 1' }), /there are no words/],
    ['a line without a number', () => jiebaKeywords(jieba, { idf: 'aa 1\nbb\n' }), /line 2 is "bb"/],
    ['a line with three', () => jiebaKeywords(jieba, { idf: 'aa 1 n' }), /line 1 is "aa 1 n"/],
    ['no number', () => jiebaKeywords(jieba, { idf: 'aa much' }), /line 1 is "aa much"/],
    ['an endless number', () => jiebaKeywords(jieba, { idf: new Map([['aa', Infinity]]) }), /"aa" has Infinity/],
    ['stop words that are none', () => jiebaKeywords(jieba, { stopWords: unchecked(7) }), /stopWords/],
    ['stop words as bytes', () => jiebaKeywords(jieba, { stopWords: unchecked(Buffer.from('aa')) }), /Uint8Array of 2/],
  ])('%s', (_, attempt, message) => {
    expect(attempt).toThrow(InvalidArgumentError);
    expect(attempt).toThrow(message);
  });

  it('of a jieba that gives rubbish are refused', () => {
    // A hole in it.
    for (const rubbish of [null, 7, [7], [null], new Array(1)]) {
      const features = jiebaKeywords({ cut: () => unchecked(rubbish) });
      const fingerprinter = new Fingerprinter({ recipe: { name: 'own', version: 1, features } });
      expect(() => fingerprinter.fingerprint('a text')).toThrow(InvalidArgumentError);
      expect(() => new Fingerprinter({ recipe: yanyiwu({ keywords: features }) }).fingerprint('a text')).toThrow(
        InvalidArgumentError,
      );
    }
  });
});
