import { BATCH } from '../dedupe/comparison.ts';
import type { Counted } from '../dedupe/counted.ts';
import type { Text } from '../fingerprint/text.ts';
import { thousands } from '../numbers.ts';
import { Turns } from '../turns.ts';
import type { Documents } from './documents.ts';
import type { Progress } from './progress.ts';
import type { Window } from './window.ts';

/** UTF-16 units of text that are read before they are decided on. */
const AHEAD = 4 * 1024 * 1024;

/** What takes documents a batch at a time. */
export interface Engine {
  readonly length: number;
  add(documents: readonly Text[] | Counted): Promise<void>;
}

/** Reads documents and gives them to the engine, a batch at a time. */
export async function readAll(
  documents: Documents,
  engine: Engine,
  window: Window | undefined,
  progress: Progress,
): Promise<void> {
  const turns = new Turns();
  const began = performance.now();
  let batch: Text[] = [];
  let ahead = 0;
  for await (const { number, text } of documents.read()) {
    if (window !== undefined) await window.see(documents, number);
    batch.push(text);
    ahead += text.length;
    if (batch.length < BATCH && ahead < AHEAD) continue;
    await engine.add(batch);
    batch = [];
    ahead = 0;
    if (!turns.isOver) continue;
    progress.say(() => {
      const megabytes = (documents.corpus.textBytes + (documents.reference?.textBytes ?? 0)) / 1e6;
      const rate = (megabytes / (performance.now() - began)) * 1000;
      return `reading: ${thousands(engine.length)} documents, ${thousands(Math.round(megabytes))} MB, ${rate.toFixed(0)} MB/s`;
    });
    await turns.give();
  }
  await engine.add(batch);
}
