import { lazyPattern } from './lazy-pattern.ts';

/** A stretch may begin with half a character. */
const onlyMarks = /* @__PURE__ */ lazyPattern('^.?\\p{M}{15}', 'su');
const tooManyMarks = /* @__PURE__ */ lazyPattern('\\p{M}{160}(?=\\p{M})', 'gu');

/**
 * A text in normalisation form KC.
 *
 * Engines put marks that follow one another in order by moving each past those before it: 100,000 of them take six seconds.
 * So where there are more than 160, each 160 are followed by a joiner that nothing moves past, as in the stream-safe text
 * format (UAX #15, section 13), which allows 30.
 */
export function nfkc(text: string): string {
  // Stretches of 31 units, so far apart that one has nothing but marks where there are too many: to look for them everywhere
  // would take three times as long as to normalise Chinese.
  for (let at = 0; at < text.length; at += 129) {
    if (!onlyMarks().test(text.slice(at, at + 31))) continue;
    text = text.replace(tooManyMarks(), '$&\u034f');
    break;
  }
  return text.normalize('NFKC');
}
