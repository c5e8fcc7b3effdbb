// An application with worker threads, which bundlers have to find.
import { fingerprintAll } from 'hammingbird/workers';

async function main() {
  const fingerprints = [];
  const texts = Array.from({ length: 600 }, (_, i) => `text ${i} of several`);
  for await (const { fingerprint } of fingerprintAll(texts, { workers: 2 })) fingerprints.push(fingerprint);
  return JSON.stringify([fingerprints.length, new Set(fingerprints).size > 500]);
}

main().then(
  (result) => console.log(result),
  (error) => console.log(String(error)),
);
