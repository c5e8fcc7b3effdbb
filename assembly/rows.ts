// The rows of an index: a fingerprint and an id each, in the order in which they came, and a map from id to row.
//
// A removed row stays, marked dead, until the rows are packed; so row numbers in tables keep their meaning.

/** What one index holds. Plain memory: laid out by the compiler, freed by `freeRows`. */
@unmanaged
export class Rows {
  count: u32;
  capacity: u32;
  dead: u32;
  fingerprints: usize;
  ids: usize;
  /** A bit a row. */
  deadBits: usize;
  /** Open-addressed: row + 1, or 0 where the slot is empty. At most half full. */
  slots: usize;
  slotMask: u32;
}

const NO_ROW: u32 = 0xffffffff;
const SMALLEST: u32 = 64;

export function startRows(rows: Rows): void {
  rows.count = rows.capacity = rows.dead = 0;
  rows.fingerprints = rows.ids = rows.deadBits = rows.slots = 0;
  rows.slotMask = 0;
}

export function freeRows(rows: Rows): void {
  if (rows.capacity == 0) return;
  heap.free(rows.fingerprints);
  heap.free(rows.ids);
  heap.free(rows.deadBits);
  heap.free(rows.slots);
  startRows(rows);
}

export function fingerprintOf(rows: Rows, row: u32): u64 {
  return load<u64>(rows.fingerprints + ((<usize>row) << 3));
}

export function idOf(rows: Rows, row: u32): u32 {
  return load<u32>(rows.ids + ((<usize>row) << 2));
}

export function isDead(rows: Rows, row: u32): bool {
  return rows.dead > 0 && ((load<u8>(rows.deadBits + (row >> 3)) >> (row & 7)) & 1) != 0;
}

/** The live row of an id, or 2^32 - 1. */
export function rowOf(rows: Rows, id: u32): u32 {
  if (rows.capacity == 0) return NO_ROW;
  return load<u32>(rows.slots + ((<usize>slotOf(rows, id)) << 2)) - 1;
}

/** Adds a row, or gives the id another fingerprint. */
export function putRow(rows: Rows, fingerprint: u64, id: u32): void {
  const row = rowOf(rows, id);
  if (row != NO_ROW) {
    if (fingerprintOf(rows, row) == fingerprint) return;
    dropRow(rows, id);
  }
  if (rows.count == rows.capacity) growRows(rows);
  const added = rows.count++;
  store<u64>(rows.fingerprints + ((<usize>added) << 3), fingerprint);
  store<u32>(rows.ids + ((<usize>added) << 2), id);
  store<u32>(rows.slots + ((<usize>slotOf(rows, id)) << 2), added + 1);
}

/** Marks the row of an id dead. False if there is none. */
export function dropRow(rows: Rows, id: u32): bool {
  const row = rowOf(rows, id);
  if (row == NO_ROW) return false;
  const place = rows.deadBits + (row >> 3);
  store<u8>(place, load<u8>(place) | <u8>((<u32>1) << (row & 7)));
  rows.dead++;
  vacate(rows, slotOf(rows, id));
  return true;
}

/** Moves live rows together. Row numbers change. */
export function packRows(rows: Rows): void {
  if (rows.dead == 0) return;
  let kept: u32 = 0;
  for (let row: u32 = 0; row < rows.count; row++) {
    if (isDead(rows, row)) continue;
    store<u64>(rows.fingerprints + ((<usize>kept) << 3), fingerprintOf(rows, row));
    store<u32>(rows.ids + ((<usize>kept) << 2), idOf(rows, row));
    kept++;
  }
  memory.fill(rows.deadBits, 0, (rows.capacity >> 3) + 1);
  rows.count = kept;
  rows.dead = 0;
  fillSlots(rows);
}

/** The slot that holds the id, or the empty one where it would stand. */
function slotOf(rows: Rows, id: u32): u32 {
  let slot = home(rows, id);
  let row = load<u32>(rows.slots + ((<usize>slot) << 2));
  while (row != 0 && idOf(rows, row - 1) != id) {
    slot = (slot + 1) & rows.slotMask;
    row = load<u32>(rows.slots + ((<usize>slot) << 2));
  }
  return slot;
}

function home(rows: Rows, id: u32): u32 {
  // Consecutive ids would fill long runs of slots; a multiplication by an odd number scatters them.
  const scattered = id * 0x9e3779b1;
  return (scattered ^ (scattered >> 15)) & rows.slotMask;
}

/** Empties a slot and moves up what was displaced by it, so that no marks of removed ids remain (Knuth, TAOCP 3, 6.4 R). */
function vacate(rows: Rows, empty: u32): void {
  let hole = empty;
  let slot = empty;
  for (;;) {
    slot = (slot + 1) & rows.slotMask;
    const row = load<u32>(rows.slots + ((<usize>slot) << 2));
    if (row == 0) break;
    const wanted = home(rows, idOf(rows, row - 1));
    // It may move to the hole if the hole lies between its home and its slot, going round.
    if (((slot - wanted) & rows.slotMask) >= ((slot - hole) & rows.slotMask)) {
      store<u32>(rows.slots + ((<usize>hole) << 2), row);
      hole = slot;
    }
  }
  store<u32>(rows.slots + ((<usize>hole) << 2), 0);
}

function growRows(rows: Rows): void {
  const capacity = rows.capacity == 0 ? SMALLEST : rows.capacity * 2;
  const fingerprints = heap.alloc((<usize>capacity) << 3);
  const ids = heap.alloc((<usize>capacity) << 2);
  const deadBits = heap.alloc((capacity >> 3) + 1);
  const slots = heap.alloc((<usize>capacity) << 3);
  memory.fill(deadBits, 0, (capacity >> 3) + 1);
  if (rows.capacity > 0) {
    memory.copy(fingerprints, rows.fingerprints, (<usize>rows.count) << 3);
    memory.copy(ids, rows.ids, (<usize>rows.count) << 2);
    memory.copy(deadBits, rows.deadBits, (rows.capacity >> 3) + 1);
    heap.free(rows.fingerprints);
    heap.free(rows.ids);
    heap.free(rows.deadBits);
    heap.free(rows.slots);
  }
  rows.fingerprints = fingerprints;
  rows.ids = ids;
  rows.deadBits = deadBits;
  rows.slots = slots;
  rows.capacity = capacity;
  rows.slotMask = capacity * 2 - 1;
  fillSlots(rows);
}

function fillSlots(rows: Rows): void {
  memory.fill(rows.slots, 0, (<usize>rows.slotMask + 1) << 2);
  for (let row: u32 = 0; row < rows.count; row++) {
    if (isDead(rows, row)) continue;
    store<u32>(rows.slots + ((<usize>slotOf(rows, idOf(rows, row))) << 2), row + 1);
  }
}
