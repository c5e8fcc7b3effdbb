import type { Text } from '../fingerprint/text.ts';
import { lazyPattern } from '../lazy-pattern.ts';
import { encoder } from '../utf8.ts';
import { foldParts } from './fold.ts';
import { stringOf } from './input.ts';
import { betweenSpaces, decoded, type Parts } from './parts.ts';
import type { Preset } from './preset.ts';
import { siphash } from './siphash.ts';

/** Rust's str::split_whitespace goes by this property; JavaScript's \s lacks U+0085 and has U+FEFF. */
const otherSpaces = /* @__PURE__ */ lazyPattern('[^\\P{White_Space} ]', 'gu');

/** Rust's Hash for str adds it to the bytes, so that ("ab", "c") and ("a", "bc") differ. */
const END_OF_STRING = 0xff;

/**
 * The Rust crate `simhash`, `simhash::simhash(text)`: words between spaces, as they are.
 *
 * @example rustSimhash.fingerprint('The cat sat on the mat') // 2595200813813010837n
 */
export const rustSimhash: Preset = {
  name: 'rust-simhash',
  version: 1,
  about: 'the crate simhash (Rust): words between spaces, case and punctuation kept, each occurrence; SipHash-2-4',
  source: 'https://github.com/bartolsthoorn/simhash-rs, crates.io simhash 0.3.0',
  fingerprint(text: Text): bigint {
    return foldParts(withEnds(wordsOf(text)), siphash, 0);
  },
  features: (text: Text) => decoded(wordsOf(text)),
};

/** There is a space after each of them, also after the last. */
function wordsOf(text: Text): Parts {
  return betweenSpaces(encoder.encode(`${stringOf(text).replace(otherSpaces(), ' ')} `));
}

function withEnds({ bytes, starts, ends }: Parts): Parts {
  for (const end of ends) bytes[end] = END_OF_STRING;
  return { bytes, starts, ends: ends.map((end) => end + 1) };
}
