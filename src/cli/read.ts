import { BATCH, type Decider } from '../dedupe/decide.ts';
import { Turns } from '../dedupe/turns.ts';
import type { Text } from '../fingerprint/text.ts';
import type { Corpus } from '../io/corpus.ts';
import { thousands } from './numbers.ts';
import type { Progress } from './progress.ts';

/** UTF-16 units of text that are read before they are decided on. */
const AHEAD = 4 * 1024 * 1024;

/** Reads a corpus and decides on its documents, a batch at a time. */
export async function decideAll(corpus: Corpus, decider: Decider, progress: Progress): Promise<void> {
  const turns = new Turns();
  const began = performance.now();
  let batch: Text[] = [];
  let ahead = 0;
  for await (const { text } of corpus.read()) {
    batch.push(text);
    ahead += text.length;
    if (batch.length < BATCH && ahead < AHEAD) continue;
    decider.add(batch);
    batch = [];
    ahead = 0;
    if (!turns.isOver) continue;
    progress.say(() => {
      const megabytes = corpus.textBytes / 1e6;
      const rate = (megabytes / (performance.now() - began)) * 1000;
      return `reading: ${thousands(decider.length)} documents, ${thousands(Math.round(megabytes))} MB, ${rate.toFixed(0)} MB/s`;
    });
    await turns.give();
  }
  decider.add(batch);
}
