import { Fingerprinter, type HammingIndex } from '../src/index.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { tweets } from './dedupe/tweets.ts';
import { builtIndex } from './index-scale.ts';
import { medians } from './measure.ts';
import { OPTIONS } from './options.ts';
import { number, ratio, table } from './report.ts';
import { textsOf } from './texts-of.ts';
import { windows } from './windows.ts';

const DISTANCES = [3, 6, 10];
const QUERIES = 2000;

/** Texts, and by what recipe. Single words leave the bits of a fingerprint less even than pairs of them do. */
interface Corpus {
  readonly name: string;
  readonly recipe: string;
  readonly texts: readonly string[];
}

/** The same searches among fingerprints of texts and among as many uniform ones: of generated texts, or of a file's. */
export function skewPart(count: number): string {
  const { corpus: own } = OPTIONS;
  const corpora = own === undefined ? generated(count) : corporaOf(own, textsOf(own));
  return [
    `${(corpora[0]!.texts.length - QUERIES).toLocaleString('en')} fingerprints of texts, and as many uniform ones; µs a ` +
      'query of `searchAll`. Half of the queries are fingerprints with up to five bits flipped, the others those of further texts. ' +
      '«In a bucket» is how many others share one with a fingerprint, on average. «Alike» are uniform ones of which as many are ' +
      'equal as of the texts: with about as many matches, which have to be listed.',
    ...(own === undefined ? [DESCRIPTION] : []),
    table(
      ['texts', 'equal to another', 'in a bucket', 'distance', 'matches', 'alike', 'µs', 'uniform', '×', 'alike', '×'],
      corpora.flatMap(compared),
    ),
  ].join('\n\n');
}

const DESCRIPTION =
  'Tweets are short texts as a public feed has them, a seventh of them earlier ones again. Windows are those of 100 characters, ' +
  'every five, of a Chinese manual: of 20 releases with few edits between them, and a notice with which every page begins.';

function generated(count: number): Corpus[] {
  const recipe = 'words-bigrams';
  return [
    ...corporaOf('tweets', [...tweets(count + QUERIES)]),
    { name: `windows, ${recipe}`, recipe, texts: [...windows(count + QUERIES)] },
  ];
}

function corporaOf(name: string, texts: readonly string[]): Corpus[] {
  return ['words-bigrams', 'words'].map((recipe) => ({ name: `${name}, ${recipe}`, recipe, texts }));
}

function compared({ name, recipe, texts }: Corpus): string[][] {
  const fingerprints = new Fingerprinter({ recipe }).fingerprints(texts);
  const all = {
    texts: split(fingerprints),
    uniform: split(uniformFingerprints(texts.length)),
    alike: split(equalAlike(fingerprints)),
  };
  const { equal, tables } = all.texts.index.stats();
  const buckets = tables.map(({ meanBucket }) => number(meanBucket - 1)).join(' · ');
  const rows = DISTANCES.map((maxDistance) => {
    const search = ({ index, queries }: Split) => index.searchAll(queries, { maxDistance });
    const times = medians({
      texts: () => search(all.texts),
      uniform: () => search(all.uniform),
      alike: () => search(all.alike),
    });
    const each = (milliseconds: number) => number((milliseconds * 1000) / QUERIES);
    return [
      name,
      `${Math.round((100 * equal) / all.texts.index.size)} %`,
      buckets,
      String(maxDistance),
      number(search(all.texts).ids.length / QUERIES),
      number(search(all.alike).ids.length / QUERIES),
      each(times.texts),
      each(times.uniform),
      ratio(times.texts, times.uniform),
      each(times.alike),
      ratio(times.texts, times.alike),
    ];
  });
  for (const { index } of Object.values(all)) index.dispose();
  return rows;
}

/** Uniform fingerprints of which those are equal that are equal here. */
function equalAlike(fingerprints: BigUint64Array): BigUint64Array {
  const uniform = uniformFingerprints(fingerprints.length);
  const firsts = new Map<bigint, bigint>();
  return uniform.map((other, i) => {
    const first = firsts.get(fingerprints[i]!) ?? other;
    firsts.set(fingerprints[i]!, first);
    return first;
  });
}

interface Split {
  readonly index: HammingIndex;
  readonly queries: BigUint64Array;
}

/** An index of all but some from everywhere, and queries: by turns near one of the index, and one of those. */
function split(fingerprints: BigUint64Array): Split {
  const step = Math.floor(fingerprints.length / QUERIES);
  const isFurther = (i: number) => i % step === 0 && i / step < QUERIES;
  const indexed = fingerprints.filter((_, i) => !isFurther(i));
  const queries = queriesNear(indexed, QUERIES);
  for (let i = 1; i < QUERIES; i += 2) queries[i] = fingerprints[i * step]!;
  return { index: builtIndex(indexed, Math.max(...DISTANCES)), queries };
}
