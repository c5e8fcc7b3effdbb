// What a counting sort does between counting and placing.

/** Of so many parts, from how many each has (u32) to where it begins: behind all before it. */
export function startParts(counts: usize, parts: u32): void {
  let begin: u32 = 0;
  for (let place = counts; place < counts + ((<usize>parts) << 2); place += 4) {
    const size = load<u32>(place);
    store<u32>(place, begin);
    begin += size;
  }
}
