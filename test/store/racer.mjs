// One of several processes that insert near-duplicates at the same time: `racer.mjs WHERE`. It says that it is ready, takes
// a line of JSON, batches of documents and when to begin with each, and tells of each document what became of it.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../dist/store/index.js';

const store = await openStore(process.argv[2]);
const lines = createInterface({ input: process.stdin });
console.log('ready');
const [line] = await once(lines, 'line');
const { batches, begin, interval } = JSON.parse(line);

async function insert(batch) {
  const documents = batch.map(({ id, fingerprint }) => ({ id, fingerprint: BigInt(fingerprint) }));
  const insertions =
    documents.length === 1 ? [await store.insertIfNew(documents[0])] : await store.insertAllIfNew(documents);
  return insertions.map(({ inserted, duplicates }, i) => ({
    id: documents[i].id,
    inserted,
    duplicates: duplicates.map(({ id }) => id),
  }));
}

const answers = [];
for (const [i, batch] of batches.entries()) {
  // By the clock, and without waiting for the batch before, so that all processes come to each batch together.
  await sleep(Math.max(0, begin + i * interval - Date.now()));
  answers.push(insert(batch));
}
const told = (await Promise.all(answers)).flat();
await store.close();
console.log(JSON.stringify(told));
lines.close();
