import { InvalidArgumentError } from '../errors.ts';
import { digest } from '../fingerprint/digest.ts';
import type { Segmenter } from '../fingerprint/recipe.ts';
import { shown } from '../shown.ts';
import { checkString, piecesOf } from './unspaced.ts';

/** A sentence in each script that needs a dictionary: engines whose words differ here are told apart. */
const PROBE =
  '我昨天在北京大学图书馆研究生命起源。東京都に住んでいる外国人参政権の話。ผู้หญิงตากลมนั่งตากลมอยู่ที่ท่าเรือ ' +
  'ນັກສຶກສາຢູ່ມະຫາວິທະຍາໄລແຫ່ງຊາດລາວ ភាសាខ្មែរជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា မြန်မာဘာသာစကားကိုလေ့လာနေသည်';

/**
 * Words by the dictionaries of the engine, `Intl.Segmenter`: for Chinese, Japanese, Thai, Lao, Khmer and Myanmar.
 * What is written in other scripts goes its usual way.
 *
 * Another version of ICU may know other words, and those make other fingerprints; so the segmenter's version is that
 * of ICU where the engine tells (Node), and elsewhere a digest of the words that it finds in sentences of each script.
 * For fingerprints that every engine makes alike, leave the segmenter out: these scripts then go by character,
 * or by two of them in a row.
 *
 * @param locale a BCP 47 tag such as `'zh'`, `'ja'` or `'th'`
 * @throws {InvalidArgumentError} if the engine does not know the locale, or has no `Intl.Segmenter`
 * @example
 * new Fingerprinter({ recipe: { name: 'chinese-words', version: 1, words: [1, 2], segmenter: intlSegmenter('zh') } })
 */
export function intlSegmenter(locale: string): Segmenter {
  const segmenter = createSegmenter(locale);
  function* segment(text: string): Iterable<string> {
    checkString(text);
    // V8 in Node 20 takes time in the square of what it is given, a minute for 100,000 characters; runs are short.
    for (const { piece, isUnspaced } of piecesOf(text)) {
      if (isUnspaced) yield* wordsOf(segmenter, piece);
      else yield piece;
    }
  }
  return {
    name: `intl-${segmenter.resolvedOptions().locale}`,
    version: icuVersion() ?? digestOfWords(segment),
    segment,
  };
}

function createSegmenter(locale: string): Intl.Segmenter {
  if (typeof Intl.Segmenter !== 'function') {
    throw new InvalidArgumentError(
      'This engine has no Intl.Segmenter. Update it, or take the words of another segmenter.',
    );
  }
  try {
    if (Intl.Segmenter.supportedLocalesOf(locale).length === 1)
      return new Intl.Segmenter(locale, { granularity: 'word' });
  } catch {
    // Not the tag of a locale at all.
  }
  throw new InvalidArgumentError(
    `A locale is a language tag that this engine knows, such as "zh", "ja" or "th", not ${shown(locale)}.`,
  );
}

function* wordsOf(segmenter: Intl.Segmenter, text: string): Iterable<string> {
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) yield segment;
  }
}

/** Node and Deno have it; browsers do not tell. */
function icuVersion(): string | undefined {
  const { process } = globalThis as { process?: { versions?: { icu?: string } } };
  return process?.versions?.icu && `icu-${process.versions.icu}`;
}

function digestOfWords(segment: (text: string) => Iterable<string>): string {
  return `words-${digest([...segment(PROBE)].join('|'))}`;
}
