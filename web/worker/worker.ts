// Reads the files, decides, and answers questions about what was decided, all beside the thread of the page.

import { difference } from '../../src/report/difference.ts';
import { Groups } from './groups.ts';
import { provideNodeGlobals } from './node-globals.ts';
import { keptFile, removedFile } from './outputs.ts';
import type { Asked, FromWorker, ToWorker } from './protocol.ts';
import { type Outcome, run, summarise } from './run.ts';
import { stringOf } from './strings.ts';

provideNodeGlobals();

let outcome: Outcome;
let groups: Groups;

self.addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if ('files' in data) await begin(data);
  else await answer(data);
});

const send = (message: FromWorker): void => self.postMessage(message);

async function begin({ files, options }: Extract<ToWorker, { files: unknown }>): Promise<void> {
  const started = performance.now();
  try {
    outcome = await run(files, options, (progress) => send({ progress }));
    groups = new Groups(outcome);
    send({ summary: summarise(outcome, options.threshold, (performance.now() - started) / 1000) });
  } catch (error) {
    send({ failed: (error as Error).message });
  }
}

async function answer(asked: Asked): Promise<void> {
  const { number } = asked;
  try {
    send({ number, answer: await answerTo(asked) });
  } catch (error) {
    send({ number, failure: (error as Error).message });
  }
}

async function answerTo(asked: Asked): Promise<unknown> {
  const { question, ask } = asked;
  if (question === 'groups') return groups.page(ask.order, ask.first);
  if (question === 'output') return ask.which === 'kept' ? keptFile(outcome) : removedFile(outcome);
  const [kept, removed] = [ask.kept, ask.removed].map((number) => stringOf(outcome.files.text(number)));
  return difference(kept!, removed!);
}
