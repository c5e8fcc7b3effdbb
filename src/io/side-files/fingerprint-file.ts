import { fromHex, toHex } from '../../fingerprint/fingerprint.ts';
import { isWhole } from '../../ranges.ts';
import { namesOf } from '../bytes/input-bytes.ts';
import { InputError } from '../errors.ts';
import { type Id, isId } from '../id.ts';
import { FingerprintsFile } from './side-file.ts';

/** The fingerprint of a document, as a file keeps it. */
export interface FingerprintRecord {
  readonly id: Id;
  readonly fingerprint: bigint;
  /** How many features it rests on; with none it resembles nothing. */
  readonly features: number;
  readonly tooShort: boolean;
  /** The identity of the recipe, in every line, so that files can be cut, shuffled and joined. */
  readonly recipe: string;
}

/** A record as a line of JSONL, without newline: `{"id":"a","fingerprint":"00c0…","features":7,"recipe":"words/2"}`. */
export function fingerprintLine({ id, fingerprint, features, tooShort, recipe }: FingerprintRecord): string {
  return JSON.stringify({ id, fingerprint: toHex(fingerprint), features, ...(tooShort && { tooShort }), recipe });
}

/** What is read of a line: of one that `hammingbird store export` wrote no features are known. */
export interface ReadFingerprint {
  readonly id: Id;
  /** Null for a text without features, which resembles nothing. */
  readonly fingerprint: bigint | null;
  readonly recipe: string;
}

/** A file of such lines, or of those that `hammingbird store export` writes, all by one recipe. */
export const fingerprintFile = (path: string): FingerprintsFile<ReadFingerprint> => new FingerprintsFile(path, parsed);

/** What there is to say of files that were to have some, such as a corpus of texts. */
export const noFingerprintIn = (paths: readonly string[]): InputError =>
  new InputError(
    `There is no fingerprint in ${namesOf(paths)}. Make some with hammingbird fingerprint, or store export.`,
  );

/** The record in a line, or why there is none. */
function parsed(json: Record<string, unknown>): ReadFingerprint | string {
  const { id } = json;
  if (!isId(id)) return 'no field "id" with a string or a number';
  const made = fingerprintIn(json);
  return typeof made === 'string' ? made : { id, ...made };
}

/** The fingerprint in a line and the recipe that made it, or why there is none. */
export function fingerprintIn({
  fingerprint,
  features,
  recipe,
}: Record<string, unknown>): Pick<ReadFingerprint, 'fingerprint' | 'recipe'> | string {
  if (typeof recipe !== 'string') return 'no field "recipe" with the recipe that made the fingerprint';
  if (features !== undefined && !isWhole(features, 0)) {
    return 'no whole number from 0 in field "features"';
  }
  if (features === 0 || fingerprint === null) return { fingerprint: null, recipe };
  if (typeof fingerprint === 'string' && /^[0-9a-f]{16}$/i.test(fingerprint)) {
    return { fingerprint: fromHex(fingerprint), recipe };
  }
  return 'no field "fingerprint" with 16 hexadecimal digits, or null';
}
