import { englishWords } from '../data.ts';
import { below, type Random, seeded } from '../random.ts';

/** Phrases that stand at the beginning or end of many tweets: applications, campaigns, greetings. */
const PHRASES = 400;
/** Near-duplicates are made of so many of the latest tweets. */
const REMEMBERED = 20_000;

/**
 * Short texts as a public feed has them: 8 to 24 words, with mentions, tags and links, every third one with a phrase of
 * 3 to 10 words that many others have, too. Every seventh is an earlier one again, as it was or with an edit or two.
 */
export function* tweets(count: number): Generator<string> {
  const random = seeded(5);
  const word = englishWords(random);
  const phrases = Array.from({ length: PHRASES }, () => several(3 + below(random, 8), word));
  const latest: string[] = [];
  for (let i = 0; i < count; i++) {
    const isNew = latest.length === 0 || below(random, 7) > 0;
    const tweet = isNew ? written(random, word, phrases) : edited(random, word, latest[below(random, latest.length)]!);
    latest[i % REMEMBERED] = tweet;
    yield tweet;
  }
}

function written(random: Random, word: () => string, phrases: readonly string[]): string {
  const body = several(8 + below(random, 17), word);
  // The least of two makes some phrases much more frequent than others.
  const phrase = below(random, 3) === 0 ? phrases[Math.min(below(random, PHRASES), below(random, PHRASES))]! : '';
  const parts = below(random, 2) === 0 ? [phrase, body] : [body, phrase];
  if (below(random, 4) === 0) parts.unshift(`@${word()}${below(random, 1000)}`);
  if (below(random, 4) === 0) parts.push(`#${word()}`);
  if (below(random, 3) === 0) parts.push(`https://t.co/${random().toString(36)}`);
  return parts.filter((part) => part !== '').join(' ');
}

/** The same again, up to two words of it replaced, or with something before it. */
function edited(random: Random, word: () => string, tweet: string): string {
  const words = tweet.split(' ');
  for (let edits = below(random, 3); edits > 0; edits--) words[below(random, words.length)] = word();
  return below(random, 4) === 0 ? `RT @${word()}: ${words.join(' ')}` : words.join(' ');
}

function several(count: number, word: () => string): string {
  return Array.from({ length: count }, word).join(' ');
}
