// calibrate() of the library: what it measures, held to runs of the engine and to counting pair by pair.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { changeBetween, longestCommonSubsequence, Vocabulary } from '../../src/dedupe/calibrate/change.ts';
import { edited, KINDS } from '../../src/dedupe/calibrate/edits.ts';
import { Evidence } from '../../src/dedupe/calibrate/evidence.ts';
import { cut, generatedEvidence } from '../../src/dedupe/calibrate/generated.ts';
import { measurePairs } from '../../src/dedupe/calibrate/measure.ts';
import { seeded } from '../../src/dedupe/calibrate/random.ts';
import { recommend } from '../../src/dedupe/calibrate/recommend.ts';
import { sampleOf } from '../../src/dedupe/calibrate/sample.ts';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { PairFinder } from '../../src/dedupe/pairs.ts';
import { wordsOf } from '../../src/dedupe/words.ts';
import { wilson } from '../../src/fingerprint/binomial.ts';
import {
  type Calibration,
  calibrate,
  Fingerprinter,
  InvalidArgumentError,
  type Label,
  recipeId,
} from '../../src/index.ts';
import * as reference from '../reference/calibration.ts';
import { jsonLines } from '../support/command.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
const news = jsonLines(example('news.jsonl')) as { id: string; text: string }[];
const { groups } = JSON.parse(example('news.groups.json')) as { groups: string[][] };
const duplicates: Label[] = groups.flatMap((ids) => ids.flatMap((b, i) => ids.slice(0, i).map((a) => ({ a, b }))));
const isDuplicate = new Set(duplicates.map(({ a, b }) => [a, b].sort().join(' ')));

const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });

/** What a run finds with these settings, by its own engine. */
async function pairsFound(repeats: number, maxDistance: number, threshold: number): Promise<string[]> {
  const textOf = (document: number) => news[document]!.text;
  const finder = new PairFinder({ fingerprinter, repeats, maxDistance, threshold, textOf });
  await finder.add(news.map(({ text }) => text));
  const pairs = [...finder.pairs].map(({ a, b }) => [news[a]!.id, news[b]!.id].sort().join(' '));
  finder.dispose();
  return pairs;
}

