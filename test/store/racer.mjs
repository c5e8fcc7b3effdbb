// One of several processes that insert near-duplicates at the same time: `racer.mjs WHERE`. It says that it is ready,
// takes batches of documents as a line of JSON, and tells of each document what became of it.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openStore } from '../../dist/store/index.js';

const store = await openStore(process.argv[2]);
const lines = createInterface({ input: process.stdin });
console.log('ready');
const [line] = await once(lines, 'line');
const batches = JSON.parse(line);
const answers = [];
for (const batch of batches) {
  const documents = batch.map(({ id, fingerprint }) => ({ id, fingerprint: BigInt(fingerprint) }));
  const insertions =
    documents.length === 1 ? [await store.insertIfNew(documents[0])] : await store.insertAllIfNew(documents);
  for (const [i, { inserted, duplicates }] of insertions.entries()) {
    answers.push({ id: documents[i].id, inserted, duplicates: duplicates.map(({ id }) => id) });
  }
}
await store.close();
console.log(JSON.stringify(answers));
lines.close();
