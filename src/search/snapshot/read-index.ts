import { checkSameRecipe } from '../../fingerprint/recipe-id.ts';
import { indexCore } from '../../wasm/core.ts';
import { checkRecipeId } from '../check.ts';
import { PlannedIndex } from '../planned-index.ts';
import { type Description, toDescription } from './description.ts';
import { corrupt, parseObject, type SnapshotReader } from './frames.ts';
import { DESCRIPTION, FIRST_SECTION } from './write-index.ts';

/** An index that was read, and what was saved about it. */
export interface SavedIndex {
  readonly index: PlannedIndex;
  readonly description: Description;
}

/** Reads an index. */
export class IndexReader implements SnapshotReader<SavedIndex> {
  readonly kind = 'HammingIndex';
  readonly #recipe: string | undefined;
  #saved: SavedIndex | undefined;

  /** @param recipe what stands for the recipe that the fingerprints must be made by, if that matters */
  constructor(recipe: string | undefined) {
    checkRecipeId(recipe);
    this.#recipe = recipe;
  }

  take(type: number, payload: Uint8Array): void {
    if (type === DESCRIPTION && !this.#saved) {
      const description = toDescription(parseObject(payload));
      if (this.#recipe !== undefined) {
        checkSameRecipe(this.#recipe, description.recipe ?? 'that was not named', 'The index that was saved');
      }
      this.#saved = { index: new PlannedIndex(indexCore(), description.plan), description };
      this.#saved.index.memory.startLoad(description.parts, description.isTabled);
    } else if (!this.#saved?.index.memory.loadBlocks(type - FIRST_SECTION, payload)) {
      throw corrupt('its blocks have no place in it');
    }
  }

  finish(): SavedIndex {
    if (!this.#saved) throw corrupt('it has no description');
    checkWhole(this.#saved);
    return this.#saved;
  }

  discard(): void {
    this.#saved?.index.memory.free();
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
