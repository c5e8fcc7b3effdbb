// The library in a real Chromium: on the main thread, and in its workers.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calibrate, Fingerprinter } from '../../src/index.ts';
import { BrowserWithLibrary, findChromium } from '../support/browser.ts';
import { needs } from '../support/command.ts';

const CHROMIUM = findChromium();
const TEXTS = [
  ...Array.from({ length: 1500 }, (_, i) => `text ${i}, word${i % 7} and others`),
  'naïve Ждф 漢字abc ไทย \u{20000} ½ İx',
  'longer than a batch '.repeat(20_000),
  '',
];
const FINGERPRINTS = TEXTS.map((text) => new Fingerprinter().fingerprint(text));

let browser: BrowserWithLibrary;
let page: Page;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await BrowserWithLibrary.open(CHROMIUM);
  page = await browser.page();
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => needs(CHROMIUM !== undefined, 'Chromium', skip));

describe('in a browser', () => {
  it('the main thread makes the fingerprints that Node makes', async () => {
    const made = await page.evaluate((texts) => {
      const fingerprinter = new globalThis.hammingbird.Fingerprinter();
      return texts.map((text) => fingerprinter.fingerprint(text));
    }, TEXTS);
    expect(made).toEqual(FINGERPRINTS);
  });

  it.each(['threads share', 'can grow'])('texts and an index in memory that %s are read', async (memory) => {
    const made = await page.evaluate(
      ([texts, memory]) => {
        const { Fingerprinter, HammingIndex } = globalThis.hammingbird;
        const Growing = ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer;
        // A page that is not isolated has no SharedArrayBuffer by name.
        const { buffer } =
          memory === 'can grow'
            ? new Uint8Array(new Growing(655_360, { maxByteLength: 655_360 }))
            : new WebAssembly.Memory({ initial: 10, maximum: 10, shared: true });
        const put = (bytes: Uint8Array) => {
          const there = new Uint8Array(buffer, 0, bytes.length);
          there.set(bytes);
          return there;
        };
        const index = new HammingIndex({ maxDistance: 3 });
        index.add(5n, 7);
        const [match] = HammingIndex.from(put(index.toBytes())).search(5n);
        const fingerprinter = new Fingerprinter();
        const own = new Fingerprinter({ recipe: { name: 'own', version: 1, features: (text) => [text] } });
        return {
          match,
          text: own.features(put(new TextEncoder().encode('½')))[0]?.feature,
          fingerprints: texts.map((text) => fingerprinter.fingerprint(put(new TextEncoder().encode(text)))),
        };
      },
      [TEXTS, memory] as const,
    );
    const match = { id: 7, fingerprint: 5n, distance: 0 };
    expect(made).toEqual({ match, text: '½', fingerprints: FINGERPRINTS });
  });

  it('calibrate measures what it measures in Node', async () => {
    const documents = TEXTS.slice(0, 20).map((text, id) => ({
      id,
      text: `${text} ${TEXTS[id + 500]} ${TEXTS[id + 900]}`,
    }));
    const measured = await page.evaluate((documents) => globalThis.hammingbird.calibrate(documents), documents);
    expect(measured).toEqual(await calibrate(documents));
  });

  it.each([0, 1, 3])('so does fingerprintAll, in order, with %i workers, and ends them', async (workers) => {
    let started = 0;
    const count = () => started++;
    page.on('worker', count);
    const made = await page.evaluate(
      async ([texts, workers]) => {
        const all: { item: unknown; fingerprint: bigint }[] = [];
        for await (const { item, fingerprint } of globalThis.hammingbird.fingerprintAll(texts, { workers })) {
          all.push({ item, fingerprint });
        }
        return all;
      },
      [TEXTS, workers] as const,
    );
    expect(made).toEqual(TEXTS.map((item, i) => ({ item, fingerprint: FINGERPRINTS[i] })));
    page.off('worker', count);
    expect(started).toBe(workers);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  it('a ShardedIndex answers what one index answers, and ends its workers', async () => {
    const [sharded, one] = await page.evaluate(async (fingerprints) => {
      const { HammingIndex, ShardedIndex } = globalThis.hammingbird;
      const one = new HammingIndex({ maxDistance: 6 });
      const sharded = new ShardedIndex({ maxDistance: 6, shards: 2 });
      one.addAll(BigUint64Array.from(fingerprints));
      await sharded.addAll(BigUint64Array.from(fingerprints));
      const answers = [await sharded.pairs(), one.pairs()].map(({ a, b }) => [[...a], [...b]]);
      await sharded.dispose();
      return answers;
    }, FINGERPRINTS);
    expect(sharded).toEqual(one);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  it('leaving the loop ends the workers', async () => {
    const started = page.waitForEvent('worker');
    const first = await page.evaluate(async (texts) => {
      for await (const { item } of globalThis.hammingbird.fingerprintAll(texts, { workers: 2 })) return item;
      return undefined;
    }, TEXTS);
    await started;
    expect(first).toBe(TEXTS[0]);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  it.each([
    ['that the page forbids', "worker-src 'none'", ''],
    ['whose script is not there', '', '**/browser-worker.js'],
  ])('workers %s are an error that says what to do', async (_, policy, missing) => {
    const poor = await browser.page(policy);
    if (missing) await poor.route(missing, (route) => route.fulfill({ status: 404 }));
    const error = await poor.evaluate(async (texts) => {
      try {
        for await (const _ of globalThis.hammingbird.fingerprintAll(texts)) return 'a result';
        return 'nothing';
      } catch (error) {
        return String(error);
      }
    }, TEXTS);
    expect(error).toMatch(/^WorkerError: A worker thread failed: .*workers: 0/);
  });
});
