// What a process does that is killed while it writes: it inserts, removes and compacts, and says on standard output what has
// been acknowledged («+id»), and what it is about to remove («-id»). Run by the built package.
export const WRITER = `
import { writeSync } from 'node:fs';
const [store, where, run] = process.argv.slice(1);
const { openStore } = await import(store);
const say = (what, id) => writeSync(1, what + id + '\\n');
const opened = await openStore(where);
const mine = [];
for (let i = 0; ; i++) {
  const ids = Array.from({ length: 1 + (i % 5) }, (_, j) => [run, i, j].join('/'));
  await Promise.all(ids.map(async (id) => {
    const fingerprint = BigInt.asUintN(64, BigInt(Number(run) * 1000003 + i * 7 + id.length) * 0x9e3779b97f4a7c15n);
    await opened.insert({ id, fingerprint, meta: 'x'.repeat((i * 37) % 5000) });
    mine.push(id);
    say('+', id);
  }));
  if (i % 3 === 2) {
    const id = mine.shift();
    say('-', id);
    await opened.remove(id);
  }
  if (i % 40 === 39) await opened.compact();
}
`;
