// What a report tells, against the same told slowly: by sorting everything, and by comparing all with all.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decisions } from '../../src/dedupe/decide.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { fourDigits } from '../../src/numbers.ts';
import { cohesionOf } from '../../src/report/cohesion.ts';
import { difference } from '../../src/report/difference.ts';
import { Documents } from '../../src/report/documents.ts';
import { factsOf, SHOWN } from '../../src/report/facts.ts';
import { First } from '../../src/report/first.ts';
import { groupItem } from '../../src/report/groups.ts';
import { distanceBars, groupBars, similarityBars } from '../../src/report/histograms.ts';
import type { Hunk } from '../../src/report/hunks.ts';
import { percent, shortened } from '../../src/report/numbers.ts';
import { charts } from '../../src/report/overview.ts';
import * as reference from '../reference/fingerprint.ts';

/** Decisions of any kind; leaders may come before or after those that they lead. */
const decisionsOf = fc
  .array(
    fc.record({
      leader: fc.nat(200),
      isLeader: fc.boolean(),
      distance: fc.nat(12),
      similarity: fc.oneof(fc.constant(1), fc.double({ min: 0.7, max: 1, noNaN: true })),
      features: fc.nat(8),
    }),
    { maxLength: 300 },
  )
  .map((all): Decisions => {
    const chosen = all.flatMap(({ isLeader }, i) => (isLeader ? [i] : []));
    const leads = all.map((one, i) => (one.isLeader || chosen.length === 0 ? i : chosen[one.leader % chosen.length]!));
    return {
      leaders: Uint32Array.from(leads),
      partners: Uint32Array.from(leads),
      distances: Uint8Array.from(all, ({ distance }, i) => (leads[i] === i ? 0 : distance)),
      similarities: Float64Array.from(all, ({ similarity }, i) => (leads[i] === i ? 1 : similarity)),
      features: Uint32Array.from(all, ({ features }) => features),
    };
  });

const sum = (bars: readonly { count: number }[]) => bars.reduce((total, { count }) => total + count, 0);

describe('facts', () => {
  it('are those that sorting everything finds', () => {
    fc.assert(
      fc.property(decisionsOf, fc.nat(20), (decisions, references) => {
        const { leaders, distances, similarities, features } = decisions;
        const all = Array.from(leaders, (leader, document) => ({
          document,
          leader,
          distance: distances[document]!,
          similarity: similarities[document]!,
        })).slice(references);
        const removed = all
          .filter(({ document, leader }) => document !== leader)
          .sort((a, b) => a.similarity - b.similarity || b.distance - a.distance || a.document - b.document);
        const groups = [...new Set(all.map(({ leader }) => leader))]
          .map((leader) => ({ leader, size: all.filter((one) => one.leader === leader).length }))
          .filter(({ leader, size }) => size > 1 || leader < references)
          .sort((a, b) => b.size - a.size || a.leader - b.leader);
        const facts = factsOf(decisions, 10, 0.72, Math.min(references, leaders.length));

        expect(facts).toMatchObject({
          documents: all.length,
          kept: all.length - removed.length,
          removed: removed.length,
          exact: removed.filter(({ similarity }) => similarity === 1).length,
          groups: groups.length,
        });
        expect(facts.leastSimilar.items).toEqual(removed.slice(0, SHOWN.pairs).map(({ document }) => document));
        expect(facts.leastSimilar.leftOut).toBe(Math.max(0, removed.length - SHOWN.pairs));
        expect(facts.largest.map(({ leader, size }) => ({ leader, size }))).toEqual(groups.slice(0, SHOWN.groups));
        for (const { leader, members } of facts.largest) {
          const own = removed.filter((one) => one.leader === leader).map(({ document }) => document);
          expect(members.items).toEqual(own.slice(0, SHOWN.members - 1));
          expect(members.total).toBe(own.length);
        }
        const short = all.map(({ document }) => document).filter((document) => features[document]! < 4);
        expect([facts.tooShort.items, facts.tooShort.total]).toEqual([short.slice(0, SHOWN.tooShort), short.length]);
        for (const { label, count } of facts.distances) {
          expect(count).toBe(removed.filter(({ distance }) => distance === Number(label)).length);
        }
        expect([sum(facts.distances), sum(facts.similarities)]).toEqual([removed.length, removed.length]);
        expect(sum(facts.sizes)).toBe(groups.length);
      }),
      { numRuns: 60 },
    );
  });

  it('the first of many are those of a sorted list, the rest is counted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat())), fc.integer({ min: 1, max: 9 }), (all, limit) => {
        const first = new First<readonly [number, number]>(limit, ([a], [b]) => a - b);
        for (const one of all) first.add(one);
        expect(first.items).toEqual(all.toSorted(([a], [b]) => a - b).slice(0, limit));
        expect(first.leftOut).toBe(Math.max(0, all.length - limit));
      }),
    );
  });
});

