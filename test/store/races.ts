// Races between processes that insert groups of mutual near-duplicates.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { flipped, randomBits } from '../support/fingerprints.ts';

const RACER = fileURLToPath(new URL('racer.mjs', import.meta.url));

/** What a process was told of a document. */
export interface Told {
  readonly id: string;
  readonly inserted: boolean;
  readonly duplicates: readonly string[];
}

export interface Race {
  readonly processes: number;
  readonly groups: number;
  /** The members of a group are at most so far apart. */
  readonly distance: number;
  /** How many documents are inserted by a call; each process has its own order within them. */
  readonly batch: number;
}

/** Milliseconds from one document to the next: about what a store takes for eight. */
const INTERVAL = 8;

/** `group/process` is the id of the member that a process inserts. */
export const groupOf = ({ id }: { readonly id: string }): string => id.split('/')[0]!;

/** Runs processes that begin together, each with a member of every group; what they were told. */
export async function race(where: string, { processes, groups, distance, batch }: Race): Promise<Told[]> {
  const random = randomBits(7n);
  const centres = Array.from({ length: groups }, random);
  const racers = Array.from({ length: processes }, (_, number) => {
    const documents = centres.map((centre, group) => ({
      id: `${group}/${number}`,
      fingerprint: String(flipped(centre, Math.floor(distance / 2), random)),
    }));
    const batches = Array.from({ length: Math.ceil(groups / batch) }, (_, i) => {
      const members = documents.slice(i * batch, (i + 1) * batch);
      return number % 2 === 0 ? members : members.reverse();
    });
    return new Racer(where, batches);
  });
  await Promise.all(racers.map((racer) => racer.ready));
  const begin = Date.now() + 100;
  return (await Promise.all(racers.map((racer) => racer.run({ begin, interval: batch * INTERVAL })))).flat();
}

class Racer {
  readonly ready: Promise<unknown>;
  readonly #batches: unknown;
  readonly #child;
  readonly #lines: AsyncIterator<string>;

  constructor(where: string, batches: unknown) {
    this.#batches = batches;
    this.#child = spawn(process.execPath, [RACER, where], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.ready = this.#lines.next();
  }

  async run(times: { begin: number; interval: number }): Promise<Told[]> {
    this.#child.stdin.end(`${JSON.stringify({ batches: this.#batches, ...times })}\n`);
    const told = JSON.parse((await this.#lines.next()).value);
    // Nothing is left that keeps a process going whose store is closed.
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    return told;
  }
}
