import { diffArrays } from 'diff';
import { wordsOf } from '../dedupe/words.ts';
import { type Hunk, Hunks, type Run } from './hunks.ts';
import { characterStart } from './numbers.ts';

/** Characters before the first and after the last difference that are looked at. */
const MARGIN = 400;
/** Characters of each text, from the first difference on, that are compared. */
const COMPARED = 20_000;
/** Words in which two texts may differ; with more, they are marked whole, as time grows with the square. */
const MOST_EDITS = 1000;
/** A place is moved by at most so many characters to the end of a word. */
const LONGEST_WORD = 64;

export interface Difference {
  readonly hunks: readonly Hunk[];
  /** Whether any word differs in what was compared. */
  readonly differs: boolean;
  /** Characters at the end of each text that are not shown. */
  readonly rest: { readonly kept: number; readonly removed: number };
  /** Whether all that is not shown at the end is the same in both. */
  readonly isRestShared: boolean;
}

/** Two texts side by side, their differing words marked, cut around the differences where they are long. */
export function difference(kept: string, removed: string): Difference {
  const { start, keptEnd, removedEnd, isWhole } = regionOf(kept, removed);
  const runs = runsOf(wordsOf(kept.slice(start, keptEnd)), wordsOf(removed.slice(start, removedEnd)));
  const hunks = new Hunks(start, runs);
  return {
    hunks: hunks.all,
    differs: runs.some(({ differs }) => differs),
    rest: { kept: kept.length - keptEnd + hunks.cut.kept, removed: removed.length - removedEnd + hunks.cut.removed },
    isRestShared: isWhole && hunks.isCutShared,
  };
}

/** From a little before the first difference to a little after the last one, or as far as is compared. */
function regionOf(a: string, b: string) {
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a.charCodeAt(before) === b.charCodeAt(before)) before++;
  let after = 0;
  while (after < most - before && a.charCodeAt(a.length - 1 - after) === b.charCodeAt(b.length - 1 - after)) after++;
  // Texts that are the same are shown from their beginning.
  if (before === a.length && before === b.length) before = 0;
  const start = wordStart(a, Math.max(0, before - MARGIN));
  const ends = [a, b].map((text) => {
    const end = wordEnd(text, Math.min(text.length, text.length - after + MARGIN));
    return { end: characterStart(text, Math.min(end, start + COMPARED)), whole: end <= start + COMPARED };
  });
  return { start, keptEnd: ends[0]!.end, removedEnd: ends[1]!.end, isWhole: ends.every(({ whole }) => whole) };
}

function wordStart(text: string, at: number): number {
  let place = at;
  while (place > 0 && at - place < LONGEST_WORD && !/\s/.test(text[place - 1]!)) place--;
  return characterStart(text, place);
}

function wordEnd(text: string, at: number): number {
  let place = at;
  while (place < text.length && place - at < LONGEST_WORD && !/\s/.test(text[place]!)) place++;
  return characterStart(text, place);
}

function runsOf(kept: readonly string[], removed: readonly string[]): Run[] {
  const changes = diffArrays([...kept], [...removed], {
    comparator: (a, b) => a.trim() === b.trim(),
    maxEditLength: MOST_EDITS,
  });
  if (!changes) return [{ differs: true, kept, removed }];
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  for (const { count, added, removed: taken } of changes) {
    const [nextI, nextJ] = [i + (added ? 0 : count), j + (taken ? 0 : count)];
    const run = { differs: added || taken, kept: kept.slice(i, nextI), removed: removed.slice(j, nextJ) };
    [i, j] = [nextI, nextJ];
    if (run.differs && runs.at(-1)?.differs) runs.push(joined(runs.pop()!, run));
    else runs.push(run);
  }
  return runs;
}

function joined(a: Run, b: Run): Run {
  return { differs: true, kept: [...a.kept, ...b.kept], removed: [...a.removed, ...b.removed] };
}
