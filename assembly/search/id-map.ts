// A map from ids (u32) to u64, which grows by one small part at a time (Litwin, «Linear hashing», VLDB 1980).
//
// A part is a short bucket that is read through. Parts are split in turn, so no single addition takes long.
import { allocate, allocateZeros, release } from '../heap';
import {
  blockOf,
  countOf,
  extend,
  fit,
  makeRoom,
  nextOf,
  removeEntry,
  Store,
  startAlike,
  takeEntry,
  valuesOf,
} from './bucket';
import { KEYS32 } from './pool';

@unmanaged
export class IdMap {
  count: u32;
  parts: u32;
  /** u32 a segment: its address. A segment holds the heads of 512 parts and is never moved, for blocks point back to them. */
  segments: usize;
  segmentCount: u32;
  segmentCapacity: u32;
}

/** Keys of a part on average. */
const CROWD: u32 = 32;
/** So many consecutive keys share a part, so that adding them in order touches less memory. */
const TOGETHER: u32 = 8;
const SEGMENT_BITS: u32 = 9;
const SEGMENT_BYTES: usize = 8 << 9;

/** Where `findKey` found it: the address of the head of its block, and its place there. */
let foundHead: usize = 0;
let foundAt: u32 = 0;

export function createMap(): IdMap {
  return changetype<IdMap>(allocateZeros(offsetof<IdMap>()));
}

/** The blocks of its parts belong to the pool. */
export function freeMap(map: IdMap): void {
  for (let i: u32 = 0; i < map.segmentCount; i++) release(load<u32>(map.segments + ((<usize>i) << 2)));
  release(map.segments);
  release(changetype<usize>(map));
}

/** What the heads of the parts take. */
export function mapBytes(map: IdMap): usize {
  return <usize>map.segmentCount * SEGMENT_BYTES;
}

/** Gives an empty map as many parts as so many keys will need. */
export function reserveParts(map: IdMap, keys: u32): void {
  if (map.parts == 0) giveParts(map, max<u32>(1, keys / CROWD));
}

/** Gives an empty map so many parts. */
export function giveParts(map: IdMap, parts: u32): void {
  while (map.segmentCount << SEGMENT_BITS < parts) addSegment(map);
  map.parts = parts;
}

export function hasKey(map: IdMap, key: u32): bool {
  return map.count > 0 && findKey(headOfKey(map, key), key);
}

/** The value of a key that is there. */
export function mapValue(map: IdMap, key: u32): u64 {
  return hasKey(map, key) ? foundValue() : 0;
}

/** The value of the key that was just found to be there. */
export function foundValue(): u64 {
  return load<u64>(valuesOf(KEYS32, load<u64>(foundHead)) + ((<usize>foundAt) << 3));
}

/** Gives a key that is there another value. */
export function setValue(map: IdMap, key: u32, value: u64): void {
  if (hasKey(map, key)) store<u64>(valuesOf(KEYS32, load<u64>(foundHead)) + ((<usize>foundAt) << 3), value);
}

/** Adds a key that is not there. Traps before it has changed anything if there is no room. */
export function addKey(pools: Store, map: IdMap, key: u32, value: u64): void {
  if (map.count >= map.parts * CROWD) split(pools, map);
  put(pools, headOfKey(map, key), key, value);
  map.count++;
}

/** Adds consecutive keys that are not there, whose values stand one behind the other: those that share a part together. */
export function addKeys(pools: Store, map: IdMap, firstKey: u32, values: usize, count: u32): void {
  for (let i: u32 = 0; i < count; ) {
    const key = firstKey + i;
    const run = min(count - i, TOGETHER - (key % TOGETHER));
    while (map.count + run > map.parts * CROWD) split(pools, map);
    const at = headOfKey(map, key);
    makeRoom(pools, at, run);
    for (const end = i + run; i < end; i++) {
      put(pools, at, firstKey + i, load<u64>(values + ((<usize>i) << 3)));
      map.count++;
    }
  }
}

/** Removes a key that is there. */
export function removeKey(pools: Store, map: IdMap, key: u32): void {
  if (hasKey(map, key)) removeFoundKey(pools, map, key);
}

/** Removes the key that was just found to be there. */
export function removeFoundKey(pools: Store, map: IdMap, key: u32): void {
  map.count--;
  removeEntry(pools, headOfKey(map, key), foundHead, foundAt);
}

