// The designs of Manku, Jain and Das Sarma, «Detecting near-duplicates for web crawling», WWW 2007: cut the bits into
// more blocks than there can be errors, have a table for each choice of blocks without error, and, where such a prefix
// leaves too many candidates, cut the bits that are left in the same way.
import { type Bits, choices, split, subsets } from './bits.ts';

/** How many blocks to cut `width` bits into, at a depth, when 2^`log2Rows` rows are left; 0 to cut no further. */
export type Cut = (width: number, log2Rows: number, depth: number) => number;

/** The prefixes of the tables that cutting so leads to: each pattern of `errors` errors spares one of them. */
export function prefixesByCuts(bits: Bits, errors: number, log2Rows: number, cut: Cut, depth = 0): Bits[] {
  const parts = cut(bits.length, log2Rows, depth);
  if (parts === 0) return [[]];
  const blocks = split(bits, parts);
  return subsets(parts, parts - errors).flatMap((spared) => {
    const prefix = spared.flatMap((block) => blocks[block]!);
    const rest = blocks.filter((_, block) => !spared.includes(block)).flat();
    return prefixesByCuts(rest, errors, log2Rows - prefix.length, cut, depth + 1).map((more) => [...prefix, ...more]);
  });
}

/**
 * Where to cut so that there are as few tables as possible of which each leaves at most 2^`enough` expected
 * candidates: the recurrence X(f, k, d) = 1 if d ≤ τ, else the minimum over r > k of C(r, k) · X(f·k/r, k, d - (r -
 * k)·f/r), on blocks of whole bits. Undefined if that takes more than `mostTables`.
 */
export function fewestTables(errors: number, log2Rows: number, enough: number, mostTables: number): Cut | undefined {
  const best = new Map<string, { readonly tables: number; readonly parts: number }>();
  const solve = (width: number, d: number): { readonly tables: number; readonly parts: number } => {
    if (d <= enough) return { tables: 1, parts: 0 };
    const key = `${width} ${d}`;
    let least = best.get(key) ?? { tables: Number.POSITIVE_INFINITY, parts: 0 };
    if (best.has(key)) return least;
    for (let parts = errors + 1; parts <= width && choices(parts, errors) <= mostTables; parts++) {
      const tables = tablesAfter(width, d, parts);
      if (tables < least.tables) least = { tables, parts };
    }
    best.set(key, least);
    return least;
  };
  /** Sums over the choices of blocks with errors: so many of them wide ones. */
  const tablesAfter = (width: number, d: number, parts: number): number => {
    const narrow = Math.floor(width / parts);
    const wideOnes = width % parts;
    let tables = 0;
    for (let wide = Math.max(0, errors - (parts - wideOnes)); wide <= Math.min(errors, wideOnes); wide++) {
      const rest = narrow * errors + wide;
      tables +=
        choices(wideOnes, wide) * choices(parts - wideOnes, errors - wide) * solve(rest, d - (width - rest)).tables;
    }
    return tables;
  };
  return solve(64, log2Rows).tables <= mostTables ? (width, d) => solve(width, d).parts : undefined;
}
