import { englishTexts } from '../data.ts';
import { below, type Random, seeded } from '../random.ts';

const PAGE_BYTES = 2048;
const SENTENCES = englishTexts(200, 20_000).flatMap((text) => text.split(/(?<=\.)\s/));

/** A document as the service takes it, in JSON. */
export type Page = string;

/** Pages as a crawler brings them: of 2 KB of English, every second one with the text of an earlier one. */
export function* pages(name: string, seed: number): Generator<Page, never, undefined> {
  const random = seeded(seed);
  const earlier: string[] = [];
  for (let i = 0; ; i++) {
    const text = i % 2 === 1 ? earlier[below(random, earlier.length)]! : newText(random);
    // Of those before, so many that a page is seldom the next one again.
    earlier[(i >> 1) % 1000] = text;
    yield JSON.stringify({ id: `https://${name}.example/pages/${i}`, text });
  }
}

function newText(random: Random): string {
  const sentences: string[] = [];
  for (let bytes = 0; bytes < PAGE_BYTES; bytes += sentences.at(-1)!.length + 1) {
    sentences.push(SENTENCES[below(random, SENTENCES.length)]!);
  }
  return sentences.join(' ').slice(0, PAGE_BYTES);
}
