// Documents that are contained in others, against the same found by comparing all with all.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { contained } from '../../src/dedupe/containment/contained.ts';
import { Containers } from '../../src/dedupe/containment/containers.ts';
import { Containment } from '../../src/dedupe/containment/containment.ts';
import { SharedGrams } from '../../src/dedupe/containment/shared-grams.ts';
import { DisposedError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { useCore } from '../../src/wasm/core.ts';
import { SHARED_RUN, winnow } from '../../src/wasm/winnow.ts';
import { features } from '../reference/fingerprint.ts';
import * as reference from '../reference/winnow.ts';
import { builds } from '../support/builds.ts';
import { anyBytes, anyText } from '../support/texts.ts';

/** Words of few different kinds, so that texts share runs by chance, too. */
const words = (count: number, kinds: number) =>
  fc.array(fc.nat(kinds - 1), { minLength: count, maxLength: count }).map((all) => all.map((one) => `w${one}`));
const someWords = fc.oneof(words(3, 3), words(12, 30), words(60, 400), words(200, 50));

describe.each(builds)('the $name build', ({ open }) => {
  const core = open();

  it('chooses the grams that looking at every window chooses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          anyBytes,
          someWords.map((all) => all.join(' ')),
        ),
        (text) => {
          expect([...winnow(core, text)]).toEqual(reference.winnow(text));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('chooses a few of the grams of a long text, and gives the memory back', () => {
    const long = Array.from({ length: 300_000 }, (_, i) => `w${i}`).join(' ');
    const share = winnow(core, long).length / 300_000;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.37);
    expect(winnow(core, 'one two three four five six seven').length).toBe(0);
    expect(winnow(core, 'one two three four five six seven eight').length).toBe(1);
  });

  it('knows which share of the features another text has', () => {
    useCore(core);
    const fingerprinter = new Fingerprinter();
    useCore(undefined);
    fc.assert(
      fc.property(someWords, someWords, fc.nat(60), (a, b, at) => {
        const [inner, outer] = [a.join(' '), [...b.slice(0, at), ...a.slice(at % 5), ...b.slice(at)].join(' ')];
        const [setA, setB] = [fingerprinter.passageSet(inner), fingerprinter.passageSet(outer)];
        const [mapA, mapB] = [inner, outer].map((text) => features(text, { words: [1, 2] }));
        expect(setA.containment(setB)).toBe(reference.containment(mapA!, mapB!));
        expect(setB.containment(setA)).toBe(reference.containment(mapB!, mapA!));
        setA.dispose();
        setB.dispose();
      }),
      { numRuns: 60 },
    );
    const [none, some] = [fingerprinter.featureSet(''), fingerprinter.featureSet('a b')];
    expect([none.containment(some), some.containment(none)]).toEqual([0, 0]);
    some.dispose();
    some.dispose();
    for (const call of [() => none.jaccard(some), () => some.containment(none), () => some.bytes]) {
      expect(call).toThrow(DisposedError);
    }
    expect(fingerprinter.featureSet('a b').jaccard(none)).toBe(0);
  });

  it('meets every run of eight words that two texts share', () => {
    const run = words(SHARED_RUN, 40);
    fc.assert(
      fc.property(run, someWords, someWords, fc.nat(9), fc.nat(9), (shared, a, b, i, j) => {
        const [textA, textB] = [a.toSpliced(i, 0, ...shared), b.toSpliced(j, 0, ...shared)];
        const gramsB = new Set(winnow(core, textB.join(' ')));
        expect([...winnow(core, textA.join(' '))].some((gram) => gramsB.has(gram))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('shared grams', () => {
  const texts = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), { maxLength: 30 });

  /** By going through all texts: each gram leads to the first `hubs` that have it. */
  function slowly(all: readonly (readonly number[])[], text: number, hubs: number) {
    const shared = new Map<number, number>();
    for (const gram of all[text]!) {
      const holders = all.flatMap((grams, i) => (grams.includes(gram) ? [i] : []));
      for (const other of holders.slice(0, hubs)) {
        if (other < text) shared.set(other, (shared.get(other) ?? 0) + 1);
      }
    }
    return [...shared].sort(([a], [b]) => a - b).map(([text, count]) => ({ text, shared: count }));
  }

  it('are those that going through all texts finds, by the first texts of common ones', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), (all, hubs) => {
        const grams = new SharedGrams({ hubs });
        for (const one of all) grams.add(Uint32Array.from(one));
        for (const [text, own] of all.entries()) {
          expect(grams.before(text)).toEqual(slowly(all, text, hubs));
          expect(grams.gramsOf(text)).toBe(own.length);
        }
        const counts = Array.from({ length: 41 }, (_, gram) => all.filter((own) => own.includes(gram)).length);
        expect(grams.common).toBe(counts.filter((count) => count > hubs).length);
      }),
    );
  });

  it('are fewer where all would not fit: those of one gram in two, four, eight', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (all, mostGrams) => {
        const grams = new SharedGrams({ mostGrams });
        for (const one of all) grams.add(Uint32Array.from(one));
        const kept = all.map((own) => own.filter((gram) => gram % grams.thinning === 0));
        for (const text of all.keys()) {
          expect(grams.before(text)).toEqual(slowly(kept, text, 64));
          expect(grams.gramsOf(text)).toBe(kept[text]!.length);
        }
        const total = (thinning: number) => all.flat().filter((gram) => gram % thinning === 0).length;
        expect(total(grams.thinning)).toBeLessThanOrEqual(mostGrams);
        if (grams.thinning > 1) expect(total(grams.thinning / 2)).toBeGreaterThan(mostGrams);
      }),
    );
  });
});

