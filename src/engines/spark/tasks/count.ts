import { countTexts } from '../../../dedupe/counted.ts';
import type { Keep } from '../../../dedupe/order.ts';
import { Fingerprinter } from '../../../fingerprint/fingerprinter.ts';
import { fieldOf } from '../../../io/nested.ts';
import { MalformedRecord, parseRecord } from '../../../io/records.ts';
import { comparable } from '../../../io/values.ts';
import type { TaskSettings } from '../settings.ts';
import { fieldsOf, inputLines, type OutputRows } from './lines.ts';

/** U+FFFD, which stands for what is not UTF-8 when a task gets it, and how many bytes it has. */
const MARK = '\ufffd';
const MARK_BYTES = 3;
const NOT_UTF8 = 'not UTF-8; convert it, or name its encoding with --charset to another engine';

/**
 * Lines (number, place, bytes of U+FFFD that were in the record, record) to rows (number, id, features, compared, digest,
 * value, kind, place, reason, lacks, f0, f1, …). Texts but the record are in an array of JSON each. Value and kind are what
 * the keep policy goes by, and lacks are the fields of text that there are not. Of what is no document only number, place and
 * reason are told; of empty lines nothing.
 */
export async function count(settings: TaskSettings, output: OutputRows): Promise<void> {
  const { fields, keep, recipe, repeats } = settings;
  const options = { fingerprinter: new Fingerprinter({ recipe }), repeats };
  const nothing = Array.from({ length: 1 + repeats }, () => undefined);
  for await (const line of inputLines()) {
    const [number, place, marks, bare] = fieldsOf(line, 4) as [string, string, string, string];
    const record = bare.replace(/^\ufeff/, '');
    if (record.trim() === '') continue;
    try {
      const { id = JSON.parse(place)[0], text, lacks } = parseRecord(record, fields);
      if (MARK_BYTES * (record.split(MARK).length - 1) > Number(marks)) throw new MalformedRecord(NOT_UTF8);
      const counted = countTexts(options, [text]);
      const set = counted.set(0);
      const [features, compared, digest] = [set.features, set.compared, set.digest()];
      set.dispose();
      const { value, kind } = keepValue(keep, text, record);
      const known = [
        number,
        JSON.stringify([id]),
        features,
        compared,
        BigInt.asIntN(64, digest),
        value,
        kind,
        place,
        undefined,
        lacks && JSON.stringify(lacks()),
      ];
      await output.write([...known, ...counted.fingerprints.map(([one]) => BigInt.asIntN(64, one!))]);
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error;
      const reason = JSON.stringify([error.message]);
      await output.write([number, undefined, 0, 0, undefined, undefined, undefined, place, reason, ...nothing]);
    }
  }
}

/** The greater, the rather a document is kept; numbers and dates are of different kinds. */
function keepValue(keep: Keep, text: string, record: string): { value?: number; kind?: string } {
  if (keep.by === 'longest') return { value: text.length, kind: 'number' };
  if (keep.by === 'shortest') return { value: -text.length, kind: 'number' };
  if (!('field' in keep)) return {};
  const found = comparable(fieldOf(JSON.parse(record), keep.field));
  return found ? { value: keep.by === 'min' ? -found.value : found.value, kind: found.kind } : {};
}
