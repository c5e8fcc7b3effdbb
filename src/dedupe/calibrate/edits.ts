import { isUnspaced, isWord, wordsOf } from '../words.ts';
import { below, type Random } from './random.ts';

/** What can be done to a text; `mixed` is any of the others, one after another. */
export const KINDS = ['dropped', 'replaced', 'inserted', 'swapped', 'typos', 'moved', 'heading', 'mixed'] as const;
/** A kind of edit. */
export type EditKind = (typeof KINDS)[number];

/** The most words in a row that are dropped or inserted at once; of mixed edits, that any of them changes. */
const RUN = 5;
const SENTENCE_END = /[.!?。！？…\n]/u;

/** The text of a copy, in words with the space after each, and where other words come from. */
interface Desk {
  readonly words: string[];
  readonly random: Random;
  /** The words of another text, without signs. */
  readonly donor: readonly string[];
}

/** Changes a text in one place, and tells how many words of both versions have lost their counterpart by that. */
type Edit = (desk: Desk, budget: number) => number;

const EDITS: Readonly<Record<Exclude<EditKind, 'mixed'>, Edit>> = {
  dropped: (desk, budget) => desk.words.splice(place(desk), runLength(desk, budget)).filter(isWord).length,
  inserted: (desk, budget) => inserted(desk, place(desk), borrowed(desk, runLength(desk, budget))),
  heading: (desk, budget) => inserted(desk, 0, [...borrowed(desk, Math.max(1, budget)), '\n']),
  replaced: (desk) => rewritten(desk, () => borrowed(desk, 1)[0]?.trimEnd()),
  typos: (desk) => rewritten(desk, (word) => mistyped(word, desk)),
  swapped,
  moved,
};

/**
 * A copy of a text with edits of one kind, in random places.
 *
 * @param size about how large the change is, as `changeBetween` measures it
 * @param donor the words of another text, without signs, from which new words are borrowed
 */
export function edited(text: string, kind: EditKind, size: number, donor: readonly string[], random: Random): string {
  const desk: Desk = { words: wordsOf(text), random, donor };
  const before = desk.words.filter(isWord).length;
  let [lost, after] = [0, before];
  // Edits that find nothing to do cost nothing; so many in a row end it.
  for (let idle = 0; idle < 10 && lost < size * (before + after); ) {
    const budget = Math.ceil(size * (before + after) - lost);
    const count = desk.words.length;
    const cost = editOf(kind, random)(desk, budget);
    lost += cost;
    if (desk.words.length !== count) after = Math.max(0, after + Math.sign(desk.words.length - count) * cost);
    idle = cost === 0 ? idle + 1 : 0;
  }
  return joined(desk.words);
}

function editOf(kind: EditKind, random: Random): Edit {
  if (kind !== 'mixed') return EDITS[kind];
  const all = Object.values(EDITS);
  const edit = all[below(random, all.length)]!;
  return (desk, budget) => edit(desk, Math.min(RUN, budget));
}

/** Where a word stands: a random one. */
function place({ words, random }: Desk): number {
  if (words.length === 0) return 0;
  const at = nextWord(words, below(random, words.length));
  return at === words.length ? nextWord(words, 0) : at;
}

function runLength({ random }: Desk, budget: number): number {
  return 1 + below(random, Math.max(1, Math.min(RUN, budget)));
}

/** Words in a row of the other text. */
function borrowed(desk: Desk, count: number): string[] {
  const { donor } = desk;
  if (donor.length === 0) return [];
  const first = below(desk.random, donor.length);
  return Array.from({ length: count }, (_, i) => donor[(first + i) % donor.length]!);
}

function inserted({ words }: Desk, at: number, more: readonly string[]): number {
  words.splice(at, 0, ...more);
  return more.filter(isWord).length;
}

/** Another word in the place of a random one, before the same white space. */
function rewritten(desk: Desk, make: (word: string) => string | undefined): number {
  const at = place(desk);
  const old = desk.words[at] ?? '';
  const word = old.trimEnd();
  const made = isWord(word) ? make(word) : undefined;
  if (made === undefined || made === word) return 0;
  desk.words[at] = made + old.slice(word.length);
  return 2;
}

/** A letter doubled, left out, or exchanged with the next; of single characters a wrong one. */
function mistyped(word: string, desk: Desk): string | undefined {
  const letters = Array.from(word);
  if (letters.length === 1) return borrowed(desk, 1)[0]?.trimEnd();
  const at = below(desk.random, letters.length - 1);
  const [letter, next] = [letters[at]!, letters[at + 1]!];
  const typos = [[letter, letter, next], [next], [next, letter]];
  letters.splice(at, 2, ...typos[below(desk.random, typos.length)]!);
  return letters.join('');
}

/** A word and the one after it. */
function swapped(desk: Desk): number {
  const { words } = desk;
  const at = place(desk);
  const other = nextWord(words, at + 1);
  if (other === words.length) return 0;
  const [first, second] = [words[at]!.trimEnd(), words[other]!.trimEnd()];
  if (first === second) return 0;
  words[at] = second + words[at]!.slice(first.length);
  words[other] = first + words[other]!.slice(second.length);
  return 2;
}

function nextWord(words: readonly string[], from: number): number {
  let at = from;
  while (at < words.length && !isWord(words[at]!)) at++;
  return at;
}

/** A sentence, or as much of its beginning as the budget allows, to before another sentence. */
function moved(desk: Desk, budget: number): number {
  const { words } = desk;
  const start = sentenceStart(words, place(desk));
  const most = Math.max(1, Math.ceil(budget / 2));
  let length = 1;
  while (length < most && start + length < words.length && !SENTENCE_END.test(words[start + length - 1]!)) length++;
  if (length >= words.length) return 0;
  const sentence = words.splice(start, length);
  const target = sentenceStart(words, place(desk));
  words.splice(target, 0, ...sentence);
  return target === start ? 0 : 2 * sentence.filter(isWord).length;
}

function sentenceStart(words: readonly string[], at: number): number {
  let start = Math.min(at, words.length);
  while (start > 0 && !SENTENCE_END.test(words[start - 1]!)) start--;
  return start;
}

/** Words that came to stand side by side are kept apart. */
function joined(words: readonly string[]): string {
  let text = '';
  let before = '';
  for (const word of words) {
    const areGlued = isWord(before) && isWord(word) && !/\s$/.test(before) && !isUnspaced(before) && !isUnspaced(word);
    text += areGlued ? ` ${word}` : word;
    before = word;
  }
  return text;
}