describe('calibrate() with labels', () => {
  it('counts for every distance, number of fingerprints and threshold what such a run finds', async () => {
    const { distances, thresholds, recommendation, fingerprints } = await calibrate(news, { labels: duplicates });
    const expectPoint = (
      point: Calibration['thresholds'][number] | Calibration['distances'][number]['verified'],
      found: string[],
    ) => {
      const right = found.filter((pair) => isDuplicate.has(pair)).length;
      expect([point.recall.hits, point.recall.total]).toEqual([right, duplicates.length]);
      expect([point.precision.hits, point.precision.total]).toEqual([right, found.length]);
    };
    expect(fingerprints).toBe(REPEATS);
    expect(distances.map(({ distance }) => distance)).toEqual(Array.from({ length: 17 }, (_, i) => i));
    for (const distance of [0, 3, 8, 11, 16]) {
      const point = distances[distance]!;
      for (const [i, alone] of point.fingerprints.entries()) expectPoint(alone, await pairsFound(i + 1, distance, 0));
      expectPoint(point.verified, await pairsFound(REPEATS, distance, recommendation.threshold));
    }
    for (const step of [0, 20, 50, 70, 74, 90, 99, 100]) {
      expect(thresholds[step]!.threshold).toBe(step / 100);
      expectPoint(thresholds[step]!, await pairsFound(REPEATS, recommendation.maxDistance, step / 100));
    }
  });

  it('counts only what is labelled if some labels say different, and doubtful pairs never', async () => {
    const negatives = news
      .slice(1, 40)
      .map(({ id }, i) => ({ a: news[i]!.id, b: id, duplicate: isDuplicate.has([news[i]!.id, id].sort().join(' ')) }));
    const labels = [
      ...duplicates.slice(0, 20).map((label) => ({ ...label, duplicate: null })),
      ...duplicates.slice(20),
      ...negatives.filter(({ duplicate }) => !duplicate),
    ];
    const { pairs, thresholds, documents } = await calibrate(news, { labels });
    expect(documents).toEqual({ read: news.length, used: new Set(labels.flatMap(({ a, b }) => [a, b])).size });
    const different = labels.length - duplicates.length;
    expect(pairs).toEqual({ same: duplicates.length - 20, different, doubtful: 20 });
    expect(thresholds[0]!.precision.total).toBeLessThanOrEqual(pairs.same + pairs.different);
    const whole = await calibrate(news, { labels, unlisted: 'different' });
    expect(whole.pairs.same).toBe(pairs.same);
    expect(whole.pairs.different).toBeGreaterThan(pairs.different);
  });

  it('takes async iterables, bytes, numbers as ids, and labels in any order and twice', async () => {
    async function* documents() {
      for (const [id, { text }] of news.entries()) yield { id, text: new TextEncoder().encode(text) };
    }
    async function* labels() {
      const number = (id: unknown) => news.findIndex((one) => one.id === id);
      for (const { a, b } of duplicates)
        yield* [
          { a: number(b), b: String(number(a)) },
          { a: number(a), b: number(b) },
        ];
    }
    const plain = await calibrate(news, { labels: duplicates });
    expect(await calibrate(documents(), { labels: labels() })).toEqual(plain);
  });

  it('counts labels that cannot be used, and leaves them out', async () => {
    const [first, second] = duplicates as [Label, Label];
    const labels = [...duplicates, { a: 'nobody', b: first.a }, { ...second, duplicate: false }, { a: 'no', b: 'one' }];
    const { pairs, labels: found } = await calibrate(news, { labels, unlisted: 'different' });
    expect(pairs.same).toBe(duplicates.length - 1);
    expect(found!.unused.unknown).toEqual([
      { a: 'nobody', b: first.a },
      { a: 'no', b: 'one' },
    ]);
    expect(found!.unused.contradictory).toEqual([second, { ...second, duplicate: false }]);
    const half = await calibrate(news, { labels: duplicates, sample: 90 });
    expect(half.documents).toEqual({ read: 179, used: 90 });
    expect(half.labels!.unused.leftOut).toBe(duplicates.length - half.pairs.same);
    expect(half.labels!.unused.leftOut).toBeGreaterThan(0);
  });

  it('counts pairs whose labels contradict each other for nothing, also where what is unlisted is different', async () => {
    const [pair] = duplicates as [Label];
    const known = await calibrate(news, { labels: duplicates });
    const contradicted = await calibrate(news, { labels: [...duplicates, { ...pair, duplicate: null }] });
    expect(contradicted.labels!.unlisted).toBe('different');
    expect(contradicted.pairs).toEqual({ ...known.pairs, same: known.pairs.same - 1, doubtful: 1 });
  });

  it.each([
    [
      [{ a: 'x', b: 'y' }],
      /No label says that two of the 179 documents are duplicates.* 1 labels name documents that are not there/,
    ],
    [[{ a: 'x', b: 'x' }], /pairs "x" with itself/],
    [[{ a: 'x' }], /two ids, strings or numbers; one of this is undefined/],
    [[{ a: 'x', b: 'y', duplicate: 'yes' }], /"duplicate" of a label is true, false or null, not "yes"/],
    [[], /No label says/],
  ])('refuses the labels %j', async (labels, message) => {
    await expect(calibrate(news, { labels: labels as Label[] })).rejects.toThrow(message);
    await expect(calibrate(news, { labels: labels as Label[] })).rejects.toThrow(InvalidArgumentError);
  });

  it('refuses what is no list of documents or labels', async () => {
    await expect(calibrate(5 as never)).rejects.toThrow(InvalidArgumentError);
    await expect(calibrate(news, { labels: 5 as never })).rejects.toThrow(InvalidArgumentError);
  });

  it('refuses ids that labels name and that the corpus has twice', async () => {
    const twice = [...news, { id: duplicates[0]!.a, text: 'another' }];
    await expect(calibrate(twice, { labels: duplicates })).rejects.toThrow(/several documents with the id/);
    await expect(calibrate(news, { labels: duplicates, unlisted: 'ignored' })).rejects.toThrow(
      /precision cannot be measured/,
    );
  });
});

