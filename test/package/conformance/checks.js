import { equal, ok, throws } from './assert.js';
import { fingerprints, longText } from './data.js';
import * as reference from './reference.js';
import { LONG_TEXT, TEXTS, WEIGHTED } from './vectors.js';

const MEBIBYTE = 2 ** 20;

/** What is checked, in order: the first starts the cores, and the memory only grows. */
export const checks = {
  'fingerprints are those of the vectors'({ Fingerprinter, simhash, toHex }) {
    for (const { text, ...expected } of TEXTS) {
      for (const [recipe, digits] of Object.entries(expected)) {
        const fingerprinter = new Fingerprinter({ recipe });
        equal(toHex(fingerprinter.fingerprint(text)), digits, `${recipe} of ${text}`);
        equal(toHex(fingerprinter.fingerprint(new TextEncoder().encode(text))), digits, `${recipe} of bytes`);
      }
    }
    for (const { features, fingerprint } of WEIGHTED) equal(toHex(simhash(features)), fingerprint, 'weighted features');
  },

  'the memory grows'({ HammingIndex }, memory) {
    const before = memory.bytes;
    ok(before > 0, 'no memory was seen');
    const values = fingerprints(1000);
    const index = new HammingIndex({ maxDistance: 3 });
    for (let round = 0; round < 400; round++) index.addAll(values);
    ok(memory.bytes > before + 4 * MEBIBYTE, `${before} bytes grew to ${memory.bytes}`);
    equal(index.size, 400_000);
    equal(
      index.search(values[1], { maxDistance: 0, limit: 2 }),
      [1, 1001].map((id) => ({ id, fingerprint: values[1], distance: 0 })),
    );
    index.dispose();
  },

  'features, similarities and independent fingerprints'({ Fingerprinter, simhash }) {
    const fingerprinter = new Fingerprinter();
    const { fingerprint, features, tooShort } = fingerprinter.inspect('the cat sat');
    equal([features, tooShort, fingerprint], [5, false, simhash('the cat sat')]);
    equal(fingerprinter.exactSimilarity('the cat sat', 'the cat sat down'), 5 / 7);
    equal(
      fingerprinter.features('Über-Rock').map(({ feature }) => feature),
      ['über', 'rock', 'über rock'],
    );
    const several = new BigUint64Array(3);
    equal(fingerprinter.several('the cat sat', several), 5);
    equal([several[0], new Set(several).size], [fingerprint, 3]);
  },

  'a model of a corpus'({ Fingerprinter, IdfModel }) {
    const texts = ['the cat sat', 'the dog sat', 'the bird flew'];
    const idf = IdfModel.train(texts, { recipe: 'words' });
    const again = IdfModel.from(JSON.parse(JSON.stringify(idf)));
    const { recipe } = new Fingerprinter({ recipe: 'words' });
    const [a, b] = [idf, again].map((idf) => new Fingerprinter({ recipe: { ...recipe, idf } }));
    for (const text of texts) equal(a.fingerprint(text), b.fingerprint(text));
  },

  distances({ hammingDistance, InvalidArgumentError }) {
    const values = [0n, 2n ** 64n - 1n, 2n ** 63n, 1n, ...fingerprints(100)];
    for (const [i, a] of values.entries()) {
      const b = values[(7 * i) % values.length];
      equal(hammingDistance(a, b), reference.distance(a, b), `${a} and ${b}`);
    }
    throws(() => hammingDistance(-1n, 0n), InvalidArgumentError, 'a negative fingerprint');
  },

  'search finds what reading all finds'({ HammingIndex }) {
    for (const [count, maxDistance] of [
      [300, 16],
      [2500, 3],
      [2500, 8],
    ]) {
      const values = fingerprints(count);
      const index = new HammingIndex({ maxDistance });
      index.addAll(values);
      const queries = [...values.slice(0, 20), ...fingerprints(20, 5n)];
      const all = index.searchAll(BigUint64Array.from(queries));
      for (const [i, query] of queries.entries()) {
        const expected = reference.near(values, query, maxDistance);
        equal(index.search(query), expected, `of ${count} within ${maxDistance}`);
        equal(
          all.ids.slice(all.offsets[i], all.offsets[i + 1]),
          expected.map(({ id }) => id),
          'searchAll',
        );
      }
      equal(index.nearest(queries[39], 5), reference.near(values, queries[39], 64).slice(0, 5), 'nearest');
      index.dispose();
    }
  },

  'changes are found'({ HammingIndex }) {
    const values = fingerprints(2000);
    const index = new HammingIndex({ maxDistance: 4 });
    for (const [id, value] of values.entries()) index.add(value, id);
    for (let id = 0; id < 2000; id += 3) equal(index.remove(id), true);
    equal([index.size, index.has(3), index.has(4)], [1333, false, true]);
    const left = reference.near(values, values[4], 4).filter(({ id }) => id % 3 !== 0);
    equal(index.search(values[4]), left);
    index.dispose();
  },

  'pairs are all pairs'({ HammingIndex }) {
    const values = fingerprints(600);
    for (const maxDistance of [3, 10]) {
      const index = new HammingIndex({ maxDistance });
      index.addAll(values);
      const { a, b, distances } = index.pairs();
      const found = Array.from(a, (id, i) => `${Math.min(id, b[i])} ${Math.max(id, b[i])} ${distances[i]}`);
      equal(found.sort(), reference.pairs(values, maxDistance));
      index.dispose();
    }
  },

  'snapshots are read again, and damage is seen'({ CorruptDataError, HammingIndex }) {
    const values = fingerprints(2500);
    const index = new HammingIndex({ maxDistance: 5, recipe: 'words/2' });
    index.addAll(values);
    const bytes = index.toBytes();
    const again = HammingIndex.from(bytes, { recipe: 'words/2' });
    for (const value of values.slice(0, 50)) equal(again.search(value), index.search(value));
    for (const at of [0, 20, bytes.length >> 1, bytes.length - 1]) {
      const damaged = bytes.slice();
      damaged[at] ^= 1;
      throws(() => HammingIndex.from(damaged), CorruptDataError, `byte ${at} changed`);
    }
    throws(() => HammingIndex.from(bytes.slice(0, -1)), CorruptDataError, 'the end cut off');
    index.dispose();
    again.dispose();
  },

  async 'an index of documents, saved in chunks'({ DocumentIndex }) {
    const documents = new DocumentIndex({ maxDistance: 6 });
    for (const [i, { text }] of TEXTS.entries()) documents.add(`document ${i}`, text);
    const again = await DocumentIndex.fromChunks(documents.snapshot());
    for (const { text } of TEXTS) equal(again.search(text), documents.search(text));
    documents.dispose();
    again.dispose();
  },

  async dedupe({ dedupe }) {
    const documents = ['one text of a few words', 'another text about something else', 'one text of a few words'];
    const verdicts = [];
    for await (const { duplicateOf } of dedupe(documents.map((text, id) => ({ id: `${id}`, text })))) {
      verdicts.push(duplicateOf ?? null);
    }
    equal(verdicts, [null, null, '0']);
  },

  async 'a text of 5 MB'({ Fingerprinter, toHex }) {
    const text = longText(LONG_TEXT.bytes);
    const encoded = new TextEncoder().encode(text);
    ok(encoded.length > 5_000_000, `${encoded.length} bytes`);
    const fingerprinter = new Fingerprinter();
    equal(toHex(fingerprinter.fingerprint(text)), LONG_TEXT.fingerprint, 'as a string');
    equal(toHex(fingerprinter.fingerprint(encoded)), LONG_TEXT.fingerprint, 'as bytes');
    const stream = fingerprinter.stream();
    for (let at = 0; at < encoded.length; at += 65_521) stream.update(encoded.subarray(at, at + 65_521));
    equal(toHex(stream.digest().fingerprint), LONG_TEXT.fingerprint, 'in pieces');
  },

  'hundreds of indexes, alive at once and one after another, leave nothing behind'({ HammingIndex }, memory) {
    const values = fingerprints(2500);
    const round = (count, size) => {
      const indexes = Array.from({ length: count }, () => new HammingIndex({ maxDistance: 3 }));
      for (const index of indexes) index.addAll(values.subarray(0, size));
      for (const index of indexes) equal(index.search(values[1])[0].distance, 0);
      for (const index of indexes) index.dispose();
    };
    round(300, 100);
    round(4, 2500);
    const before = memory.bytes;
    for (let i = 0; i < 3; i++) round(300, 100);
    for (let i = 0; i < 5; i++) round(4, 2500);
    equal(memory.bytes, before, 'the memory');
  },

  'a disposed index says so'({ DisposedError, HammingIndex }) {
    const index = new HammingIndex({ maxDistance: 3 });
    index.dispose();
    throws(() => index.size, DisposedError, 'a disposed index');
  },
};
