import { InvalidArgumentError } from '../errors.ts';
import { isIterable } from '../iterable.ts';
import { lazyPattern } from '../lazy-pattern.ts';
import { checkOptions } from '../options.ts';
import { checkWhole } from '../ranges.ts';
import { shown } from '../shown.ts';
import { type IdfTable, idfOf, isSingleCharacter } from './idf-table.ts';
import { checkHmm, checkJieba, type Jieba, jiebaWords } from './jieba.ts';
import { partialSort } from './partial-sort.ts';

/** Words have letters or numbers; jieba also gives what stands between them, dots and line ends in one piece. */
const letterOrNumber = /* @__PURE__ */ lazyPattern('[\\p{L}\\p{N}]', 'u');

/** The options of `jiebaKeywords`. */
export interface JiebaKeywordsOptions {
  /** At most so many keywords, the heaviest, from 1; 20 by default. */
  readonly top?: number | undefined;
  /** How rare words are; `idf` of `@node-rs/jieba/dict.js`. Without it, a keyword weighs as often as it occurs. */
  readonly idf?: IdfTable | undefined;
  /** Words that are no keywords; a string has one a line, as cppjieba's `stop_words.utf8`. None by default. */
  readonly stopWords?: Iterable<string> | undefined;
  /** Whether a hidden Markov model guesses words that are not in the dictionary; true by default, as in cppjieba. */
  readonly hmm?: boolean | undefined;
}

/** Finds the keywords of a text and their weights, heaviest first, equal ones as cppjieba has them when built with GCC. */
export type KeywordExtractor = (text: string) => [keyword: string, weight: number][];

/**
 * Keywords with weights, the way of the well-known posts on SimHash in Chinese: words by jieba, those of one
 * character and stop words dropped, tf·idf, the heaviest. For a recipe of your own, or for the preset `yanyiwu`.
 *
 * @throws {InvalidArgumentError} if `jieba` has no function `cut`, or an option is not as described
 * @example
 * const keywords = jiebaKeywords(Jieba.withDict(dict), { top: 20, idf });
 * keywords('你好世界') // [['你好', 7.95…], ['世界', 4.36…]]
 * new Fingerprinter({ recipe: { name: 'keywords', version: 1, features: keywords } });
 * yanyiwu({ keywords, top: 20, extractor: 'jieba-2.0.3' });
 */
export function jiebaKeywords(jieba: Jieba, options: JiebaKeywordsOptions = {}): KeywordExtractor {
  checkJieba(jieba);
  checkOptions(options, { top: true, idf: true, stopWords: true, hmm: true });
  const { top = 20, idf, stopWords = [], hmm = true } = options;
  checkWhole('top', top, 1);
  checkHmm(hmm);
  const stopped = setOf(stopWords);
  const rarity = idf === undefined ? () => 1 : idfOf(idf);
  return (text) => {
    const counts = new Map<string, number>();
    for (const word of jiebaWords(jieba, text, hmm)) {
      if (isSingleCharacter(word) || stopped.has(word) || !letterOrNumber().test(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const keywords = Array.from(counts, ([word, count]): [string, number] => [word, count * rarity(word)]);
    // Of equal weights, the order decides which ones stay, and how their sums are rounded.
    return partialSort(keywords.sort(byCodePoints), top, ([, a], [, b]) => a > b);
  };
}

/** By their words, as in a std::map, which compares their bytes of UTF-8. */
function byCodePoints([a]: readonly [string, number], [b]: readonly [string, number]): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const difference = a.codePointAt(at)! - b.codePointAt(at)!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function setOf(stopWords: Iterable<string>): Set<string> {
  if (typeof stopWords === 'string') return new Set(stopWords.split(/\r?\n/));
  const stopped = isIterable(stopWords) ? new Set(stopWords) : undefined;
  if (stopped && [...stopped].every((word) => typeof word === 'string')) return stopped;
  throw new InvalidArgumentError(`stopWords is a list of words or a string with one a line, not ${shown(stopWords)}.`);
}
