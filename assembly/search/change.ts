// An id that comes into the tables of an index, or goes out of them.

@unmanaged
export class Change {
  fingerprint: u64;
  id: u32;
  /** Whether the id comes, or else goes. */
  comes: u16;
  /** Of an id that comes: the table in which an equal fingerprint is looked for. */
  quietest: u16;
}

/** Writes one down at a place. */
export function writeChange(at: usize, fingerprint: u64, id: u32, comes: bool): void {
  const change = changetype<Change>(at);
  change.fingerprint = fingerprint;
  change.id = id;
  change.comes = u16(comes);
  change.quietest = 0;
}

/** So many changes behind a place. */
export function behind(changes: usize, count: u32): usize {
  return changes + <usize>count * offsetof<Change>();
}
