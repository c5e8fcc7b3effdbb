// Text → tokens, a batch at a time, so that a text of any length needs one small buffer.
//
// ASCII is scanned 64 bytes at a step. At the first word with a byte above ASCII the tokeniser turns to
// code points, and back to blocks behind it.
import { absorb } from './hash';
import { highBytes, wordBytes } from './scan';
import {
  CLASS_MASK,
  classOf,
  FOLDS_CASE,
  foldCase,
  IGNORABLE,
  readyUnicode,
  UNSPACED,
  UNSTABLE,
  WORD,
} from './unicode';

/** 16 KiB of tokens: they stay in the first-level cache until they are counted. */
export const BATCH: u32 = 1024;
/** A block of 64 bytes ends at most 33 words; a full batch is noticed between blocks. */
const BATCH_SAFE: u32 = BATCH - 64;
/** Bytes behind a text that may be read, never believed. */
export const PADDING: usize = 64;

/** Words that a gram may reach back into the batch before this one: grams have up to eight words. */
export const REACH: u32 = 7;
const hashArea: usize = memory.data(8 * (1024 + 7), 16);
/** The hash (u64) of every token of the batch; the last REACH tokens of the batch before stand in front of it. */
export const hashes: usize = hashArea + 8 * REACH;
/** First byte and end (u32 each) of every token of the batch, counted from the start of the text. */
export const spans: usize = memory.data(8 * 1024, 16);

let text: usize = 0;
let end: usize = 0;
let cursor: usize = 0;
let count: u32 = 0;
let isNormalised: bool = false;
/** Set when the text holds a code point that NFKC may change, and NFKC has not been applied. */
let isUnstable: bool = false;

/** Starts a text of `length` bytes of UTF-8 with PADDING readable bytes behind it. */
export function startText(start: usize, length: usize, normalised: bool): void {
  text = start;
  end = start + length;
  cursor = start;
  isNormalised = normalised;
  isUnstable = false;
  count = 0;
  readyUnicode();
}

/** Whether the text must be put into NFKC and started again. */
export function needsNormalisation(): bool {
  return isUnstable;
}

/** Fills the batch and returns how many tokens it holds; 0 when the text is at its end or found unstable. */
export function nextTokens(): u32 {
  if (count > 0) memory.copy(hashArea, hashArea + ((<usize>count) << 3), 8 * REACH);
  count = 0;
  while (cursor < end && count < BATCH_SAFE && !isUnstable) {
    if (scanBlocks()) scanCodePoints();
  }
  return isUnstable ? 0 : count;
}

/** Writes token number `offset / 8` of the batch. */
function put(offset: usize, hash: u64, from: usize, to: usize): void {
  store<u64>(hashes + offset, hash);
  store<u64>(spans + offset, <u64>(from - text) | ((<u64>(to - text)) << 32));
}

function emit(hash: u64, from: usize, to: usize): void {
  put((<usize>count) << 3, hash, from, to);
  count++;
}

/** Ends a scan of blocks: `offset` bytes of the batch are filled and the text is read up to `position`. */
function leaveBlocks(offset: usize, position: usize): void {
  count = <u32>(offset >> 3);
  cursor = position;
}

/** Reads words of ASCII. True if `cursor` stands at a run of word bytes that holds one above ASCII. */
function scanBlocks(): bool {
  let offset = (<usize>count) << 3;
  let start: usize = 0;
  let inside = false;
  for (let block = cursor; block < end; block += 64) {
    if (offset >= BATCH_SAFE << 3) {
      // A word that began in an earlier block is read again with the next batch.
      leaveBlocks(offset, inside ? start : block);
      return false;
    }
    let words = wordBytes(block);
    let high = highBytes(block);
    if (end - block < 64) {
      const valid = ((<u64>1) << (end - block)) - 1;
      words &= valid;
      high &= valid;
    }
    // A set bit wherever a run of word bytes begins or ends.
    let edges = words ^ ((words << 1) | <u64>inside);
    let from: u64 = 0;
    if (!inside && edges != 0) {
      from = ctz(edges);
      edges &= edges - 1;
      start = block + <usize>from;
      inside = true;
    }
    while (inside) {
      // The bits below the next edge, or all of them if the word goes on into the next block.
      const before = edges != 0 ? (edges & (0 - edges)) - 1 : <u64>-1;
      if ((high & before & ((<u64>-1) << from)) != 0) {
        leaveBlocks(offset, start);
        return true;
      }
      if (edges == 0) break;
      const to = block + <usize>ctz(edges);
      edges &= edges - 1;
      put(offset, to - start <= 8 ? hashShort(start, to) : hashLong(start, to), start, to);
      offset += 8;
      inside = edges != 0;
      if (inside) {
        from = ctz(edges);
        edges &= edges - 1;
        start = block + <usize>from;
      }
    }
  }
  if (inside) {
    put(offset, hashLong(start, end), start, end);
    offset += 8;
  }
  leaveBlocks(offset, end);
  return false;
}

/** Setting bit 5 lowers ASCII letters and leaves digits as they are. */
const LOWER_CASE: u64 = 0x2020202020202020;

