import { checkSameRecipe } from '../../fingerprint/recipe-id.ts';
import { indexCore } from '../../wasm/core.ts';
import { checkRecipeId } from '../check.ts';
import { PlannedIndex } from '../planned-index.ts';
import { type Description, toDescription } from './description.ts';
import { checkSource, corrupt, FrameReader, parseObject } from './frames.ts';
import { DESCRIPTION, FIRST_SECTION } from './write-index.ts';

/** An index that was read, and what was saved about it. */
export interface SavedIndex {
  readonly index: PlannedIndex;
  readonly description: Description;
}

/**
 * An index from its bytes, in one piece or in chunks. Whatever is thrown, no memory is kept.
 *
 * @param recipe what stands for the recipe that the fingerprints must be made by, if that matters
 */
export function readIndex(bytes: Uint8Array | Iterable<Uint8Array>, recipe: string | undefined): SavedIndex {
  checkSource(bytes, true);
  const reader = new IndexReader(recipe);
  try {
    for (const chunk of ArrayBuffer.isView(bytes) ? [bytes] : bytes) reader.push(chunk);
    return reader.finish();
  } finally {
    reader.discard();
  }
}

/** As `readIndex`, from chunks that have to be waited for. */
export async function readIndexChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  recipe: string | undefined,
): Promise<SavedIndex> {
  checkSource(chunks, false);
  const reader = new IndexReader(recipe);
  try {
    for await (const chunk of chunks) reader.push(chunk);
    return reader.finish();
  } finally {
    reader.discard();
  }
}

class IndexReader {
  readonly #core = indexCore();
  readonly #recipe: string | undefined;
  readonly #frames: FrameReader;
  #saved: SavedIndex | undefined;

  constructor(recipe: string | undefined) {
    checkRecipeId(recipe);
    this.#recipe = recipe;
    this.#frames = new FrameReader(this.#core, 'HammingIndex', (type, payload) => this.#take(type, payload));
  }

  push(chunk: Uint8Array): void {
    this.#frames.push(chunk);
  }

  /** After the last chunk: what was read is now the caller's. */
  finish(): SavedIndex {
    this.#frames.finish();
    const saved = this.#saved;
    if (!saved) throw corrupt('it has no description');
    checkWhole(saved);
    this.#saved = undefined;
    return saved;
  }

  /** Gives up what was read. */
  discard(): void {
    this.#saved?.index.memory.free();
    this.#saved = undefined;
  }

  #take(type: number, payload: Uint8Array): void {
    if (type === DESCRIPTION && !this.#saved) {
      const description = toDescription(parseObject(payload));
      if (this.#recipe !== undefined) {
        checkSameRecipe(this.#recipe, description.recipe ?? 'that was not named', 'The index that was saved');
      }
      this.#saved = { index: new PlannedIndex(this.#core, description.plan), description };
      this.#saved.index.memory.startLoad(description.parts, description.isTabled);
    } else if (!this.#saved?.index.memory.loadBlocks(type - FIRST_SECTION, payload)) {
      throw corrupt('its blocks have no place in it');
    }
  }
}

/** What was counted before it was saved must have come. */
function checkWhole({ index: { memory }, description: { size, equal, isTabled } }: SavedIndex): void {
  const isLinked = memory.finishLoad();
  const { twinIds, tables } = memory.stats();
  const distinct = tables[0]?.entries ?? 0;
  const isWhole =
    memory.size === size &&
    (!isTabled || (twinIds === equal && distinct <= size && tables.every(({ entries }) => entries === distinct)));
  if (!isLinked || !isWhole) throw corrupt('its tables do not fit its fingerprints');
}
