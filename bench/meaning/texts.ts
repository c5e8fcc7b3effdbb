import { readFileSync } from 'node:fs';
import { englishTexts } from '../data.ts';
import { below, type Random } from '../random.ts';

/** Texts of one kind, in words (or the characters of a script without spaces), and words to put in their place. */
export interface Texts {
  readonly documents: readonly (readonly string[])[];
  readonly replacements: readonly string[];
  readonly separator: string;
}

/** How many words may be put in at least. */
const REPLACEMENTS = 50_000;

/** Generated texts of so many words; what is put in is as frequent as the language has it, like what it is put in for. */
export function generatedTexts(count: number, words: number): Texts {
  // A word and its space are 6 bytes on average.
  const bytes = 10 * words + 100;
  const documents = englishTexts(count + Math.ceil(REPLACEMENTS / words), bytes).map((text) => {
    const all = text.trim().split(/\s+/);
    if (all.length <= words)
      throw new Error(`A generated text has ${all.length} words, of which ${words} are to be used.`);
    return all.slice(0, words);
  });
  return { documents: documents.slice(0, count), replacements: documents.slice(count).flat(), separator: ' ' };
}

/** The example news of one language. */
export function newsTexts(language: 'en' | 'zh'): Texts {
  // Compiled, this file stands in build/bench/meaning.
  const lines = readFileSync(new URL('../../../examples/news.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const texts: string[] = lines
    .map((line) => JSON.parse(line))
    .flatMap(({ lang, text }) => (lang === language ? text : []));
  const documents = texts.map((text) => (language === 'zh' ? [...text] : text.split(/\s+/)));
  return { documents, replacements: documents.flat().filter(isWord), separator: language === 'zh' ? '' : ' ' };
}

export type Edit = (
  words: readonly string[],
  share: number,
  replacements: readonly string[],
  random: Random,
) => string[];

/** That share of the words, wherever they stand, becomes other words. */
export const scattered: Edit = (words, share, replacements, random) => {
  const places = placesOf(words);
  const count = changes(places.length, share, random);
  for (let i = 0; i < count; i++) {
    const j = i + below(random, places.length - i);
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return replaced(words, places.slice(0, count), replacements, random);
};

/** As many words in one passage: a sentence written anew. */
export const passage: Edit = (words, share, replacements, random) => {
  const places = placesOf(words);
  const count = changes(places.length, share, random);
  const start = below(random, places.length - count + 1);
  return replaced(words, places.slice(start, start + count), replacements, random);
};

/** Rounded up or down at random, so that the mean is the share. */
function changes(words: number, share: number, random: Random): number {
  return Math.min(words, Math.floor(words * share + random() / 2 ** 32));
}

function replaced(
  words: readonly string[],
  places: readonly number[],
  replacements: readonly string[],
  random: Random,
) {
  const changed = [...words];
  for (const place of places) {
    do changed[place] = replacements[below(random, replacements.length)]!;
    while (bare(changed[place]) === bare(words[place]!));
  }
  return changed;
}

function placesOf(words: readonly string[]): number[] {
  return words.flatMap((word, place) => (isWord(word) ? place : []));
}

function isWord(word: string): boolean {
  return bare(word) !== '';
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
