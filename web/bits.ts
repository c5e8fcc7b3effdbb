import { makeSvg } from './dom.ts';

const BITS = 64;
/** Units from one cell to the next, and the size of a cell. */
const STEP = 10;
const CELL = 8;

interface Look {
  /** Bits that another fingerprint has otherwise. */
  readonly differing?: bigint;
  /** Cells in a row; of 16, each row is a block that a table of an index goes by. */
  readonly columns?: number;
  /** How many bits, from the most significant on. */
  readonly bits?: number;
  /** What the picture says, for who does not see it; without it, it is decoration. */
  readonly label?: string;
}

/** A fingerprint as cells, the most significant bit first: a square for 1, a dot for 0, and marked where another differs. */
export function bitPicture(value: bigint, { differing = 0n, columns = 16, bits = BITS, label }: Look = {}): SVGElement {
  const paths = { one: '', zero: '', 'differs one': '', 'differs zero': '' };
  for (let i = 0; i < bits; i++) {
    const at = BigInt(bits - 1 - i);
    const isOne = ((value >> at) & 1n) === 1n;
    const differs = ((differing >> at) & 1n) === 1n;
    const x = (i % columns) * STEP + 1;
    const y = Math.floor(i / columns) * STEP + 1;
    const kind = `${differs ? 'differs ' : ''}${isOne ? 'one' : 'zero'}` as keyof typeof paths;
    paths[kind] += isOne || differs ? square(x, y) : dot(x, y);
  }
  const role = label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label };
  return makeSvg(
    'svg',
    { class: 'bits', viewBox: `0 0 ${columns * STEP} ${Math.ceil(bits / columns) * STEP}`, ...role },
    ...Object.entries(paths)
      .filter(([, path]) => path !== '')
      .map(([kind, path]) => makeSvg('path', { class: kind, d: path })),
  );
}

const square = (x: number, y: number): string =>
  `M${x + 1.5} ${y}h${CELL - 3}a1.5 1.5 0 0 1 1.5 1.5v${CELL - 3}a1.5 1.5 0 0 1-1.5 1.5h-${CELL - 3}` +
  `a1.5 1.5 0 0 1-1.5-1.5v-${CELL - 3}a1.5 1.5 0 0 1 1.5-1.5z`;

const dot = (x: number, y: number): string => `M${x + 2.75} ${y + 4}a1.25 1.25 0 1 0 2.5 0a1.25 1.25 0 1 0-2.5 0z`;

/** The places of the bits that are set, counted from 1 at the most significant. */
export function placesOf(value: bigint): number[] {
  return Array.from({ length: BITS }, (_, i) => i).flatMap((i) =>
    ((value >> BigInt(BITS - 1 - i)) & 1n) === 1n ? [i + 1] : [],
  );
}
