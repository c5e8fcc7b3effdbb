import { HammingbirdError } from '../errors.ts';
import { toHex } from '../fingerprint/fingerprint.ts';
import { asWritten, isRounded } from '../io/exact-json.ts';
import { fingerprintIn } from '../io/side-files/fingerprint-file.ts';
import { FingerprintsFile } from '../io/side-files/side-file.ts';
import { checkDocument } from './check.ts';
import type { NewDocument, StoredDocument } from './store.ts';

/**
 * A stored document as a line of JSONL, without newline, with the recipe of the store, so that such files can be joined:
 * `{"id":"a","fingerprint":"00c0…","time":1767225600000,"meta":{…},"recipe":"words-bigrams/2"}`. The fingerprint of a text
 * without features is null.
 */
export function exportLine({ id, fingerprint, time, meta }: StoredDocument, recipe: string): string {
  const hex = fingerprint === null ? null : toHex(fingerprint);
  return JSON.stringify({ id, fingerprint: hex, time, meta, recipe });
}

/** A file of such lines, or of those that `hammingbird fingerprint` writes, all by one recipe. */
export const exportFile = (path: string): FingerprintsFile<Exported> => new FingerprintsFile(path, parsed, withExactId);

export interface Exported {
  readonly document: NewDocument;
  readonly recipe: string;
}

/** The document in a line, or why there is none. */
function parsed(json: Record<string, unknown>): Exported | string {
  const { id, time, meta } = json;
  const made = fingerprintIn(json);
  if (typeof made === 'string') return made;
  const { fingerprint, recipe } = made;
  const document: unknown = { id: typeof id === 'number' ? String(id) : id, fingerprint, time, meta };
  try {
    checkDocument(document);
    return { document, recipe };
  } catch (error) {
    if (error instanceof HammingbirdError) return error.message;
    throw error;
  }
}

/** What JSON says, with an id that would be rounded as it is written. Other numbers stay: meta is given back as it was exported. */
function withExactId(line: string): unknown {
  const json: unknown = JSON.parse(line);
  const { id } = Object(json) as Record<string, unknown>;
  return isRounded(id) ? { ...Object(json), id: asWritten(line, 'id') } : json;
}