describe('calibrate() without labels', () => {
  const few = news.slice(0, 30);
  const wholeNews = calibrate(news);

  it('gives the same for the same seed', async () => {
    const options = { sample: 5, seed: 7 };
    const calibration = await calibrate(few, options);
    expect(await calibrate(few, options)).toEqual(calibration);
    expect(await calibrate(few, { ...options, seed: 8 })).not.toEqual(calibration);
  });

  it('says what it rests on', async () => {
    const calibration = await wholeNews;
    const { edits, pairs, thresholds } = calibration;
    const { corpus, edits: copies, sizes, kinds } = edits!;
    expect(pairs.same).toBe(corpus.same + copies.same);
    expect(pairs.different).toBe(corpus.different + copies.different);
    // A few edits leave the features as they are.
    const made = copies.same + copies.different + copies.doubtful;
    expect([made > 0.95 * 179 * 12, made <= 179 * 12]).toEqual([true, true]);
    expect(kinds.map(({ kind }) => kind)).toEqual([...KINDS]);
    expect(kinds.reduce((sum, { same }) => sum + same.total, 0)).toBe(copies.same);
    expect(sizes.map(({ from, to }) => [from, to])).toEqual(
      [0, 5, 10, 15, 20, 25, 30, 35].map((from) => [from / 100, (from + 5) / 100]),
    );
    // The larger the change, the fewer are found; the stricter the threshold, the fewer.
    expect(sizes[0]!.found.share).toBeGreaterThan(0.95);
    expect(sizes.at(-1)!.found.share).toBeLessThan(0.2);
    const recalls = thresholds.map(({ recall }) => recall.hits);
    expect(recalls).toEqual(recalls.toSorted((a, b) => b - a));
  });

  it('judges pairs of the corpus by their words', async () => {
    const { edits } = await wholeNews;
    const vocabulary = new Vocabulary();
    const words = news.map(({ text }) => vocabulary.numbered(text));
    const judged = { same: 0, different: 0, doubtful: 0 };
    const found = (await pairsFound(REPEATS, 16, 0)).map((pair) =>
      pair.split(' ').map((id) => news.findIndex((one) => one.id === id)),
    );
    const texts = news.map(({ text }) => fingerprinter.featureSet(text));
    const copies = new Set(
      found.filter(([a, b]) => texts[a!]!.jaccard(texts[b!]!) === 1).map((pair) => Math.max(...pair)),
    );
    for (const [a, b] of found) {
      if (copies.has(a!) || copies.has(b!)) continue;
      const [x, y] = [words[a!]!.inOrder, words[b!]!.inOrder];
      const shared = reference.longestCommonSubsequence(x, y);
      const similarity = (2 * shared) / (x.length + y.length);
      judged[similarity >= 0.9 ? 'same' : similarity <= 0.75 ? 'different' : 'doubtful']++;
    }
    expect(edits!.copies).toBe(copies.size);
    expect(edits!.corpus).toEqual(judged);
  });

  it('counts what is there many times once, wherever it stands', async () => {
    const some = news.slice(0, 20);
    const once = await calibrate(some);
    const times = (copies: number) => Array.from({ length: copies }, (_, i) => ({ ...some[1]!, id: `copy ${i}` }));
    for (const many of [
      [...some, ...times(300)],
      [...some.slice(0, 2), ...times(300), ...some.slice(2)],
    ]) {
      const { pairs, distances, recommendation, edits } = await calibrate(many);
      expect(edits!.copies).toBe(once.edits!.copies + 300);
      expect([pairs, distances, recommendation]).toEqual([once.pairs, once.distances, once.recommendation]);
    }
  });

  it('recommends less for smaller edits, and the threshold follows what is called the same', async () => {
    const strict = await calibrate(few, { same: 0.02, different: 0.05 });
    const lenient = await calibrate(few, { same: 0.25, different: 0.4 });
    expect(strict.recommendation.threshold).toBeGreaterThan(DEFAULT_THRESHOLD);
    expect(lenient.recommendation.threshold).toBeLessThan(DEFAULT_THRESHOLD);
    for (const { recommendation } of [strict, lenient]) {
      expect(recommendation.keepsDefaults).toBe(false);
      expect(recommendation.f1).toBeGreaterThan(recommendation.defaults.f1);
    }
  });

  it('says so of one document, of copies, of short and of long texts', async () => {
    const [document] = news as [(typeof news)[number]];
    const one = await calibrate([document]);
    expect(one.edits!.meaning).toEqual({ same: 0.1, different: 0.25 });
    expect((await calibrate([document], { same: 0.3 })).edits!.meaning).toEqual({ same: 0.3, different: 0.3 });
    expect([one.documents, one.edits!.corpus]).toEqual([
      { read: 1, used: 1 },
      { same: 0, different: 0, doubtful: 0 },
    ]);
    const same = await calibrate(Array.from({ length: 50 }, (_, i) => ({ id: i, text: document.text.toUpperCase() })));
    expect([same.edits!.copies, same.edits!.corpus.same]).toEqual([49, 0]);
    const short = await calibrate([document, { id: 'short', text: 'Yes.' }, { id: 'empty', text: '' }]);
    expect([short.edits!.tooShort, short.documents.used]).toEqual([2, 1]);
    const long = Array.from({ length: 6000 }, (_, i) => `word${i}`).join(' ');
    expect((await calibrate([{ id: 'long', text: long }])).edits!.cut).toBe(1);
    expect(cut(long)).toBe(long.slice(0, long.indexOf('word3000')));
    await expect(calibrate([])).rejects.toThrow(/None of 0 documents has the four features/);
    await expect(calibrate([{ id: 1, text: '!!' }])).rejects.toThrow(/None of 1 documents/);
    await expect(calibrate([{ id: 1, text: 'a few short words' }], { same: 0 })).rejects.toThrow(
      /No pair differs by at most 0/,
    );
  });

  it('works with any number of fingerprints, any recipe, and presets of one fingerprint', async () => {
    const { oneEng } = await import('../../src/presets/index.ts');
    expect((await calibrate(few, { repeats: 2, sample: 3 })).recommendation.repeats).toBe(2);
    const { recipe, recommendation } = await calibrate(few, { recipe: 'character-4-grams', sample: 3 });
    expect([recipe, recipeId(recommendation.recipe)]).toEqual(['character-4-grams/1', 'character-4-grams/1']);
    const { fingerprints, distances } = await calibrate(few, { recipe: oneEng, sample: 3 });
    expect([fingerprints, distances[0]!.fingerprints.length]).toEqual([1, 1]);
  });

  it.each([
    [{ same: 0.5 }, 'same is a number from 0 to 0.4, not 0.5.'],
    [{ same: Number.NaN }, 'same is a number from 0 to 0.4, not NaN.'],
    [{ same: 0.2, different: 0.1 }, 'different is a number from 0.2 to 0.4, not 0.1.'],
    [{ sample: 0 }, 'sample is a whole number from 1 to 2147483648, not 0.'],
    [{ repeats: 17 }, 'repeats is a whole number from 1 to 16, not 17.'],
    [{ seed: 1.5 }, 'seed is a whole number from 0 to 4294967295, not 1.5.'],
    [{ unlisted: 'same' as 'ignored' }, "unlisted is 'different' or 'ignored', not \"same\"."],
    [{ recipe: 'none' }, /There is no recipe "none"/],
  ])('refuses %j', async (options, message) => {
    await expect(calibrate(news, options)).rejects.toThrow(message);
  });
});

