import type { Text } from '../fingerprint/text.ts';
import { checkOptions } from '../options.ts';
import { checkWhole } from '../ranges.ts';
import { crc32c } from './crc32c.ts';
import { foldParts } from './fold.ts';
import type { Halves } from './halves.ts';
import { bytesOf, checkChoice } from './input.ts';
import { codePoints, neighbours, type Parts, partsWhere, runs, runsOrWhole, singleBytes } from './parts.ts';
import type { Preset } from './preset.ts';

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
  function features(text: Text): Parts {
    // Cut first: with another bit, a byte would begin a longer character.
    const parts = cut(bytesOf(text), size);
    return caseInsensitive ? { ...parts, bytes: parts.bytes.map(withLowerCaseBit) } : parts;
  }
  return {
    name: `clickhouse-${kind === 'ngram' ? 'ngram' : 'word-shingle'}-${size}${unit === 'utf8' ? '-utf8' : ''}${caseInsensitive ? '-case-insensitive' : ''}`,
    version: 1,
    about: `ClickHouse: ${sqlFunction}(text, ${size}); CRC-32C, so only 32 bits`,
    source: 'https://github.com/ClickHouse/ClickHouse 26.9.2.1',
    fingerprint: (text: Text) => foldParts(features(text), hash, 0),
    features: (text: Text) => characters(features(text)),
    bits: 32,
  };
}

/** All runs of `size` bytes; a shorter text is itself the only feature. */
function byteNgrams(text: Uint8Array, size: number): Parts {
  return runsOrWhole(singleBytes(text), size);
}

/**
 * Runs of `size` code points; a shorter text is itself the only feature. The original forgets the first run, so a
 * text of just that length has no feature at all.
 */
function codePointNgrams(text: Uint8Array, size: number): Parts {
  const all = codePoints(text);
  if (all.starts.length < size) return runsOrWhole(all, size);
  const { bytes, starts, ends } = runs(all, size);
  return { bytes, starts: starts.subarray(1), ends: ends.subarray(1) };
}

/** Runs of `size` words, joined without anything between them; fewer words make one run. */
function wordShingles(text: Uint8Array, size: number): Parts {
  const words = wordsOf(text);
  return words.starts.length === 0 ? words : runsOrWhole(words, size);
}

/** Runs of ASCII letters and digits and of bytes beyond ASCII, if they are long enough, without what stands between them. */
function wordsOf(text: Uint8Array): Parts {
  const { starts, ends } = partsWhere(text, isWordByte);
  const bytes = new Uint8Array(text.length);
  const bounds = new Uint32Array(starts.length + 1);
  let count = 0;
  for (const [i, start] of starts.entries()) {
    const end = ends[i]!;
    if (end - start < SHORTEST_WORD) continue;
    bytes.set(text.subarray(start, end), bounds[count]);
    bounds[count + 1] = bounds[count]! + end - start;
    count++;
  }
  return neighbours(bytes.subarray(0, bounds[count]), bounds.subarray(0, count + 1));
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

/** It has 32 bits after the first byte, but 64 where there is none. */
function hash(bytes: Uint8Array, start: number, end: number, target: Halves): void {
  target[0] = crc32c(0xffffffff, bytes, start, end);
  target[1] = start === end ? 0xffffffff : 0;
}

function characters({ bytes, starts, ends }: Parts): string[] {
  const text = characterAByte.decode(bytes);
  return Array.from(starts, (start, i) => text.slice(start, ends[i]));
}
