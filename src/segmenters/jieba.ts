import { InvalidArgumentError } from '../errors.ts';
import { digest } from '../fingerprint/digest.ts';
import type { Segmenter } from '../fingerprint/recipe.ts';
import { checkOptions } from '../options.ts';
import { shown } from '../shown.ts';
import { checkString, meetWithinWord } from './unspaced.ts';

/** What we need of jieba: an instance of `Jieba` of `@node-rs/jieba`, or the module `jieba-wasm`. */
export interface Jieba {
  cut(text: string, hmm?: boolean): string[];
}

/** The options of `jiebaSegmenter`. */
export interface JiebaOptions {
  /** Whether a hidden Markov model guesses words that are not in the dictionary; true by default. */
  readonly hmm?: boolean | undefined;
  /** Names the package and the dictionary: `'jieba-2.0.3'`. By default a digest of the words found in some sentences. */
  readonly version?: string | undefined;
}

/** Sentences that dictionaries and models may cut otherwise: names, compounds, ambiguity, new words. */
const PROBE =
  '小明硕士毕业于中国科学院计算所，后在日本京都大学深造。他来到了网易杭研大厦，我们中出了一个叛徒。' +
  '南京市长江大桥结婚的和尚未结婚的都很高兴，乒乓球拍卖完了。工信处女干事每月经过下属科室都要亲口交代安装工作。' +
  '張晓梅去人民医院做了个B超然后买了件T恤，內容產業的龍頭企業發布了人工智能大模型。';

/**
 * Chinese words by jieba. It is yours to install and to open: `@node-rs/jieba`, faster, for Node; `jieba-wasm` for
 * browsers, too. Words of other languages, which jieba cuts at every letter beyond ASCII, stay whole; those without spaces
 * between words, such as Japanese and Thai, are cut at every letter.
 *
 * Another dictionary or version may know other words, and those make other fingerprints. The segmenter's version tells
 * most of them apart by itself; say a `version` of your own if you add words.
 *
 * @throws {InvalidArgumentError} if `jieba` has no function `cut`, or there is no such option
 * @example
 * // Jieba is of the package @node-rs/jieba, dict of its file dict.js
 * jiebaSegmenter(Jieba.withDict(dict), { version: '2.0.3' })
 * @example jiebaSegmenter(jieba) // the module jieba-wasm itself
 */
export function jiebaSegmenter(jieba: Jieba, options: JiebaOptions = {}): Segmenter {
  checkJieba(jieba);
  checkOptions(options, { hmm: true, version: true });
  const { hmm = true, version } = options;
  checkHmm(hmm);
  if (version !== undefined && typeof version !== 'string') {
    throw new InvalidArgumentError(`version is a string, such as that of jieba's package, not ${shown(version)}.`);
  }
  const segment = (text: string) => jiebaWords(jieba, text, hmm);
  return {
    name: hmm ? 'jieba' : 'jieba-no-hmm',
    version: version ?? `words-${digest([...segment(PROBE)].join('|'))}`,
    segment,
  };
}

/** Throws unless there is a function `cut`. */
export function checkJieba(jieba: unknown): asserts jieba is Jieba {
  if (typeof (jieba as Partial<Jieba> | undefined | null)?.cut === 'function') return;
  throw new InvalidArgumentError(
    'jieba is an object with a function cut(text, hmm): an instance of Jieba of @node-rs/jieba, or the module jieba-wasm.',
  );
}

/** Throws unless it is a boolean: one jieba throws an error of its own at anything else, another takes it for true. */
export function checkHmm(hmm: unknown): void {
  if (typeof hmm === 'boolean') return;
  throw new InvalidArgumentError(`hmm is true or false, not ${shown(hmm)}.`);
}

function checkWords(pieces: unknown): asserts pieces is string[] {
  if (Array.isArray(pieces) && [...pieces].every((piece) => typeof piece === 'string')) return;
  throw new InvalidArgumentError(`jieba.cut() gives an array of words, not ${shown(pieces)}.`);
}

/** The words of jieba; where it cut within a word of another script, they are put together again. */
export function* jiebaWords(jieba: Jieba, text: string, hmm: boolean): Iterable<string> {
  checkString(text);
  const pieces: unknown = jieba.cut(text, hmm);
  checkWords(pieces);
  let [word, last] = ['', ''];
  for (const piece of pieces) {
    // Looking at the end of a word, and not of its last piece, would take time in the square of its length.
    if (meetWithinWord(last, piece)) word += piece;
    else {
      if (word !== '') yield word;
      word = piece;
    }
    last = piece;
  }
  if (word !== '') yield word;
}