/** A word of ASCII of at most eight bytes, as most are. */
function hashShort(from: usize, to: usize): u64 {
  return absorb(0, (load<u64>(from) | LOWER_CASE) & (<u64>-1 >> (64 - ((to - from) << 3))));
}

function hashLong(from: usize, to: usize): u64 {
  let hash: u64 = 0;
  let p = from;
  for (; to - p > 8; p += 8) hash = absorb(hash, load<u64>(p) | LOWER_CASE);
  return absorb(hash, (load<u64>(p) | LOWER_CASE) & (<u64>-1 >> (64 - ((to - p) << 3))));
}

/** Set by `decode`: the code point, or U+FFFD, a separator, for a byte that is not UTF-8. */
let code: u32 = 0;

/** Decodes one code point at p (RFC 3629: no surrogates, no overlong forms) and returns how many bytes it took. */
function decode(p: usize): usize {
  const bytes = load<u32>(p);
  const first = bytes & 0xff;
  if (first < 0x80) {
    code = first;
    return 1;
  }
  if (first >= 0xe0 && first < 0xf0 && (bytes & 0xc0c000) == 0x808000 && end - p >= 3) {
    code = ((first & 15) << 12) | ((bytes >> 2) & 0xfc0) | ((bytes >> 16) & 63);
    if (code >= 0x800 && (code & 0xf800) != 0xd800) return 3;
  } else if (first >= 0xc2 && first < 0xe0 && (bytes & 0xc000) == 0x8000 && end - p >= 2) {
    code = ((first & 31) << 6) | ((bytes >> 8) & 63);
    return 2;
  } else if (first >= 0xf0 && first < 0xf5 && (bytes & 0xc0c0c000) == 0x80808000 && end - p >= 4) {
    code = ((first & 7) << 18) | ((bytes << 4) & 0x3f000) | ((bytes >> 10) & 0xfc0) | ((bytes >> 24) & 63);
    if (code >= 0x10000 && code < 0x110000) return 4;
  }
  code = 0xfffd;
  return 1;
}

/** The code point as UTF-8, its bytes from the lowest up; `code` is above ASCII or folds to it. */
function encode(point: u32): u32 {
  if (point < 0x80) return point;
  if (point < 0x800) return 0x80c0 | (point >> 6) | ((point & 63) << 8);
  if (point < 0x10000) return 0x8080e0 | (point >> 12) | ((point << 2) & 0x3f00) | ((point & 63) << 16);
  return 0x808080f0 | (point >> 18) | ((point >> 4) & 0x3f00) | ((point << 10) & 0x3f0000) | ((point & 63) << 24);
}

function encodedLength(bytes: u32): u32 {
  return 4 - (clz(bytes) >> 3);
}

/** Reads code points until an ASCII separator that is followed by ASCII, the end of the text, or a full batch. */
function scanCodePoints(): void {
  let p = cursor;
  let wordStart: usize = 0;
  let inWord = false;
  let hash: u64 = 0;
  // The bytes of the word that are not absorbed yet, and how many bits they take.
  let pending: u64 = 0;
  let filled: u32 = 0;
  const known: u32 = isNormalised ? ~UNSTABLE : ~0;
  while (p < end) {
    const size = decode(p);
    const itsClass = classOf(code) & known;
    if (itsClass == UNSPACED && !inWord && count < BATCH_SAFE) {
      // By far the most common step in Chinese and Japanese. These scripts know no case.
      emit(absorb(0, load<u32>(p) & (<u32>-1 >> (32 - ((<u32>size) << 3)))), p, p + size);
      p += size;
      continue;
    }
    if ((itsClass & UNSTABLE) != 0) {
      isUnstable = true;
      return;
    }
    const kind = itsClass & CLASS_MASK;
    if (kind == IGNORABLE) {
      p += size;
      continue;
    }
    if (kind != WORD) {
      if (inWord) {
        emit(filled > 0 ? absorb(hash, pending) : hash, wordStart, p);
        inWord = false;
      }
      if (count >= BATCH_SAFE) {
        cursor = p;
        return;
      }
      if (kind == UNSPACED) continue;
      p += size;
      if (code < 0x80 && p < end && load<u8>(p) < 0x80) {
        cursor = p;
        return;
      }
      continue;
    }
    if (!inWord) {
      inWord = true;
      wordStart = p;
      hash = 0;
      pending = 0;
      filled = 0;
    }
    const bytes = folded(itsClass);
    const bits = encodedLength(bytes) << 3;
    pending |= (<u64>bytes) << filled;
    filled += bits;
    if (filled >= 64) {
      hash = absorb(hash, pending);
      filled -= 64;
      pending = filled > 0 ? <u64>bytes >> (bits - filled) : 0;
    }
    p += size;
  }
  if (inWord) emit(filled > 0 ? absorb(hash, pending) : hash, wordStart, end);
  cursor = end;
}

/** The current code point, case folded, as UTF-8. */
function folded(itsClass: u32): u32 {
  if (code < 0x80) return code - 0x41 < 26 ? code | 0x20 : code;
  return encode((itsClass & FOLDS_CASE) != 0 ? foldCase(code) : code);
}
