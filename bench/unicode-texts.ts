import { below, type Random, seeded } from './random.ts';

/** First code points and sizes of what tokenisers trip over: case, marks, compatibility forms, jamo, joiners, surrogates. */
const RANGES: readonly (readonly [first: number, size: number])[] = [
  [0x20, 1],
  [0x20, 0x60],
  [0x61, 26],
  [0xa0, 0x1b0],
  [0x300, 0x70],
  [0x370, 0x1c0],
  [0x5d0, 0x130],
  [0x900, 0x100],
  [0xe00, 0x100],
  [0x1000, 0x200],
  [0x1e00, 0x200],
  [0x2000, 0x70],
  [0x2100, 0x90],
  [0x3000, 0x100],
  [0x4e00, 0x5200],
  [0xac00, 0x2ba4],
  [0xd7f0, 0x810],
  [0xf900, 0x700],
  [0x10400, 0x50],
  [0x1d400, 0x400],
  [0x1f300, 0x300],
  [0x20000, 0x100],
  [0xe0000, 0x200],
  [0, 0x110000],
];

/** Texts of up to three ranges each, that are words of many lengths and scripts; a few are long. */
export function unicodeTexts(count: number): string[] {
  const random = seeded(5);
  return Array.from({ length: count }, (_, i) => {
    const ranges = Array.from({ length: 3 }, () => RANGES[below(random, RANGES.length)]!);
    const text = Array.from({ length: 1 + below(random, 80) }, () => character(random, ranges)).join('');
    return i % 20 === 0 ? text.repeat(50) : text;
  });
}

function character(random: Random, ranges: readonly (readonly [number, number])[]): string {
  if (below(random, 5) === 0) return ' ';
  const [first, size] = ranges[below(random, ranges.length)]!;
  return String.fromCodePoint(first + below(random, size));
}
