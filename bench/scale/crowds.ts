// Lines of a log, nearly all of which resemble each other and few of which are near-duplicates: with and without crowds.
import { Decider } from '../../src/dedupe/decide.ts';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { below, seeded } from '../random.ts';
import { number, table } from '../report.ts';

const MOST = 40_000;
const LETTERS = 26;

/** A quarter, a half and all of the lines. */
export async function crowds(lines: number = MOST): Promise<string> {
  const rows: string[][] = [];
  for (const size of [lines / 4, lines / 2, lines]) {
    const texts = linesOfTemplate(size);
    const [without, withCrowds] = [await run(texts, Number.POSITIVE_INFINITY), await run(texts)];
    if (without.kept !== withCrowds.kept)
      throw new Error(`${without.kept} kept without crowds, ${withCrowds.kept} with`);
    const times = [without.seconds, withCrowds.seconds, without.seconds / withCrowds.seconds].map(number);
    rows.push([size.toLocaleString('en'), withCrowds.kept.toLocaleString('en'), ...times]);
  }
  return table(['lines', 'kept', 'compared with each, s', 'by rare features, s', 'ratio'], rows);
}

/** Of twelve words two are their own. */
function linesOfTemplate(count: number): string[] {
  const random = seeded(7);
  const word = () => String.fromCharCode(...Array.from({ length: 6 }, () => 97 + below(random, LETTERS)));
  return Array.from(
    { length: count },
    () => `connection from host ${word()} to port ${word()} was established by the daemon`,
  );
}

async function run(texts: readonly string[], crowded?: number): Promise<{ kept: number; seconds: number }> {
  const decider = new Decider({
    fingerprinter: new Fingerprinter({ recipe: DEDUPE_RECIPE }),
    repeats: REPEATS,
    maxDistance: DEFAULT_DISTANCE,
    threshold: DEFAULT_THRESHOLD,
    textOf: (document) => texts[document]!,
    crowded,
  });
  const begun = performance.now();
  await decider.add(texts);
  const seconds = (performance.now() - begun) / 1000;
  const { leaders } = decider.decisions();
  decider.dispose();
  return { kept: leaders.filter((leader, document) => leader === document).length, seconds };
}
