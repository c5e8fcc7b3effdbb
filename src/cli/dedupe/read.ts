import type { Counted } from '../../dedupe/counted.ts';
import { readPiece } from '../../io/pieces.ts';
import type { PieceToRead, Portion } from '../../io/portions.ts';
import type { Crew, Submitted } from '../../pipeline/crew.ts';
import type { Entry } from '../../resume/entry.ts';
import { type Journal, OtherRunError } from '../../resume/journal.ts';
import { Turns } from '../../turns.ts';
import { Queue } from '../../workers/queue.ts';
import { HowFar, type Progress, tell } from '../terminal/progress.ts';
import { Batch, type Engine } from './batch.ts';
import type { Documents } from './documents.ts';
import type { Window } from './window.ts';

/** A portion that is being counted, or soon will be; what was counted by an earlier run; or what that has settled. */
type Work = { readonly portion: Portion; readonly job: Submitted } | Counted | { readonly entry: Entry };
type UnderWay = Work & { readonly number: number };

/** Reads documents, has the crew count them, and gives them to the engine, in their order. */
export async function readAll(
  documents: Documents,
  engine: Engine,
  crew: Crew,
  { window, journal }: { readonly window: Window | undefined; readonly journal: Journal | undefined },
  progress: Progress,
): Promise<void> {
  const turns = new Turns();
  const howFar = new HowFar(documents);
  const telling = tell(progress, () => howFar.line(batch.next, documents.count));
  const queue = new Queue<UnderWay>(crew.lookAhead);
  const batch = new Batch(engine, journal);
  const handingIn = handIn(documents, crew, queue, journal);
  try {
    for (let next = await queue.take(); next; next = await queue.take()) {
      const counted = 'entry' in next ? next.entry : await taken(next, crew);
      if (counted === undefined) continue;
      const first = batch.next;
      for (let row = 0; window !== undefined && row < counted.length; row++) await window.see(documents, first + row);
      if ('entry' in next) await restore(engine, next.entry);
      else await batch.add(counted as Counted, next.number);
      if (turns.isOver) await turns.give();
    }
    await batch.settle();
  } finally {
    telling.end();
    queue.stop();
  }
  await handingIn;
}

/** Hands portions to the crew, as long as there is room in the queue. */
async function handIn(
  documents: Documents,
  crew: Crew,
  queue: Queue<UnderWay>,
  journal: Journal | undefined,
): Promise<void> {
  try {
    let number = 0;
    for await (const portion of documents.portions()) {
      if (!(await queue.hasRoom())) return;
      queue.put({ ...workOn(portion, journal?.take(number), crew), number });
      number++;
    }
    queue.end();
  } catch (error) {
    queue.end({ error });
  }
}

function workOn(portion: Portion | Counted, entry: Entry | undefined, crew: Crew): Work {
  if (entry !== undefined) {
    checkSame(
      entry,
      'piece' in portion ? readAgain(portion) : 'texts' in portion ? portion.texts.length : portion.length,
    );
    return { entry };
  }
  if ('fingerprints' in portion) return portion;
  return { portion, job: crew.submit('piece' in portion ? { piece: portion.piece } : { texts: portion.texts }) };
}

/** Learns where the documents of a piece are. Returns how many there are. */
function readAgain(portion: PieceToRead): number {
  const { found } = readPiece(portion.piece);
  portion.take(found);
  return found.ids.length;
}

async function restore(engine: Engine, entry: Entry): Promise<void> {
  checkSame(entry, entry.length, engine.length);
  await engine.restore!(entry);
}

/** Throws unless these are the documents of an earlier run. */
function checkSame(entry: Entry, length: number, first = entry.first): void {
  if (entry.length === length && entry.first === first) return;
  throw new OtherRunError(
    'The inputs have changed since the checkpoint was made. Remove the file that ends in .checkpoint, to begin anew.',
  );
}

/** The documents of a portion; undefined if they do not count. */
async function taken(next: Exclude<UnderWay, { entry: Entry }>, crew: Crew): Promise<Counted | undefined> {
  if ('fingerprints' in next) return next;
  const { portion, job } = next;
  if (!('piece' in portion)) return (await crew.result(job)).counted;
  try {
    const { counted, found } = await crew.result(job);
    return portion.take(found!) ? counted : undefined;
  } catch (error) {
    portion.fail(error);
    return undefined;
  }
}
