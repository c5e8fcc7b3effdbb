// Writing while the server is struck again and again.
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLostError, StoreFailedError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { randomBits } from '../support/fingerprints.ts';

interface Acknowledged {
  readonly id: string;
  readonly fingerprint: bigint;
  /** When, by `performance.now()`. */
  readonly at: number;
}

export interface Outcome {
  readonly acknowledged: readonly Acknowledged[];
  /** Acknowledged, but not in the store afterwards, or not as they were. */
  readonly lost: readonly Acknowledged[];
  /** Calls that ended with a connection that was lost. */
  readonly unknown: number;
  /** Calls that found no server. */
  readonly unreachable: number;
  /** When the server was struck. */
  readonly strikes: readonly number[];
  /** The longest time between two acknowledgements, in milliseconds. */
  readonly stall: number;
}

const WRITERS = 8;
/** How long is written between faults, in milliseconds. */
const CALM = 700;

/** Inserts documents from several writers; each repeats a call until it is acknowledged. */
export async function writeThroughFaults(
  store: Store,
  { times, strike, mend }: { times: number; strike(): Promise<void>; mend(): Promise<void> },
): Promise<Outcome> {
  const acknowledged: Acknowledged[] = [];
  const strikes: number[] = [];
  let [unknown, unreachable, stall, last, isOver] = [0, 0, 0, performance.now(), false];
  const write = async (writer: number): Promise<void> => {
    const random = randomBits(BigInt(1000 + writer));
    for (let i = 0; !isOver; i++) {
      const document = { id: `${writer}/${i}`, fingerprint: random() };
      for (let done = false; !done; ) {
        try {
          const { inserted } = await store.insertIfNew(document);
          if (!inserted) throw new Error(`${document.id} has duplicates, of which there are none`);
          done = true;
        } catch (error) {
          if (error instanceof ConnectionLostError) unknown++;
          else if (error instanceof StoreFailedError) unreachable++;
          else throw error;
          await sleep(20);
        }
      }
      const now = performance.now();
      acknowledged.push({ ...document, at: now });
      stall = Math.max(stall, now - last);
      last = now;
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const striking = (async () => {
    try {
      for (let time = 0; time < times; time++) {
        await sleep(CALM);
        strikes.push(performance.now());
        await strike();
        await mend();
      }
      await sleep(CALM);
    } finally {
      isOver = true;
    }
  })();
  await Promise.all([writing, striking]);
  const stored = new Map<string, bigint | null>();
  for await (const { id, fingerprint } of store.export()) stored.set(id, fingerprint);
  const lost = acknowledged.filter(({ id, fingerprint }) => stored.get(id) !== fingerprint);
  return { acknowledged, lost, unknown, unreachable, strikes, stall };
}
