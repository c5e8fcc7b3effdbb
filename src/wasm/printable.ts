// Bytes as printable characters: the lower ones as one, the others as two. Packed for transfer, that takes a sixth less than
// base64, which hides repetitions, and unpacked, a tenth less. `scripts/printable.mjs` writes it.

import { encoder } from '../utf8.ts';

/** Nothing that strings, templates or HTML would have to escape. */
const ALPHABET = '!#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
/** The first characters announce a byte of two. */
const PREFIXES = 2;
const SINGLES = ALPHABET.length - PREFIXES;

export function fromPrintable(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) values[ALPHABET.charCodeAt(i)] = i;
  // Bytes take less room than their characters, so they are written over them.
  const bytes = encoder.encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = values[bytes[at++]!]!;
    bytes[length++] = first < PREFIXES ? SINGLES + ALPHABET.length * first + values[bytes[at++]!]! : first - PREFIXES;
  }
  return bytes.subarray(0, length);
}
