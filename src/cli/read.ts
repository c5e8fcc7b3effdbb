import type { Counted } from '../dedupe/counted.ts';
import type { Portion } from '../io/portions.ts';
import { thousands } from '../numbers.ts';
import type { Crew, Submitted } from '../pipeline/crew.ts';
import { Turns } from '../turns.ts';
import { Queue } from '../workers/queue.ts';
import type { Documents } from './documents.ts';
import type { Progress } from './progress.ts';
import type { Window } from './window.ts';

/** What takes documents, some at a time. */
export interface Engine {
  readonly length: number;
  add(documents: Counted): Promise<void>;
}

/** A portion that is being counted, or soon will be. */
interface UnderWay {
  readonly portion: Portion;
  readonly job: Submitted;
}

/** Reads documents, has the crew count them, and gives them to the engine, in their order. */
export async function readAll(
  documents: Documents,
  engine: Engine,
  crew: Crew,
  window: Window | undefined,
  progress: Progress,
): Promise<void> {
  const turns = new Turns();
  const began = performance.now();
  const queue = new Queue<UnderWay>(crew.lookAhead);
  const handingIn = handIn(documents, crew, queue);
  try {
    for (let next = await queue.take(); next; next = await queue.take()) {
      const counted = await taken(next, crew);
      if (counted === undefined) continue;
      const first = engine.length;
      for (let row = 0; window !== undefined && row < counted.length; row++) await window.see(documents, first + row);
      await engine.add(counted);
      if (!turns.isOver) continue;
      progress.say(() => {
        const megabytes = (documents.corpus.textBytes + (documents.reference?.textBytes ?? 0)) / 1e6;
        const rate = (megabytes / (performance.now() - began)) * 1000;
        return `reading: ${thousands(engine.length)} documents, ${thousands(Math.round(megabytes))} MB, ${rate.toFixed(0)} MB/s`;
      });
      await turns.give();
    }
  } finally {
    queue.stop();
  }
  await handingIn;
}

/** Hands portions to the crew, as long as there is room in the queue. */
async function handIn(documents: Documents, crew: Crew, queue: Queue<UnderWay>): Promise<void> {
  try {
    for await (const portion of documents.portions()) {
      if (!(await queue.hasRoom())) return;
      const job = 'piece' in portion ? { piece: portion.piece } : { texts: portion.texts };
      queue.put({ portion, job: crew.submit(job) });
    }
    queue.end();
  } catch (error) {
    queue.end({ error });
  }
}

/** The documents of a portion; undefined if they do not count. */
async function taken({ portion, job }: UnderWay, crew: Crew): Promise<Counted | undefined> {
  if (!('piece' in portion)) return (await crew.result(job)).counted;
  try {
    const { counted, found } = await crew.result(job);
    return portion.take(found!) ? counted : undefined;
  } catch (error) {
    portion.fail(error);
    return undefined;
  }
}
