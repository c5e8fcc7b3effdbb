import { describe, expect, it } from 'vitest';
import { nfkc } from '../../src/nfkc.ts';

/** Two marks that are to change places, in one unit each, in two, and in one and two. */
const MARKS = ['\u0301\u0323', '\u{1d165}\u{1e8d0}', '\u0323\u{1d165}'];
const marks = (two: string, count: number) => [...two.repeat(count)].slice(0, count).join('');

describe('NFKC', () => {
  it.each(MARKS)('is that of the engine up to 160 marks in a row (%j)', (two) => {
    for (let before = 0; before < 300; before++) {
      const text = `${'x'.repeat(before)}${marks(two, 160)}ﬁ`;
      expect(nfkc(text)).toBe(text.normalize('NFKC'));
    }
  });

  it.each(MARKS)('of more is that of pieces, wherever they stand (%j)', (two) => {
    for (let before = 0; before < 300; before++) {
      const text = `${'x'.repeat(before)}${marks(two, 161)}ﬁ`;
      const last = marks(two, 161).slice(marks(two, 160).length);
      expect(nfkc(text)).toBe(`${'x'.repeat(before)}${marks(two, 160)}\u034f${last}ﬁ`.normalize('NFKC'));
    }
  });

  // By the engine alone, this takes 25 s and longer.
  it.each(MARKS)('of very many does not take for ever (%j)', (two) => {
    expect(nfkc(`a${two.repeat(100_000)}`).length).toBeGreaterThan(200_000);
  });
});
