import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  calibrate,
  contained,
  DocumentIndex,
  dedupe,
  Fingerprinter,
  HammingIndex,
  InvalidArgumentError,
  planCandidates,
  planTables,
  similarityInterval,
} from '../../src/index.ts';
import { openStore } from '../../src/store/index.ts';
import { fingerprintAll, ShardedIndex } from '../../src/workers/node.ts';

/** As from JavaScript, where nothing is checked before it runs. */
const unchecked = (value: unknown) => value as never;
const index = new HammingIndex({ maxDistance: 3 });
const saved = index.toBytes();

it.each([
  [
    'no options where some are needed',
    () => new HammingIndex(unchecked(undefined)),
    /such as \{ maxDistance \}, not undefined/,
  ],
  ['a number', () => index.search(1n, unchecked(2)), /^Options are an object such as \{ maxDistance \}, not 2\.$/],
  ['a name', () => new Fingerprinter(unchecked('words')), /such as \{ recipe \}, not "words"/],
  ['null', () => index.pairs(unchecked(null)), /not null/],
  [
    'a misspelt option',
    () => new DocumentIndex(unchecked({ maxdistance: 3 })),
    /no option "maxdistance" \(there are: /,
  ],
  ['an option of the command line', () => index.search(1n, unchecked({ distance: 2 })), /no option "distance"/],
  ['one of another method', () => index.groups(unchecked({ rule: 'leader', size: 2 })), /no option "size"/],
  [
    'no options of an index in threads',
    () => new ShardedIndex(unchecked(undefined)),
    /such as \{ shards \}, not undefined/,
  ],
  [
    'a misspelt number of threads',
    () => new ShardedIndex(unchecked({ maxDistance: 3, shard: 2 })),
    /no option "shard"/,
  ],
  [
    'a limit of a search for many',
    () => index.searchAll(new BigUint64Array(1), unchecked({ limit: 2 })),
    /no option "limit" \(there are: maxDistance, sorted\)/,
  ],
  [
    'an order',
    () => index.searchAll(new BigUint64Array(1), unchecked({ sorted: 'id' })),
    /^sorted must be true or false, not "id"\.$/,
  ],
  ['groups by nothing', () => index.groups(unchecked(undefined)), /leader, components, complete/],
  [
    'how many fingerprints',
    () => new Fingerprinter().several('a text', unchecked(3)),
    /fill a BigUint64Array.*, not 3/,
  ],
  [
    'how many, with features',
    () => new Fingerprinter().featureSet('a text', unchecked([1n])),
    /fill a BigUint64Array.*, not \[1n\]/,
  ],
  [
    'the name of a field',
    () => fingerprintAll([{ body: '' }], unchecked({ text: 'body' })),
    /text is a function.*"body"/,
  ],
  ['no recipe', () => fingerprintAll([], unchecked({ recipe: null })), /^A recipe is .*, not null\.$/],
  ['a misspelt field', () => fingerprintAll(['a text'], unchecked({ worker: 2 })), /no option "worker"/],
  ['another confidence', () => similarityInterval(1n, 2n, unchecked({ level: 0.99 })), /no option "level"/],
  [
    'what candidates are not planned by',
    () => planCandidates(unchecked({ documents: 1, recall: 0.9, distance: 3 })),
    /no option "distance"/,
  ],
  [
    'a recipe, in the place of what stands for it',
    () => HammingIndex.from(saved, unchecked({ recipe: { name: 'words' } })),
    /^recipe must be what recipeId\(\) returns, a string, not an object\.$/,
  ],
  [
    'a recipe, where none is kept',
    () => new ShardedIndex(unchecked({ maxDistance: 3, recipe: 'words/2' })),
    /no option "recipe"/,
  ],
  ['a recipe, misspelt', () => HammingIndex.from(saved, unchecked({ recpie: 'words/2' })), /no option "recpie"/],
  ['the same of documents', () => DocumentIndex.load(saved, unchecked({ recpie: 'words' })), /no option "recpie"/],
  ['what a plan is not made by', () => planTables(unchecked({ size: 1, distance: 2 })), /no option "distance"/],
])('%s in the place of options is refused', (_, call, message) => {
  expect(call).toThrow(InvalidArgumentError);
  expect(call).toThrow(message);
});

it.each([
  [
    'dedupe',
    () => dedupe([], unchecked({ treshold: 0.9 })).next(),
    /no option "treshold" \(there are: [a-zA-Z, ]+signal\)/,
  ],
  ['dedupe, null', () => dedupe([], unchecked(null)).next(), /not null/],
  ['a saved index', () => HammingIndex.fromChunks([saved], unchecked({ recpie: 'words/2' })), /no option "recpie"/],
  ['saved documents', () => DocumentIndex.fromChunks([saved], unchecked({ recpie: 'words' })), /no option "recpie"/],
  ['contained', () => contained([], unchecked({ threshold: 0.9 })).next(), /no option "threshold"/],
  ['calibrate', () => calibrate([], unchecked({ threshold: 0.9 })), /no option "threshold"/],
  ['calibrate, no repeats', () => calibrate([], unchecked({ repeats: null })), /repeats is a whole.* not null/],
  ['calibrate, no change', () => calibrate([], unchecked({ different: null })), /different is.* not null/],
  [
    'a store, maybe to be read',
    () => openStore('none', unchecked({ readOnly: 'no' })),
    /^readOnly is true or false, not "no"\.$/,
  ],
  ['calibrate, progress', () => calibrate([], unchecked({ onProgress: 5 })), /onProgress is a function, not 5/],
])('what is none is refused by what goes through documents: %s', async (_, call, message) => {
  await expect(call()).rejects.toThrow(InvalidArgumentError);
  await expect(call()).rejects.toThrow(message);
});

it('a misspelt option makes no store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'options-'));
  await expect(openStore(join(folder, 'seen'), unchecked({ readonly: true }))).rejects.toThrow(/no option "readonly"/);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

it('an option may be inherited, and computed when it is asked for', async () => {
  class Strict {
    get maxDistance() {
      return 2;
    }
    get rule() {
      return 'leader' as const;
    }
  }
  const two = new HammingIndex({ maxDistance: 3 });
  two.addAll(BigUint64Array.of(0n, 7n));
  expect([...two.searchAll(BigUint64Array.of(0n), new Strict()).ids]).toEqual([0]);
  expect(two.groups(new Strict()).length).toBe(0);
  const sharded = new ShardedIndex(new Strict());
  expect(sharded.maxDistance).toBe(2);
  await sharded.dispose();
});

it('an option that is undefined is none', () => {
  expect(index.search(1n, { maxDistance: undefined, limit: undefined })).toEqual([]);
});