describe('ends by a signal', () => {
  const ends = async (documents: Parameters<typeof calibrate>[0], options = {}) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 20);
    await expect(calibrate(documents, { ...options, signal: controller.signal })).rejects.toBe(reason);
  };
  const endless = function* <T>(items: T[]) {
    for (;;) yield* items;
  };
  const stuck = async function* <T>(items: T[]) {
    yield* items;
    await new Promise(() => undefined);
  };

  it('while documents or labels are read, also where the source is stuck or never waits', async () => {
    for (const source of [endless(news), stuck(news)]) await ends(source, { sample: 20 });
    for (const labels of [endless(duplicates), stuck(duplicates)]) await ends(news, { labels });
    await ends(endless(news.map(({ text }, id) => ({ id: `other-${id}`, text }))), { labels: duplicates });
  });

  it('before anything is read', async () => {
    const reason = new Error('no');
    const signal = AbortSignal.abort(reason);
    let asked = 0;
    const documents = (function* () {
      asked++;
      yield* news;
    })();
    await expect(calibrate(documents, { signal })).rejects.toBe(reason);
    await expect(calibrate([], { signal, labels: [] })).rejects.toBe(reason);
    expect(asked).toBe(0);
  });

  it('while it looks which texts are too short', async () => {
    let counted = 0;
    const features = (text: string): [string, number][] => {
      counted++;
      for (const end = performance.now() + 1; performance.now() < end; );
      return wordsOf(text).map((word) => [word, 1]);
    };
    const read = (function* () {
      yield* news;
      // Heard only if the work after that is interrupted.
      setTimeout(() => controller.abort());
    })();
    const controller = new AbortController();
    const options = { recipe: { name: 'slow', version: 1, features }, signal: controller.signal };
    await expect(calibrate(read, options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(counted).toBeLessThan(news.length);
  });

  it('while it edits copies', async () => {
    const words = news.flatMap(({ text }) => wordsOf(text));
    const texts = Array.from({ length: 50 }, (_, i) => words.slice(i, i + 3000).join(''));
    const [fingerprinter, controller] = [new Fingerprinter(), new AbortController()];
    const featureSet = vi.spyOn(fingerprinter, 'featureSet');
    const engine = { fingerprinter, repeats: 1, signal: controller.signal };
    setTimeout(() => controller.abort());
    await expect(generatedEvidence(texts, { same: 0.1, different: 0.25 }, seeded(1), engine)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(featureSet.mock.calls.length).toBe(0);
  });

  it('while it measures, also by what is told of progress', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const measured: number[] = [];
    const onProgress = (count: number) => {
      measured.push(count);
      controller.abort(reason);
    };
    await expect(calibrate(news, { onProgress, signal: controller.signal })).rejects.toBe(reason);
    expect(measured.length).toBe(1);
  });

  it('while one document after the other is measured with all before it, where all are alike', async () => {
    const texts = Array.from({ length: 64 }, (_, i) => `${news[0]!.text} ${i}`);
    const controller = new AbortController();
    const engine = { fingerprinter: new Fingerprinter(), repeats: 1, signal: controller.signal };
    let seen = 0;
    const see = () => {
      if (seen++ === 0) setTimeout(() => controller.abort());
      for (const end = performance.now() + 1; performance.now() < end; );
    };
    const inquiry = { partners: (_: number, candidates: Uint32Array) => candidates, see };
    await expect(measurePairs(texts, texts.length, engine, inquiry)).rejects.toMatchObject({ name: 'AbortError' });
    // The turn comes after 50 ms, and the document under way has at most 63 partners.
    expect(seen).toBeLessThan(200);
  });

  it('which changes nothing while it is not aborted', async () => {
    const { signal } = new AbortController();
    const few = news.slice(0, 20);
    expect(await calibrate(few, { signal })).toEqual(await calibrate(few));
    expect(await calibrate(news, { labels: duplicates, signal })).toEqual(
      await calibrate(news, { labels: duplicates }),
    );
  });

  it('and what is none is refused', async () => {
    const signal = new AbortController() as never;
    await expect(calibrate([], { signal })).rejects.toThrow('its controller: give controller.signal.');
  });
});

