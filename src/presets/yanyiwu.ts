import { InvalidArgumentError } from '../errors.ts';
import type { Text } from '../fingerprint/text.ts';
import { foldSigns, type WeightedHash } from './fold.ts';
import { bytesOf, checkHash, checkIterable, checkWhole, described, stringOf } from './input.ts';
import { lookup3 } from './lookup3.ts';
import type { Preset } from './preset.ts';

/** A keyword, or its lookup3 hash, and its weight. */
export type Keyword = readonly [keyword: string | bigint, weight: number];

/** The options of `yanyiwu`. */
export interface YanyiwuOptions {
  /**
   * The keywords of a text: cppjieba's extractor in the original. Without it, `fingerprint(text)` throws.
   */
  readonly keywords?: (text: string) => Iterable<Keyword>;
  /** Only so many of the heaviest keywords count, from 1; all by default. The first of equals come first. */
  readonly top?: number;
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
 * @throws {InvalidArgumentError} if `keywords` is not a function or `top` not a whole number from 1
 * @example yanyiwu({ keywords: (text) => extractor.extract(text, 5) }).fingerprint('你好世界')
 */
export function yanyiwu({ keywords: extract, top }: YanyiwuOptions = {}): Yanyiwu {
  if (extract !== undefined && typeof extract !== 'function') {
    throw new InvalidArgumentError(
      `keywords is a function from a text to pairs [keyword, weight], not ${described(extract)}. For given keywords call fingerprintOfKeywords().`,
    );
  }
  if (top !== undefined) checkWhole('top', top, 1);

  function fingerprintOfKeywords(keywords: Iterable<Keyword>): bigint {
    checkIterable('Keywords', keywords);
    const features = Array.from(keywords, weightedHash);
    return foldSigns(top === undefined ? features : heaviest(features, top), 0);
  }

  return {
    name: top === undefined ? 'yanyiwu' : `yanyiwu-top-${top}`,
    version: 1,
    about: `yanyiwu/simhash (C++): ${top === undefined ? 'keywords' : `the ${top} heaviest keywords`} by weight, tf·idf in the original; lookup3`,
    source: 'https://github.com/yanyiwu/simhash 1.3.3, without its keyword extraction',
    fingerprint(text: Text): bigint {
      const words = stringOf(text);
      if (extract === undefined) {
        throw new InvalidArgumentError(
          'A text needs a keyword extractor, and this preset has none. Create it with yanyiwu({ keywords: (text) => pairs }), or call fingerprintOfKeywords().',
        );
      }
      return fingerprintOfKeywords(extract(words));
    },
    fingerprintOfKeywords,
  };
}

function weightedHash(entry: unknown): WeightedHash {
  if (!Array.isArray(entry) || entry.length !== 2 || !Number.isFinite(entry[1])) {
    throw new InvalidArgumentError(
      `A keyword is a pair [string or bigint, finite weight], not ${Array.isArray(entry) ? `[${entry.map(described).join(', ')}]` : described(entry)}.`,
    );
  }
  const [keyword, weight] = entry;
  if (typeof keyword === 'string') return [lookup3(bytesOf(keyword)), weight];
  checkHash(keyword);
  return [keyword, weight];
}

/** The order matters to the last bit of fractional sums, and heaviest first is that of the original. */
function heaviest(features: WeightedHash[], top: number): WeightedHash[] {
  return features.sort(([, a], [, b]) => b - a).slice(0, top);
}
