import { lazyPattern } from './lazy-pattern.ts';

/**
 * Engines put marks that follow one another in order by moving each past those before it: 100,000 of them take six seconds.
 * So of more than so many, each so many are followed by a joiner that nothing moves past, as in the stream-safe text format
 * (UAX #15, section 13), which allows 30.
 */
const MOST_MARKS = 160;
const tooManyMarks = lazyPattern(`\\p{M}{${MOST_MARKS}}(?=\\p{M})`, 'gu');
const JOINER = '\u034f';

/** Stretches of this length are looked at, one in each so many units: where more than `MOST_MARKS` marks stand, one has nothing else. */
const STRETCH = 31;
const STEP = MOST_MARKS - STRETCH;
/** At its ends may be halves of characters. */
const onlyMarks = lazyPattern('^.?\\p{M}{14,}.?$', 'su');

/** A text in normalisation form KC, in a time that grows with its length alone. */
export function nfkc(text: string): string {
  const safe = mayHaveTooManyMarks(text) ? text.replace(tooManyMarks(), `$&${JOINER}`) : text;
  return safe.normalize('NFKC');
}

/** To look for them everywhere would take three times as long as to normalise Chinese. */
function mayHaveTooManyMarks(text: string): boolean {
  for (let at = 0; at + STRETCH <= text.length; at += STEP) {
    // Below U+0300 there are none.
    if (text.charCodeAt(at) >= 0x300 && onlyMarks().test(text.slice(at, at + STRETCH))) return true;
  }
  return false;
}
