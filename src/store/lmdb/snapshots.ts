// The index as a file beside the record, so that opening needs only what came after it. It can always be done without.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadIndex, OutputError, saveIndex } from '../../node/index.ts';
import type { State } from './encoding.ts';
import { MemoryIndex, type Position } from './memory-index.ts';
import type { Description } from './tables.ts';

const NAME = /^index-(\d+)-(\d+)$/;
const BEGUN = /^index-.*\.part$/;

interface Snapshot extends Position {
  readonly name: string;
}

/** The index as it was saved last; an empty one if it was not, or that is no longer usable. */
export async function restoreIndex(
  folder: string,
  { identity, maxDistance }: Description,
  state: State,
): Promise<MemoryIndex> {
  const usable = snapshotsIn(folder).filter((snapshot) => fits(snapshot, state));
  for (const { name, nextNumber, nextRemoval } of usable.sort((a, b) => b.nextNumber - a.nextNumber)) {
    try {
      // The identity stands in it as its recipe, so that no other store's is taken.
      return new MemoryIndex(await loadIndex(join(folder, name), { recipe: identity }), { nextNumber, nextRemoval });
    } catch {
      // Damaged, of another store, or just removed: the record has everything.
    }
  }
  return MemoryIndex.empty(maxDistance, identity);
}

/**
 * Saves the index if that is due, and can be done: without room for it, the store is as whole, and opened more slowly.
 *
 * @returns whether it was saved
 */
export function saveDueSnapshot(folder: string, index: MemoryIndex): boolean {
  if (!isSnapshotDue(folder, index)) return false;
  try {
    saveSnapshot(folder, index);
    return true;
  } catch (error) {
    if (error instanceof OutputError) return false;
    throw error;
  }
}

/** Whether so much came after the last snapshot that another saves more time than it takes. */
function isSnapshotDue(folder: string, index: MemoryIndex): boolean {
  const { nextNumber, nextRemoval } = index.position;
  const last = snapshotsIn(folder).sort((a, b) => b.nextNumber - a.nextNumber)[0];
  const behind = nextNumber - (last?.nextNumber ?? 0) + nextRemoval - (last?.nextRemoval ?? 0);
  return behind > 10_000 + index.index.size / 50;
}

/** Saves the index; the older one goes. */
export function saveSnapshot(folder: string, { index, position }: MemoryIndex): void {
  const saved = `index-${position.nextNumber}-${position.nextRemoval}`;
  saveIndex(index, join(folder, saved));
  for (const { name } of snapshotsIn(folder)) if (name !== saved) rmSync(join(folder, name), { force: true });
}

/** Removes those that are not of this record as it is, such as one that was put back from a copy, and what is left of begun ones. */
export function removeStrangers(folder: string, state: State): void {
  for (const name of readdirSync(folder)) if (BEGUN.test(name)) rmSync(join(folder, name), { force: true });
  for (const snapshot of snapshotsIn(folder)) {
    if (!fits(snapshot, state)) rmSync(join(folder, snapshot.name), { force: true });
  }
}

function snapshotsIn(folder: string): Snapshot[] {
  return readdirSync(folder).flatMap((name) => {
    const [, nextNumber, nextRemoval] = NAME.exec(name) ?? [];
    return nextNumber === undefined ? [] : [{ name, nextNumber: Number(nextNumber), nextRemoval: Number(nextRemoval) }];
  });
}

/** Whether the record leads from a snapshot to its state. */
const fits = ({ nextNumber, nextRemoval }: Position, state: State): boolean =>
  nextNumber <= state.nextNumber && nextRemoval <= state.nextRemoval && nextRemoval >= state.firstRemoval;
