// Reads bytes that were written as printable characters (scripts/printable.mjs). A module of its own, which starts before the
// cores, since they stand in the code like that: a loop in JavaScript that was only just loaded takes three times as long.

/** From this character on, they only say that another one follows. */
const PREFIX: u32 = 0x7d;
/** A byte for each character. */
const ROW: u32 = 128;

/**
 * Writes the bytes of a text over it, which are fewer, and returns where they end.
 *
 * @param rows what characters stand for: alone, behind the first prefix, and behind the second; the text follows
 */
export function read(rows: usize, end: usize): usize {
  let row = rows;
  let to = rows + 3 * ROW;
  for (let from = to; from < end; from++) {
    const character = <u32>load<u8>(from);
    if (character >= PREFIX) row = rows + (character - PREFIX + 1) * ROW;
    else {
      store<u8>(to++, load<u8>(row + character));
      row = rows;
    }
  }
  return to;
}
