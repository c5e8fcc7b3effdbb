// A small application: it prints what it finds as a line of JSON.
import { dedupe, Fingerprinter, HammingIndex, InvalidArgumentError, toHex } from 'hammingbird';
import { intlSegmenter } from 'hammingbird/segmenters';

const fingerprinter = new Fingerprinter();
const texts = [
  'The ferry to Ostrey Island will sail every half hour from April.',
  'From April the ferry to Ostrey Island will sail every half hour.',
  'Something else altogether, about a library and its new reading room.',
];
const index = new HammingIndex({ maxDistance: 16 });
for (const [id, text] of texts.entries()) index.add(fingerprinter.fingerprint(text), id);

function nameOfError() {
  try {
    fingerprinter.fingerprint(5);
    return 'none';
  } catch (error) {
    return error instanceof InvalidArgumentError ? error.name : 'another';
  }
}

async function duplicates() {
  const found = [];
  for await (const { duplicateOf } of dedupe([...texts, texts[0]].map((text, i) => ({ id: `${i}`, text })))) {
    found.push(duplicateOf ?? null);
  }
  return found;
}

duplicates().then((found) =>
  console.log(
    JSON.stringify({
      fingerprint: toHex(fingerprinter.fingerprint(texts[0])),
      near: index.search(fingerprinter.fingerprint(texts[1])).map(({ id }) => id),
      duplicates: found,
      segmenter: intlSegmenter('zh').name,
      error: nameOfError(),
    }),
  ),
);
