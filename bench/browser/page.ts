// What runs in the page: the library and the JavaScript rivals, by turns, as in Node.
import { Fingerprinter, HammingIndex } from '../../src/index.ts';
import { chineseTexts, englishTexts, queriesNear, uniformFingerprints } from '../data.ts';
import { medians } from '../measure.ts';
import { BIGINT_TEXTS, simhashBigInt } from '../rivals/fingerprint-bigint.ts';
import * as rival from '../rivals/fingerprint-js.ts';
import { BandMap, TypedBandIndex } from '../rivals/index-js.ts';

const TEXTS = 500;
const TEXT_BYTES = 2048;
const FINGERPRINTS = 200_000;
/** So many that the clock, which a page is told by the tenth of a millisecond, is fine enough. */
const QUERIES = 100_000;

export interface Speeds {
  readonly name: string;
  readonly texts: number;
  /** Megabytes of UTF-8 a second. */
  readonly own: number;
  readonly same: number;
  readonly bigInt: number;
}

export interface Searches {
  readonly fingerprints: number;
  /** Microseconds a query. */
  readonly own: number;
  readonly typed: number;
  readonly map: number;
}

declare global {
  var measured: { readonly speeds: readonly Speeds[]; readonly searches: Searches };
}

function fingerprinting(name: string, texts: readonly string[]): Speeds {
  const fingerprinter = new Fingerprinter({ recipe: 'words-bigrams' });
  const own = (text: string) => fingerprinter.fingerprint(text);
  if (texts.some((text) => own(text) !== rival.wordsBigrams(text))) throw new Error('The rival makes others.');
  const few = texts.slice(0, BIGINT_TEXTS);
  const times = medians({
    own: () => readAll(texts, own),
    same: () => readAll(texts, rival.wordsBigrams),
    bigInt: () => readAll(few, (text) => simhashBigInt(text, { bigrams: true })),
  });
  const speed = (list: readonly string[], time: number) => sizeOf(list) / time / 1000;
  return {
    name,
    texts: TEXTS,
    own: speed(texts, times.own),
    same: speed(texts, times.same),
    bigInt: speed(few, times.bigInt),
  };
}

function readAll(texts: readonly string[], fingerprint: (text: string) => bigint): void {
  for (const text of texts) fingerprint(text);
}

function sizeOf(texts: readonly string[]): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

function searching(): Searches {
  const fingerprints = uniformFingerprints(FINGERPRINTS);
  const queries = queriesNear(fingerprints, QUERIES);
  const own = new HammingIndex({ maxDistance: 3 });
  own.addAll(fingerprints);
  const rivals = { typed: new TypedBandIndex(fingerprints), map: new BandMap(fingerprints) };
  const found = own.searchAll(queries).ids.length;
  for (const rival of Object.values(rivals)) {
    if (rival.searchAll(queries).ids.length !== found) throw new Error('The rivals find something else.');
  }
  const times = medians({
    own: () => own.searchAll(queries),
    typed: () => rivals.typed.searchAll(queries),
    map: () => rivals.map.searchAll(queries),
  });
  const each = (time: number) => (1000 * time) / QUERIES;
  return { fingerprints: FINGERPRINTS, own: each(times.own), typed: each(times.typed), map: each(times.map) };
}

rival.warmUp(englishTexts(TEXTS, TEXT_BYTES));
globalThis.measured = {
  speeds: [
    fingerprinting('English', englishTexts(TEXTS, TEXT_BYTES)),
    fingerprinting('Chinese', chineseTexts(TEXTS, TEXT_BYTES)),
  ],
  searches: searching(),
};
