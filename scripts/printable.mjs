// What src/wasm/printable.ts reads.

const ALPHABET = 'etnris(),.ao=hlfuc{}:;dm#gpw[]y0>b+1&*_x?2vU!A/M-k|634ESRDP8NIOBTz@jF5CLq9JG7HKWVYZXQ^%~';
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
