// Counts grams in an open-addressed table of u32, whose slots hold `stamp + position`. What is left from earlier calls
// lies below the stamp, and so beyond all positions when the stamp is taken off: the table is never cleared.

let slots: usize = 0;
let capacity: u32 = 0;
let stamp: u32 = 1;

const SMALLEST: u32 = 1024;
/** Beyond this many slots, 256 KiB, the memory is given back after the document. */
const KEPT: u32 = 1 << 16;
/** Stamps below this leave room for the grams of any call. */
const LAST_STAMP: u32 = 1 << 31;

/**
 * Counts `count` grams (u64) at `from`, and writes each once at `target` and how often it occurs (u32) at `tallies`.
 * Returns how many there are. `target` may be `from`, or before it: nothing is written beyond what has been read.
 *
 * A hot loop. Whether a gram is new is a coin toss that no processor predicts, so both cases take the same way:
 * position `size` is written as if the gram were new, and only the selects differ. The one branch left is for slots
 * taken by another gram, which are few.
 */
export function tally(from: usize, count: u32, target: usize, tallies: usize): u32 {
  const mask = useSlots(count);
  const table = slots;
  const base = stamp;
  const end = from + ((<usize>count) << 3);
  let size: u32 = 0;
  for (let place = from; place < end; place += 8) {
    const gram = load<u64>(place);
    let slot = <usize>gram & mask;
    let found = load<u32>(table + (slot << 2)) - base;
    let position = lesser(found, size);
    while (differs(target, position, gram) & all(found < size)) {
      slot = (slot + 1) & mask;
      found = load<u32>(table + (slot << 2)) - base;
      position = lesser(found, size);
    }
    store<u32>(table + (slot << 2), base + position);
    store<u64>(target + ((<usize>position) << 3), gram);
    const times = tallies + ((<usize>position) << 2);
    store<u32>(times, (load<u32>(times) & <u32>all(position < size)) + 1);
    size += <u32>(position == size);
  }
  stamp = base + size;
  return size;
}

// Selects and «and» of conditions are made into branches by the compilers; arithmetic is not.

/** Every bit where the condition holds. */
function all(condition: bool): u64 {
  return 0 - <u64>condition;
}

function lesser(a: u32, b: u32): u32 {
  return b ^ ((a ^ b) & <u32>all(a < b));
}

/** Not 0 where the gram at `position` is another. */
function differs(target: usize, position: u32, gram: u64): u64 {
  return load<u64>(target + ((<usize>position) << 3)) ^ gram;
}

/** Makes sure of four slots a gram, and returns the mask of as many as are used: small documents stay in cache. */
function useSlots(count: u32): usize {
  let wanted = SMALLEST;
  while (wanted < count * 4) wanted <<= 1;
  if (wanted > capacity) {
    const wider = heap.alloc((<usize>wanted) << 2);
    if (capacity > 0) heap.free(slots);
    slots = wider;
    capacity = wanted;
    stamp = LAST_STAMP;
  }
  if (stamp >= LAST_STAMP) {
    memory.fill(slots, 0, (<usize>capacity) << 2);
    stamp = 1;
  }
  return wanted - 1;
}

/** Gives back what an unusually large document took. */
export function trimTally(): void {
  if (capacity <= KEPT) return;
  heap.free(slots);
  capacity = 0;
}