/** What is found among texts. */
function find(texts: readonly string[], share: number, hubs = 64) {
  const fingerprinter = new Fingerprinter();
  const finder = new Containment({ fingerprinter, share, textOf: (document) => texts[document]!, hubs });
  for (const [document, text] of texts.entries()) finder.add(document, text);
  for (let place = 0; place < finder.length; place++) finder.compare(place);
  finder.dispose();
  const { containers } = finder;
  return { finder, found: containers.inners().flatMap((inner) => containers.of(inner)) };
}

describe('containment', () => {
  /** Texts, of which some have parts of others in them. */
  const corpora = fc
    .array(fc.tuple(someWords, fc.option(fc.tuple(fc.nat(), fc.nat(50), fc.integer({ min: 5, max: 40 })))), {
      maxLength: 12,
    })
    .map((all) => {
      const texts: string[][] = [];
      for (const [own, part] of all) {
        const from = texts[(part?.[0] ?? 0) % Math.max(1, texts.length)] ?? [];
        const [start, length] = [part?.[1] ?? 0, part?.[2] ?? 0];
        texts.push(own.toSpliced(own.length >> 1, 0, ...from.slice(start, start + length)));
      }
      return texts.map((text) => text.join(' '));
    });

  it.each([0.5, 0.9, 1])('of at least %d is what comparing all with all finds', (share) => {
    fc.assert(
      fc.property(corpora, (texts) => {
        expect(find(texts, share).found).toEqual(reference.contained(texts, share, 16));
      }),
      { numRuns: 60 },
    );
  });

  it('of a text of eight words or more that stands in another is always found', () => {
    fc.assert(
      fc.property(
        words(3000, 1500),
        words(300, 200),
        fc.integer({ min: 8, max: 60 }),
        fc.nat(2900),
        (a, b, length, at) => {
          const texts = [a.toSpliced(at, 0, ...b.slice(0, length)).join(' '), b.slice(0, length).join(' ')];
          for (const order of [texts, texts.toReversed()]) {
            const inner = order.indexOf(texts[1]!);
            expect(find(order, 0.9).found).toEqual([{ inner, outer: 1 - inner, containment: 1 }]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of what very many texts share takes time in proportion, finds the first, and counts the rest', () => {
    const boilerplate = Array.from({ length: 60 }, (_, i) => `boiler${i}`).join(' ');
    const page = (i: number) => Array.from({ length: 40 }, (_, j) => `page${i}word${j}`).join(' ');
    const pages = Array.from({ length: 1500 }, (_, i) => `${page(i)} ${boilerplate}`);
    const { finder, found } = find([...pages, boilerplate], 0.9);
    expect(found.map(({ inner, outer }) => [inner, outer])).toEqual(Array.from({ length: 16 }, (_, i) => [1500, i]));
    expect(finder.containers.leftOut).toBe(48);
    expect(finder.limits.common).toBeGreaterThan(10);
    const copies = find(new Array(1500).fill(boilerplate), 0.9);
    expect(copies.found.length).toBe(16 * 1500 - (16 * 17) / 2);
  });

  it('does not look for texts of fewer than eight words', () => {
    const { finder, found } = find(['see also the other page', `x y z see also the other page ${'w '.repeat(9)}`], 0.9);
    expect([found, finder.tooShort]).toEqual([[], 1]);
  });
});

describe('what is removed for what contains it', () => {
  it('is removed for a document that stays, and nothing else could go', () => {
    const relation = fc.array(fc.tuple(fc.nat(15), fc.nat(15), fc.integer({ min: 90, max: 100 })), { maxLength: 40 });
    fc.assert(
      fc.property(
        relation,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 16, maxLength: 16 }),
        (all, sizes) => {
          const features = Uint32Array.from(sizes);
          const isInner = (a: number, b: number) =>
            features[a]! < features[b]! || (features[a] === features[b] && a > b);
          const found = all
            .filter(([a, b]) => a !== b)
            .map(([a, b, of]) => ({
              inner: isInner(a, b) ? a : b,
              outer: isInner(a, b) ? b : a,
              containment: of / 100,
            }));
          const containers = new Containers();
          for (const one of found) containers.add(one);
          const removed = containers.removable((document) => features[document]!);
          for (const { inner } of found) {
            const staying = found.filter((one) => one.inner === inner && !removed.has(one.outer));
            const best = staying.toSorted((a, b) => b.containment - a.containment || a.outer - b.outer)[0];
            expect(removed.get(inner)).toEqual(best);
          }
        },
      ),
    );
  });
});

describe('contained()', () => {
  afterAll(() => useCore(undefined));
  const long = Array.from({ length: 400 }, (_, i) => `long${i}`);
  const passage = long.slice(100, 150);
  const collect = async (...args: Parameters<typeof contained>) => {
    const all = [];
    for await (const one of contained(...args)) all.push(one);
    return all;
  };
  const document = (id: string, text: readonly string[]) => ({ id, text: text.join(' ') });

  it.each([8, 9, 20])(
    'finds %d words that stand in another document unchanged, whatever the share is',
    async (words) => {
      for (const from of [0, 100, 400 - words]) {
        const documents = [document('all', long), document('part', long.slice(from, from + words))];
        for (const share of [0.95, 1]) {
          expect(await collect(documents, { share })).toEqual([{ id: 'part', containedIn: 'all', containment: 1 }]);
        }
      }
    },
  );

  it('tells what is contained in what, the best first', async () => {
    const more = [...long.slice(80, 120), 'other', ...long.slice(121, 180)];
    const found = await collect([document('part', passage), document('more', more), document('all', long)]);
    expect(found.map(({ id, containedIn }) => [id, containedIn])).toEqual([
      ['part', 'all'],
      ['part', 'more'],
      ['more', 'all'],
    ]);
    expect(found[0]!.containment).toBe(1);
    // Of fifty words, which count twice, and their pairs, one word and two pairs are missing.
    expect(found[1]!.containment).toBeCloseTo(145 / 149, 12);
  });

  it('takes references, which are not asked about, and other recipes and shares', async () => {
    const against = [document('all', long), document('tiny', passage.slice(0, 20))];
    expect(await collect([document('part', passage)], { against })).toEqual([
      { id: 'part', containedIn: 'all', containment: 1, reference: true },
    ]);
    const half = [...passage.slice(0, 30), ...Array.from({ length: 20 }, (_, i) => `new${i}`)];
    expect(await collect([document('half', half)], { against })).toEqual([]);
    const [found] = await collect([document('half', half)], { against, share: 0.5, recipe: 'words' });
    expect(found).toMatchObject({ id: 'half', containedIn: 'all', containment: 0.6 });
  });

  it('never tells of a text without features, whatever the share', async () => {
    const features = (text: string) => (text.length > 1000 ? ['long'] : []);
    const documents = [document('all', long), document('part', passage)];
    expect(await collect(documents, { share: 0, recipe: { name: 'long', version: 1, features } })).toEqual([]);
  });

  it('ends by a signal: while it reads, while it compares, and between what it tells', async () => {
    const many = Array.from({ length: 4000 }, (_, i) => document(`${i}`, long.slice(i % 300, (i % 300) + 100)));
    const endless = (function* () {
      for (;;) yield* many;
    })();
    const stuck = (async function* () {
      yield* many.slice(0, 10);
      await new Promise(() => undefined);
    })();
    for (const source of [endless, stuck]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 60);
      await expect(collect(source, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    }
    const comparing = new AbortController();
    const thenAbort = (function* () {
      yield* many;
      setTimeout(() => comparing.abort());
    })();
    await expect(collect(thenAbort, { signal: comparing.signal })).rejects.toMatchObject({ name: 'AbortError' });
    const telling = new AbortController();
    const found = contained(many.slice(0, 400), { signal: telling.signal });
    expect((await found.next()).value).toHaveProperty('containment');
    telling.abort();
    await expect(found.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('refuses what is no share and no document', async () => {
    await expect(collect([], { signal: {} as never })).rejects.toThrow('signal is an AbortSignal, not an object');
    await expect(collect([], { share: 1.5 })).rejects.toThrow('share is a number from 0 to 1, not 1.5');
    await expect(collect([{ id: 1 } as never])).rejects.toThrow(
      'A text is a string or a Uint8Array of UTF-8, not undefined, as that of the document "1".',
    );
    await expect(collect(5 as never)).rejects.toThrow(
      'documents must be an array, a generator or another iterable, not 5',
    );
    await expect(collect([], { against: null as never })).rejects.toThrow('against must be');
    await expect(collect([null as never])).rejects.toThrow('A document is { id, text }');
  });
});
