// Which buckets a search looks into, and where they are.
import { rotated, TABLES, tableAt } from './table';

/** Buckets that are located before the first of them is read, so that their cache misses overlap. */
export const AT_ONCE: u32 = 64;
/** A search at distance 16 has 3 × 697 + 2,517 probes. */
const MOST: usize = 4608;

/** A probe (u32): which bits of the block are flipped in the low half, the number of the table in the high half. */
const probes: usize = memory.data(4 * 4608, 16);
export let probeCount: u32 = 0;
/** The radii that the probes were listed for. */
let plannedRadii: u32 = 0;

/** Begin and end (u32 each) of the located buckets. */
const buckets: usize = memory.data(8 * 64, 16);
/** What was loaded only so that it is in the cache goes here, lest the loads be left out. */
export let touched: u32 = 0;

/** Lists the probes for radii (radius + 1 of table t in byte t): by table, those nearest to the query first. */
export function planProbes(radii: u32): void {
  if (radii == plannedRadii) return;
  plannedRadii = radii;
  probeCount = 0;
  for (let t: u32 = 0; t < TABLES; t++) {
    const radiusPlusOne = (radii >> (8 * t)) & 255;
    for (let errors: u32 = 0; errors < radiusPlusOne; errors++) listFlips(t, errors);
  }
}

/** Every 16-bit number with `errors` bits, ascending (Gosper's hack). */
function listFlips(t: u32, errors: u32): void {
  let flips: u32 = (1 << errors) - 1;
  do {
    if (probeCount >= <u32>MOST) unreachable();
    store<u32>(probes + ((<usize>probeCount) << 2), flips | (t << 16));
    probeCount++;
    if (flips == 0) return;
    const lowest = flips & (0 - flips);
    const carried = flips + lowest;
    flips = carried | ((carried ^ flips) >> (ctz(lowest) + 2));
  } while (flips < 0x10000);
}

export function flipsOf(probe: u32): u32 {
  return load<u16>(probes + ((<usize>probe) << 2));
}

export function tableNumberOf(probe: u32): u32 {
  return load<u16>(probes + ((<usize>probe) << 2), 2);
}

/** Finds the buckets of `count` probes from `first` on, notes them from `place` on, and has their rows fetched. */
export function locate(tables: usize, query: u64, first: u32, count: u32, place: u32): void {
  let bucket = buckets + ((<usize>place) << 3);
  for (let probe = first; probe < first + count; probe++, bucket += 8) {
    const t = tableNumberOf(probe);
    const prefix = (<u32>rotated(query, t) & 0xffff) ^ flipsOf(probe);
    // Both in one load: where the bucket begins, and where the next one does.
    store<u64>(bucket, load<u64>(tableAt(tables, t).directory + ((<usize>prefix) << 2)));
  }
  let sink: u32 = 0;
  bucket = buckets + ((<usize>place) << 3);
  for (let probe = first; probe < first + count; probe++, bucket += 8) {
    const table = tableAt(tables, tableNumberOf(probe));
    const begin = <usize>load<u32>(bucket);
    const end = <usize>load<u32>(bucket, 4);
    sink +=
      load<u16>(table.near + (begin << 1)) + load<u32>(table.far + (begin << 2)) + load<u32>(table.far + (end << 2));
  }
  touched = sink;
}

export function beginOf(place: u32): u32 {
  return load<u32>(buckets + ((<usize>place) << 3));
}

export function endOf(place: u32): u32 {
  return load<u32>(buckets + ((<usize>place) << 3), 4);
}
