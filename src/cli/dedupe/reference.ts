import { existsSync, statSync } from 'node:fs';
import type { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import type { Corpus } from '../../io/corpus.ts';
import { formatOf } from '../../io/format-names.ts';
import { isPattern } from '../../io/inputs.ts';
import { descriptorAt } from '../../io/outputs/descriptors.ts';
import type { OutputFile } from '../../io/outputs/output-file.ts';
import { copyLines, whyNotAppendable } from '../../io/side-files/reference-file.ts';
import { encodeRecord } from '../../seen/record.ts';
import { isIndexFile, SeenFile } from '../../seen/seen-file.ts';
import { SeenIndex } from '../../seen/seen-index.ts';
import { SeenWriter } from '../../seen/writer.ts';
import { type CorpusOptions, openCorpus } from '../options/corpus-options.ts';
import type { RecipeOptions } from '../options/recipe-options.ts';
import { matching, WrongUsageError } from '../options/usage.ts';
import type { Documents } from './documents.ts';

export interface ReferenceOptions extends CorpusOptions, RecipeOptions {
  readonly against?: string;
  readonly update?: boolean;
  readonly window?: number;
}

/** What is written in place of the reference: all of that, and what is kept. */
export interface Update {
  /** Adds a kept document. */
  add(document: number): Promise<void>;
  end(): void;
}

/** How documents are counted in this run. */
interface Counting {
  readonly fingerprinter: Fingerprinter;
  readonly repeats: number;
}

/**
 * What this run is compared with: a corpus, or an index that an earlier run saved; undefined if there is none, or if it
 * begins with this run.
 */
export function openReference(
  options: ReferenceOptions,
  { fingerprinter, repeats }: Counting,
): Corpus | SeenIndex | undefined {
  const { against, update = false } = options;
  if (against === undefined) return undefined;
  if (update) checkAppendable(against);
  if (update && isNew(against)) return undefined;
  if (!isIndexNamed(against)) {
    // A reference is of the format that its name tells, or of that of the input; what is added to is UTF-8, whatever that is.
    const { format: _, ...named } = options;
    const { charset: __, ...plain } = named;
    return openCorpus([against], update ? plain : formatOf(against) === undefined ? options : named, {
      isReference: true,
    });
  }
  if (options.window !== undefined) {
    throw new WrongUsageError(
      `--window needs the times of all documents, which --against ${against}, an index, does not hold. Give the corpus itself.`,
    );
  }
  return matching(options, () => new SeenIndex(against, fingerprinter.recipeId, repeats));
}

/** The reference, if it is a corpus that is there. */
export function textsOfReference({ against }: ReferenceOptions): string[] {
  return against === undefined || isNew(against) || isIndexNamed(against) ? [] : [against];
}

/** How many documents the reference has, if it is an index that is there. */
export function countOfIndex({ against }: ReferenceOptions): number {
  if (against === undefined || isNew(against) || !isIndexNamed(against)) return 0;
  const file = new SeenFile(against);
  try {
    return file.count;
  } finally {
    file.close();
  }
}

/** What adds kept documents to the reference. */
export function openUpdate(against: string, documents: Documents, counting: Counting, output: OutputFile): Update {
  return isIndexNamed(against) ? updateIndex(documents, counting, output) : updateLines(against, documents, output);
}

/** Adds records to a file of JSONL, if there is one yet. */
function updateLines(path: string, documents: Documents, output: OutputFile): Update {
  copyLines(path, output);
  return {
    async add(document) {
      output.writeLine(await documents.record(document));
    },
    end() {},
  };
}

/** Adds documents to an index, if there is one yet: their features are counted again. */
function updateIndex(documents: Documents, counting: Counting, output: OutputFile): Update {
  const { reference } = documents;
  const { fingerprinter } = counting;
  const repeats = reference instanceof SeenIndex ? reference.repeats : counting.repeats;
  const fingerprints = new BigUint64Array(repeats);
  const writer = new SeenWriter({ recipe: fingerprinter.recipeId, repeats }, (bytes) => output.write(bytes));
  if (reference instanceof SeenIndex) reference.copyTo(writer);
  return {
    async add(document) {
      const set = fingerprinter.featureSet(documents.text(document), fingerprints);
      writer.add(encodeRecord(documents.id(document), fingerprints, set));
      set.dispose();
    },
    end: () => writer.end(),
  };
}

/** By its name, or if it is there by its first bytes. */
const isIndexNamed = (path: string): boolean => path.endsWith('.index') || (!isNew(path) && isIndexFile(path));

/** @throws {WrongUsageError} if records cannot be added to a file */
function checkAppendable(path: string): void {
  // Without --update it stands for the files that it matches; here a file of that name would begin, and those not be read.
  const why = isPattern(path) ? 'it is a pattern' : (whyNotReplaced(path) ?? whyNotOfKind(path));
  if (why === undefined) return;
  throw new WrongUsageError(
    `Cannot add records to ${path}: ${why}. With --update, --against names one plain file of JSONL, an index (seen.index) or a store (seen-pages/).`,
  );
}

const whyNotOfKind = (path: string) => (isIndexNamed(path) ? undefined : whyNotAppendable(path));

/** It is written anew, with what is added, and takes its own place: what is open already would hold it twice. */
const whyNotReplaced = (path: string) =>
  descriptorAt(path) === undefined ? undefined : 'it is open already, and no file takes its place';

function isNew(path: string): boolean {
  return !existsSync(path) || statSync(path).size === 0;
}
