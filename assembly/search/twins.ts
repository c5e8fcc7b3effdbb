// Ids with equal fingerprints: only one of them stands in the tables, and a ring leads from it to the others.
//
// The ring is a map from each of its ids to the next (low half of the value) and to the one before (high half).
import { Store } from './bucket';
import { addKey, foundValue, hasKey, IdMap, mapValue, removeKey, setValue } from './id-map';

/** The next id of the ring. The id itself if it has no twins. */
export function nextTwin(twins: IdMap, id: u32): u32 {
  return hasKey(twins, id) ? <u32>foundValue() : id;
}

/** Puts an id into the ring of another, behind it. */
export function addTwin(pools: Store, twins: IdMap, known: u32, id: u32): void {
  if (!hasKey(twins, known)) addKey(pools, twins, known, link(known, known));
  const next = <u32>mapValue(twins, known);
  addKey(pools, twins, id, link(next, known));
  setNext(twins, known, id);
  setBefore(twins, next, id);
}

/** Takes an id that has twins out of its ring; a ring of one is none. */
export function removeTwin(pools: Store, twins: IdMap, id: u32): void {
  const next = <u32>mapValue(twins, id);
  const before = <u32>(mapValue(twins, id) >> 32);
  removeKey(pools, twins, id);
  if (next == before) {
    removeKey(pools, twins, next);
    return;
  }
  setNext(twins, before, next);
  setBefore(twins, next, before);
}

function link(next: u32, before: u32): u64 {
  return <u64>next | ((<u64>before) << 32);
}

function setNext(twins: IdMap, id: u32, next: u32): void {
  setValue(twins, id, (mapValue(twins, id) & 0xffffffff00000000) | next);
}

function setBefore(twins: IdMap, id: u32, before: u32): void {
  setValue(twins, id, (mapValue(twins, id) & 0xffffffff) | ((<u64>before) << 32));
}
