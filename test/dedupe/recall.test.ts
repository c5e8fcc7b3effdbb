import { afterAll, describe, expect, it } from 'vitest';
import { dedupe } from '../../src/dedupe/dedupe.ts';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { expectedOf, MOST_REPEATS, planCandidates } from '../../src/dedupe/planning/plan-candidates.ts';
import { chanceWithin, recallOf } from '../../src/dedupe/planning/recall.ts';
import { InvalidArgumentError } from '../../src/errors.ts';
import { chanceOfAtMost } from '../../src/fingerprint/binomial.ts';
import { RECIPES } from '../../src/fingerprint/built-in.ts';
import { hammingDistance } from '../../src/fingerprint/fingerprint.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { clickhouse } from '../../src/presets/index.ts';
import { Folder } from '../support/command.ts';

const named = (name: string) => RECIPES.find((one) => one.name === name)!;
const usual = { recipe: named(DEDUPE_RECIPE), threshold: DEFAULT_THRESHOLD };

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A text of different words, and the same with words changed here and there until it is no more alike than that. */
function justSimilar(fingerprinter: Fingerprinter, threshold: number, random: () => number): [string, string] {
  const words = Array.from({ length: 200 }, () => `w${Math.floor(random() * 1e9)}`);
  const text = words.join(' ');
  let [changed, next] = [text, text];
  while (fingerprinter.exactSimilarity(text, next) >= threshold) {
    changed = next;
    words[Math.floor(random() * words.length)] = `v${Math.floor(random() * 1e9)}`;
    next = words.join(' ');
  }
  return [text, changed];
}

