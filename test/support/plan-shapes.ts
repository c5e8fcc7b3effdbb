// Complete plans of many shapes, for searches within distance 3 and more.
import { fourTables, type Plan } from '../../src/search/plan.ts';

/** Two of three blocks in each half: three errors leave one half with at most one, so with two blocks that have none. */
const sixTables: Plan = {
  maxDistance: 3,
  blocks: [11, 11, 10, 11, 11, 10],
  tables: [
    [0, 1],
    [0, 2],
    [1, 2],
    [3, 4],
    [3, 5],
    [4, 5],
  ].map((prefix) => ({ prefix, radius: 0 })),
};

/** The same with three of four blocks. */
const eightTables: Plan = {
  maxDistance: 3,
  blocks: new Array<number>(8).fill(8),
  tables: [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, 3],
    [4, 5, 6],
    [4, 5, 7],
    [4, 6, 7],
    [5, 6, 7],
  ].map((prefix) => ({
    prefix,
    radius: 0,
  })),
};

/** A quarter of the bits, and a quarter of the others (Manku, Jain, Das Sarma, WWW 2007): 16 tables of 28 bits. */
const sixteenTables: Plan = {
  maxDistance: 3,
  blocks: new Array<number>(16).fill(4),
  tables: [0, 1, 2, 3].flatMap((quarter) => {
    const nibbles = [...new Array(16).keys()];
    const own = nibbles.filter((nibble) => nibble >> 2 === quarter);
    const others = nibbles.filter((nibble) => nibble >> 2 !== quarter);
    return [0, 1, 2, 3].map((part) => ({ prefix: [...own, ...others.slice(3 * part, 3 * part + 3)], radius: 0 }));
  }),
};

export const plans: Readonly<Record<string, Plan>> = {
  '4 × 16': fourTables(16),
  '3 × 21': {
    maxDistance: 4,
    blocks: [21, 22, 21],
    tables: [
      { prefix: [0], radius: 1 },
      { prefix: [1], radius: 0 },
      { prefix: [2], radius: 1 },
    ],
  },
  '6 × 21': sixTables,
  '8 × 24': eightTables,
  '16 × 28': sixteenTables,
  // Prefixes shorter than a directory, and longer than its leading bits and a key together.
  '8 × 8': {
    maxDistance: 7,
    blocks: new Array<number>(8).fill(8),
    tables: [...new Array(8).keys()].map((block) => ({ prefix: [block], radius: 0 })),
  },
  '2 of 40 and 24': {
    maxDistance: 3,
    blocks: [40, 24],
    tables: [
      { prefix: [0], radius: 1 },
      { prefix: [1], radius: 1 },
    ],
  },
};
