import { parentPort } from 'node:worker_threads';
import { pageText } from '../io/formats/page-text.ts';
import type { Page } from '../io/page-reader.ts';
import { MalformedRecord } from '../io/records.ts';
import { toFailure } from '../workers/failure.ts';
import type { PageAnswer } from './page-crew.ts';

const port = parentPort!;
// The first message is the setup, of which there is nothing to say. Answers come in the order of the pages.
port.once('message', () => {
  let before: Promise<void> = Promise.resolve();
  port.on('message', (page: Page) => {
    before = before.then(() => answer(page));
  });
});

async function answer(page: Page): Promise<void> {
  try {
    const text = await pageText(page);
    port.postMessage({ text } satisfies PageAnswer, [text.buffer as ArrayBuffer]);
  } catch (error) {
    if (error instanceof MalformedRecord) port.postMessage({ problem: error.message } satisfies PageAnswer);
    else port.postMessage({ failure: toFailure(error) });
  }
}
