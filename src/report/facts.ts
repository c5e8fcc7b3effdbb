import type { Decisions } from '../dedupe/decide.ts';
import { FEWEST_FEATURES } from '../fingerprint/fingerprinter.ts';
import { First } from './first.ts';
import { type Bar, distanceBars, groupBars, similarityBars } from './histograms.ts';

/** How much of each is shown; the rest is counted. */
export const SHOWN = { groups: 20, members: 64, pairs: 30, contained: 100, tooShort: 100, rejects: 200 } as const;

/** A group of two or more, or a reference and what duplicates it. */
interface Group {
  readonly leader: number;
  /** Documents in it, among which references do not count. */
  readonly size: number;
}

/** One of the largest groups. */
export interface LargeGroup extends Group {
  /** Its members but for the leader, those least like what they were compared with first. */
  readonly members: First<number>;
}

/** What a run decided, in numbers: documents by their number, all else counts, to which references do not belong. */
export interface Facts {
  readonly references: number;
  readonly documents: number;
  readonly kept: number;
  readonly removed: number;
  /** Whether some were compared not with the kept one, but with a neighbour in a chain of pairs. */
  readonly hasChains: boolean;
  /** Removed documents with exactly the features of what they were compared with: the kept one, without chains. */
  readonly exact: number;
  readonly groups: number;
  /** Removed documents by their distance from that. */
  readonly distances: readonly Bar[];
  /** Removed documents by their similarity to that. */
  readonly similarities: readonly Bar[];
  /** Groups by their size. */
  readonly sizes: readonly Bar[];
  readonly largest: readonly LargeGroup[];
  /** Removed documents, the least similar to that first. */
  readonly leastSimilar: First<number>;
  /** Documents with too few features. */
  readonly tooShort: First<number>;
}

/**
 * @param maxDistance the bits within which documents were compared
 * @param threshold the least similarity of near-duplicates, 0…1
 * @param references documents with a lower number are references
 */
export function factsOf(decisions: Decisions, maxDistance: number, threshold: number, references = 0): Facts {
  const { leaders, partners, distances, similarities, features } = decisions;
  const sizes = new Uint32Array(leaders.length);
  const leastSimilar = new First<number>(SHOWN.pairs, bySimilarity(decisions));
  const tooShort = new First<number>(SHOWN.tooShort);
  for (let document = references; document < leaders.length; document++) {
    const leader = leaders[document]!;
    sizes[leader]!++;
    if (leader !== document) leastSimilar.add(document);
    if (features[document]! < FEWEST_FEATURES) tooShort.add(document);
  }
  const removed = leastSimilar.total;
  const isRemoved = (document: number) => document >= references && leaders[document] !== document;
  const isGroup = (size: number, leader: number) => size > 1 || (size === 1 && leader < references);
  const largest = largestOf(sizes, isGroup);
  const documents = leaders.length - references;
  return {
    references,
    documents,
    kept: documents - removed,
    removed,
    hasChains: leaders.some((leader, document) => partners[document] !== leader),
    exact: similarities.reduce((sum, similarity, i) => sum + Number(isRemoved(i) && similarity === 1), 0),
    groups: largest.total,
    distances: distanceBars(
      distances.filter((_, i) => isRemoved(i)),
      maxDistance,
    ),
    similarities: similarityBars(
      similarities.filter((_, i) => isRemoved(i)),
      threshold,
    ),
    sizes: groupBars(sizes.filter(isGroup)),
    largest: withMembers(largest.items, decisions, references),
    leastSimilar,
    tooShort,
  };
}

/** The least similar first; of equally similar ones the most distant, then the earliest. */
function bySimilarity({ similarities, distances }: Decisions): (a: number, b: number) => number {
  return (a, b) => similarities[a]! - similarities[b]! || distances[b]! - distances[a]! || a - b;
}

function largestOf(sizes: Uint32Array, isGroup: (size: number, leader: number) => boolean): First<Group> {
  const largest = new First<Group>(SHOWN.groups, (a, b) => b.size - a.size);
  for (const [leader, size] of sizes.entries()) if (isGroup(size, leader)) largest.add({ leader, size });
  return largest;
}

function withMembers(groups: readonly Group[], decisions: Decisions, references: number): LargeGroup[] {
  const { leaders } = decisions;
  const compare = bySimilarity(decisions);
  const found = new Map(groups.map(({ leader }) => [leader, new First<number>(SHOWN.members - 1, compare)]));
  for (let document = references; document < leaders.length; document++) {
    const leader = leaders[document]!;
    if (leader !== document) found.get(leader)?.add(document);
  }
  return groups.map((group) => ({ ...group, members: found.get(group.leader)! }));
}
