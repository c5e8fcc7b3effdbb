import { fourDigits, thousands } from '../numbers.ts';

/** A bar of a histogram. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** A similarity in ten-thousandths, rounded down: whole numbers, which fall into bins without doubt. */
const TEN_THOUSAND = 10_000;
/** Widths of bins of similarity, in ten-thousandths, and how many of them there may be. */
const WIDTHS = [100, 200, 500, 1000];
const MOST_BINS = 14;
/** Ends of the bins of group sizes, which repeat with every power of ten. */
const SIZE_STEPS = [2, 5, 10];

/** How many have each distance, from 0 to the widest that was looked for. */
export function distanceBars(distances: Uint8Array, maxDistance: number): Bar[] {
  const counts = new Array<number>(distances.reduce((most, distance) => Math.max(most, distance), maxDistance) + 1);
  counts.fill(0);
  for (const distance of distances) counts[distance]!++;
  return counts.map((count, distance) => ({ label: String(distance), count }));
}

/** How many have each similarity, from the threshold to 1; those of exactly 1 by themselves. */
export function similarityBars(similarities: Float64Array, threshold: number): Bar[] {
  const lowest = inTenThousandths(similarities.reduce((least, one) => Math.min(least, one), threshold));
  const width = WIDTHS.find((width) => (TEN_THOUSAND - lowest) / width <= MOST_BINS) ?? WIDTHS.at(-1)!;
  const first = Math.floor(lowest / width);
  const counts = new Array<number>(TEN_THOUSAND / width - first + 1).fill(0);
  for (const similarity of similarities) counts[Math.floor(inTenThousandths(similarity) / width) - first]!++;
  return counts.map((count, i) => {
    const end = ((first + i + 1) * width) / 100;
    const from = Math.max(end - width / 100, Math.floor(lowest / 100));
    return { label: from === 100 ? 'exactly 100 %' : `${from}–${end} %`, count };
  });
}

/** How many groups have which size: 1, which only those have that a reference leads, 2, 3, 4, 5–9, 10–19, 20–49, 50–99, 100–199 and so on, to the largest. */
export function groupBars(sizes: Uint32Array): Bar[] {
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const starts = [1, 2, 3, 4];
  for (let power = 1; starts.at(-1)! <= largest; power *= 10) starts.push(...SIZE_STEPS.map((step) => step * power));
  const bins = [...new Set(starts)].sort((a, b) => a - b);
  const counts = new Array<number>(bins.length).fill(0);
  for (const size of sizes) counts[bins.findLastIndex((start) => start <= size)]!++;
  return bins
    .map((start, i) => ({ label: rangeOf(start, (bins[i + 1] ?? start + 1) - 1), count: counts[i]!, start }))
    .filter(({ start, count }) => start <= largest && (start > 1 || count > 0))
    .map(({ label, count }) => ({ label, count }));
}

function rangeOf(from: number, to: number): string {
  const [first, last] = [from, to].map(thousands);
  return from === to ? first! : `${first}–${last}`;
}

function inTenThousandths(similarity: number): number {
  return Math.round(fourDigits(similarity) * TEN_THOUSAND);
}
