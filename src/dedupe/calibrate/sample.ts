import { type Signal, untilAborted } from '../../abort.ts';
import type { Several } from '../../iterable.ts';
import { Turns } from '../../turns.ts';
import { stringOf } from '../../utf8.ts';
import { checkDocument, type Document } from '../document.ts';
import { below, type Random } from './random.ts';

/** Documents that were chosen of a corpus, in its order. */
export interface Sample {
  readonly ids: readonly Document['id'][];
  readonly texts: readonly string[];
  /** How many documents there were to choose from. */
  readonly read: number;
}

export interface SampleOptions {
  /** The most documents that are chosen: each with the same chance. */
  readonly size: number;
  readonly random: Random;
  /** Sees every document, and says whether it may be chosen. */
  readonly mayBeChosen?: ((document: Document) => boolean) | undefined;
  /** Ends it. */
  readonly signal?: Signal | undefined;
}

interface Chosen extends Omit<Document, 'text'> {
  readonly place: number;
  readonly text: string;
}

/**
 * Goes through a corpus once, holding no more texts than it chooses.
 *
 * Source: Algorithm R; Vitter, «Random sampling with a reservoir», ACM TOMS 11 (1985).
 *
 * @throws {InvalidArgumentError} if a document is not `{ id, text }`
 */
export async function sampleOf(
  documents: Several<Document>,
  { size, random, mayBeChosen, signal }: SampleOptions,
): Promise<Sample> {
  const chosen: Chosen[] = [];
  let [read, seen] = [0, 0];
  const turns = new Turns();
  for await (const document of untilAborted(documents, signal)) {
    checkDocument(document);
    if (turns.isOver) await turns.give();
    const place = read++;
    if (mayBeChosen?.(document) === false) continue;
    const seat = seen < size ? seen : below(random, seen + 1);
    seen++;
    if (seat < size) chosen[seat] = { id: document.id, text: stringOf(document.text), place };
  }
  chosen.sort((a, b) => a.place - b.place);
  return { ids: chosen.map(({ id }) => id), texts: chosen.map(({ text }) => text), read };
}
