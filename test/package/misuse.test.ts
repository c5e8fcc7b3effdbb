// What callers in JavaScript get wrong, where no types help: it is named, and nothing is taken for an empty list.
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BrowserStorageError, savedNames, saveIndex as saveInBrowser } from '../../src/browser/index.ts';
import {
  calibrate,
  contributions,
  DisposedError,
  dedupe,
  Fingerprinter,
  HammingIndex,
  IdfModel,
  IdfTrainer,
  InvalidArgumentError,
  planTables,
} from '../../src/index.ts';
import { loadIndex, saveIndex } from '../../src/node/index.ts';
import { presetNamed } from '../../src/presets/index.ts';
import { intlSegmenter, jiebaKeywords, jiebaSegmenter } from '../../src/segmenters/index.ts';
import { Service } from '../../src/service/index.ts';
import { checkMeta, expiryOf } from '../../src/store/check.ts';
import { fingerprintAll, ShardedIndex } from '../../src/workers/node.ts';

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
    [
      'than a fingerprinter',
      () => contributions(unchecked('words'), 'a', 'b'),
      /a Fingerprinter of the same entry and .*not "words"/,
    ],
    ['than an index', () => index.pairsWith(unchecked(undefined)), /a HammingIndex of the same entry, not undefined/],
    ['than an index, to be saved', () => saveIndex(unchecked([index]), 'saved.index'), /What is saved is .*, not \[/],
    ['than a path', () => saveIndex(index, unchecked(5)), /A path is a string .*, not 5/],
    ['than a plan', () => new HammingIndex({ maxDistance: 3, plan: unchecked(0) }), /This is no plan/],
    ['than a memory', () => planTables({ size: 1, maxDistance: 3, memory: unchecked('1e9') }), /memory .*not "1e9"/],
    ['than options of idf', () => new IdfTrainer(unchecked(2)), /Options are .*not 2/],
    ['misspelt', () => IdfModel.train(['a'], unchecked({ leastDocument: 5 })), /no option "leastDocument"/],
    ['misspelt of jieba', () => jiebaSegmenter(jieba, unchecked({ hnm: false })), /no option "hnm"/],
    ['than a boolean to jieba', () => jiebaSegmenter(jieba, { hmm: unchecked('no') }), /hmm is .*, not "no"/],
    ['than a boolean, for keywords', () => jiebaKeywords(jieba, { hmm: unchecked(null) }), /hmm is .*, not null/],
    ['misspelt of keywords', () => jiebaKeywords(jieba, unchecked({ topk: 5 })), /no option "topk"/],
    ['than a text to keywords', () => jiebaKeywords(jieba)(unchecked(5)), /Words are found in a string, not 5/],
    [
      'than a text to jieba',
      () => [...jiebaSegmenter(jieba).segment(unchecked(text))],
      /in a string, not a Uint8Array/,
    ],
    ['than a text to the engine', () => [...intlSegmenter('zh').segment(unchecked(null))], /in a string, not null/],
    [
      'than words',
      () => jiebaSegmenter({ cut: async () => ['a'] } as never),
      /jieba\.cut\(\) gives an array of words, not/,
    ],
    [
      'than words, in a list',
      () => jiebaKeywords({ cut: () => unchecked([{ word: '我' }]) })('我'),
      /gives an array of words/,
    ],
    [
      'than the name of a preset',
      () => presetNamed(unchecked(Symbol('mfonda'))),
      /name of a preset is a string, not Symbol/,
    ],
    [
      'than an idf',
      () => jiebaKeywords(jieba, { idf: new Map([['图书', unchecked(Symbol('1'))]]) }),
      /"图书" has Symbol/,
    ],
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

describe('of another realm, such as a frame or a test runner has', () => {
  const foreign = (code: string) => unchecked(runInNewContext(code));

  it('arrays are as good as those of this one', async () => {
    const saved = new HammingIndex({ maxDistance: 3 });
    saved.addAll(foreign('BigUint64Array.of(5n, 6n)'), foreign('Uint32Array.of(1, 2)'));
    expect(saved.removeAll(foreign('Uint32Array.of(1)'))).toBe(1);
    expect([...saved.searchAll(foreign('BigUint64Array.of(7n)')).ids]).toEqual([2]);
    expect(HammingIndex.from(foreign(`Uint8Array.of(${saved.toBytes()})`)).size).toBe(1);
    const text = foreign('Uint8Array.of(97, 98, 99)');
    expect(fingerprinter.fingerprint(text)).toBe(fingerprinter.fingerprint('abc'));
    expect(fingerprinter.stream().update('a').update(text).digest()).toEqual(fingerprinter.inspect('aabc'));
    expect(fingerprinter.several('abc', foreign('new BigUint64Array(2)'))).toBe(1);
    const { value } = await fingerprintAll([text], { workers: 0 }).next();
    expect(value?.fingerprint).toBe(fingerprinter.fingerprint('abc'));
  });

  it('so are the objects and dates that a store is given', () => {
    expect(() => checkMeta(foreign('({ crawl: [7, { by: null }] })'))).not.toThrow();
    for (const code of ['new Map()', 'new Date()', 'new (class {})()']) {
      expect(() => checkMeta(foreign(code)), code).toThrow(/what JSON can say/);
    }
    expect(expiryOf(foreign('new Date(5)'))).toBe(5);
  });

  it('so is a map of how rare words are', () => {
    const rarities = foreign("new Map([['ferry', 2]])");
    expect(jiebaKeywords({ cut: () => ['ferry'] }, { idf: rarities })('')).toEqual([['ferry', 2]]);
  });

  it('others are no better', () => {
    expect(() => index.addAll(foreign('new Uint8Array(3)'))).toThrow(/not a Uint8Array of 3/);
    expect(() => fingerprinter.fingerprint(unchecked(new Proxy(new Uint8Array(3), {})))).toThrow(InvalidArgumentError);
    expect(() => HammingIndex.from(unchecked(new BigUint64Array(3)))).toThrow(/A chunk is bytes, not a BigUint64Array/);
    expect(() => fingerprinter.fingerprints(unchecked(fingerprints))).toThrow(/not a BigUint64Array that was transf/);
  });
});

it('an option that disposes the index when it is read, or changes it, is heard of in time', () => {
  const disposing = () => {
    const doomed = new HammingIndex({ maxDistance: 3 });
    doomed.add(1n, 1);
    const options = {
      get maxDistance() {
        doomed.dispose();
        return 3;
      },
    };
    return { doomed, options };
  };
  const searches = [
    ({ doomed, options }: ReturnType<typeof disposing>) => doomed.searchAll(new BigUint64Array(1), options),
    ({ doomed, options }: ReturnType<typeof disposing>) => doomed.pairs(options),
  ];
  for (const search of searches) expect(() => search(disposing())).toThrow(DisposedError);
});

describe('what was transferred, and looks empty', () => {
  it.each<[string, () => unknown]>([
    ...(['fingerprint', 'inspect', 'features', 'featureSet', 'passageSet'] as const).map(
      (method): [string, () => unknown] => [`a text to ${method}()`, () => fingerprinter[method](text)],
    ),
    ['a text to several()', () => fingerprinter.several(text, new BigUint64Array(1))],
    ['a piece of a text', () => fingerprinter.stream().update(text)],
    ['fingerprints to be added', () => index.addAll(fingerprints)],
    ['fingerprints to be looked for', () => index.searchAll(fingerprints)],
    ['ids', () => index.removeAll(ids)],
    ['a target', () => fingerprinter.several('a', fingerprints)],
    ['a target of a feature set', () => fingerprinter.featureSet('a', fingerprints)],
    ['a saved index', () => HammingIndex.from(text)],
  ])('%s is no empty one', (_, call) => {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(/not a \w+ that was transferred/);
  });

  it('is named of documents, of texts in threads, and of a saved index', async () => {
    await expect(HammingIndex.fromChunks(unchecked(text))).rejects.toThrow(/not a Uint8Array that was transferred/);
    await expect(dedupe([{ id: 1, text }]).next()).rejects.toThrow(/transferred, as that of the document "1"/);
    await expect(fingerprintAll([text], { workers: 0 }).next()).rejects.toThrow(/a Uint8Array that was transferred/);
  });

  it('is no empty one to a service, neither', async () => {
    const service = new Service('http://127.0.0.1:1');
    await expect(service.insertIfNew({ id: 'a', text })).rejects.toThrow(/not a Uint8Array that was transferred/);
    await expect(service.search({ text: unchecked(new Uint32Array(3)) })).rejects.toThrow(/not a Uint32Array of 3/);
  });

  // Resizable buffers are newer than the types of what else is used here.
  it('is the same where its buffer was made shorter', () => {
    const buffer = new (ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer)(32, {
      maxByteLength: 32,
    }) as ArrayBuffer & { resize(length: number): void };
    const behind = [new Uint8Array(buffer, 8, 8), new BigUint64Array(buffer, 8, 2)] as const;
    buffer.resize(8);
    expect(() => fingerprinter.fingerprint(behind[0])).toThrow(InvalidArgumentError);
    expect(() => index.addAll(behind[1])).toThrow(InvalidArgumentError);
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
