// What the types say. `npm run check` compiles this file, with exactOptionalPropertyTypes; here it is also run.
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type Calibration,
  calibrate,
  contained,
  type DedupeOptions,
  DocumentIndex,
  dedupe,
  type EditFindings,
  Fingerprinter,
  HammingIndex,
  IdfModel,
  planCandidates,
  planTables,
  type Recipe,
  recipeId,
  similarityInterval,
  type TextRecipe,
  type Verdict,
} from '../../src/index.ts';
import { clickhouse, mfonda, oneEng, yanyiwu } from '../../src/presets/index.ts';
import { jiebaKeywords, jiebaSegmenter } from '../../src/segmenters/index.ts';
import { openStore } from '../../src/store/index.ts';
import { fingerprintAll, fingerprintBatches } from '../../src/workers/node.ts';
import { Folder } from '../support/command.ts';

const texts = ['the cat sat on the mat', 'the cat sat on a mat', 'a dog barked all night long'];
const documents = texts.map((text, i) => ({ id: `text ${i}`, text, words: 6 }));

async function listed<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of all) list.push(one);
  return list;
}

describe('verdicts', () => {
  it('have the ids of the documents', async () => {
    const verdicts = await listed(dedupe(documents, { keep: ({ words }) => words }));
    expectTypeOf(verdicts).toEqualTypeOf<Verdict<string>[]>();
    expectTypeOf(dedupe([{ id: 1, text: 'one' }])).toEqualTypeOf<AsyncGenerator<Verdict<number>>>();
    expectTypeOf(dedupe(documents, { rule: 'complete', against: [] })).toEqualTypeOf<AsyncGenerator<Verdict<string>>>();
    const against = [{ id: 7, text: 'seven' }];
    expectTypeOf(dedupe(documents, { against })).toEqualTypeOf<AsyncGenerator<Verdict<string | number>>>();
    expectTypeOf(dedupe(documents, {} as DedupeOptions)).toEqualTypeOf<AsyncGenerator<Verdict>>();
    expect(verdicts.map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
  });

  it('tell kept documents from duplicates, and those of chains', async () => {
    const verdicts = await listed(dedupe(documents, { threshold: 0.5 }));
    for (const verdict of verdicts) {
      if (verdict.duplicateOf === undefined) expectTypeOf(verdict.reason).toEqualTypeOf<'kept'>();
      else expectTypeOf(verdict.duplicateOf).toEqualTypeOf<string>();
      if (verdict.reason === 'chained') expectTypeOf(verdict.via).toEqualTypeOf<string>();
    }
    expect(verdicts.map(({ reason }) => reason)).toEqual(['kept', 'similar', 'kept']);
  });

  it('on what is contained have them, too', async () => {
    const [found] = await listed(contained([...documents, { id: 'all', text: texts.join('. ') }], { share: 0.1 }));
    if (found) expectTypeOf(found.containedIn).toEqualTypeOf<string>();
    const against = [{ id: 7, text: 'seven' }];
    for await (const { id } of contained(documents, { against })) expectTypeOf(id).toEqualTypeOf<string | number>();
  });
});

describe('recipes', () => {
  it('may be written where they are used, with the types of their functions', () => {
    const lines = new Fingerprinter({
      recipe: { name: 'lines', version: 1, features: (text) => text.split('\n'), weights: 'tf' },
    });
    expect(lines.inspect('one\ntwo').features).toBe(2);
    const weighted: Recipe = { name: 'weighted', version: 1, features: (text) => [[text, 2]] };
    expect(new Fingerprinter({ recipe: weighted }).features('one')).toMatchObject([{ weight: 2 }]);
    const own: Recipe = { name: 'own', version: 1, about: 'a', fingerprint: () => 1n, features: () => ['a'] };
    expect(new Fingerprinter({ recipe: own }).fingerprint('')).toBe(1n);
  });

  it('that are none do not compile, wherever they are written', () => {
    const five = { name: 'five', version: 1, features: () => 5 };
    // @ts-expect-error: features are no number
    expect(() => new Fingerprinter({ recipe: five }).fingerprint('')).toThrow(/must give an iterable/);
    const half = { name: 'half', version: 1, words: [1], fingerprint: 5n };
    // @ts-expect-error: a text recipe makes no fingerprints itself
    expect(() => new Fingerprinter({ recipe: half })).toThrow(/fingerprint is a function/);
  });

  it('of a Fingerprinter may be taken apart, and models be trained for them', () => {
    const { recipe } = new Fingerprinter({ recipe: 'words' });
    const idf = IdfModel.train(texts, { recipe, leastDocuments: undefined });
    expect(new Fingerprinter({ recipe: { ...recipe, idf } }).recipeId).toBe(`words/2+idf-${idf.digest}`);
    expect(() => IdfModel.train(texts, { recipe: oneEng })).toThrow(/1e0ng is no such recipe/);
  });
});

describe('an option that is undefined', () => {
  const absent = undefined;

  it('is as good as absent in recipes', () => {
    const nothing = { about: absent, characters: absent, bytes: absent, compared: absent, normalisation: absent };
    const more = { segmenter: absent, weights: absent, idf: absent, ties: absent };
    const recipe: TextRecipe = { name: 'own', version: 1, words: [1], ...nothing, ...more };
    expect(recipeId(recipe)).toBe(recipeId({ name: 'own', version: 1, words: [1] }));
    expect(new Fingerprinter({ recipe }).fingerprint('a text')).toBe(
      new Fingerprinter({ recipe: { name: 'own', version: 1, words: [1] } }).fingerprint('a text'),
    );
    expect(IdfModel.train(texts, { recipe }).recipe).toBe(recipeId(recipe));
    const features = (text: string) => [text];
    const given: Recipe = { name: 'own', version: 1, features, about: absent, weights: absent, ties: absent };
    expect(new Fingerprinter({ recipe: given }).inspect('a').features).toBe(1);
  });

  it('is as good as absent to fingerprints and indexes', () => {
    expect(new Fingerprinter({ recipe: absent }).recipeId).toBe('words-bigrams/2');
    expect(similarityInterval(0n, 1n, { confidence: absent })).toEqual(similarityInterval(0n, 1n));
    const index = new HammingIndex({ maxDistance: 3, recipe: absent, plan: absent });
    index.addAll(new Fingerprinter().fingerprints(texts));
    const all = index.search(0n, { maxDistance: absent, limit: absent });
    expect(all).toEqual(index.search(0n));
    expect(index.searchAll(new BigUint64Array(1), { maxDistance: absent }).ids.length).toBe(all.length);
    expect(index.pairs({ maxDistance: absent })).toEqual(index.pairs());
    expect(index.groups({ rule: 'leader', maxDistance: absent }).length).toBe(0);
    expect(index.pairsWith(index, { maxDistance: absent }).length).toBe(3);
    expect(HammingIndex.from(index.toBytes(), { recipe: absent }).size).toBe(3);
    const byText = new DocumentIndex({ maxDistance: 3, recipe: absent });
    expect(byText.search('a text', { maxDistance: absent, limit: absent })).toEqual([]);
    expect(DocumentIndex.load(byText.save(), { recipe: absent }).size).toBe(0);
    const plan = planTables({ size: 1e7, maxDistance: 3, memory: absent });
    expect(plan.timeClass).toBe('under 1 µs');
    const request = { documents: 1e6, recall: 0.99, recipe: absent, threshold: absent, maxDistance: absent };
    expect(planCandidates(request)).toEqual(planCandidates({ documents: 1e6, recall: 0.99 }));
  });

  it('is as good as absent to presets and segmenters', () => {
    const jieba = { cut: (text: string) => [text] };
    expect([
      clickhouse({ kind: absent, unit: absent, caseInsensitive: absent, size: absent }).name,
      mfonda({ shingle: absent }).name,
      yanyiwu({ keywords: absent, extractor: absent, top: absent }).name,
      jiebaSegmenter(jieba, { hmm: absent, version: absent }).version,
      jiebaKeywords(jieba, { top: absent, idf: absent, stopWords: absent, hmm: absent })('图书馆'),
    ]).toEqual(['clickhouse-ngram-3', 'mfonda', 'yanyiwu', jiebaSegmenter(jieba).version, [['图书馆', 1]]]);
  });

  it('is as good as absent to what goes through documents', async () => {
    const common = { recipe: absent, maxDistance: absent, repeats: absent, threshold: absent };
    const options: DedupeOptions = { ...common, rule: absent, keep: absent, against: absent, signal: absent };
    expect(await listed(dedupe(documents, options))).toEqual(await listed(dedupe(documents)));
    const all = { share: absent, recipe: absent, against: absent, signal: absent };
    expect(await listed(contained(documents, all))).toEqual(await listed(contained(documents)));
    const asked = { recipe: absent, repeats: absent, labels: absent, unlisted: absent, onProgress: absent };
    const sizes = { same: 0.3, different: absent, sample: absent, seed: absent, signal: absent };
    expect(await calibrate(documents, { ...asked, ...sizes })).toEqual(await calibrate(documents, { same: 0.3 }));
    const labels = [
      { a: 'text 0', b: 'text 1', duplicate: absent },
      { a: 'text 0', b: 'text 2', duplicate: false },
    ];
    expect((await calibrate(documents, { labels })).pairs).toEqual({ same: 1, different: 1, doubtful: 0 });
    const threads = { recipe: absent, repeats: absent, signal: absent, workers: 0 };
    const [first] = await listed(fingerprintAll(texts, threads));
    expect(first!.fingerprint).toBe(new Fingerprinter().fingerprint(texts[0]!));
  });

  it('is as good as absent to stores', async () => {
    const folder = new Folder();
    const store = await openStore(folder.at('store'), { recipe: absent, maxDistance: absent, readOnly: absent });
    try {
      expect([store.recipeId, store.maxDistance]).toEqual(['words-bigrams/2', 3]);
      await store.insertIfNew({ id: 'a', text: 'a text of a few words', time: absent, meta: absent });
      const found = await store.search({ text: 'a text of a few words' }, { maxDistance: absent, limit: absent });
      expect(found).toEqual([{ ...(await store.get('a')), distance: 0 }]);
      expect(Object.keys(found[0]!)).not.toContain('meta');
    } finally {
      await store.close();
      folder.remove();
    }
  });
});

describe('fingerprints of many items', () => {
  it('come with items of their type', async () => {
    const options = { workers: 0 };
    const singly = async () => (await listed(fingerprintAll(texts, options)))[0]!.item;
    const bytes = async () => (await listed(fingerprintBatches([Uint8Array.of(1)], options)))[0]!.items;
    const items = async () =>
      (await listed(fingerprintAll(documents, { ...options, text: ({ text }) => text })))[0]!.item;
    expectTypeOf(singly).returns.resolves.toEqualTypeOf<string>();
    expectTypeOf(bytes).returns.resolves.toExtend<readonly Uint8Array[]>();
    expectTypeOf(items).returns.resolves.toEqualTypeOf<(typeof documents)[number]>();
    expect(await Promise.all([singly(), bytes(), items()])).toEqual([texts[0], [Uint8Array.of(1)], documents[0]]);
  });
});

describe('a calibration', () => {
  it('is by labels or by edits, and what it recommends is what dedupe takes', async () => {
    const calibration: Calibration = await calibrate(documents, { recipe: 'character-4-grams', same: 0.3 });
    const { labels, edits, recommendation } = calibration;
    if (labels === undefined) expectTypeOf(calibration.edits!).toExtend<EditFindings>();
    expectTypeOf(dedupe(documents, recommendation)).toEqualTypeOf<AsyncGenerator<Verdict<string>>>();
    expect(edits).toBeDefined();
    expect(recipeId(recommendation.recipe)).toBe('character-4-grams/1');
  });
});
