// Counting sorts: `takePlace` for each, to count; `startParts`; and `takePlace` for each again, to learn where it belongs.

/** Of so many parts, from how many each has (u32) to where it begins: behind all before it. */
export function startParts(counts: usize, parts: u32): void {
  let begin: u32 = 0;
  for (let place = counts; place < counts + ((<usize>parts) << 2); place += 4) {
    const size = load<u32>(place);
    store<u32>(place, begin);
    begin += size;
  }
}

/** The next place of a part, of the numbers (u32) at `places`; while nothing but zeros stood there, how many it had. */
export function takePlace(places: usize, part: usize): u32 {
  const place = places + (part << 2);
  const at = load<u32>(place);
  store<u32>(place, at + 1);
  return at;
}
