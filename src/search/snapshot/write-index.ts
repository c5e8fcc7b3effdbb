import { InvalidArgumentError } from '../../errors.ts';
import { encoder } from '../../utf8.ts';
import type { IndexMemory } from '../../wasm/index-memory.ts';
import type { PlannedIndex } from '../planned-index.ts';
import type { Description } from './description.ts';
import { FrameWriter } from './frames.ts';

/** Types of frames: what describes the index, and from here on the sections of `assembly/search/snapshot.ts`. */
export const DESCRIPTION = 1;
export const FIRST_SECTION = 16;

/** What the index itself does not know about itself. */
export type Purpose = Pick<Description, 'maxDistance' | 'recipe' | 'nextId'>;

/**
 * An index as chunks of up to 256 KiB. From now on it must not be changed before the last has been taken.
 *
 * @throws {InvalidArgumentError} while they are taken, if it was
 */
export function writeIndex(index: PlannedIndex, purpose: Purpose): Generator<Uint8Array, void, undefined> {
  // Searches that come while chunks are taken find all that they need.
  index.sortIfDue();
  return chunksOf(index, purpose, index.memory.changes);
}

function* chunksOf(index: PlannedIndex, purpose: Purpose, changes: number): Generator<Uint8Array, void, undefined> {
  checkUnchanged(index, changes);
  const { memory, plan } = index;
  const { isTabled } = memory;
  const writer = new FrameWriter(memory.core);
  const description: Description = {
    ...purpose,
    plan,
    size: memory.size,
    isTabled,
    equal: memory.stats().twinIds,
    parts: memory.parts,
  };
  yield writer.head('HammingIndex');
  yield writer.frame(DESCRIPTION, encoder.encode(JSON.stringify(description)));
  const sections = isTabled ? 2 + plan.tables.length : 1;
  for (let section = 0; section < sections; section++) {
    for (let cursor: bigint | undefined = 0n; cursor !== undefined; ) {
      checkUnchanged(index, changes);
      const { bytes, next }: ReturnType<IndexMemory['save']> = memory.save(section, cursor);
      if (bytes.length > 0) yield writer.frame(FIRST_SECTION + section, bytes);
      cursor = next;
    }
  }
  yield writer.end();
}

/** Asks the index, whose memory is freed once nobody holds it any more. */
function checkUnchanged({ memory }: PlannedIndex, changes: number): void {
  if (memory.changes === changes) return;
  throw new InvalidArgumentError(
    'The index was changed, or disposed, while its snapshot was taken. Take another, and change it only afterwards.',
  );
}
