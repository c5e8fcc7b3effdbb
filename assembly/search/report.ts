// What becomes of what a search finds.
import { addMatch, addMatches, clearMatches, ENOUGH, groupMatches, matchCount, QUERY, sortMatches } from './matches';
import { listOf, TwinList, Twins, twinAt } from './twins';

/** Whether pairs are listed, and not a query's matches. */
let pairing: bool = false;
/** Whether matches of all queries come in no order. */
let sweeping: bool = false;
/** Whether each pair is met from both sides. */
let twice: bool = false;
/** Whether the matches of a query are put in order. */
let sorting: bool = true;
let twins: Twins = changetype<Twins>(0);
/** Where the matches of each query end (u32) is written to, if not to 0. */
let ends: usize = 0;
/** The query whose matches come now, and how many there were before them. */
let current: u32 = 0;
let before: u32 = 0;

/**
 * From here on, what is reported are matches, distance << 32 | id, of queries 0 and up, and their twins.
 *
 * @param sorted whether those of each query are to stand in that order
 */
export function startMatches(itsTwins: Twins, endsOfQueries: usize, sorted: bool): void {
  clearMatches();
  pairing = sweeping = false;
  sorting = sorted;
  twins = itsTwins;
  ends = endsOfQueries;
  current = before = 0;
}

/** No more matches come of the queries before this one. */
export function endQueries(query: u32): void {
  for (; current < query; current++) {
    if (sorting && matchCount - before > 1) sortMatches(before, matchCount);
    before = matchCount;
    if (ends != 0) store<u32>(ends + ((<usize>current) << 2), matchCount);
  }
}

/** From here on, what is reported are matches as above, but of all queries in no order. */
export function startSweep(itsTwins: Twins, sorted: bool): void {
  startMatches(itsTwins, 0, sorted);
  sweeping = true;
}

/** Whether a sweep has too many matches; the others are not listed any more. */
export function isOverfull(): bool {
  return matchCount > ENOUGH;
}

/** No more matches come of so many queries. */
export function endSweep(queries: u32, endsOfQueries: usize): void {
  groupMatches(queries, endsOfQueries, sorting);
}

/**
 * From here on, what is reported are pairs: smaller id << 32 | larger one, and the distance behind it. Where everything
 * is read, each pair is met from both sides.
 */
export function startPairs(itsTwins: Twins, fromBothSides: bool): void {
  clearMatches();
  pairing = true;
  twice = fromBothSides;
  twins = itsTwins;
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
  if (!anyTwins()) {
    addMatch(match | id);
    return;
  }
  const first = twinsOf(id, aloneA);
  let list = first;
  do {
    addMatches(match, list.ids, list.count);
    list = list.next;
  } while (list != first);
}

function anyTwins(): bool {
  return changetype<usize>(twins) != 0 && twins.ids.count > 0;
}

/** Lists of ids without twins, which stand behind them. */
const aloneA = changetype<TwinList>(memory.data(20, 16));
const aloneB = changetype<TwinList>(memory.data(20, 16));

/** The list of an id and its twins; if there are none, `alone` becomes one of it. */
function twinsOf(id: u32, alone: TwinList): TwinList {
  const list = listOf(twins, id);
  if (changetype<usize>(list) != 0) return list;
  alone.ids = changetype<usize>(alone) + offsetof<TwinList>();
  store<u32>(alone.ids, id);
  alone.count = 1;
  alone.next = alone;
  return alone;
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
  const firstA = twinsOf(a, aloneA);
  const firstB = twinsOf(b, aloneB);
  let listA = firstA;
  do {
    let listB = firstB;
    do {
      pairLists(listA, listB, distance);
      listB = listB.next;
    } while (listB != firstB);
    listA = listA.next;
  } while (listA != firstA);
}

function pairLists(listA: TwinList, listB: TwinList, distance: u32): void {
  for (let i: u32 = 0; i < listA.count; i++) {
    for (let j: u32 = 0; j < listB.count; j++) addPair(twinAt(listA, i), twinAt(listB, j), distance);
  }
}

/** The pairs among an id and its twins. */
export function pairTwins(id: u32): void {
  if (!anyTwins()) return;
  const first = twinsOf(id, aloneA);
  let list = first;
  do {
    for (let i: u32 = 1; i < list.count; i++) {
      for (let j: u32 = 0; j < i; j++) addPair(twinAt(list, i), twinAt(list, j), 0);
    }
    for (let other = list.next; other != first; other = other.next) pairLists(list, other, 0);
    list = list.next;
  } while (list != first);
}

function addPair(a: u32, b: u32, distance: u32): void {
  addMatch(((<u64>min(a, b)) << 32) | max(a, b));
  addMatch(distance);
}
