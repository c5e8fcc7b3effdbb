// What the service does to a store: a table from which come routes, checks and the OpenAPI description.
import { checkSameRecipe } from '../../fingerprint/recipe-id.ts';
import type { NewDocument, SearchOptions, Store } from '../../store/store.ts';
import { given, type NewDocumentMessage, type QueryMessage, toInsertionMessage, toMessage } from '../messages.ts';
import { RefusedError } from './refusals.ts';
import {
  ABOUT,
  BEFORE,
  BY_ID,
  DOCUMENT,
  EXPIRED,
  FOUND,
  INSERTION,
  NEW_DOCUMENT,
  queryWithin,
  REMOVED,
  type Schema,
} from './schemas.ts';

export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly summary: string;
  /** What is in the body, or behind the question mark. */
  readonly body?: Schema;
  readonly query?: Schema;
  readonly answer: Schema;
  /** @param input the body or query, which has been checked by its schema */
  run(input: never): Promise<object>;
}

export const operationsOn = (store: Store): readonly Operation[] => [
  {
    name: 'insertIfNew',
    method: 'POST',
    url: '/v1/documents',
    summary: 'Inserts a document unless others resemble it, as one step. It may be repeated.',
    body: NEW_DOCUMENT,
    answer: INSERTION,
    run: async (input: NewDocumentMessage) => toInsertionMessage(await store.insertIfNew(newDocument(store, input))),
  },
  {
    name: 'get',
    method: 'GET',
    url: '/v1/documents',
    summary: 'The document with an id.',
    query: BY_ID,
    answer: DOCUMENT,
    run: async ({ id }: { id: string }) => {
      const document = await store.get(id);
      if (document === undefined)
        throw new RefusedError('NotFoundError', `There is no document ${JSON.stringify(id)}.`);
      return toMessage(document);
    },
  },
  {
    name: 'remove',
    method: 'DELETE',
    url: '/v1/documents',
    summary: 'Removes the document with an id; false if it was not there.',
    query: BY_ID,
    answer: REMOVED,
    run: async ({ id }: { id: string }) => ({ removed: await store.remove(id) }),
  },
  {
    name: 'search',
    method: 'POST',
    url: '/v1/search',
    summary: 'Documents that resemble a text or a fingerprint, nearest first.',
    body: queryWithin(store.maxDistance),
    answer: FOUND,
    run: async ({ maxDistance, limit, ...query }: QueryMessage & SearchOptions) => {
      const matches = await store.search(given(query as QueryMessage), { maxDistance, limit });
      return { matches: matches.map((match) => toMessage(match)) };
    },
  },
  {
    name: 'expire',
    method: 'POST',
    url: '/v1/expire',
    summary: 'Removes all documents whose time is before this; how many.',
    body: BEFORE,
    answer: EXPIRED,
    run: async ({ before }: { before: number }) => ({ expired: await store.expire(before) }),
  },
  {
    name: 'about',
    method: 'GET',
    url: '/v1/store',
    summary: 'How many documents there are, and by which recipe and distance.',
    answer: ABOUT,
    run: async () => ({
      documents: await store.size(),
      recipe: store.recipeId,
      maxDistance: store.maxDistance,
    }),
  },
];

/** @throws {RecipeMismatchError} if it says that it is by another recipe */
export function newDocument(store: Store, { recipe, ...message }: NewDocumentMessage): NewDocument {
  if (recipe !== undefined) checkSameRecipe(recipe, store.recipeId, 'The store');
  return given(message as NewDocumentMessage);
}
