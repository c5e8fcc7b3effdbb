// An id that comes into the tables of an index, or goes out of them.

@unmanaged
export class Change {
  fingerprint: u64;
  id: u32;
  /** Whether the id comes, or else goes. */
  comes: u32;
  /** Of an id that comes: the table in which fewest share a bucket with its fingerprint. There an equal one is looked for. */
  quietest: u32;
}
