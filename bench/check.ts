// A program of its own, run before a topic: in the same process it would leave the rivals compiled for its odd texts,
// a fifth slower than they can be.
import assert from 'node:assert/strict';
import { Fingerprinter, HammingIndex, hammingDistance } from '../src/index.ts';
import { englishTexts, queriesNear, uniformFingerprints } from './data.ts';
import { timedTexts } from './fingerprint.ts';
import { simhashBigInt } from './rivals/fingerprint-bigint.ts';
import { words, wordsBigrams } from './rivals/fingerprint-js.ts';
import { BigIntScan } from './rivals/index-bigint.ts';
import { BandMap, TypedBandIndex } from './rivals/index-js.ts';
import { unicodeTexts } from './unicode-texts.ts';

const MIXED = ['', '!', 'one', 'Über naïve Ждф 漢字abc かな 12', 'İx \u{20000}\u{20001}b \u{10400}\u{10428} \ud800c'];

/** Throws unless one rival makes the library's fingerprints, and the other makes such as are as good. */
function checkFingerprints(): void {
  const counted = new Fingerprinter();
  const summed = new Fingerprinter({ recipe: 'words' });
  const texts = [...unicodeTexts(1000), ...MIXED];
  assert.ok(new Set(texts.map((text) => counted.fingerprint(text))).size > 900, 'the texts differ');
  for (const text of [...timedTexts(), ...texts]) {
    assert.equal(words(text), summed.fingerprint(text), 'words');
    assert.equal(wordsBigrams(text), counted.fingerprint(text), 'words-bigrams');
  }
  checkDistances((text) => summed.fingerprint(text), simhashBigInt);
  checkDistances(
    (text) => counted.fingerprint(text),
    (text) => simhashBigInt(text, { bigrams: true }),
  );
}

type Fingerprint = (text: string) => bigint;

/** Fingerprints of other hashes differ, but on average a changed word must cost as many bits, give or take some. */
function checkDistances(own: Fingerprint, rival: Fingerprint): void {
  const texts = englishTexts(100, 2048);
  const changed = texts.map((text) => text.replace(/^((?:\S+ ){50})\S+/, '$1changed'));
  const others = [...texts.slice(1), texts[0]!];
  const near = [own, rival].map((fingerprint) => meanDistance(fingerprint, texts, changed));
  assert.ok(near[1]! < 2 * near[0]! + 0.5, `near-duplicates are ${near[1]} bits apart, the library's ${near[0]}`);
  const far = [own, rival].map((fingerprint) => meanDistance(fingerprint, texts, others));
  assert.ok(far[1]! > far[0]! / 2, `unrelated texts are ${far[1]} bits apart, the library's ${far[0]}`);
}

function meanDistance(fingerprint: Fingerprint, texts: readonly string[], others: readonly string[]): number {
  const distances = texts.map((text, i) => hammingDistance(fingerprint(text), fingerprint(others[i]!)));
  return distances.reduce((sum, distance) => sum + distance) / distances.length;
}

/** Throws unless the rivals find what the library finds. */
function checkIndexes(): void {
  const fingerprints = uniformFingerprints(100_000);
  const queries = queriesNear(fingerprints, 2000);
  const index = new HammingIndex({ maxDistance: 3 });
  index.addAll(fingerprints);
  const all = index.searchAll(queries);
  const expected = Array.from(queries, (_, i) => ascending(all.ids.slice(all.offsets[i], all.offsets[i + 1])));
  assert.ok(all.ids.length > 500, 'the queries find something');
  for (const rival of [new TypedBandIndex(fingerprints), new BandMap(fingerprints)]) {
    const { offsets, ids } = rival.searchAll(queries);
    queries.forEach((query, i) => {
      assert.deepEqual(ascending(Array.from(ids).slice(offsets[i], offsets[i + 1])), expected[i]);
      assert.deepEqual(ascending(rival.search(query)), expected[i]);
    });
  }
  const scan = new BigIntScan(fingerprints);
  for (let i = 0; i < 4; i++) assert.deepEqual(scan.search(queries[i]!, 3), expected[i]);
  index.dispose();
}

function ascending(rows: ArrayLike<number>): number[] {
  return Array.from(rows).sort((a, b) => a - b);
}

const CHECKS: Readonly<Record<string, () => void>> = { fingerprint: checkFingerprints, index: checkIndexes };

// Where there are no rivals there is nothing to check; peers are checked by what they find while they are timed.
CHECKS[process.argv[2]!]?.();
