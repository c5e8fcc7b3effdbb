// Inserts documents, many at the same time, and prints the id of each that was acknowledged: `killed-writer.mjs WHERE`,
// with the documents as JSON on standard input. It is killed before it ends.
import { text } from 'node:stream/consumers';
import { openStore } from '../../dist/store/index.js';

const documents = JSON.parse(await text(process.stdin));
const store = await openStore(process.argv[2]);
const insert = async (first) => {
  for (let i = first; i < documents.length; i += 32) {
    const { id, fingerprint } = documents[i];
    const { inserted } = await store.insertIfNew({ id, fingerprint: BigInt(fingerprint) });
    if (inserted) process.stdout.write(`${id}\n`);
  }
};
await Promise.all(Array.from({ length: 32 }, (_, first) => insert(first)));
