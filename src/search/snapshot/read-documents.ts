import { RecipeMismatchError } from '../../errors.ts';
import type { Recipe } from '../../fingerprint/recipe.ts';
import { checkSameRecipe, idOfRecipe } from '../../fingerprint/recipe-id.ts';
import { builtInBehind, toRecipe } from '../../fingerprint/recipes.ts';
import { checkDocumentId, checkId } from '../check.ts';
import { HammingIndex } from '../hamming-index.ts';
import { corrupt, parseObject, type SnapshotReader } from './frames.ts';
import { DOCUMENTS, type DocumentsDescription, IDS, INDEX } from './write-documents.ts';

/** Documents that were read. */
export interface SavedDocuments {
  readonly recipe: Recipe;
  readonly index: HammingIndex;
  /** Their ids by their numbers in the index. */
  readonly ids: ReadonlyMap<number, string>;
  readonly nextNumber: number;
}

/** Reads documents and their index. */
export class DocumentsReader implements SnapshotReader<SavedDocuments> {
  readonly kind = 'DocumentIndex';
  readonly #given: Recipe | undefined;
  #recipe: Recipe | undefined;
  #description: DocumentsDescription | undefined;
  readonly #ids = new Map<number, string>();
  /** Of the index: it is made when all is known to be whole, so that nothing has to be given back. */
  readonly #chunks: Uint8Array[] = [];

  constructor(recipe: string | Recipe | undefined) {
    this.#given = recipe === undefined ? undefined : toRecipe(recipe);
  }

  take(type: number, payload: Uint8Array): void {
    if (type === DOCUMENTS && !this.#description) {
      this.#description = toDocumentsDescription(parseObject(payload));
      this.#recipe = recipeOf(this.#description.recipe, this.#given);
    } else if (type === IDS && this.#description) this.#name(parseObject(payload), this.#description);
    else if (type === INDEX) this.#chunks.push(payload.slice());
    else throw corrupt('it has frames that are unknown');
  }

  finish(): SavedDocuments {
    const recipe = this.#recipe;
    const description = this.#description;
    if (!recipe || !description) throw corrupt('it has no description');
    const { count } = description;
    if (this.#ids.size !== count || new Set(this.#ids.values()).size !== count) {
      throw corrupt('some of its ids are missing or twice');
    }
    const index = HammingIndex.from(this.#chunks, { recipe: description.recipe });
    if (!hasOnly(index, this.#ids)) {
      index.dispose();
      throw corrupt('some of its documents have no ids');
    }
    return { recipe, index, ids: this.#ids, nextNumber: description.nextNumber };
  }

  #name({ numbers, ids }: Record<string, unknown>, { nextNumber }: DocumentsDescription): void {
    if (!Array.isArray(numbers) || !Array.isArray(ids) || numbers.length !== ids.length) {
      throw corrupt('its ids have no numbers');
    }
    for (const [i, id] of ids.entries()) {
      checked(() => checkDocumentId(id));
      checked(() => checkId(numbers[i]));
      if (numbers[i] >= nextNumber || this.#ids.has(numbers[i])) throw corrupt('a number is too large, or twice');
      this.#ids.set(numbers[i], id);
    }
  }
}

/** Whether every fingerprint belongs to a document. */
function hasOnly(index: HammingIndex, ids: ReadonlyMap<number, string>): boolean {
  let known = 0;
  for (const number of ids.keys()) if (index.has(number)) known++;
  return known === index.size;
}

function toDocumentsDescription(saved: Record<string, unknown>): DocumentsDescription {
  const { recipe, count, nextNumber } = saved;
  if (typeof recipe !== 'string') throw corrupt('it names no recipe');
  if (nextNumber !== 2 ** 32) checked(() => checkId(nextNumber));
  return { recipe, count: count as number, nextNumber: nextNumber as number };
}

/** What is wrong with a value is wrong with the data. */
function checked(check: () => void): void {
  try {
    check();
  } catch (cause) {
    throw corrupt((cause as Error).message, cause);
  }
}

/** The recipe that stands behind what was saved: the one that was given, or a built-in one. */
function recipeOf(saved: string, given: Recipe | undefined): Recipe {
  const recipe = given ?? builtInBehind(saved);
  if (!recipe) {
    throw new RecipeMismatchError(
      `This index was made by the recipe ${saved}, which is not built in. Load it with { recipe }.`,
    );
  }
  checkSameRecipe(idOfRecipe(recipe), saved, 'The index that was saved');
  return recipe;
}
