import { InvalidArgumentError } from '../errors.ts';
import { lazyPattern } from '../lazy-pattern.ts';
import { shown } from '../shown.ts';

// Scripts that put no spaces between words: Han, Kana, Thai, Lao, Khmer, Myanmar.
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hira}\\p{Script=Kana}\\p{Script=Thai}\\p{Script=Laoo}\\p{Script=Khmr}\\p{Script=Mymr}';
/** What also stands within their words: the long vowel mark of Kana belongs to two scripts, accents to many. */
const WITHIN = UNSPACED.replaceAll('Script', 'Script_Extensions');

/** The longest run. */
const LONGEST = 1000;

const runs = /* @__PURE__ */ lazyPattern(
  `[${UNSPACED}](?:(?=[\\p{L}\\p{M}\\p{N}])[${WITHIN}]){0,${LONGEST - 1}}`,
  'gu',
);
const withinSpacedWord = /* @__PURE__ */ lazyPattern(`^(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){2}$`, 'u');

/** Throws unless it is a string: a segmenter gets no bytes. */
export function checkString(text: unknown): void {
  if (typeof text !== 'string') throw new InvalidArgumentError(`Words are found in a string, not ${shown(text)}.`);
}

/**
 * A text in pieces: runs of letters, marks and numbers of these scripts, at most 1,000 characters long, and what
 * stands between them.
 */
export function* piecesOf(text: string): Iterable<{ piece: string; isUnspaced: boolean }> {
  let end = 0;
  for (const { 0: run, index } of text.matchAll(runs())) {
    if (index > end) yield { piece: text.slice(end, index), isUnspaced: false };
    yield { piece: run, isUnspaced: true };
    end = index + run.length;
  }
  if (end < text.length) yield { piece: text.slice(end), isUnspaced: false };
}

/** Whether two neighbouring pieces of a text meet within a word of another script, where no segmenter should cut. */
export function meetWithinWord(left: string, right: string): boolean {
  return withinSpacedWord().test(lastCharacter(left) + firstCharacter(right));
}

function firstCharacter(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0)!);
}

function lastCharacter(text: string): string {
  return /[\udc00-\udfff]$/.test(text) ? text.slice(-2) : text.slice(-1);
}
