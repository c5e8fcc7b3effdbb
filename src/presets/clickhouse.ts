import type { Text } from '../fingerprint/text.ts';
import { joinedBytes } from '../joined-bytes.ts';
import { checkOptions } from '../options.ts';
import { crc32c } from './crc32c.ts';
import { foldSigns, type WeightedHash } from './fold.ts';
import { bytesOf, checkChoice, checkWhole } from './input.ts';
import type { Preset } from './preset.ts';
import { sequenceLength } from './utf8.ts';

/** The options of `clickhouse`: which of its eight functions, and its second argument. */
export interface ClickhouseOptions {
  /** `'ngram'`, the default: ngramSimHash. `'wordShingle'`: wordShingleSimHash. */
  readonly kind?: 'ngram' | 'wordShingle' | undefined;
  /** `'bytes'`, the default, or `'utf8'`: the functions named …UTF8. */
  readonly unit?: 'bytes' | 'utf8' | undefined;
  /** The functions named …CaseInsensitive…; false by default. */
  readonly caseInsensitive?: boolean | undefined;
  /** Units in an n-gram, or words in a shingle: 1 to 25, 3 by default. */
  readonly size?: number | undefined;
}

/** Windows-1252. N-grams are cut within characters of UTF-8, and different bytes must stay different. */
const characterAByte = new TextDecoder('windows-1252');

const LARGEST_SIZE = 25;
/** Words of fewer bytes do not count. */
const SHORTEST_WORD = 4;
/** The hash starts from this; it has 64 bits only until the first byte. */
const HASH_OF_NOTHING = 2n ** 64n - 1n;

/**
 * The eight functions of ClickHouse: ngramSimHash and wordShingleSimHash with CaseInsensitive, UTF8 or both. Their
 * feature hash has 32 bits, so the upper half of fingerprints is 0.
 *
 * @throws {InvalidArgumentError} if an option is not as described
 * @example clickhouse().fingerprint('ClickHouse') // 1627567969n
 * @example clickhouse({ kind: 'wordShingle', caseInsensitive: true, size: 2 }).fingerprint('What a cute cat.')
 */
export function clickhouse(options: ClickhouseOptions = {}): Preset {
  checkOptions(options, { kind: true, unit: true, caseInsensitive: true, size: true });
  const { kind = 'ngram', unit = 'bytes', caseInsensitive = false, size = 3 } = options;
  checkChoice('kind', kind, ['ngram', 'wordShingle']);
  checkChoice('unit', unit, ['bytes', 'utf8']);
  checkChoice('caseInsensitive', caseInsensitive, [true, false]);
  checkWhole('The size', size, 1, LARGEST_SIZE);
  const sqlFunction = `${kind}SimHash${caseInsensitive ? 'CaseInsensitive' : ''}${unit === 'utf8' ? 'UTF8' : ''}`;
  // Words are the same in bytes and in UTF-8, and so are both functions of ClickHouse.
  const cut = kind === 'wordShingle' ? wordShingles : unit === 'utf8' ? codePointNgrams : byteNgrams;
  // One after the other: all of a long text together take a hundred times its memory.
  function* features(text: Text): Iterable<Uint8Array> {
    for (const bytes of cut(bytesOf(text), size)) yield caseInsensitive ? bytes.map(withLowerCaseBit) : bytes;
  }
  function* hashes(text: Text): Iterable<WeightedHash> {
    for (const bytes of features(text)) yield [hash(bytes), 1];
  }
  return {
    name: `clickhouse-${kind === 'ngram' ? 'ngram' : 'word-shingle'}-${size}${unit === 'utf8' ? '-utf8' : ''}${caseInsensitive ? '-case-insensitive' : ''}`,
    version: 1,
    about: `ClickHouse: ${sqlFunction}(text, ${size}); CRC-32C, so only 32 bits`,
    source: 'https://github.com/ClickHouse/ClickHouse 26.9.2.1',
    fingerprint: (text: Text) => foldSigns(hashes(text), 0),
    features: (text: Text) => Array.from(features(text), (bytes) => characterAByte.decode(bytes)),
  };
}

/** All runs of `size` bytes; a shorter text is itself the only feature. */
function* byteNgrams(text: Uint8Array, size: number): Iterable<Uint8Array> {
  if (text.length < size) yield text;
  for (let start = 0; start + size <= text.length; start++) yield text.subarray(start, start + size);
}

/**
 * Runs of `size` code points; a shorter text is itself the only feature. The original forgets the first run, so a
 * text of just that length has no feature at all.
 */
function* codePointNgrams(text: Uint8Array, size: number): Iterable<Uint8Array> {
  const starts: number[] = [];
  for (let start = 0; start < text.length; start += sequenceLength(text[start]!)) starts.push(start);
  if (starts.length < size) yield text;
  for (let i = 1; i + size <= starts.length; i++) yield text.subarray(starts[i]!, starts[i + size] ?? text.length);
}

/** Runs of `size` words, joined without anything between them; fewer words make one run. */
function* wordShingles(text: Uint8Array, size: number): Iterable<Uint8Array> {
  const words = wordsOf(text);
  const length = Math.min(size, words.length);
  if (length === 0) return;
  for (let i = 0; i + length <= words.length; i++) {
    yield joinedBytes(words.slice(i, i + length));
  }
}

/** Runs of ASCII letters and digits and of bytes beyond ASCII, if they are long enough. */
function wordsOf(text: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  let start = 0;
  for (let end = 0; end <= text.length; end++) {
    if (end < text.length && isWordByte(text[end]!)) continue;
    if (end - start >= SHORTEST_WORD) words.push(text.subarray(start, end));
    start = end + 1;
  }
  return words;
}

function isWordByte(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const lower = withLowerCaseBit(byte);
  const isLetter = lower >= 0x61 && lower <= 0x7a;
  return isDigit || isLetter || byte >= 0x80;
}

/** The original's whole notion of case: also of bytes that are no letters, and of parts of other characters. */
function withLowerCaseBit(byte: number): number {
  return byte | 0x20;
}

function hash(feature: Uint8Array): bigint {
  return feature.length === 0 ? HASH_OF_NOTHING : BigInt(crc32c(0xffffffff, feature));
}
