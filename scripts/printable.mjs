// Writes bytes as printable characters, which assembly/printable.ts reads. Packed for transfer, that takes a fifth less than
// base64, which hides repetitions.

/** Each before the characters of other bytes; the last of all, as assembly/printable.ts has it. */
const PREFIXES = '}~';
/**
 * Nothing that strings, templates or HTML would have to escape. What minified code has most often comes first, for the most
 * frequent bytes: packed by one code for both, bundles are smaller.
 */
const CHARACTERS = 'etnris(),.ao=hlfuc{:;dm#gpw[]y0>b+1&*_x?2vU!A/M-k|634ESRDP8NIOBTz@jF5CLq9JG7HKWVYZXQ^%';

/**
 * How bytes like these are written: the most frequent as one character, the others as two.
 *
 * @param samples {Uint8Array[]}
 */
export function printableCode(samples) {
  const times = new Array(256).fill(0);
  for (const byte of samples.flatMap((bytes) => [...bytes])) times[byte]++;
  const bytes = [...times.keys()];
  const frequent = bytes.toSorted((a, b) => times[b] - times[a]).slice(0, CHARACTERS.length);
  const single = bytes.map((byte) => CHARACTERS[frequent.indexOf(byte)]);
  const characters = single.filter((character) => character);
  let doubles = 0;
  const code = single.map((character) => {
    if (character) return character;
    const prefix = PREFIXES[Math.floor(doubles / characters.length)];
    return prefix + characters[doubles++ % characters.length];
  });
  return {
    /** The character of each byte, and the first prefix for those that have two. */
    table: single.map((character) => character ?? PREFIXES[0]).join(''),
    /** @param bytes {Uint8Array} */
    write: (bytes) => Array.from(bytes, (byte) => code[byte]).join(''),
  };
}
