import { type Command, Option } from 'commander';
import { compareAll } from '../../dedupe/containment/contained.ts';
import { CONTAINERS, Containers } from '../../dedupe/containment/containers.ts';
import { Containment, SHORTEST } from '../../dedupe/containment/containment.ts';
import { HUBS } from '../../dedupe/containment/shared-grams.ts';
import type { Decisions } from '../../dedupe/decide.ts';
import type { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import { thousands } from '../../numbers.ts';
import type { ContainedTexts } from '../../report/contained.ts';
import { inPercent } from '../../report/numbers.ts';
import { SeenIndex } from '../../seen/seen-index.ts';
import { WrongUsageError } from '../options/usage.ts';
import { jsonlFile, numberBetween } from '../options/values.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Row } from '../terminal/table.ts';
import { ToldTurns } from '../terminal/told-turns.ts';
import type { Documents } from './documents.ts';

export interface ContainOptions {
  readonly contain?: number;
  readonly contained?: string;
  readonly removeContained?: boolean;
}

/** Which kept documents are contained in others. */
export interface Containments extends ContainedTexts {
  readonly isWanted: boolean;
  readonly rows: readonly Row[];
}

const NOT_WANTED: Containments = {
  isWanted: false,
  share: 1,
  containers: new Containers(),
  removed: new Map(),
  rows: [],
};

export function addContainOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--contain <share>',
        'also find kept documents at least this share of whose features is in a longer one, such as 0.9',
      ).argParser(numberBetween(0, 1, 'any')),
    )
    .option('--contained <file>', 'what --contain finds: {"id", "contained_in", "containment"} on each line', jsonlFile)
    .option('--remove-contained', 'remove them, too; without it they are only reported');
}

/** Options that say nothing without one another. */
export function checkContainUsage({ contain, contained, removeContained }: ContainOptions): void {
  if (contain !== undefined || (contained === undefined && !removeContained)) return;
  const name = contained === undefined ? '--remove-contained' : '--contained';
  throw new WrongUsageError(`${name} needs to know how much of a document must be contained: add --contain 0.9.`);
}

interface Wishes {
  readonly fingerprinter: Fingerprinter;
  readonly mayPair: ((a: number, b: number) => boolean) | undefined;
}

/** Looks among references and kept documents, whose texts are read again. */
export async function findContained(
  documents: Documents,
  { leaders }: Decisions,
  { contain, removeContained }: ContainOptions,
  { fingerprinter, mayPair }: Wishes,
  progress: Progress,
): Promise<Containments> {
  if (contain === undefined) return NOT_WANTED;
  const { isReference } = documents;
  const textOf = (document: number) => documents.text(document);
  const finder = new Containment({ fingerprinter, share: contain, isReference, mayPair, textOf });
  try {
    await addKept(finder, documents, leaders, progress);
    await compareAll(finder, (done) => {
      progress.say(() => `comparing: ${thousands(done)} of ${thousands(finder.length)} kept documents`);
    });
    const { containers } = finder;
    const removed = removeContained ? finder.removable() : new Map();
    const rows = rowsOf(finder, contain, removed.size);
    if (documents.reference instanceof SeenIndex) {
      rows.push([
        '',
        thousands(documents.references),
        'documents of the index have no texts in which others could be found',
      ]);
    }
    return { isWanted: true, share: contain, containers, removed, rows };
  } finally {
    finder.dispose();
  }
}

async function addKept(
  finder: Containment,
  documents: Documents,
  leaders: Uint32Array,
  progress: Progress,
): Promise<void> {
  const turns = new ToldTurns(progress, 'reading again', leaders.length);
  for (const [document, leader] of leaders.entries()) {
    if ((document !== leader && !documents.isReference(document)) || !documents.hasText(document)) continue;
    finder.add(document, documents.text(document));
    if (turns.isOver) await turns.tell(document);
  }
}

/** What was found, and what was not looked at. */
function rowsOf({ containers, tooShort, limits }: Containment, share: number, removed: number): Row[] {
  const { size, leftOut } = containers;
  const fate = removed > 0 ? `; ${thousands(removed)} of them removed` : '';
  const rows: Row[] = [
    ['contained', thousands(size), `at least ${inPercent(share)} of their features are in a longer document${fate}`],
  ];
  if (tooShort > 0) rows.push(['', thousands(tooShort), `with fewer than ${SHORTEST} words were not looked for`]);
  if (leftOut > 0)
    rows.push(['', thousands(leftOut), `longer documents beyond ${CONTAINERS} that contain one are not told`]);
  if (limits.common > 0) {
    rows.push([
      '',
      thousands(limits.common),
      `word sequences of more than ${HUBS} documents led to the first ${HUBS} only`,
    ]);
  }
  if (limits.thinning > 1) {
    rows.push(['', `1/${limits.thinning}`, 'of the chosen word sequences fit the memory: short ones may be missed']);
  }
  return rows;
}
