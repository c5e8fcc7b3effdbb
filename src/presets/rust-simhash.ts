import type { Text } from '../fingerprint/text.ts';
import { joinedBytes } from '../joined-bytes.ts';
import { lazyPattern } from '../lazy-pattern.ts';
import { foldSigns, type WeightedHash } from './fold.ts';
import { bytesOf, counted, stringOf } from './input.ts';
import type { Preset } from './preset.ts';
import { siphash } from './siphash.ts';

/** Rust's str::split_whitespace goes by this property; JavaScript's \s lacks U+0085 and has U+FEFF. */
const words = /* @__PURE__ */ lazyPattern('\\P{White_Space}+', 'gu');

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
    return foldSigns(
      Array.from(counted(wordsOf(text)), ([word, count]): WeightedHash => [siphash(hashedBytes(word)), count]),
      0,
    );
  },
  features: wordsOf,
};

function wordsOf(text: Text): string[] {
  return stringOf(text).match(words()) ?? [];
}

function hashedBytes(word: string): Uint8Array {
  return joinedBytes([bytesOf(word), Uint8Array.of(END_OF_STRING)]);
}