describe('the recall that is expected', () => {
  it.each([
    ['dedupe', 0.75],
    ['dedupe', 0.6],
    ['words-bigrams', 0.72],
    ['words', 0.8],
    ['word-3-grams', 0.7],
  ])('of %s at %d is that of texts with words changed here and there', (name, threshold) => {
    const recipe = named(name);
    const fingerprinter = new Fingerprinter({ recipe });
    const random = seeded(7);
    const [ofA, ofB] = [new BigUint64Array(10), new BigUint64Array(10)];
    const distances: number[] = [];
    for (let i = 0; i < 150; i++) {
      const [a, b] = justSimilar(fingerprinter, threshold, random);
      fingerprinter.several(a, ofA);
      fingerprinter.several(b, ofB);
      ofA.forEach((one, j) => void distances.push(hammingDistance(one, ofB[j]!)));
    }
    for (const distance of [6, 8, 10, 12]) {
      const share = distances.filter((one) => one <= distance).length / distances.length;
      // Four standard deviations of 150 pairs, whose ten fingerprints are nearly independent, and as much for the model.
      expect(Math.abs(share - chanceWithin(distance, { recipe, threshold }))).toBeLessThan(0.06);
    }
  });

  it.each([0.3, 0.4, 0.5])('of the plan for pairs of a similarity of %d is what it finds of them', (threshold) => {
    const { repeats, maxDistance, recall } = planCandidates({ documents: 2000, recall: 0.9, threshold });
    const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
    const random = seeded(7);
    const [ofA, ofB] = [new BigUint64Array(repeats), new BigUint64Array(repeats)];
    let found = 0;
    for (let i = 0; i < 500; i++) {
      const [a, b] = justSimilar(fingerprinter, threshold, random);
      fingerprinter.several(a, ofA);
      fingerprinter.several(b, ofB);
      found += Number(ofA.some((one, j) => hammingDistance(one, ofB[j]!) <= maxDistance));
    }
    // Three standard deviations of 500 pairs.
    expect(Math.abs(found / 500 - recall)).toBeLessThan(0.04);
  });

  it.each([
    [5, 0.8, 0.88],
    [6, 0.8, 0.9],
    [7, 0.94, 0.98],
  ])('is not that of texts of %d words with one more, though they are similar enough', (length, least, most) => {
    const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
    const random = seeded(11);
    const [ofA, ofB] = [new BigUint64Array(REPEATS), new BigUint64Array(REPEATS)];
    let found = 0;
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length }, () => `w${Math.floor(random() * 1e9)}`).join(' ');
      const longer = `${text} v${Math.floor(random() * 1e9)}`;
      expect(fingerprinter.exactSimilarity(text, longer)).toBeGreaterThanOrEqual(DEFAULT_THRESHOLD);
      fingerprinter.several(text, ofA);
      fingerprinter.several(longer, ofB);
      found += Number(ofA.some((one, j) => hammingDistance(one, ofB[j]!) <= DEFAULT_DISTANCE));
    }
    // docs/quality.md says so.
    expect(found / 2000).toBeGreaterThan(least);
    expect(found / 2000).toBeLessThan(most);
  });

  it.each([
    [
      'changed',
      (words: string[], many: number) => words.map((word, i) => (i < 50 || i >= 50 + many ? word : `v${word}`)),
    ],
    ['added', (words: string[], many: number) => [...words, ...words.slice(0, many).map((word) => `v${word}`)]],
    ['removed', (words: string[], many: number) => words.slice(0, -many)],
  ])(
    'is not that of texts of different words of which a passage was %s: as similar, they differ in more words',
    (_, edit) => {
      const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
      const careful = planCandidates({ documents: 1e5, recall: 0.99 });
      const random = seeded(13);
      const [ofA, ofB] = [new BigUint64Array(careful.repeats), new BigUint64Array(careful.repeats)];
      const found = [0, 0];
      for (let i = 0; i < 500; i++) {
        const words = Array.from({ length: 200 }, () => `w${Math.floor(random() * 1e9)}`);
        const changed = (many: number) => edit(words, many).join(' ');
        const similar = (many: number) => fingerprinter.exactSimilarity(words.join(' '), changed(many));
        let many = 1;
        while (similar(many + 1) >= DEFAULT_THRESHOLD) many++;
        fingerprinter.several(words.join(' '), ofA);
        fingerprinter.several(changed(many), ofB);
        const distances = Array.from(ofA, (one, j) => hammingDistance(one, ofB[j]!));
        found[0]! += Number(distances.slice(0, REPEATS).some((distance) => distance <= DEFAULT_DISTANCE));
        found[1]! += Number(distances.some((distance) => distance <= careful.maxDistance));
      }
      // docs/quality.md says so, with two standard deviations more.
      expect(found[0]! / 500).toBeGreaterThan(0.66);
      expect(found[0]! / 500).toBeLessThan(0.8);
      expect(found[1]! / 500).toBeGreaterThan(0.88);
      expect(found[1]! / 500).toBeLessThan(0.97);
    },
  );

  it('of the defaults is what is documented', () => {
    const recall = recallOf({ repeats: REPEATS, maxDistance: DEFAULT_DISTANCE }, usual);
    expect(recall).toBeGreaterThan(0.885);
    expect(recall).toBeLessThan(0.895);
  });

  it('is sure for the same features, and nearly nothing for texts with none in common', () => {
    expect(recallOf({ repeats: 1, maxDistance: 0 }, { ...usual, threshold: 1 })).toBe(1);
    expect(recallOf({ repeats: 1, maxDistance: 8 }, { ...usual, threshold: 0 })).toBeLessThan(1e-6);
  });

  it('is told where it is next to nothing, and then nothing is asked too much', () => {
    expect(chanceOfAtMost(0, 64, 0.5) * 2 ** 64).toBeCloseTo(1, 9);
    expect(planCandidates({ documents: 10, recall: 0, threshold: 0, maxDistance: 0 }).repeats).toBe(1);
  });

  it('of a preset whose hashes have 32 bits is that of 32 bits', () => {
    const preset = clickhouse({ kind: 'wordShingle', size: 1 });
    const fingerprinter = new Fingerprinter({ recipe: preset });
    const random = seeded(7);
    const distances = Array.from({ length: 250 }, () => {
      const [a, b] = justSimilar(fingerprinter, 0.75, random);
      return hammingDistance(preset.fingerprint(a), preset.fingerprint(b));
    });
    for (const distance of [3, 5, 6, 8]) {
      const share = distances.filter((one) => one <= distance).length / distances.length;
      expect(Math.abs(share - chanceWithin(distance, { recipe: preset, threshold: 0.75 }))).toBeLessThan(0.12);
    }
    expect(planCandidates({ documents: 1000, recall: 0.9, recipe: preset }).maxDistance).toBe(8);
    expect(chanceWithin(33, { recipe: preset, threshold: 0.1 })).toBe(1);
  });
});