describe('its parts', () => {
  it('measure a change as the table of all prefixes does', () => {
    const words = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 150 }).map((all) => Uint32Array.from(all));
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(longestCommonSubsequence(a, b)).toBe(reference.longestCommonSubsequence(a, b));
      }),
    );
    fc.assert(
      fc.property(words, words, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, enough) => {
        const [x, y] = [a, b].map((inOrder) => ({ inOrder, sorted: inOrder.slice().sort() }));
        const exact = changeBetween(x!, y!);
        const quick = changeBetween(x!, y!, enough);
        expect(exact.inAnyOrder).toBeLessThanOrEqual(exact.inOrder);
        expect(quick.inOrder).toBeLessThanOrEqual(exact.inOrder);
        if (quick.inOrder <= enough) expect(quick).toEqual(exact);
      }),
    );
  });

  it.each(KINDS)('edit texts by about as much as they are asked to: %s', (kind) => {
    const english = news.filter(({ text }) => /^[\x20-\x7e\n]+$/.test(text)).slice(0, 8);
    const chinese = news.filter(({ text }) => /\p{Script=Han}/u.test(text)).slice(0, 8);
    for (const [i, { text }] of [...english, ...chinese].entries()) {
      const donor = wordsOf(news[i + 20]!.text);
      for (const size of [0.02, 0.1, 0.2, 0.4]) {
        const copy = edited(text, kind, size, donor, seeded(i));
        expect(copy).toBe(edited(text, kind, size, donor, seeded(i)));
        const vocabulary = new Vocabulary();
        const { inOrder } = changeBetween(vocabulary.numbered(text), vocabulary.numbered(copy));
        expect(inOrder).toBeLessThan(size + 0.05);
        // What was moved or swapped may come to stand in its place again.
        if (kind !== 'moved' && kind !== 'swapped') expect(inOrder).toBeGreaterThan(size * 0.4);
        expect(copy).not.toBe(text);
      }
    }
  });

  it('recommend what counting pair by pair finds best, or the defaults', () => {
    const pair = fc.record({
      isSame: fc.boolean(),
      distance: fc.integer({ min: 0, max: 20 }),
      similarity: fc.oneof(
        fc.integer({ min: 0, max: 100 }).map((step) => step / 100),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
    });
    const one: reference.Judged = { isSame: true, distance: 16, similarity: 0.3 };
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), (some) => {
        const pairs = [one, ...some];
        const evidence = new Evidence(1);
        for (const { isSame, distance, similarity } of pairs) {
          evidence.add(isSame ? 'same' : 'different', { distances: Uint8Array.of(distance), similarity });
        }
        const found = recommend(evidence, 1);
        const lines = Array.from({ length: 17 }, (_, distance) =>
          Array.from({ length: 101 }, (_, step) => reference.score(pairs, distance, step / 100).f1),
        );
        const most = Math.max(...lines.flat());
        const isBest = (f1: number | undefined) => f1 !== undefined && f1 > most - 1e-9;
        const distance = lines.findIndex((line) => line.some(isBest));
        let last = lines[distance]!.findIndex(isBest);
        const first = last;
        while (isBest(lines[distance]![last + 1])) last++;
        expect([found.best.maxDistance, found.best.threshold]).toEqual([
          distance,
          Math.round((first + last) / 2) / 100,
        ]);
        expect(found.best.f1).toBeCloseTo(most, 12);
        const isRight = (distance: number, threshold: number, one: reference.Judged) =>
          reference.finds(distance, threshold, one) === one.isSame;
        const rightOnlyBy = (a: { maxDistance: number; threshold: number }, b: typeof a) =>
          pairs.filter((one) => isRight(a.maxDistance, a.threshold, one) && !isRight(b.maxDistance, b.threshold, one))
            .length;
        expect([found.better, found.worse]).toEqual([
          rightOnlyBy(found.best, found.defaults),
          rightOnlyBy(found.defaults, found.best),
        ]);
        expect([found.defaults.maxDistance, found.defaults.threshold]).toEqual([DEFAULT_DISTANCE, DEFAULT_THRESHOLD]);
        const { recall, precision, f1 } = reference.score(pairs, found.maxDistance, found.threshold);
        expect([found.recall.share, found.precision.share]).toEqual([recall, precision]);
        expect(found.f1).toBeCloseTo(f1, 12);
        expect(found.f1).toBeGreaterThanOrEqual((found.keepsDefaults ? found.defaults.f1 : most - 0.001) - 1e-9);
      }),
      { numRuns: 25 },
    );
  });

  it('sample documents in their order, each with the same chance', async () => {
    const documents = Array.from({ length: 20 }, (_, id) => ({ id, text: '' }));
    const times = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 2000; seed++) {
      const { ids, read } = await sampleOf(documents, { size: 5, random: seeded(seed) });
      expect([ids.length, read]).toEqual([5, 20]);
      expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
      for (const id of ids) times[Number(id)]!++;
    }
    // Expected are 500 ± 19; five standard deviations.
    for (const count of times) expect(Math.abs(count - 500)).toBeLessThan(100);
    const all = await sampleOf(documents, { size: 30, random: seeded(1), mayBeChosen: ({ id }) => Number(id) > 3 });
    expect([all.ids.length, all.read]).toEqual([16, 20]);
  });

  it("give Wilson's interval", () => {
    expect(wilson(10, 20).low).toBeCloseTo(0.299298, 6);
    expect(wilson(10, 20).high).toBeCloseTo(0.700702, 6);
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    // Its ends are where the share seen is 1.96 standard errors away, as Wilson defines them.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, part) => {
        const successes = Math.round(part * trials);
        const { low, high } = wilson(successes, trials);
        const share = successes / trials;
        const errors = (bound: number) => Math.abs(share - bound) / Math.sqrt((bound * (1 - bound)) / trials);
        if (successes === 0) expect(low).toBe(0);
        else expect(errors(low)).toBeCloseTo(1.959964, 4);
        if (successes === trials) expect(high).toBe(1);
        else expect(errors(high)).toBeCloseTo(1.959964, 4);
      }),
    );
  });
});
