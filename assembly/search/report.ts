// What becomes of what a search finds.
import { IdMap } from './id-map';
import { addMatch, clearMatches, ENOUGH, groupMatches, matchCount, QUERY, sortMatches } from './matches';
import { nextTwin } from './twins';

/** Whether pairs are listed, and not a query's matches. */
let pairing: bool = false;
/** Whether matches of all queries come in no order. */
let sweeping: bool = false;
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
  pairing = sweeping = false;
  twins = rings;
  ends = endsOfQueries;
  current = before = 0;
}

/** No more matches come of the queries before this one. */
export function endQueries(query: u32): void {
  for (; current < query; current++) {
    if (matchCount - before > 1) sortMatches(before, matchCount);
    before = matchCount;
    if (ends != 0) store<u32>(ends + ((<usize>current) << 2), matchCount);
  }
}

/** From here on, what is reported are matches as above, but of all queries in no order. */
export function startSweep(rings: IdMap): void {
  startMatches(rings, 0);
  sweeping = true;
}

/** Whether a sweep has too many matches; the others are not listed any more. */
export function isOverfull(): bool {
  return matchCount > ENOUGH;
}

/** No more matches come of so many queries. */
export function endSweep(queries: u32, endsOfQueries: usize): void {
  groupMatches(queries, endsOfQueries);
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
  let match = (<u64>distance) << 32;
  if (sweeping) {
    if (isOverfull()) return;
    match |= (<u64>tag) << QUERY;
  } else if (tag != current) endQueries(tag);
  addMatch(match | id);
  if (!anyTwins()) return;
  for (let twin = nextTwin(twins, id); twin != id; twin = nextTwin(twins, twin)) addMatch(match | twin);
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
  if (!anyTwins()) return;
  for (let a = nextTwin(twins, id); a != id; a = nextTwin(twins, a)) {
    for (let b = id; b != a; b = nextTwin(twins, b)) addPair(a, b, 0);
  }
}

function addPair(a: u32, b: u32, distance: u32): void {
  addMatch(((<u64>min(a, b)) << 32) | max(a, b));
  addMatch(distance);
}
