// A number for each of many grams: in how many documents of a corpus it occurs, or what it weighs there.
import { stride } from '../hash';
import { allocate, allocateZeros, release } from '../heap';
import { counted, distinct } from './count';

@unmanaged
export class GramTable {
  /** u64 a slot; 0 where it is empty. Open-addressed, at most half full. */
  keys: usize;
  /** u32 a slot, behind the keys in their block; 0 where it is empty, too. */
  values: usize;
  mask: u32;
  size: u32;
}

const SMALLEST: u32 = 1024;

export function createGramTable(): GramTable {
  const table = changetype<GramTable>(allocate(offsetof<GramTable>()));
  useSlots(table, SMALLEST);
  return table;
}

export function freeGramTable(table: GramTable): void {
  release(table.keys);
  release(changetype<usize>(table));
}

/** Adds 1 to the number of every feature of the text that was counted last, and returns how many grams there are. */
export function countDocument(table: GramTable): u32 {
  for (let i: usize = 0; i < distinct; i++) {
    const place = placeOf(table, load<u64>(counted + (i << 3)));
    store<u32>(place, load<u32>(place) + 1);
  }
  return table.size;
}

/** Sets `count` grams (u64) to numbers (u32) that are not 0. */
export function setGrams(table: GramTable, from: usize, numbers: usize, count: u32): void {
  for (let i: usize = 0; i < count; i++) {
    store<u32>(placeOf(table, load<u64>(from + (i << 3))), load<u32>(numbers + (i << 2)));
  }
}

/** Forgets every gram whose number is less than `least`, from 1 on, and returns how many are left. */
export function forgetGrams(table: GramTable, least: u32): u32 {
  rebuild(table, table.mask + 1, least);
  return table.size;
}

/** Writes every gram (u64). */
export function readGrams(table: GramTable, target: usize): void {
  let to = target;
  for (let slot: usize = 0; slot <= table.mask; slot++) {
    const gram = load<u64>(table.keys + (slot << 3));
    if (gram == 0) continue;
    store<u64>(to, gram);
    to += 8;
  }
}

/** Writes the numbers (u32) of `count` grams of the table. */
export function readNumbers(table: GramTable, from: usize, count: u32, target: usize): void {
  for (let i: usize = 0; i < count; i++) {
    store<u32>(target + (i << 2), numberOf(changetype<usize>(table), load<u64>(from + (i << 3)), 0));
  }
}

/** The number of a gram, or `otherwise`. */
export function numberOf(pointer: usize, gram: u64, otherwise: u32): u32 {
  const table = changetype<GramTable>(pointer);
  const number = load<u32>(table.values + (slotOf(table, keyOf(gram)) << 2));
  return number == 0 ? otherwise : number;
}

/** 0 means an empty slot: the gram that is 0 shares the number of the one that is 1. */
function keyOf(gram: u64): u64 {
  return gram == 0 ? 1 : gram;
}

/** Where the number of a gram stands, which is 0 if it is new. */
function placeOf(table: GramTable, gram: u64): usize {
  if (table.size > table.mask >> 1) rebuild(table, (table.mask + 1) << 1, 1);
  const key = keyOf(gram);
  const slot = slotOf(table, key);
  if (load<u64>(table.keys + (slot << 3)) == 0) {
    store<u64>(table.keys + (slot << 3), key);
    table.size++;
  }
  return table.values + (slot << 2);
}

/** The slot that holds the key, or the empty one where it belongs. */
function slotOf(table: GramTable, key: u64): usize {
  const mask = <usize>table.mask;
  let slot = <usize>(key >> 32) & mask;
  let found = load<u64>(table.keys + (slot << 3));
  while (found != key && found != 0) {
    slot = (slot + stride(key)) & mask;
    found = load<u64>(table.keys + (slot << 3));
  }
  return slot;
}

function useSlots(table: GramTable, slots: u32): void {
  table.size = 0;
  const keys = allocateZeros(12 * <usize>slots);
  table.keys = keys;
  table.values = keys + ((<usize>slots) << 3);
  table.mask = slots - 1;
}

/** Moves what has a number of at least `least`, from 1 on, to new slots, as many as there are or more. */
function rebuild(table: GramTable, slots: u32, least: u32): void {
  const keys = table.keys;
  const values = table.values;
  const before = <usize>table.mask + 1;
  useSlots(table, slots);
  for (let slot: usize = 0; slot < before; slot++) {
    const number = load<u32>(values + (slot << 2));
    if (number >= least) store<u32>(placeOf(table, load<u64>(keys + (slot << 3))), number);
  }
  release(keys);
}