describe('the plan of candidates', () => {
  const all = Array.from({ length: MOST_REPEATS }, (_, i) => i + 1).flatMap((repeats) =>
    Array.from({ length: 17 }, (_, maxDistance) => ({ repeats, maxDistance })),
  );

  it.each([0.5, 0.9, 0.99])('is the cheapest of all that have a recall of %d', (recall) => {
    for (const documents of [1, 1000, 1e5, 1e7]) {
      const good = all
        .filter((plan) => recallOf(plan, usual) >= recall)
        .map((plan) => expectedOf(plan, documents, usual));
      const least = Math.min(...good.map(({ seconds }) => seconds));
      const plan = planCandidates({ ...usual, documents, recall });
      expect(plan.recall).toBeGreaterThanOrEqual(recall);
      expect(plan.seconds).toBe(least);
    }
  });

  it('has narrower searches for more documents', () => {
    const distances = [100, 1e4, 1e6].map(
      (documents) => planCandidates({ ...usual, documents, recall: 0.99 }).maxDistance,
    );
    expect(distances).toEqual(distances.toSorted((a, b) => b - a));
    expect(distances[0]).toBeGreaterThan(distances[2]!);
  });

  it('gives what dedupe takes as options', async () => {
    const documents = ['one text about a ferry', 'one text about a ferry', 'another'].map((text, id) => ({ id, text }));
    const kept = [];
    for await (const { id, reason } of dedupe(documents, planCandidates({ documents: 3, recall: 0.99 })))
      if (reason === 'kept') kept.push(id);
    expect(kept).toEqual([0, 2]);
  });

  it('keeps to a distance that is given', () => {
    const plan = planCandidates({ ...usual, documents: 1000, recall: 0.99, maxDistance: 9 });
    expect([plan.maxDistance, plan.recall >= 0.99]).toEqual([9, true]);
  });

  it.each([
    ['documents', { documents: 0 }],
    ['recall', { recall: 1 }],
    ['threshold', { threshold: 1.5 }],
  ])('refuses %s out of range', (name, wrong) => {
    expect(() => planCandidates({ documents: 10, recall: 0.9, ...wrong })).toThrow(`${name} is a number from`);
  });

  it.each([17, 8.5])('refuses the distance %d, which no search takes', (maxDistance) => {
    const wish = { documents: 10, recall: 0.5, maxDistance };
    expect(() => planCandidates(wish)).toThrow('maxDistance is a whole number');
  });

  it('is refused where none is good enough, with what can be had', () => {
    const wish = { ...usual, threshold: 0.1, documents: 1000, recall: 0.9999 };
    expect(() => planCandidates(wish)).toThrow(InvalidArgumentError);
    expect(() => planCandidates(wish)).toThrow(
      /16 fingerprint\(s\) within 16 bits find pairs of a similarity of 0.1 with/,
    );
  });
});

describe('dedupe --distance auto and --recall', () => {
  const folder = new Folder();
  afterAll(() => folder.remove());
  const lines = Array.from({ length: 50 }, (_, i) =>
    JSON.stringify({ id: i, text: `text number ${i} of ${i * i} words` }),
  );
  folder.write('corpus.jsonl', `${lines.join('\n')}\n`);

  it('say before the work begins what to expect', () => {
    const { status, stderr } = folder.run('dedupe', 'corpus.jsonl', '--distance', 'auto', '-o', 'kept.jsonl');
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^plan: for 50 documents 1 fingerprint within 1\d bits; 9\d\.\d % of pairs with a similarity of 0.75 are found if words here and there differ/,
    );
  });

  it('plan for what comes through a pipe without counting it', () => {
    const { status, stderr } = folder.runWith(
      { input: lines.join('\n') },
      'dedupe',
      '-',
      '--recall',
      '0.99',
      '--distance',
      '9',
    );
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^plan: for 1,000,000 documents \(a guess\) \d fingerprints within 9 bits/),
    ]);
  });

  it('say so when a distance finds little', () => {
    const within = (distance: string): string =>
      folder.run('dedupe', 'corpus.jsonl', '--threshold', '0.5', '--dry-run', '--distance', distance).stderr;
    expect(within('3')).toMatch(
      /^note: of pairs with a similarity of 0.5 only about \d+\.\d % are found at this distance; --distance auto finds more\n/,
    );
    expect(within('auto')).toMatch(/^plan: .* 9\d\.\d % of pairs/);
    expect(folder.run('dedupe', 'corpus.jsonl', '--dry-run').stderr).not.toContain('note:');
  });

  it('are refused where they are out of reach', () => {
    const { status, stderr } = folder.run('dedupe', 'corpus.jsonl', '--recall', '0.99', '--distance', '2');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('A recall of 0.99 is out of reach: 16 fingerprint(s) within 2 bits'),
    ]);
    expect(folder.run('dedupe', 'corpus.jsonl', '--distance', 'wide').stderr).toContain(
      'a whole number from 0 to 16, or auto',
    );
  });
});
