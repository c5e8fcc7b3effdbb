import { expect, it } from 'vitest';
import { FeatureCache } from '../../src/dedupe/feature-cache.ts';
import type { FeatureSet } from '../../src/wasm/feature-set.ts';

const MEGABYTE = 1024 * 1024;

/** A set of a megabyte, as far as the cache can see. */
function setOf(document: number, disposed: number[]): FeatureSet {
  const set = {
    bytes: MEGABYTE,
    jaccard: () => 1,
    jaccards: (others: readonly unknown[]) => Float64Array.from(others, () => 1),
    dispose: () => disposed.push(document),
  };
  return set as unknown as FeatureSet;
}

it('keeps the feature sets that were used last, up to 128 MB, and makes the others again', () => {
  const made: number[] = [];
  const disposed: number[] = [];
  const cache = new FeatureCache((document) => {
    made.push(document);
    return setOf(document, disposed);
  });
  for (let document = 0; document < 128; document++) cache.put(document, setOf(document, disposed));
  expect(disposed).toEqual([]);
  // Used again, and so not given back with those that were put before and after them.
  cache.similarity(0, 1, 0);
  expect(made).toEqual([]);
  cache.put(128, setOf(128, disposed));
  expect(disposed).toEqual(Array.from({ length: 63 }, (_, i) => i + 2));
  cache.similarity(2, 0, 0);
  expect(made).toEqual([2]);
  for (let document = 200; document < 300; document++) cache.similarity(document, 0, 0);
  expect(new Set(made).size + 129 - disposed.length).toBeLessThanOrEqual(130);
  expect(made).not.toContain(0);
  cache.forget(0);
  expect(disposed).toContain(0);
  cache.dispose();
  // Each once, whatever became of it.
  expect(disposed.length).toBe(129 + made.length);
  expect(new Set(disposed).size).toBe(disposed.length - 1);
});

it('compares a document with thousands, whose sets take more than it keeps', () => {
  const disposed: number[] = [];
  let made = 0;
  let most = 0;
  const cache = new FeatureCache((document) => {
    most = Math.max(most, ++made - disposed.length);
    return setOf(document, disposed);
  });
  const others = Uint32Array.from({ length: 3000 }, (_, i) => i + 1);
  for (let round = 0; round < 2; round++) {
    expect(cache.similarities(0, others, 0.5)).toEqual(new Float64Array(3000).fill(1));
  }
  expect(made).toBeGreaterThan(5900);
  expect(most).toBeLessThanOrEqual(130);
  cache.dispose();
  expect(disposed.length).toBe(made);
});

it('keeps no more of those that are only asked for', () => {
  const disposed: number[] = [];
  let made = 0;
  let most = 0;
  const cache = new FeatureCache((document) => {
    most = Math.max(most, ++made - disposed.length);
    return setOf(document, disposed);
  });
  for (let document = 0; document < 1000; document++) cache.setOf(document);
  expect(made).toBe(1000);
  expect(most).toBeLessThanOrEqual(130);
  cache.dispose();
  expect(disposed.length).toBe(made);
});
