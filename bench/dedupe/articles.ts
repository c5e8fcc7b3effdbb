import { englishWords } from '../data.ts';
import { below, type Random, seeded } from '../random.ts';

const SHORTEST = 500;
const LONGEST = 8000;

/** Texts of 3 to 50 KB; every third is an earlier one again, with an edit in every hundred words or less. */
export function* articles(count: number): Generator<string> {
  const random = seeded(6);
  const word = englishWords(random);
  const all: string[][] = [];
  for (let i = 0; i < count; i++) {
    const words =
      i > 0 && below(random, 3) === 0
        ? edited(all[below(random, i)]!, random, word, 1 + below(random, 100))
        : Array.from({ length: SHORTEST + below(random, LONGEST - SHORTEST) }, word);
    all.push(words);
    yield paragraphs(words);
  }
}

/** The same texts `times` over, again and again with small edits. */
export function* enlarged(texts: readonly string[], times: number): Generator<string> {
  const random = seeded(8);
  yield* texts;
  for (let time = 1; time < times; time++) {
    for (const text of texts) {
      const words = text.split(' ');
      yield edited(words, random, () => words[below(random, words.length)]!, 1 + below(random, 20)).join(' ');
    }
  }
}

function edited(words: readonly string[], random: Random, word: () => string, edits: number): string[] {
  const copy = [...words];
  for (let i = Math.min(edits, words.length / 100); i > 0; i--) copy[below(random, copy.length)] = word();
  return copy;
}

function paragraphs(words: readonly string[]): string {
  return words.map((word, i) => (i % 17 === 16 ? `${word}.${i % 5 === 0 ? '\n' : ''}` : word)).join(' ');
}
