import { fromHex, toHex } from '../../fingerprint/fingerprint.ts';
import { FingerprintsFile, isId } from './side-file.ts';

/** The fingerprint of a document, as a file keeps it. */
export interface FingerprintRecord {
  readonly id: string | number;
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

/** A file of such lines, all by one recipe. */
export const fingerprintFile = (path: string): FingerprintsFile<FingerprintRecord> =>
  new FingerprintsFile(path, parsed);

/** The record in a line, or why there is none. */
function parsed(json: Record<string, unknown>): FingerprintRecord | string {
  const { id, fingerprint, features, tooShort, recipe } = json;
  if (!isId(id)) return 'no field "id" with a string or a number';
  if (typeof recipe !== 'string') return 'no field "recipe" with the recipe that made the fingerprint';
  if (!Number.isInteger(features) || (features as number) < 0) return 'no field "features" with a whole number from 0';
  if (typeof fingerprint !== 'string' || !/^[0-9a-f]{16}$/i.test(fingerprint)) {
    return 'no field "fingerprint" with 16 hexadecimal digits';
  }
  const known = { id, recipe, features: features as number, tooShort: tooShort === true };
  return { ...known, fingerprint: fromHex(fingerprint) };
}