/** Where the head of part p stands. */
export function partHead(map: IdMap, p: u32): usize {
  return (
    <usize>load<u32>(map.segments + ((<usize>(p >> SEGMENT_BITS)) << 2)) +
    ((<usize>(p & ((1 << SEGMENT_BITS) - 1))) << 3)
  );
}

export function headOfKey(map: IdMap, key: u32): usize {
  return partHead(map, partOf(map, key));
}

function partOf(map: IdMap, key: u32): u32 {
  // The finaliser of MurmurHash3 (Appleby): whatever pattern the ids have, their parts have none.
  let hash = key / TOGETHER;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  hash ^= hash >> 16;
  const level = 31 - clz(map.parts);
  const part = hash & ((2 << level) - 1);
  return part < map.parts ? part : part & ((1 << level) - 1);
}

function put(pools: Store, at: usize, key: u32, value: u64): void {
  const i = <usize>extend(pools, at);
  const head = load<u64>(at);
  store<u32>(blockOf(head) + (i << 2), key);
  store<u64>(valuesOf(KEYS32, head) + (i << 3), value);
}

function findKey(at: usize, key: u32): bool {
  for (let itsHead = at; itsHead != 0; itsHead = nextOf(KEYS32, load<u64>(itsHead))) {
    const head = load<u64>(itsHead);
    const i = indexOf(blockOf(head), countOf(head), key);
    if (i < 0) continue;
    foundHead = itsHead;
    foundAt = i;
    return true;
  }
  return false;
}

function indexOf(keys: usize, count: u32, key: u32): i32 {
  let i: u32 = 0;
  if (ASC_FEATURE_SIMD) {
    // What is read behind the last key is part of the block.
    const wanted = i32x4.splat(key);
    for (; i < count; i += 8) {
      const place = keys + ((<usize>i) << 2);
      const equal = i16x8.narrow_i32x4_s(i32x4.eq(v128.load(place), wanted), i32x4.eq(v128.load(place, 16), wanted));
      if (!v128.any_true(equal)) continue;
      const first = i + ctz(i16x8.bitmask(equal));
      return first < count ? first : -1;
    }
    return -1;
  }
  for (; i < count; i++) if (load<u32>(keys + ((<usize>i) << 2)) == key) return i;
  return -1;
}

/** Adds a part, and moves to it what belongs there from the part that is due. */
function split(pools: Store, map: IdMap): void {
  if (map.parts == map.segmentCount << SEGMENT_BITS) addSegment(map);
  if (map.parts > 0) {
    const added = partHead(map, map.parts);
    const from = partHead(map, map.parts - (1 << (31 - clz(map.parts))));
    // Room for all that may move, before anything does: of several blocks one is given back before one more is needed.
    startAlike(pools, added, load<u64>(from));
    map.parts++;
    distribute(pools, map, from, added);
    fit(pools, from);
    fit(pools, added);
  } else map.parts = 1;
}

function distribute(pools: Store, map: IdMap, from: usize, added: usize): void {
  let itsHead = from;
  while (itsHead != 0) {
    let i = countOf(load<u64>(itsHead));
    let dropped = false;
    while (i > 0 && !dropped) {
      const head = load<u64>(itsHead);
      const place = <usize>--i;
      const key = load<u32>(blockOf(head) + (place << 2));
      if (headOfKey(map, key) != added) continue;
      put(pools, added, key, load<u64>(valuesOf(KEYS32, head) + (place << 3)));
      dropped = countOf(load<u64>(from)) == 1;
      takeEntry(pools, from, itsHead, i);
    }
    // Without its first block the bucket begins with what was linked from it.
    itsHead = dropped ? from : nextOf(KEYS32, load<u64>(itsHead));
  }
}

function addSegment(map: IdMap): void {
  if (map.segmentCount == map.segmentCapacity) {
    const capacity = max<u32>(4, map.segmentCapacity * 2);
    const segments = allocate((<usize>capacity) << 2);
    memory.copy(segments, map.segments, (<usize>map.segmentCount) << 2);
    release(map.segments);
    map.segments = segments;
    map.segmentCapacity = capacity;
  }
  const segment = allocateZeros(SEGMENT_BYTES);
  store<u32>(map.segments + ((<usize>map.segmentCount) << 2), <u32>segment);
  map.segmentCount++;
}
