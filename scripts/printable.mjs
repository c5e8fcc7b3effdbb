// What src/wasm/printable.ts reads.

const ALPHABET = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i)).filter(
  (character) => !`"$'\\\`<`.includes(character),
);
const PREFIXES = 2;
const SINGLES = ALPHABET.length - PREFIXES;

/** @param bytes {Uint8Array} */
export function toPrintable(bytes) {
  return Array.from(bytes, (byte) => {
    if (byte < SINGLES) return ALPHABET[PREFIXES + byte];
    const rest = byte - SINGLES;
    return ALPHABET[Math.floor(rest / ALPHABET.length)] + ALPHABET[rest % ALPHABET.length];
  }).join('');
}
