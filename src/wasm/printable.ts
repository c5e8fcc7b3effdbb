// Bytes as printable characters: frequent ones as one, others as two. Packed for transfer, that takes a fifth less than base64,
// which hides repetitions, and unpacked, a tenth less. `scripts/printable.mjs` writes it, and `assembly/printable.ts` reads it.

import { encoder } from '../utf8.ts';
import { READER, TABLE } from './printable.generated.ts';

/** Where the reader works in the memory that it is given: rows of what characters stand for, and then the text. */
const ROWS = 0x80000;
const ROW = 128;
const TEXT = ROWS + 3 * ROW;
/** Stands in the table for bytes that are written as two characters: `}`. */
const DOUBLE = 0x7d;

/** `assembly/printable.ts` */
interface Reader {
  read(rows: number, end: number): number;
}

/** The bytes that a text stands for. @param memory of at least 1 MiB, and empty, as it is afterwards */
export function fromPrintable(text: string, memory: WebAssembly.Memory): Uint8Array<ArrayBuffer> {
  const reader = new WebAssembly.Module(Uint8Array.from(atob(READER), (character) => character.charCodeAt(0)));
  const { read } = new WebAssembly.Instance(reader, { env: { memory } }).exports as unknown as Reader;
  const room = new Uint8Array(memory.buffer);
  const table = encoder.encode(TABLE);
  const single = table.filter((character) => character !== DOUBLE);
  let doubles = 0;
  table.forEach((character, byte) => {
    const isDouble = character === DOUBLE;
    const row = isDouble ? 1 + Math.floor(doubles / single.length) : 0;
    room[ROWS + ROW * row + (isDouble ? single[doubles++ % single.length]! : character)] = byte;
  });
  const end = TEXT + encoder.encodeInto(text, room.subarray(TEXT)).written;
  const bytes = room.slice(TEXT, read(ROWS, end));
  // No further than was written: pages that nobody has touched are zero, and cost nothing.
  room.fill(0, ROWS, end);
  return bytes;
}
