// One of several processes that insert near-duplicates through a service at the same time: `service-racer.mjs URL`. It says
// that it is ready, takes a line of JSON, rounds of documents, and tells of each document what became of it.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Service } from '../../dist/service/index.js';

const service = new Service(process.argv[2]);
const lines = createInterface({ input: process.stdin });
console.log('ready');
const [line] = await once(lines, 'line');
const rounds = JSON.parse(line);
lines.close();

const told = [];
for (const round of rounds) {
  const documents = round.map(({ id, fingerprint }) => ({ id, fingerprint: BigInt(fingerprint) }));
  if (round.length % 2 === 0) {
    for await (const { id, inserted, duplicates } of service.insertEachIfNew(documents)) {
      told.push({ id, inserted, duplicates: duplicates.map((one) => one.id) });
    }
  } else {
    const answers = await Promise.all(documents.map((document) => service.insertIfNew(document)));
    for (const [i, { inserted, duplicates }] of answers.entries()) {
      told.push({ id: documents[i].id, inserted, duplicates: duplicates.map((one) => one.id) });
    }
  }
}
console.log(JSON.stringify(told));
