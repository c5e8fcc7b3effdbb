// What callers in JavaScript get wrong, where no types help: it is named, and nothing is taken for an empty list.
import { describe, expect, it } from 'vitest';
import { BrowserStorageError, savedNames, saveIndex as saveInBrowser } from '../src/browser/index.ts';
import {
  calibrate,
  contributions,
  dedupe,
  Fingerprinter,
  HammingIndex,
  IdfModel,
  IdfTrainer,
  InvalidArgumentError,
  planTables,
} from '../src/index.ts';
import { loadIndex, saveIndex } from '../src/node/index.ts';
import { jiebaKeywords, jiebaSegmenter } from '../src/segmenters/index.ts';
import { Service } from '../src/service/index.ts';
import { fingerprintAll, ShardedIndex } from '../src/workers/node.ts';

const unchecked = (value: unknown) => value as never;
const fingerprinter = new Fingerprinter();
const index = new HammingIndex({ maxDistance: 3 });
const jieba = { cut: (text: string) => [...text] };

/** What a worker was sent, with its buffer. */
function transferred<T extends ArrayBufferView>(view: T): T {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
}
const text = transferred(new Uint8Array(3));
const fingerprints = transferred(new BigUint64Array(3));
const ids = transferred(new Uint32Array(3));

describe('something else', () => {
  it.each([
    ['than a feature set', () => fingerprinter.featureSet('a').jaccard(unchecked('a')), /FeatureSet .*not "a"/],
    ['than a feature set, again', () => fingerprinter.featureSet('a').containment(unchecked({})), /not an object/],
    ['than a fingerprinter', () => contributions(unchecked('words'), 'a', 'b'), /a Fingerprinter and .*not "words"/],
    ['than an index', () => index.pairsWith(unchecked(undefined)), /a HammingIndex of the same entry, not undefined/],
    ['than an index, to be saved', () => saveIndex(unchecked([index]), 'saved.index'), /What is saved is .*, not \[/],
    ['than a path', () => saveIndex(index, unchecked(5)), /A path is a string .*, not 5/],
    ['than a plan', () => new HammingIndex({ maxDistance: 3, plan: unchecked(0) }), /This is no plan/],
    ['than a memory', () => planTables({ size: 1, maxDistance: 3, memory: unchecked('1e9') }), /memory .*not "1e9"/],
    ['than options of idf', () => new IdfTrainer(unchecked(2)), /Options are .*not 2/],
    ['misspelt', () => IdfModel.train(['a'], unchecked({ leastDocument: 5 })), /no option "leastDocument"/],
    ['misspelt of jieba', () => jiebaSegmenter(jieba, unchecked({ hnm: false })), /no option "hnm"/],
    ['misspelt of keywords', () => jiebaKeywords(jieba, unchecked({ topk: 5 })), /no option "topk"/],
    ['misspelt of the service', () => new Service('http://a', unchecked({ tokne: '' })), /no option "tokne"/],
    [
      'of a search, for pairs',
      () => index.pairs(unchecked({ limit: 5 })),
      /no option "limit" \(there are: maxDistance\)/,
    ],
    ['of a search, for groups', () => index.groups(unchecked({ rule: 'leader', limit: 5 })), /no option "limit"/],
  ])('%s is named', (_, call, message) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(message);
  });

  it.each([
    ['than documents', () => dedupe(unchecked('')).next(), /documents must be an array, .*not ""/],
    ['than labels', () => calibrate([], { labels: unchecked(null) }), /labels must be an array, .*not null/],
    ['than a path', () => loadIndex(unchecked(undefined)), /A path is a string .*, not undefined/],
  ])('%s is named by promises', async (_, call, message) => {
    await expect(call()).rejects.toThrow(InvalidArgumentError);
    await expect(call()).rejects.toThrow(message);
  });

  it('in a search for many in threads is named', async () => {
    const shards = new ShardedIndex({ maxDistance: 3, shards: 1 });
    await expect(shards.searchAll(new BigUint64Array(1), unchecked({ limit: 5 }))).rejects.toThrow(/no option "limit"/);
    await shards.dispose();
  });
});

describe('what was transferred, and looks empty', () => {
  it.each([
    ['a text', () => fingerprinter.fingerprint(text)],
    ['a piece of a text', () => fingerprinter.stream().update(text)],
    ['fingerprints to be added', () => index.addAll(fingerprints)],
    ['fingerprints to be looked for', () => index.searchAll(fingerprints)],
    ['ids', () => index.removeAll(ids)],
    ['a target', () => fingerprinter.several('a', fingerprints)],
    ['a saved index', () => HammingIndex.from(text)],
  ])('%s is no empty one', (_, call) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(/not a \w+ that was transferred/);
  });

  it('is named of documents and of texts in threads', async () => {
    await expect(dedupe([{ id: 1, text }]).next()).rejects.toThrow(/transferred, as that of the document "1"/);
    await expect(fingerprintAll([text], { workers: 0 }).next()).rejects.toThrow(/a Uint8Array that was transferred/);
  });

  it('is told from what is empty', () => {
    index.addAll(new BigUint64Array(0), new Uint32Array(0));
    expect([index.size, fingerprinter.fingerprint(new Uint8Array(0))]).toEqual([0, 0n]);
  });
});

it('storage of a browser is missed where nothing is called a navigator, as in Node 20', async () => {
  await expect(savedNames()).rejects.toThrow(BrowserStorageError);
  await expect(saveInBrowser(index, 'saved')).rejects.toThrow(/cannot open its storage: TypeError/);
});
