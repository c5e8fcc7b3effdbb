// Ids with equal fingerprints: only one of them stands in the tables, and all are listed together.
//
// A map leads from each of them to its list (high half of the value; the low half is the id itself). A list is a block of
// ids, ascending, so that many are read without waiting for each, and need little sorting. More than a list may have stand
// in several, which are linked to a ring.
import { allocate, allocateZeros, release } from '../heap';
import { createStore, freeStore, Store, storeBytes } from './bucket';
import {
  addKey,
  createMap,
  foundValue,
  freeMap,
  hasKey,
  IdMap,
  mapBytes,
  mapValue,
  removeKey,
  setValue,
} from './id-map';
import { capacityOf, createPool, freePool, giveBlock, KEYS32, Pool, shrunkSize, takeBlock } from './pool';

@unmanaged
export class Twins {
  ids: IdMap;
  /** Where the map has its blocks. */
  pools: Store;
  /** Where the lists have theirs. */
  blocks: Pool;
  /**
   * Lists that are not in use, linked by `next`. Lists are never moved, for blocks point back to them; so their slabs
   * are kept until there are no tables, for as many as there ever were at once.
   */
  unused: TwinList;
  /** The slab that was added last. Each begins with the address of the one before it. */
  slab: usize;
  slabCount: u32;
}

@unmanaged
export class TwinList {
  /** Address of the block. */
  ids: usize;
  count: u16;
  size: u16;
  /** Its neighbours in the ring: itself if it has all. */
  next: TwinList;
  before: TwinList;
}

/** Ids of a list at most: a change moves no more. */
const LONGEST: u32 = 256;
const SLAB: u32 = 8192;

export function createTwins(): Twins {
  const twins = changetype<Twins>(allocateZeros(offsetof<Twins>()));
  twins.ids = createMap();
  twins.pools = createStore(KEYS32);
  twins.blocks = createPool(KEYS32);
  return twins;
}

export function freeTwins(twins: Twins): void {
  if (changetype<usize>(twins) == 0) return;
  for (let slab = twins.slab; slab != 0; ) {
    const before = load<u32>(slab);
    release(slab);
    slab = before;
  }
  freePool(twins.blocks);
  freeStore(twins.pools);
  freeMap(twins.ids);
  release(changetype<usize>(twins));
}

export function twinBytes(twins: Twins): usize {
  return storeBytes(twins.pools) + mapBytes(twins.ids) + twins.blocks.bytes + twins.slabCount * SLAB;
}

/** The list that an id stands in; 0 if it has no twins. */
export function listOf(twins: Twins, id: u32): TwinList {
  return changetype<TwinList>(hasKey(twins.ids, id) ? <usize>(foundValue() >> 32) : 0);
}

export function twinAt(list: TwinList, i: u32): u32 {
  return load<u32>(list.ids + ((<usize>i) << 2));
}

/** Makes an id a twin of one that is there. */
export function addTwin(twins: Twins, known: u32, id: u32): void {
  // Only if what was loaded had been forged.
  if (known == id || hasKey(twins.ids, id)) return;
  let list = listOf(twins, known);
  if (changetype<usize>(list) == 0) {
    list = newList(twins);
    addKey(twins.pools, twins.ids, known, leadTo(list, known));
    insert(twins, list, known);
  } else if (list.count == LONGEST) list = listBehind(twins, list);
  addKey(twins.pools, twins.ids, id, leadTo(list, id));
  insert(twins, list, id);
}

/** The next list of the ring, if it has room, or a new one. */
function listBehind(twins: Twins, list: TwinList): TwinList {
  if (list.next.count < LONGEST) return list.next;
  const added = newList(twins);
  added.before = list;
  added.next = list.next;
  list.next.before = added;
  list.next = added;
  return added;
}

/** Takes an id out of its list. Returns one of those that were its twins, or the id itself if there were none. */
export function removeTwin(twins: Twins, id: u32): u32 {
  let list = listOf(twins, id);
  if (changetype<usize>(list) == 0) return id;
  const place = list.ids + ((<usize>placeOf(list, id)) << 2);
  memory.copy(place, place + 4, list.ids + ((<usize>list.count) << 2) - place - 4);
  list.count--;
  removeKey(twins.pools, twins.ids, id);
  list = joined(twins, list, list.next);
  list = joined(twins, list, list.before);
  const other = twinAt(list, 0);
  if (list.count == 1 && list.next == list) {
    removeKey(twins.pools, twins.ids, other);
    dropList(twins, list);
  } else shrink(twins, list);
  return other;
}