describe('histograms', () => {
  it('have a bar for every distance, also for those beyond what was looked for', () => {
    expect(distanceBars(Uint8Array.of(0, 2, 2), 3).map(({ count }) => count)).toEqual([1, 0, 2, 0]);
    expect(distanceBars(Uint8Array.of(5), 3).map(({ label }) => label)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it.each([0, 0.5, 0.57, 0.69, 0.72, 0.95, 1])(
    'put every similarity from %d on into the bar whose label holds it',
    (threshold) => {
      const values = Array.from({ length: 2001 }, (_, i) => threshold + ((1 - threshold) * i) / 2000);
      const within = (label: string) => {
        const [from, to] = label.match(/\d+/g)!.map((digits) => Number(digits) / 100) as [number, number?];
        return (value: number) => (to === undefined ? value === from : value >= from && value < to);
      };
      const bars = similarityBars(Float64Array.from(values), threshold);
      expect(bars.length).toBeLessThanOrEqual(16);
      // What is shown is rounded down to four digits.
      const shown = values.map(fourDigits);
      expect(bars.map(({ count }) => count)).toEqual(bars.map(({ label }) => shown.filter(within(label)).length));
      expect(sum(bars)).toBe(values.length);
    },
  );

  it('put every size of a group into the bar whose label holds it', () => {
    const sizes = Array.from({ length: 1234 }, (_, i) => i + 2);
    const bars = groupBars(Uint32Array.from(sizes));
    expect(bars.map(({ label }) => label).join(' ')).toBe(
      '2 3 4 5–9 10–19 20–49 50–99 100–199 200–499 500–999 1,000–1,999',
    );
    expect(bars.map(({ count }) => count)).toEqual([1, 1, 1, 5, 10, 30, 50, 100, 300, 500, 236]);
    expect(groupBars(new Uint32Array())).toEqual([]);
    expect(groupBars(Uint32Array.of(1, 1, 3)).map(({ label, count }) => [label, count])).toEqual([
      ['1', 2],
      ['2', 0],
      ['3', 1],
    ]);
  });
});

describe('the lowest similarity inside a group', () => {
  const fingerprinter = new Fingerprinter();
  const textsOf = fc.array(
    fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 9 }).map((words) => words.join(' ')),
    { minLength: 2, maxLength: 8 },
  );

  it('is that which comparing all with all finds', () => {
    fc.assert(
      fc.property(textsOf, (texts) => {
        const features = texts.map((text) => reference.features(text, { words: [1, 2] }));
        const all = features.flatMap((a, i) => features.slice(i + 1).map((b) => reference.jaccard(a, b)));
        const members = [...texts.keys()];
        const { lowest, between, compared } = cohesionOf(members, fingerprinter, (document) => texts[document]!);
        expect(lowest).toBe(Math.min(...all));
        expect(reference.jaccard(features[between[0]]!, features[between[1]]!)).toBe(lowest);
        expect(compared).toBe(texts.length);
      }),
      { numRuns: 50 },
    );
  });

  it('is that of the first members, where all of them would take too much memory', () => {
    const words = Array.from({ length: 300_000 }, (_, i) => `w${i}`).join(' ');
    const read: number[] = [];
    const textOf = (document: number) => {
      read.push(document);
      return `${words} ${document}`;
    };
    const { compared, lowest } = cohesionOf([3, 4, 5, 6, 7, 8, 9], fingerprinter, textOf);
    expect(compared).toBeGreaterThanOrEqual(2);
    expect(compared).toBeLessThan(7);
    expect(read).toEqual([3, 4, 5, 6, 7, 8, 9].slice(0, compared));
    expect(lowest).toBeGreaterThan(0.99);
  });

  it('names the neighbours that members were compared with in a chain of pairs, and says that it is one', () => {
    const decisions: Decisions = {
      leaders: new Uint32Array(3),
      partners: Uint32Array.of(0, 0, 1),
      distances: Uint8Array.of(0, 4, 5),
      similarities: Float64Array.of(1, 0.9, 0.8),
      features: new Uint32Array(3).fill(9),
    };
    const facts = factsOf(decisions, 8, 0.75);
    expect(facts.hasChains).toBe(true);
    expect(factsOf({ ...decisions, partners: decisions.leaders }, 8, 0.75).hasChains).toBe(false);
    expect(charts(facts).markup.match(/the document that each was compared with/g)).toHaveLength(2);
    const documents = new Documents({ references: 0, id: (document) => 'abc'[document]!, text: String });
    const { markup } = groupItem(facts.largest[0]!, decisions, documents, fingerprinter, undefined);
    expect(markup.match(/compared with <bdi[^>]*>b<\/bdi>/g)).toHaveLength(1);
    expect(markup).not.toMatch(/compared with <bdi[^>]*>a<\/bdi>/);
  });

  it.each([
    ['the kept one', 'a text', '2,016 of 2,485 pairs compared: those among the kept one and the 63 least like it;'],
    [
      'a reference without a text',
      undefined,
      '1,953 of 2,415 pairs compared: those among the 63 least like the kept one;',
    ],
  ])('says who was compared with %s', (_, kept, said) => {
    const members = Array.from({ length: 70 }, (_, i) => i + 1);
    const decisions: Decisions = {
      leaders: new Uint32Array(71),
      partners: new Uint32Array(71),
      distances: new Uint8Array(71),
      similarities: new Float64Array(71).fill(0.9),
      features: new Uint32Array(71).fill(9),
    };
    const text = (document: number) => (document === 0 ? kept : `the text ${document}`);
    const documents = new Documents({ references: 1, id: String, text });
    const first = new First<number>(SHOWN.members - 1);
    for (const member of members) first.add(member);
    const item = groupItem({ leader: 0, size: 70, members: first }, decisions, documents, fingerprinter, undefined);
    expect(item.markup).toContain(said);
  });
});

describe('a difference', () => {
  const side = (hunks: readonly Hunk[], name: 'kept' | 'removed', isMarked?: boolean) =>
    hunks
      .flatMap((hunk) => hunk[name])
      .filter(({ differs }) => isMarked === undefined || differs === isMarked)
      .map(({ text }) => text)
      .join('');
  const withoutSpace = (text: string) => text.replace(/\s+/g, '');

  /** Characters of everything that is shown, skipped and cut. */
  const lengths = ({ hunks, rest }: ReturnType<typeof difference>) => {
    const skipped = hunks.reduce((total, hunk) => total + hunk.skipped, 0);
    return {
      kept: side(hunks, 'kept').length + skipped + rest.kept,
      removed: side(hunks, 'removed').length + rest.removed,
    };
  };

  /** The fewest words that must be marked: all but those of a longest common subsequence. */
  function fewestMarked(a: readonly string[], b: readonly string[]): number {
    let row = new Array<number>(b.length + 1).fill(0);
    for (const word of a) {
      const next = [0];
      for (const [j, other] of b.entries()) next.push(word === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
      row = next;
    }
    return a.length + b.length - 2 * row.at(-1)!;
  }

  const textOf = fc
    .array(fc.constantFrom('one', 'two', 'three', 'four'), { maxLength: 25 })
    .map((words) => words.join(' '));

  it('shows short texts whole, and marks as few words as can be', () => {
    fc.assert(
      fc.property(textOf, textOf, (a, b) => {
        const found = difference(a, b);
        expect([side(found.hunks, 'kept'), side(found.hunks, 'removed')]).toEqual([a, b]);
        expect(withoutSpace(side(found.hunks, 'kept', false))).toBe(withoutSpace(side(found.hunks, 'removed', false)));
        const words = (text: string) => text.match(/\w+/g) ?? [];
        const marked = [side(found.hunks, 'kept', true), side(found.hunks, 'removed', true)].flatMap(words);
        expect(marked.length).toBe(fewestMarked(words(a), words(b)));
        expect(found.differs).toBe(a !== b);
        expect(found.rest).toEqual({ kept: 0, removed: 0 });
      }),
      { numRuns: 200 },
    );
  });

  it('counts every character that it leaves out, of texts of any kind', () => {
    const unit = fc.constantFrom('word ', 'x', '漢', '\u{20000}', 'é', ' \n', '!', 'ไทย', '<b>');
    const long = fc.tuple(fc.array(unit, { maxLength: 60 }), fc.integer({ min: 1, max: 700 }));
    fc.assert(
      fc.property(long, fc.array(unit, { maxLength: 30 }), fc.nat(1000), ([units, times], edit, at) => {
        const a = units.join('').repeat(times);
        const b = [...a].toSpliced(at, 0, ...edit).join('');
        const found = difference(a, b);
        expect(lengths(found).kept).toBe(a.length);
        expect(side(found.hunks, 'kept').length).toBeLessThanOrEqual(3000);
        expect(side(found.hunks, 'removed').length).toBeLessThanOrEqual(3000);
        for (const { text } of found.hunks.flatMap(({ kept, removed }) => [...kept, ...removed])) {
          // Characters of two units are not cut in two.
          expect(text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('cuts what both share around differences that are far apart', () => {
    const words = Array.from({ length: 5000 }, (_, i) => `word${i}`);
    const changed = words.with(1000, 'ONE').with(2500, 'TWO');
    const found = difference(words.join(' '), changed.join(' '));
    expect(found.hunks.map(({ skipped }) => skipped > 5000)).toEqual([true, true]);
    expect(side(found.hunks, 'kept', true)).toBe('word1000 word2500 ');
    expect(side(found.hunks, 'removed', true)).toBe('ONE TWO ');
    expect(found.isRestShared).toBe(true);
    expect(found.rest.kept).toBe(found.rest.removed);
    expect(lengths(found).kept).toBe(words.join(' ').length);
  });

  it('says that it was cut where not everything was compared, or shown', () => {
    const insertion = Array.from({ length: 9000 }, (_, i) => `new${i}`).join(' ');
    for (const middle of [insertion, insertion.slice(0, 5000)]) {
      const [a, b] = ['the same beginning and the end of it', `the same beginning ${middle} and the end of it`];
      const found = difference(a, b);
      expect(found.isRestShared).toBe(false);
      expect(lengths(found)).toEqual({ kept: a.length, removed: b.length });
    }
  });

  it('marks texts whole of which nearly every word differs', () => {
    const [a, b] = ['a', 'b'].map((letter) => Array.from({ length: 2000 }, (_, i) => `${letter}${i}`).join(' '));
    const found = difference(a!, b!);
    expect(side(found.hunks, 'kept', false)).toBe('');
    expect(lengths(found)).toEqual({ kept: a!.length, removed: b!.length });
  });

  it('takes texts that differ in white space for the same', () => {
    expect(difference('one  two\nthree', 'one two three').differs).toBe(false);
    expect(difference('', '')).toMatchObject({ differs: false, rest: { kept: 0, removed: 0 } });
  });
});

describe('numbers', () => {
  it('are rounded down, and cut texts say by how much', () => {
    expect([percent(0.99999), percent(0.29), percent(1), percent(0)]).toEqual(['99.9 %', '29.0 %', '100.0 %', '0.0 %']);
    expect(shortened('abcdef', 4)).toBe('abcd… (2 more characters)');
    expect(shortened('abc\u{20000}f', 4)).toBe('abc… (3 more characters)');
    expect(shortened('abcd', 4)).toBe('abcd');
  });
});
