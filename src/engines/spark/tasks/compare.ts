import { FeatureCache } from '../../../dedupe/feature-cache.ts';
import { Fingerprinter } from '../../../fingerprint/fingerprinter.ts';
import { parseRecord } from '../../../io/records.ts';
import type { TaskSettings } from '../settings.ts';
import { fieldsOf, inputLines, type OutputRows } from './lines.ts';

/** Lines (a, b, distance, both records as an array of JSON) to rows (a, b, distance, similarity) of those that are near-duplicates. */
export async function compare({ fields, recipe, threshold }: TaskSettings, output: OutputRows): Promise<void> {
  let records: ReadonlyMap<number, string> = new Map();
  const textOf = (document: number) => parseRecord(records.get(document)!.replace(/^\ufeff/, ''), fields).text;
  const fingerprinter = new Fingerprinter({ recipe });
  const cache = new FeatureCache((document) => fingerprinter.featureSet(textOf(document)));
  for await (const line of inputLines()) {
    const [a, b, distance, both] = fieldsOf(line, 4) as [string, string, string, string];
    const [ofA, ofB] = JSON.parse(both) as [string, string];
    records = new Map([
      [Number(a), ofA],
      [Number(b), ofB],
    ]);
    const similarity = cache.similarity(Number(b), Number(a), threshold);
    if (similarity >= threshold) await output.write([a, b, distance, similarity]);
  }
}
