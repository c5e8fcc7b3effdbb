// One table: the distinct fingerprints of an index in buckets by the leading bits of their permuted value.
//
// A permutation brings the prefix of the table to the front. The directory has the head of a bucket for every value of
// the leading bits; the bits behind them stand in the bucket: the next 16 as key, the last 32 and the id as value. So a probe
// touches one short stretch of memory and nothing else.
import { blockOf, countOf, extend, nextOf, removeEntry, Store, valuesOf } from './bucket';
import { KEYS16 } from './pool';

@unmanaged
export class Table {
  /** u64 a value of the leading bits: the head of its bucket. */
  directory: usize;
  /** How many bits lead: 16 to 32, so that 16 and 32 more are all of them. */
  directoryBits: u32;
  moveCount: u32;
  /** What the permutation is made of: bits (a mask, u64) that are rotated to the left, and how far (u64). */
  moves: usize;
}

export function directoryBytes(table: Table): usize {
  return (<usize>8) << table.directoryBits;
}

/** The fingerprint as the table sees it: its bits permuted. */
export function permuted(table: Table, fingerprint: u64): u64 {
  let seen: u64 = 0;
  const end = table.moves + ((<usize>table.moveCount) << 4);
  for (let move = table.moves; move < end; move += 16) {
    seen |= rotl<u64>(fingerprint & load<u64>(move), load<u64>(move, 8));
  }
  return seen;
}

/** Back from what the table sees. */
export function restored(table: Table, seen: u64): u64 {
  let fingerprint: u64 = 0;
  const end = table.moves + ((<usize>table.moveCount) << 4);
  for (let move = table.moves; move < end; move += 16) {
    fingerprint |= rotr<u64>(seen, load<u64>(move, 8)) & load<u64>(move);
  }
  return fingerprint;
}

/** Where the head of the bucket stands in which the table has what it sees like this. */
export function bucketOf(table: Table, seen: u64): usize {
  return table.directory + ((<usize>(seen >> (64 - table.directoryBits))) << 3);
}

/** The 16 bits behind the leading ones. */
export function nearOf(table: Table, seen: u64): u32 {
  return <u32>(seen >> (48 - table.directoryBits)) & 0xffff;
}

/** The id of entry i of a block. */
export function idAt(head: u64, i: u32): u32 {
  return load<u32>(valuesOf(KEYS16, head) + ((<usize>i) << 3), 4);
}

export function appendEntry(pools: Store, table: Table, seen: u64, id: u32): void {
  const at = bucketOf(table, seen);
  const i = <usize>extend(pools, at);
  const head = load<u64>(at);
  store<u16>(blockOf(head) + (i << 1), <u16>nearOf(table, seen));
  store<u64>(valuesOf(KEYS16, head) + (i << 3), (seen & 0xffffffff) | ((<u64>id) << 32));
}

/** Where `findEntry` found it: the address of the head of its block, and its place there. */
let foundHead: usize = 0;
let foundAt: u32 = 0;

export function findEntry(table: Table, seen: u64): bool {
  const near = nearOf(table, seen);
  for (let itsHead = bucketOf(table, seen); itsHead != 0; itsHead = nextOf(KEYS16, load<u64>(itsHead))) {
    const head = load<u64>(itsHead);
    const i = indexOf(head, near, <u32>seen);
    if (i < 0) continue;
    foundHead = itsHead;
    foundAt = i;
    return true;
  }
  return false;
}

/** As `findEntry`, for an entry that probably stands at a place in the first block of its bucket. */
export function findEntryAt(table: Table, seen: u64, place: u32): bool {
  const at = bucketOf(table, seen);
  const head = load<u64>(at);
  if (place < countOf(head) && isEntry(head, place, nearOf(table, seen), <u32>seen)) {
    foundHead = at;
    foundAt = place;
    return true;
  }
  return findEntry(table, seen);
}

function isEntry(head: u64, i: usize, near: u32, far: u32): bool {
  return load<u16>(blockOf(head) + (i << 1)) == near && load<u32>(valuesOf(KEYS16, head) + (i << 3)) == far;
}

export function foundId(): u32 {
  return idAt(load<u64>(foundHead), foundAt);
}

export function setFoundId(id: u32): void {
  store<u32>(valuesOf(KEYS16, load<u64>(foundHead)) + ((<usize>foundAt) << 3), id, 4);
}

export function removeFound(pools: Store, table: Table, seen: u64): void {
  removeEntry(pools, bucketOf(table, seen), foundHead, foundAt);
}

/** Where the first entry with its key stands in a block; 0 if there is none. */
export function keyPlace(table: Table, head: u64, seen: u64): u32 {
  const near = nearOf(table, seen);
  const keys = blockOf(head);
  const count = countOf(head);
  if (ASC_FEATURE_SIMD) {
    const wanted = i16x8.splat(<i16>near);
    for (let i: u32 = 0; i < count; i += 16) {
      const place = keys + ((<usize>i) << 1);
      const first = i16x8.eq(v128.load(place), wanted);
      const second = i16x8.eq(v128.load(place, 16), wanted);
      if (!v128.any_true(v128.or(first, second))) continue;
      return min(i + ctz(i8x16.bitmask(i8x16.narrow_i16x8_s(first, second))), count - 1);
    }
    return 0;
  }
  for (let i: u32 = 0; i < count; i++) if (load<u16>(keys + ((<usize>i) << 1)) == near) return i;
  return 0;
}

function indexOf(head: u64, near: u32, far: u32): i32 {
  const count = countOf(head);
  const nears = blockOf(head);
  if (head == 0) return -1;
  const fars = valuesOf(KEYS16, head);
  if (ASC_FEATURE_SIMD) {
    const wanted = i16x8.splat(<i16>near);
    for (let i: u32 = 0; i < count; i += 16) {
      const place = nears + ((<usize>i) << 1);
      const first = i16x8.eq(v128.load(place), wanted);
      const second = i16x8.eq(v128.load(place, 16), wanted);
      if (!v128.any_true(v128.or(first, second))) continue;
      let equal = i8x16.bitmask(i8x16.narrow_i16x8_s(first, second));
      for (; equal != 0; equal &= equal - 1) {
        const candidate = i + ctz(equal);
        if (candidate < count && load<u32>(fars + ((<usize>candidate) << 3)) == far) return candidate;
      }
    }
    return -1;
  }
  for (let i: u32 = 0; i < count; i++) {
    if (load<u16>(nears + ((<usize>i) << 1)) == near && load<u32>(fars + ((<usize>i) << 3)) == far) return i;
  }
  return -1;
}
