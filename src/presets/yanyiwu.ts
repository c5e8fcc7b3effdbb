import { InvalidArgumentError } from '../errors.ts';
import { isRecipeName } from '../fingerprint/check-recipe.ts';
import type { Text } from '../fingerprint/text.ts';
import { checkOptions } from '../options.ts';
import { checkWhole } from '../ranges.ts';
import { shown } from '../shown.ts';
import { foldSigns, type WeightedHash } from './fold.ts';
import { bytesOf, checkHash, checkIterable, stringOf } from './input.ts';
import { lookup3 } from './lookup3.ts';
import type { Preset } from './preset.ts';

/** A keyword, or its lookup3 hash, and its weight. */
export type Keyword = readonly [keyword: string | bigint, weight: number];

/** The options of `yanyiwu`. */
export interface YanyiwuOptions {
  /**
   * The keywords of a text: cppjieba's extractor in the original. Without it, `fingerprint(text)` throws.
   */
  readonly keywords?: ((text: string) => Iterable<Keyword>) | undefined;
  /** Names the extractor, in the preset's name: its keywords are part of what makes a fingerprint. */
  readonly extractor?: string | undefined;
  /** Only so many of the heaviest keywords count, from 1; all by default. The first of equals come first. */
  readonly top?: number | undefined;
}

/** yanyiwu/simhash takes keywords, too. */
export interface Yanyiwu extends Preset {
  /**
   * The fingerprint of weighted keywords: `Simhasher::make_from_predefined_keywords` in C++. None: 0.
   *
   * @throws {InvalidArgumentError} if a keyword is neither a string nor a 64-bit hash, or a weight is not finite
   * @example yanyiwu().fingerprintOfKeywords([['你好', 7.96], ['世界', 4.37]])
   * @example yanyiwu().fingerprintOfKeywords([[15142046212652221781n, 318.452], [2117559126361955906n, 151.001]])
   */
  fingerprintOfKeywords(keywords: Iterable<Keyword>): bigint;
}

/**
 * yanyiwu/simhash (cppjieba): keywords by their weight, which is tf·idf in the original. Words come from an
 * extractor that the caller chooses.
 *
 * @throws {InvalidArgumentError} if `keywords` is not a function, `extractor` not a name, or `top` not a whole number from 1
 * @example yanyiwu({ keywords: (text) => extractor.extract(text, 5) }).fingerprint('你好世界')
 */
export function yanyiwu(options: YanyiwuOptions = {}): Yanyiwu {
  checkOptions(options, { keywords: true, extractor: true, top: true });
  const { keywords: extract, extractor, top } = options;
  if (extract !== undefined && typeof extract !== 'function') {
    throw new InvalidArgumentError(
      `keywords is a function from a text to pairs [keyword, weight], not ${shown(extract)}. For given keywords call fingerprintOfKeywords().`,
    );
  }
  if (top !== undefined) checkWhole('top', top, 1);
  if (extractor !== undefined && !isRecipeName(extractor)) {
    throw new InvalidArgumentError(
      `extractor is a name of letters, digits and ._-, as it stands in the recipe's, not ${shown(extractor)}.`,
    );
  }

  function fingerprintOfKeywords(keywords: Iterable<Keyword>): bigint {
    return foldSigns(heaviest(keywords, top).map(weightedHash), 0);
  }

  function keywordsOf(text: Text): Iterable<Keyword> {
    const words = stringOf(text);
    if (extract !== undefined) return extract(words);
    throw new InvalidArgumentError(
      'A text needs a keyword extractor, and this preset has none. Create it with yanyiwu({ keywords: (text) => pairs }), or call fingerprintOfKeywords().',
    );
  }

  return {
    name: ['yanyiwu', ...(top === undefined ? [] : ['top', top]), ...(extractor === undefined ? [] : [extractor])].join(
      '-',
    ),
    version: 1,
    about: `yanyiwu/simhash (C++): ${top === undefined ? 'keywords' : `the ${top} heaviest keywords`} by weight, tf·idf in the original; lookup3`,
    source: 'https://github.com/yanyiwu/simhash 1.3.3, without its keyword extraction',
    fingerprint: (text: Text) => fingerprintOfKeywords(keywordsOf(text)),
    features: (text: Text) =>
      heaviest(keywordsOf(text), top).map(([keyword, weight]) => [
        typeof keyword === 'string' ? keyword : `0x${keyword.toString(16)}`,
        weight,
      ]),
    fingerprintOfKeywords,
  };
}

/** The order matters to the last bit of fractional sums, and heaviest first is that of the original. */
function heaviest(keywords: Iterable<Keyword>, top: number | undefined): Keyword[] {
  checkIterable('Keywords', keywords);
  const all = Array.from(keywords, checkedKeyword);
  return top === undefined ? all : all.sort(([, a], [, b]) => b - a).slice(0, top);
}

function checkedKeyword(entry: unknown): Keyword {
  if (!Array.isArray(entry) || entry.length !== 2 || !Number.isFinite(entry[1])) {
    throw new InvalidArgumentError(`A keyword is a pair [string or bigint, finite weight], not ${shown(entry)}.`);
  }
  if (typeof entry[0] !== 'string') checkHash(entry[0]);
  return [entry[0], entry[1]];
}

function weightedHash([keyword, weight]: Keyword): WeightedHash {
  return [typeof keyword === 'string' ? lookup3(bytesOf(keyword)) : keyword, weight];
}
