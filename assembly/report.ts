// What becomes of what a search finds.
import { IdMap } from './id-map';
import { addMatch, clearMatches, matchCount, sortMatches } from './matches';
import { hasTwins, nextTwin } from './twins';

/** Whether pairs are listed, and not a query's matches. */
let pairing: bool = false;
/** Whether each pair is met from both sides. */
let twice: bool = false;
let twins: IdMap = changetype<IdMap>(0);
/** Where the matches of each query end (u32) is written to, if not to 0. */
let ends: usize = 0;
/** The query whose matches come now, and how many there were before them. */
let current: u32 = 0;
let before: u32 = 0;

/** From here on, what is reported are matches, distance << 32 | id, of queries 0 and up, and their twins. */
export function startMatches(rings: IdMap, endsOfQueries: usize): void {
  clearMatches();
  pairing = false;
  twins = rings;
  ends = endsOfQueries;
  current = before = 0;
}

/** No more matches come of the queries before this one. */
export function endQueries(query: u32): void {
  for (; current < query; current++) {
    if (matchCount - before > 1) sortMatches(before);
    before = matchCount;
    if (ends != 0) store<u32>(ends + ((<usize>current) << 2), matchCount);
  }
}

/**
 * From here on, what is reported are pairs: smaller id << 32 | larger one, and the distance behind it. Where everything
 * is read, each pair is met from both sides.
 */
export function startPairs(rings: IdMap, fromBothSides: bool): void {
  clearMatches();
  pairing = true;
  twice = fromBothSides;
  twins = rings;
}

/** A match of a query, or of the id whose pairs are listed. */
export function report(tag: u32, id: u32, distance: u32): void {
  if (pairing) {
    reportPair(tag, id, distance);
    return;
  }
  if (tag != current) endQueries(tag);
  addMatch(((<u64>distance) << 32) | id);
  if (!anyTwins() || !hasTwins(twins, id)) return;
  for (let twin = nextTwin(twins, id); twin != id; twin = nextTwin(twins, twin))
    addMatch(((<u64>distance) << 32) | twin);
}

function anyTwins(): bool {
  return changetype<usize>(twins) != 0 && twins.count > 0;
}

function reportPair(a: u32, b: u32, distance: u32): void {
  if (twice) {
    if (a < b) addPair(a, b, distance);
    return;
  }
  if (!anyTwins()) {
    addPair(a, b, distance);
    return;
  }
  let ofA = a;
  do {
    let ofB = b;
    do {
      addPair(ofA, ofB, distance);
      ofB = nextTwin(twins, ofB);
    } while (ofB != b);
    ofA = nextTwin(twins, ofA);
  } while (ofA != a);
}

/** The pairs among an id and its twins. */
export function pairTwins(id: u32): void {
  if (!anyTwins() || !hasTwins(twins, id)) return;
  for (let a = nextTwin(twins, id); a != id; a = nextTwin(twins, a)) {
    for (let b = id; b != a; b = nextTwin(twins, b)) addPair(a, b, 0);
  }
}

function addPair(a: u32, b: u32, distance: u32): void {
  addMatch(((<u64>min(a, b)) << 32) | max(a, b));
  addMatch(distance);
}
