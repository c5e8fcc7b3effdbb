import { readFileSync } from 'node:fs';
import { Fingerprinter, type HammingIndex } from '../src/index.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { tweets } from './dedupe/tweets.ts';
import { builtIndex } from './index-scale.ts';
import { medians } from './measure.ts';
import { number, ratio, table } from './report.ts';

const DISTANCES = [3, 6, 10];
const QUERIES = 2000;
/** Single words leave the bits of a fingerprint less even than pairs of them do. */
const RECIPES = ['words-bigrams', 'words'];

/** The same searches among fingerprints of texts and among as many uniform ones: of generated texts, or of a file's. */
export function skewPart(count: number): string {
  const own = process.argv.find((argument) => argument.startsWith('--corpus='))?.slice('--corpus='.length);
  const texts = own === undefined ? [...tweets(count + QUERIES)] : textsOf(own);
  const uniform = uniformFingerprints(texts.length);
  const rows = RECIPES.flatMap((recipe) => {
    const fingerprints = new Fingerprinter({ recipe }).fingerprints(texts);
    return compared(recipe, fingerprints, uniform);
  });
  const what = own === undefined ? 'short texts as a public feed has them, a seventh of them earlier ones again' : own;
  return [
    `${(texts.length - QUERIES).toLocaleString('en')} fingerprints of texts (${what}), and as many uniform ones; µs a ` +
      'query of `searchAll`. Half of the queries are fingerprints with up to five bits flipped, the others those of further texts. ' +
      '«In a bucket» is how many others share one with a fingerprint, on average.',
    table(['recipe', 'equal to another', 'in a bucket', 'distance', 'matches', 'texts', 'uniform', '×'], rows),
  ].join('\n\n');
}

function textsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line).text as string);
}

function compared(recipe: string, skewed: BigUint64Array, uniform: BigUint64Array): string[][] {
  const [texts, others] = [split(skewed), split(uniform)];
  const { equal, tables } = texts.index.stats();
  const buckets = tables.map(({ meanBucket }) => number(meanBucket - 1)).join(' · ');
  const rows = DISTANCES.map((maxDistance) => {
    const times = medians({
      texts: () => texts.index.searchAll(texts.queries, { maxDistance }),
      uniform: () => others.index.searchAll(others.queries, { maxDistance }),
    });
    const matches = texts.index.searchAll(texts.queries, { maxDistance }).ids.length / QUERIES;
    const each = (milliseconds: number) => number((milliseconds * 1000) / QUERIES);
    return [
      recipe,
      `${Math.round((100 * equal) / texts.index.size)} %`,
      buckets,
      String(maxDistance),
      number(matches),
      each(times.texts),
      each(times.uniform),
      ratio(times.texts, times.uniform),
    ];
  });
  texts.index.dispose();
  others.index.dispose();
  return rows;
}

/** An index of all but the last, and queries: by turns near one of the index, and one of the last. */
function split(fingerprints: BigUint64Array): { index: HammingIndex; queries: BigUint64Array } {
  const indexed = fingerprints.slice(0, -QUERIES);
  const queries = queriesNear(indexed, QUERIES);
  for (let i = 1; i < QUERIES; i += 2) queries[i] = fingerprints[indexed.length + i]!;
  return { index: builtIndex(indexed, Math.max(...DISTANCES)), queries };
}
