import { Turns } from '../../turns.ts';
import { cut } from './generated.ts';
import type { Engine } from './measure.ts';

/** Of texts with the same fingerprint, but other features, so many are kept in mind, lest all are compared with all. */
const MOST_ALIKE = 16;

/** Texts that tell something, each once, and how many documents are left out or shortened for that. */
export interface DistinctTexts {
  readonly texts: readonly string[];
  /** Documents with the features of another, which any settings find. */
  readonly copies: number;
  /** Documents with too few features. */
  readonly tooShort: number;
  /** Documents of which only the beginning was taken. */
  readonly cut: number;
}

/** The first of all texts with the same features: what is there a thousand times is no more than one thing that is known. */
export async function distinct(all: readonly string[], { fingerprinter, signal }: Engine): Promise<DistinctTexts> {
  const alike = new Map<bigint, string[]>();
  const texts: string[] = [];
  let [tooShort, shortened] = [0, 0];
  const turns = new Turns();
  for (const whole of all) {
    if (turns.isOver) await turns.give(signal);
    const text = cut(whole);
    const seen = fingerprinter.inspect(text);
    const known = alike.get(seen.fingerprint) ?? [];
    if (seen.tooShort) tooShort++;
    else if (known.every((one) => fingerprinter.exactSimilarity(one, text) < 1)) {
      texts.push(text);
      if (text !== whole) shortened++;
      if (known.length < MOST_ALIKE) alike.set(seen.fingerprint, [...known, text]);
    }
  }
  return { texts, copies: all.length - tooShort - texts.length, tooShort, cut: shortened };
}
