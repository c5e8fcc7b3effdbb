// Peers in other languages are programs of their own, drivers, in the folders beside this file. A driver reads
// fingerprints and queries from files of little-endian u64, or texts that are each ended by a zero byte, and prints a
// line of JSON for each thing it did: `{"what", "ms", "count", "sum"}`, the median milliseconds of up to five runs
// (of many more in JavaScript, for its compiler: timing.ts), how many results there were, and a checksum that all
// drivers must agree on. Milliseconds are of CPU, so that what else the machine does counts little; all drivers have one
// thread. `what` is
//   build          the index of all fingerprints; the sum is 0
//   DISTANCE:N     the first N queries, one after the other; Σ (number of the query, from 1) × id
//   pairs:DISTANCE all pairs from the bare fingerprints on, building included; Σ (id + id)
//   fingerprints   of all texts; their exclusive or
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where setup.sh puts what it sets up. Compiled, this file stands in build/bench/peers. */
export const SET_UP = fileURLToPath(new URL('../../peers', import.meta.url));

export const SOURCES = fileURLToPath(new URL('../../../bench/peers', import.meta.url));

/** Ten minutes for one run of one driver. */
const PATIENCE = 600_000;

export interface Peer {
  readonly name: string;
  /** What setup.sh calls it; none for our own drivers. */
  readonly setup?: string;
  readonly command: readonly string[];
}

export interface Result {
  readonly ms: number;
  readonly count: number;
  readonly sum: string;
}

export const native = (binary: string, ...args: string[]) => [`${SET_UP}/bin/${binary}`, ...args];
export const python = (script: string, ...args: string[]) => [
  `${SET_UP}/python/bin/python`,
  `${SOURCES}/python/${script}`,
  ...args,
];
export const own = (program: string, ...args: string[]) => [
  process.execPath,
  fileURLToPath(new URL(program, import.meta.url)),
  ...args,
];

/** Why a peer cannot run; undefined if it can. */
export function reasonMissing({ setup }: Peer): string | undefined {
  if (!setup) return undefined;
  const file = `${SET_UP}/status/${setup}`;
  if (!existsSync(file)) return 'not set up';
  const status = readFileSync(file, 'utf8').trim();
  return status === 'ready' ? undefined : status;
}

/** Names the peers that are missing, and those that failed, and why; empty if there are none. */
export function missingSentence(peers: readonly Peer[], failures: readonly Failures[] = []): string {
  const names = new Map(peers.map((peer) => [peer.setup, reasonMissing(peer)]));
  const failed = failures.flatMap((some) => [...some].map(([{ name }, message]) => [name, message] as const));
  const missing = [...names, ...failed].filter(([, reason]) => reason !== undefined);
  if (missing.length === 0) return '';
  const list = missing.map(([name, reason]) => `${name} (${reason})`).join(', ');
  return `${list} could not be measured. \`sh bench/peers/setup.sh\` sets up what it can.`;
}

/** What a program printed. Throws what it complained of if it failed. */
export function execute([program, ...args]: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program!, args, {
    encoding: 'utf8',
    timeout: PATIENCE,
    // Some packages would look for data on the network.
    env: { ...process.env, HF_HUB_OFFLINE: '1' },
    maxBuffer: 2 ** 28,
  });
  if (error || status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** What a driver printed. */
export function run(command: readonly string[], args: readonly string[]): Map<string, Result> {
  const lines = execute([...command, ...args])
    .trim()
    .split('\n');
  return new Map(
    lines.map((line) => {
      // A sum may have 64 bits, which a number of JSON.parse has not.
      const { what, ...result } = JSON.parse(line.replace(/"sum": ?(\d+)/, '"sum":"$1"'));
      return [what as string, result as Result];
    }),
  );
}

/** Of those that failed what they complained of. */
export type Failures = ReadonlyMap<Peer, string>;

/** What those did that ran, and what became of those that failed. */
export interface Runs<P extends Peer> {
  readonly results: ReadonlyMap<P, ReadonlyMap<string, Result>>;
  readonly failures: Failures;
}

/** Median results over rounds in which the drivers take turns, so that what else the machine does slows all of them. */
export function runInTurns<P extends Peer>(
  peers: readonly P[],
  argumentsOf: (peer: P) => readonly string[],
  rounds: number,
): Runs<P> {
  const all = new Map(peers.map((peer) => [peer, [] as Map<string, Result>[]]));
  const failures = new Map<P, string>();
  for (let round = 0; round < rounds; round++) {
    for (const [peer, results] of all) {
      try {
        results.push(run(peer.command, argumentsOf(peer)));
      } catch (error) {
        if (!peer.setup) throw error;
        failures.set(peer, (error as Error).message);
        all.delete(peer);
      }
    }
  }
  return { results: new Map([...all].map(([peer, results]) => [peer, medianResults(results)])), failures };
}

function medianResults(rounds: readonly Map<string, Result>[]): Map<string, Result> {
  return new Map(
    [...rounds[0]!].map(([what, result]) => {
      const times = rounds.map((round) => round.get(what)!.ms).sort((a, b) => a - b);
      return [what, { ...result, ms: times[times.length >> 1]! }];
    }),
  );
}

/** Names those that found something else than we; empty if there are none. */
export function wrongSentence<P extends Peer>({ results }: Runs<P>, own: P): string {
  const right = results.get(own)!;
  const wrong = [...results].flatMap(([peer, found]) =>
    [...found]
      .filter(([what, { count, sum }]) => count !== right.get(what)!.count || sum !== right.get(what)!.sum)
      .map(([what, { count }]) => `${peer.name} at ${what} finds ${count}, not ${right.get(what)!.count}`),
  );
  return wrong.length > 0 ? `**Wrong**: ${wrong.join('; ')}.` : '';
}
