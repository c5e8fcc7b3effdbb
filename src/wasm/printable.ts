// Bytes as printable characters: the lower ones as one, the others as two. Packed for transfer, that takes a sixth less than
// base64, which hides repetitions, and unpacked, a tenth less. `scripts/printable.mjs` writes it.

/** Nothing that strings, templates or HTML would have to escape. */
const ALPHABET = '!#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
/** The first characters announce a byte of two. */
const PREFIXES = 2;
const SINGLES = ALPHABET.length - PREFIXES;

export function fromPrintable(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) values[ALPHABET.charCodeAt(i)] = i;
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const first = values[text.charCodeAt(at)]!;
    bytes[length++] =
      first < PREFIXES ? SINGLES + ALPHABET.length * first + values[text.charCodeAt(++at)]! : first - PREFIXES;
  }
  return bytes.slice(0, length);
}
