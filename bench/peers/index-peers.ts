import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queriesNear, uniformFingerprints } from '../data.ts';
import { below, seeded } from '../random.ts';
import { number, ratio, type Section, table } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  type Failures,
  missingSentence,
  native,
  own,
  type Peer,
  python,
  reasonMissing,
  runInTurns,
  wrongSentence,
} from './driver.ts';
import { SEARCH_RUNS } from './timing.ts';

interface Searcher extends Peer {
  /** It reads through everything, so that few queries have to do. */
  readonly isSlow?: boolean;
}

const OWN: Searcher = { name: 'hammingbird, `searchAll`', command: own('own-index.js', 'all') };
const SEARCHERS: readonly Searcher[] = [
  OWN,
  { name: 'hammingbird, `search`', command: own('own-index.js', 'each') },
  { name: 'mih-rs', setup: 'mih-rs', command: native('mih-rs') },
  { name: 'FAISS `IndexBinaryMultiHash`, 4 × 16', setup: 'faiss', command: python('faiss_index.py', 'multi') },
  { name: 'FAISS `IndexBinaryFlat`', setup: 'faiss', command: python('faiss_index.py', 'flat'), isSlow: true },
];

const OWN_JOIN: Peer = { name: 'hammingbird, `pairs`', command: own('own-index.js', 'pairs') };
const JOINERS: readonly Peer[] = [
  OWN_JOIN,
  { name: 'all-pairs-hamming', setup: 'all-pairs-hamming', command: native('all-pairs-hamming') },
  {
    name: 'seomoz/simhash-cpp `find_all`, to which equal fingerprints are one',
    setup: 'seomoz',
    command: native('seomoz'),
  },
];

/** How many queries at each distance, and which distances of pairs. */
interface Scale {
  readonly title: string;
  readonly rows: number;
  readonly queries: ReadonlyMap<number, number>;
  readonly slowQueries: number;
  readonly pairs: readonly number[];
  readonly rounds: number;
}

export const MILLION: Scale = {
  title: 'Search against native peers, 10⁶',
  rows: 1_000_000,
  queries: new Map([
    [3, 10_000],
    [6, 2000],
    [10, 500],
  ]),
  slowQueries: 50,
  pairs: [3, 6],
  rounds: 2,
};
export const TEN_MILLION: Scale = {
  title: 'Search against native peers, 10⁷',
  rows: 10_000_000,
  queries: new Map([
    [3, 10_000],
    [6, 1000],
    [10, 100],
  ]),
  slowQueries: 10,
  pairs: [3],
  rounds: 1,
};

export function searchAgainstPeers(scale: Scale): Section {
  using folder = temporaryFolder();
  const files = { rows: join(folder.path, 'fingerprints'), queries: join(folder.path, 'queries') };
  const fingerprints = withNearDuplicates(uniformFingerprints(scale.rows));
  writeFileSync(files.rows, fingerprints);
  writeFileSync(files.queries, queriesNear(fingerprints, Math.max(...scale.queries.values())));
  const parts = [searchPart(scale, files), pairPart(scale, files)];
  return {
    title: scale.title,
    body: [
      `${scale.rows.toLocaleString('en')} uniform fingerprints, one in a hundred replaced by a near-duplicate of another; processor ` +
        `time of one thread, the median of up to five runs, of up to ${SEARCH_RUNS} where hammingbird searches, all of which begin within ` +
        'two seconds; every driver takes its turn in the same run and must give the same ids. × is how many times as long as ' +
        'hammingbird it takes.',
      ...parts.map(({ text }) => text),
    ].join('\n\n'),
    missing: missingSentence(
      [...SEARCHERS, ...JOINERS],
      parts.map(({ failures }) => failures),
    ),
  };
}

/** Among uniform fingerprints there are next to no pairs. */
function withNearDuplicates(fingerprints: BigUint64Array): BigUint64Array {
  const random = seeded(5);
  for (let row = 99; row < fingerprints.length; row += 100) {
    let near = fingerprints[below(random, row)]!;
    // Hardly ever equal ones: a peer takes a set of fingerprints, in which those are one.
    for (const bit of someBits(random)) near ^= 1n << BigInt(bit);
    fingerprints[row] = near;
  }
  return fingerprints;
}

function someBits(random: () => number): Set<number> {
  return new Set(Array.from({ length: 1 + below(random, 10) }, () => below(random, 64)));
}

interface Files {
  readonly rows: string;
  readonly queries: string;
}

interface Part {
  readonly text: string;
  readonly failures: Failures;
}

function searchPart(scale: Scale, files: Files): Part {
  const present = SEARCHERS.filter((peer) => !reasonMissing(peer));
  const distances = [...scale.queries.keys()];
  const search = (peer: Searcher, k: number) => `${k}:${peer.isSlow ? scale.slowQueries : scale.queries.get(k)}`;
  // Ours answers the few queries of the slow ones too, so that there is something to compare with.
  const searchesOf = (peer: Searcher): string[] =>
    (peer === OWN ? [OWN, { ...OWN, isSlow: true }] : [peer]).flatMap((one) => distances.map((k) => search(one, k)));
  const runs = runInTurns(present, (peer) => [files.rows, files.queries, ...searchesOf(peer)], scale.rounds);
  const { results, failures } = runs;
  const ownResults = results.get(OWN)!;
  const time = (peer: Searcher, distance: number) => {
    const what = search(peer, distance);
    return (results.get(peer)!.get(what)!.ms * 1000) / Number(what.split(':')[1]);
  };
  const rows = [...results.keys()].map((peer) => {
    const build = results.get(peer)!.get('build')!.ms;
    const cells = distances.flatMap((distance) => [
      number(time(peer, distance)),
      ratio(time(peer, distance), time(OWN, distance)),
    ]);
    return [peer.name, number(build), ratio(build, ownResults.get('build')!.ms), ...cells];
  });
  const columns = distances.flatMap((distance) => [`distance ${distance}, µs a query`, '×']);
  const parts = [table(['', 'build, ms', '×', ...columns], rows), wrongSentence(runs, OWN)];
  return { text: parts.filter(Boolean).join('\n\n'), failures };
}

function pairPart(scale: Scale, files: Files): Part {
  const present = JOINERS.filter((peer) => !reasonMissing(peer));
  const runs = runInTurns(present, () => [files.rows, ...scale.pairs.map(String)], scale.rounds);
  const { results, failures } = runs;
  const ownResults = results.get(OWN_JOIN)!;
  const rows = [...results.keys()].map((peer) => [
    peer.name,
    ...scale.pairs.flatMap((distance) => {
      const what = `pairs:${distance}`;
      const { ms } = results.get(peer)!.get(what)!;
      return [number(ms), ratio(ms, ownResults.get(what)!.ms)];
    }),
  ]);
  const columns = scale.pairs.flatMap((distance) => [`distance ${distance}, ms`, '×']);
  const parts = ['All pairs, building included:', table(['', ...columns], rows), wrongSentence(runs, OWN_JOIN)];
  return { text: parts.filter(Boolean).join('\n\n'), failures };
}