/** The two ids between which an id stands when its lists are seen as one ring: the next (low half) and the one before. */
export function linkOf(list: TwinList, id: u32): u64 {
  const i = placeOf(list, id);
  const next = i + 1 < list.count ? twinAt(list, i + 1) : twinAt(list.next, 0);
  const before = i > 0 ? twinAt(list, i - 1) : twinAt(list.before, list.before.count - 1);
  return <u64>next | ((<u64>before) << 32);
}

/** Lists those that are linked to a ring with this one, in place of their links. */
export function listRing(twins: Twins, id: u32): void {
  let list = newList(twins);
  let twin = id;
  do {
    const next = <u32>mapValue(twins.ids, twin);
    if (list.count == LONGEST) list = listBehind(twins, list);
    setValue(twins.ids, twin, leadTo(list, twin));
    insert(twins, list, twin);
    twin = next;
  } while (twin != id);
}

/** Whether the value of an id leads to its list, and is no link. */
export function isListed(id: u32, value: u64): bool {
  return <u32>value == id;
}

/** How many ids of a list are smaller: where this one stands, or belongs. */
function placeOf(list: TwinList, id: u32): u32 {
  let from: u32 = 0;
  let to: u32 = list.count;
  while (from < to) {
    const middle = (from + to) / 2;
    if (twinAt(list, middle) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A list that became shorter: with what its neighbour has, if together that is little. */
function joined(twins: Twins, list: TwinList, neighbour: TwinList): TwinList {
  if (list == neighbour) return list;
  if (list.count > 0 && <u32>list.count + neighbour.count > LONGEST / 2) return list;
  const shorter = list.count < neighbour.count ? list : neighbour;
  const longer = shorter == list ? neighbour : list;
  for (let i: u32 = 0; i < shorter.count; i++) {
    const id = twinAt(shorter, i);
    setValue(twins.ids, id, leadTo(longer, id));
    insert(twins, longer, id);
  }
  dropList(twins, shorter);
  return longer;
}

function leadTo(list: TwinList, id: u32): u64 {
  return <u64>id | ((<u64>changetype<usize>(list)) << 32);
}

/** A list without ids, in a ring of its own. */
function newList(twins: Twins): TwinList {
  if (changetype<usize>(twins.unused) == 0) addSlab(twins);
  const list = twins.unused;
  list.ids = takeBlock(twins.blocks, 0, changetype<usize>(list));
  twins.unused = list.next;
  list.count = list.size = 0;
  list.next = list.before = list;
  return list;
}

function addSlab(twins: Twins): void {
  const slab = allocate(SLAB);
  store<u32>(slab, <u32>twins.slab);
  twins.slab = slab;
  twins.slabCount++;
  for (let at = slab + offsetof<TwinList>(); at < slab + SLAB; at += offsetof<TwinList>()) {
    changetype<TwinList>(at).next = twins.unused;
    twins.unused = changetype<TwinList>(at);
  }
}

/** Takes a list out of its ring, and gives its block back. */
function dropList(twins: Twins, list: TwinList): void {
  giveBlock(twins.blocks, list.size, list.ids);
  list.before.next = list.next;
  list.next.before = list.before;
  list.next = twins.unused;
  twins.unused = list;
}

function insert(twins: Twins, list: TwinList, id: u32): void {
  if (list.count == capacityOf(list.size)) resize(twins, list, list.size + 1);
  const i = list.count == 0 || twinAt(list, list.count - 1) < id ? list.count : placeOf(list, id);
  const place = list.ids + ((<usize>i) << 2);
  if (i < list.count) memory.copy(place + 4, place, (<usize>list.count - i) << 2);
  store<u32>(place, id);
  list.count++;
}

function shrink(twins: Twins, list: TwinList): void {
  const size = shrunkSize(list.size, list.count);
  if (size < list.size) resize(twins, list, size);
}

function resize(twins: Twins, list: TwinList, size: u32): void {
  const block = takeBlock(twins.blocks, size, changetype<usize>(list));
  memory.copy(block, list.ids, (<usize>list.count) << 2);
  giveBlock(twins.blocks, list.size, list.ids);
  list.ids = block;
  list.size = <u16>size;
}
