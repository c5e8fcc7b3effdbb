import fc from 'fast-check';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { describe, expect, it } from 'vitest';
import { type ColumnShape, checkLevelsV2, checkRuns, type PageHeader } from '../../src/io/formats/parquet-runs.ts';

/** A run of equal values, or of eight times as many packed ones. */
type Run = readonly [isPacked: boolean, length: number];

const someRuns = fc.array<Run>(fc.tuple(fc.boolean(), fc.nat(6)), { maxLength: 5 });

/** The runs, and one more of all that is missing. */
function bytesOf(runs: readonly Run[], width: number, values: number): number[] {
  const missing = values - runs.reduce((sum, [isPacked, length]) => sum + (isPacked ? 8 * length : length), 0);
  const all: readonly Run[] = missing > 0 ? [...runs, [false, missing]] : runs;
  return all.flatMap(([isPacked, length]) => {
    if (!isPacked) return width > 0 ? [2 * length, 1] : [2 * length];
    // Packed values of which there are none have a byte all the same, where the library reads them.
    return [2 * length + 1, ...Array<number>(Math.max(1, length * width)).fill(0b01010101)];
  });
}

/** Whether the library makes more values of runs than there are, as it does without end of a run that is long enough. */
function areTooLong(runs: readonly number[], width: number, values: number): boolean {
  const output = Array<number>(values);
  readRleBitPackedHybrid({ view: viewOf(runs), offset: 0 }, width, output, runs.length);
  return output.length > values;
}

const viewOf = (bytes: readonly number[]): DataView => new DataView(Uint8Array.from(bytes).buffer);

const sized = (bytes: readonly number[]): number[] => [bytes.length, 0, 0, 0, ...bytes];

const FLAT: ColumnShape = { type: 'BYTE_ARRAY', repetition: 0, definition: 0 };

type V1 = NonNullable<PageHeader['data_page_header']>;
type V2 = NonNullable<PageHeader['data_page_header_v2']>;

const headerV1 = (encoding: string, num_values: number) =>
  ({ data_page_header: { encoding, num_values } as V1 }) as PageHeader;

const headerV2 = (encoding: string, num_values: number, repetition_levels_byte_length = 0) =>
  ({ data_page_header_v2: { encoding, num_values, num_nulls: 0, repetition_levels_byte_length } as V2 }) as PageHeader;

const check = (page: readonly number[], header: PageHeader, shape: Partial<ColumnShape> = {}): void =>
  checkRuns(Uint8Array.from(page), header, { ...FLAT, ...shape });

const checkLevels = (page: readonly number[], header: PageHeader, shape: Partial<ColumnShape>): void =>
  checkLevelsV2(Uint8Array.from(page), header, { ...FLAT, ...shape });

const WIDTH = 3;
/** The greatest level of that many bits. */
const MOST = 5;

describe.for<[string, width: number, (runs: readonly number[], values: number) => void]>([
  ['indices of a dictionary', WIDTH, (runs, n) => check([WIDTH, ...runs], headerV1('PLAIN_DICTIONARY', n))],
  ['indices, version 2', WIDTH, (runs, n) => check([WIDTH, ...runs], headerV2('RLE_DICTIONARY', n))],
  ['indices of no bits, version 2', 0, (runs, n) => check([0, ...runs], headerV2('RLE_DICTIONARY', n))],
  ['booleans', 1, (runs, n) => check(sized(runs), headerV1('RLE', n), { type: 'BOOLEAN' })],
  ['booleans, version 2', 1, (runs, n) => check(sized(runs), headerV2('RLE', n), { type: 'BOOLEAN' })],
  ['levels of nulls', WIDTH, (runs, n) => check(sized(runs), headerV1('PLAIN', n), { definition: MOST })],
  ['levels of lists', WIDTH, (runs, n) => check(sized(runs), headerV1('PLAIN', n), { repetition: MOST })],
  ['levels of nulls, version 2', WIDTH, (runs, n) => checkLevels(runs, headerV2('PLAIN', n), { definition: MOST })],
  [
    'levels of nulls after those of lists, version 2',
    WIDTH,
    (runs, n) => checkLevels([2 * n, 1, ...runs], headerV2('PLAIN', n, 2), { repetition: 1, definition: MOST }),
  ],
  [
    'levels of lists, version 2',
    WIDTH,
    (runs, n) => checkLevels(runs, headerV2('PLAIN', n, runs.length), { repetition: MOST }),
  ],
  [
    'indices of what is not null, after levels',
    WIDTH,
    (runs, n) =>
      check(
        [...sized([2 * (n + 3), 0]), ...sized([2 * 2, 0, 2 * n, 1, 2, 0]), WIDTH, ...runs],
        headerV1('RLE_DICTIONARY', n + 3),
        { repetition: 1, definition: 1 },
      ),
  ],
])('runs of %s', ([, width, checkOf]) => {
  it('are refused where the library would make more of them than there are, and nowhere else', () => {
    fc.assert(
      fc.property(someRuns, fc.integer({ min: 1, max: 60 }), (some, values) => {
        const runs = bytesOf(some, width, values);
        if (!areTooLong(runs, width, values)) checkOf(runs, values);
        else expect(() => checkOf(runs, values)).toThrow('a page is damaged: it tells of more values than it has');
      }),
      {
        examples: [
          [[], 1],
          [[[false, 2]], 1],
        ],
      },
    );
  });
});

it('nothing is looked for where the library reads no runs', () => {
  const noRuns = [0, 0xfe, 0xff, 0xff, 0xff, 0x0f];
  check(noRuns, headerV1('RLE_DICTIONARY', 1));
  check(noRuns, headerV1('PLAIN', 1));
  check(noRuns, headerV2('PLAIN', 1));
  check(noRuns, {} as PageHeader);
});
