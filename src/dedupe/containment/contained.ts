import { checkSignal, type Signal, untilAborted } from '../../abort.ts';
import { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import type { Recipe } from '../../fingerprint/recipe.ts';
import { ownText, type Text } from '../../fingerprint/text.ts';
import type { Several } from '../../iterable.ts';
import { checkOptions } from '../../options.ts';
import { checkBetween } from '../../ranges.ts';
import { Turns } from '../../turns.ts';
import { DEDUPE_RECIPE } from '../defaults.ts';
import { checkDocument, checkSeveral, type Document, type Id } from '../document.ts';
import { Containment, DEFAULT_SHARE } from './containment.ts';

export interface ContainedOptions<R extends Document = Document> {
  /** The least share of the shorter document's features that must be in the longer, 0…1; 0.9 without it. */
  readonly share?: number | undefined;
  /** The name of a built-in recipe, a recipe of your own or a preset; `'dedupe'` without it. */
  readonly recipe?: string | Recipe | undefined;
  /** Documents in which others may be contained, and that are themselves not asked about. They are read first. */
  readonly against?: Several<R> | undefined;
  /** An `AbortSignal`, which ends everything; what is waited for is then rejected with its reason. */
  readonly signal?: Signal | undefined;
}

/** A document that is contained in a longer one; ids are of the type `I`. */
export interface ContainedDocument<I extends Id = Id> {
  readonly id: I;
  /** The longer one. */
  readonly containedIn: I;
  /** The share of its features, counted with their repetitions, that are in the longer one, too: 0…1. */
  readonly containment: number;
  /** The longer one is one of `against`. */
  readonly reference?: true;
}

/**
 * Tells which documents are contained in longer ones: a paragraph in an article, an article in a collection. Of documents
 * of the same length the later one counts as contained in the earlier. The engine of `hammingbird dedupe --contain`.
 *
 * A document of at least eight words that stands in another unchanged is found, unless the runs chosen of it stand in more
 * than 64 documents, of which it looks at the first 64; one that was edited is found as far as runs of eight words and their
 * parts have remained (docs/quality.md has measurements). Documents of fewer words
 * are not looked for. At most 16 containers are told of each document, the one that contains most first. Give it what
 * `dedupe` kept: near-duplicates contain each other.
 *
 * It tells when it has read everything; memory holds all texts, 3 bytes a word of grams besides, and feature sets of up to
 * 128 MB. Beyond 48 million words it looks at fewer grams. So time stays in proportion to the number of documents.
 *
 * @throws {InvalidArgumentError} if an option or a document is not what it must be
 * @throws the reason of `signal`, once it is aborted
 * @example
 * for await (const { id, containedIn, containment } of contained(documents, { share: 0.9 })) {
 *   console.log(id, 'is in', containedIn, containment);
 * }
 */
export async function* contained<D extends Document, R extends Document = D>(
  documents: Several<D>,
  options: ContainedOptions<R> = {},
): AsyncGenerator<ContainedDocument<(D | R)['id']>> {
  checkOptions(options, { share: true, recipe: true, against: true, signal: true });
  const { share = DEFAULT_SHARE, recipe = DEDUPE_RECIPE, against = [], signal } = options;
  checkBetween('share', share, 0, 1);
  checkSeveral('documents', documents);
  checkSeveral('against', against);
  checkSignal(signal);
  const ids: (D | R)['id'][] = [];
  const texts: Text[] = [];
  let references = 0;
  const isReference = (document: number) => document < references;
  const fingerprinter = new Fingerprinter({ recipe });
  const finder = new Containment({ fingerprinter, share, isReference, textOf: (document) => texts[document]! });
  const turns = new Turns();
  const addAll = async (several: Several<D | R>) => {
    for await (const document of untilAborted(several, signal)) {
      checkDocument(document);
      const text = ownText(document.text);
      texts.push(text);
      finder.add(ids.push(document.id) - 1, text);
      if (turns.isOver) await turns.give();
    }
  };
  try {
    await addAll(against);
    references = ids.length;
    await addAll(documents);
    await compareAll(finder, () => signal?.throwIfAborted());
    const { containers } = finder;
    for (const { inner, outer, containment } of containers.inners().flatMap((one) => containers.of(one))) {
      signal?.throwIfAborted();
      const told = { id: ids[inner]!, containedIn: ids[outer]!, containment };
      yield isReference(outer) ? { ...told, reference: true } : told;
    }
  } finally {
    finder.dispose();
  }
}

/** Compares all documents that were added; meanwhile others get their turns, and are told how many are done. */
export async function compareAll(finder: Containment, tell: (done: number) => void = () => {}): Promise<void> {
  const turns = new Turns();
  for (let place = 0; place < finder.length; place++) {
    finder.compare(place);
    if (!turns.isOver) continue;
    tell(place + 1);
    await turns.give();
  }
}
