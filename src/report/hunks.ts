import { characterStart } from './numbers.ts';

/** Words of what two texts share that are shown beside a difference. */
const CONTEXT = 30;
/** Fewer words than these are shown: a note in their place would take as much room. */
const WORTH_CUTTING = 30;
/** Characters of each text that are shown. */
const SHOWN = 3000;

const SIDES = ['kept', 'removed'] as const;

/** What both texts have in the same order, or what each has there instead: words with the white space after them. */
export interface Run {
  readonly differs: boolean;
  readonly kept: readonly string[];
  readonly removed: readonly string[];
}

/** A piece of a text, and whether the other text lacks it. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** The same place in two texts, side by side. */
export interface Hunk {
  /** Characters before it that both texts share and that are not shown. */
  readonly skipped: number;
  readonly kept: Piece[];
  readonly removed: Piece[];
}

/** Runs as far as they are shown: what both texts share is cut between differences, and all is cut at the end. */
export class Hunks {
  readonly all: Hunk[] = [];
  /** Characters at the end that were cut off. */
  readonly cut = { kept: 0, removed: 0 };
  /** Whether those are the same in both. */
  isCutShared = true;
  readonly #shown = { kept: 0, removed: 0 };

  /** @param skipped characters before the runs */
  constructor(skipped: number, runs: readonly Run[]) {
    this.#begin(skipped);
    for (const [i, run] of runs.entries()) {
      if (run.differs) this.#show(run);
      else this.#showEnds(run, i === 0 && runs.length > 1, i === runs.length - 1);
    }
  }

  /** Of a shared run what is beside differences: all but its middle, or its beginning, or its end. */
  #showEnds(run: Run, isFirst: boolean, isLast: boolean): void {
    const head = isFirst ? 0 : CONTEXT;
    const tail = Math.max(head, run.kept.length - (isLast ? 0 : CONTEXT));
    if (tail - head < WORTH_CUTTING) {
      this.#show(run);
      return;
    }
    const middle = slice(run, head, tail);
    this.#show(slice(run, 0, head));
    if (isLast || this.#isFull) this.#cutOff(middle);
    else this.#begin(lengthOf(middle.kept));
    this.#show(slice(run, tail));
  }

  #begin(skipped: number): void {
    const last = this.all.at(-1);
    const isEmpty = last !== undefined && last.kept.length + last.removed.length === 0;
    if (isEmpty) this.all.pop();
    this.all.push({ skipped: skipped + (isEmpty ? last.skipped : 0), kept: [], removed: [] });
  }

  get #isFull(): boolean {
    return SIDES.some((side) => this.#shown[side] >= SHOWN);
  }

  #show(run: Run): void {
    if (this.#isFull) {
      this.#cutOff(run);
      return;
    }
    for (const side of SIDES) {
      const text = run[side].join('');
      const shown = text.slice(0, characterStart(text, SHOWN - this.#shown[side]));
      if (shown) this.all.at(-1)![side].push({ text: shown, differs: run.differs });
      this.#shown[side] += shown.length;
      this.#count(run, side, text.length - shown.length);
    }
  }

  #cutOff(run: Run): void {
    for (const side of SIDES) this.#count(run, side, lengthOf(run[side]));
  }

  #count({ differs }: Run, side: (typeof SIDES)[number], cut: number): void {
    this.cut[side] += cut;
    if (differs && cut > 0) this.isCutShared = false;
  }
}

function slice({ differs, kept, removed }: Run, from: number, to?: number): Run {
  return { differs, kept: kept.slice(from, to), removed: removed.slice(from, to) };
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
