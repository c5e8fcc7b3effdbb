import type { Id } from '../../dedupe/document.ts';
import { PairList } from '../../dedupe/pair-list.ts';
import type { DistinctIds } from '../../io/distinct-ids.ts';
import { InputError } from '../../io/errors.ts';
import type { IdList } from '../../io/id-list.ts';
import { shown } from '../../shown.ts';
import { comingFirst, type Step } from './coming-first.ts';
import type { PairLines } from './pair-lines.ts';

/** Pairs of a saved run by the numbers of their documents, of which references come first. */
export interface SavedPairs {
  readonly pairs: PairList;
  /** Of all documents. */
  readonly count: number;
  readonly references: number;
  readonly id: (document: number) => Id;
}

/** Ids by their places in an order. */
interface Places {
  readonly count: number;
  readonly id: (place: number) => Id;
  /** @param number that of the id in the lines */
  readonly placeOf: (number: number) => number;
}

/**
 * Numbers the documents of pairs in the order of the corpus, or, without one, so that each a comes before its b, and
 * else as the lines name them. References are numbered so that those of each document are in the order of its lines,
 * which is theirs; no more is known of it.
 *
 * @param ids those of the corpus
 * @param threshold pairs that are less similar are left out
 * @throws {InputError} if the corpus lacks a document, or has two of its id
 */
export function numbered(lines: PairLines, ids: IdList | undefined, threshold: number): SavedPairs {
  const references = placesInLines(lines.references, () => referenceSteps(lines));
  const documents =
    ids === undefined
      ? placesInLines(lines.documents, () => documentSteps(lines))
      : placesInCorpus(lines.documents, ids);
  const documentOf = (number: number) => references.count + documents.placeOf(number);
  const counts = pairsOfDocuments(lines);
  const pairs = new PairList();
  for (const line of lines) {
    const { distance, similarity, reference } = line;
    const [a, b] = [reference ? references.placeOf(line.a) : documentOf(line.a), documentOf(line.b)];
    if (similarity < threshold) continue;
    // What is marked to be a copy is one if it has no other pairs, as `dedupe` writes them; else it is a pair like any.
    const same = line.same && counts[line.b] === 1;
    pairs.add(a < b || line.same ? { a, b, distance, similarity, same } : { a: b, b: a, distance, similarity, same });
  }
  return {
    pairs,
    count: references.count + documents.count,
    references: references.count,
    id: (document) =>
      document < references.count ? references.id(document) : documents.id(document - references.count),
  };
}

/** References that pairs name, each after those that stand before it in the lines of a document. */
function* referenceSteps(lines: PairLines): Generator<Step> {
  /** For each document, the reference of its last line, counted from 1. */
  const last = new Uint32Array(lines.documents.length);
  for (const { a, b, reference } of lines) {
    if (!reference) continue;
    yield { number: a, earlier: last[b] === 0 ? undefined : last[b]! - 1 };
    last[b] = a + 1;
  }
}

/** Documents that pairs name, each after those that are its a. */
function* documentSteps(lines: PairLines): Generator<Step> {
  for (const { a, b, reference } of lines) yield { number: b, earlier: reference ? undefined : a };
}

function placesInLines(ids: DistinctIds, steps: () => Iterable<Step>): Places {
  const order = comingFirst(ids.length, steps);
  const places = new Uint32Array(ids.length);
  for (const [place, number] of order.entries()) places[number] = place;
  return { count: order.length, id: (place) => ids.at(order[place]!), placeOf: (number) => places[number]! };
}

const MISSING = 2 ** 32 - 1;
const REPEATED = 2 ** 32 - 2;

function placesInCorpus(ids: DistinctIds, corpus: IdList): Places {
  const places = new Uint32Array(ids.length).fill(MISSING);
  for (let place = 0; place < corpus.length; place++) {
    const number = ids.find(corpus.at(place));
    if (number !== undefined) places[number] = places[number] === MISSING ? place : REPEATED;
  }
  const placeOf = (number: number): number => {
    const place = places[number]!;
    if (place < REPEATED) return place;
    const id = shown(ids.at(number));
    if (place === MISSING) throw new InputError(`${id} of the pairs is no document of the corpus.`);
    throw new InputError(`There are several documents with the id ${id}, so pairs cannot tell which is meant.`);
  };
  return { count: corpus.length, id: (place) => corpus.at(place), placeOf };
}

/** How many pairs each document is in. */
function pairsOfDocuments(lines: PairLines): Uint32Array {
  const counts = new Uint32Array(lines.documents.length);
  for (const { a, b, reference } of lines) {
    counts[b]!++;
    if (!reference) counts[a]!++;
  }
  return counts;
}
