import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { OutputFile } from '../io/output-file.ts';
import { copyLines } from '../io/reference-file.ts';
import { encodeRecord } from '../seen/record.ts';
import { SeenIndex } from '../seen/seen-index.ts';
import { SeenWriter } from '../seen/writer.ts';
import type { Documents } from './documents.ts';

/** What is written in place of the reference: all of that, and what is kept. */
export interface Update {
  /** Adds a kept document. */
  add(document: number): Promise<void>;
  end(): void;
}

/** Adds records to a file of JSONL, if there is one yet. */
export function updateLines(path: string, documents: Documents, output: OutputFile): Update {
  copyLines(path, output);
  return {
    async add(document) {
      output.writeLine(await documents.record(document));
    },
    end() {},
  };
}

/** Adds documents to an index, if there is one yet: their features are counted again. */
export function updateIndex(
  documents: Documents,
  fingerprinter: Fingerprinter,
  needed: number,
  output: OutputFile,
): Update {
  const { reference } = documents;
  const repeats = reference instanceof SeenIndex ? reference.repeats : needed;
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
