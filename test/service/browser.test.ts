// The client in a real Chromium: on a page of the service's own origin, and on one of another.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserWithLibrary, findChromium } from '../support/browser.ts';
import { needs } from '../support/command.ts';
import { Served } from './served.ts';

const CHROMIUM = findChromium();
const TOKEN = 'a-token-that-a-page-shows';

let served: Served;
let guarded: Served;
let browser: BrowserWithLibrary;
let page: Page;
beforeAll(async () => {
  if (!CHROMIUM) return;
  served = await Served.start();
  guarded = await Served.start({ token: TOKEN });
  browser = await BrowserWithLibrary.open(CHROMIUM, guarded.url);
  page = await browser.page();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
  await guarded?.end();
});
beforeEach(({ skip }) => needs(CHROMIUM !== undefined, 'Chromium', skip));

describe('a page behind the same proxy as the service', () => {
  it('inserts, finds, gets and removes, one by one and in batches', async () => {
    const answers = await page.evaluate(async (token) => {
      const seen = new globalThis.hammingbird.Service(new URL('/service/', location.href), { token });
      const batch = [];
      const documents = [
        { id: 'é/1', fingerprint: 0xffff_0000_0000_0000n },
        { id: 'é/2', fingerprint: 0xffff_0000_0000_0001n },
        { id: '', fingerprint: 1n },
      ];
      for await (const { id, inserted, error } of seen.insertEachIfNew(documents)) {
        batch.push([id, inserted, error?.constructor === globalThis.hammingbird.InvalidArgumentError]);
      }
      const text = 'The library opens on Monday.';
      return {
        inserted: await seen.insertIfNew({ id: 'a', text, meta: ['ß'], time: 5 }),
        again: (await seen.insertIfNew({ id: 'b', text })).duplicates.map(({ id, meta }) => [id, meta]),
        batch,
        found: (await seen.search({ fingerprint: 0xffff_0000_0000_0002n })).map(({ id, distance }) => [id, distance]),
        size: await seen.size(),
        expired: await seen.expire(6),
        gone: await seen.get('a'),
        removed: await seen.remove('é/1'),
      };
    }, TOKEN);
    expect(answers).toEqual({
      inserted: { inserted: true, duplicates: [] },
      again: [['a', ['ß']]],
      batch: [
        ['é/1', true, false],
        ['é/2', false, false],
        ['', false, true],
      ],
      found: [['é/1', 1]],
      size: 2,
      expired: 1,
      gone: undefined,
      removed: true,
    });
  });

  it('is refused by name without the token', async () => {
    const refused = await page.evaluate(async () => {
      const seen = new globalThis.hammingbird.Service(new URL('/service/', location.href));
      return seen.size().catch(({ status, code }) => [status, code]);
    });
    expect(refused).toEqual([401, 'UnauthorizedError']);
  });
});

describe('a page of another origin', () => {
  it('neither reads nor changes anything', async () => {
    await served.store.insert({ id: 'there', fingerprint: 7n });
    const outcomes = await page.evaluate(async (url) => {
      const seen = new globalThis.hammingbird.Service(url, { retries: 0 });
      const calls = [
        () => seen.get('there'),
        () => seen.insertIfNew({ id: 'new', fingerprint: 1n }),
        () => seen.remove('there'),
        () => seen.expire(new Date()),
        // What browsers send without asking first.
        () =>
          fetch(`${url}/v1/documents`, { method: 'POST', mode: 'no-cors', body: '{"id":"new","fingerprint":null}' }),
      ];
      return Promise.all(calls.map((call) => call().then(String, (error) => error.constructor.name)));
    }, served.url);
    expect(outcomes.slice(0, 4)).toEqual(Array(4).fill('ConnectionLostError'));
    expect([await served.store.size(), (await served.store.get('there'))?.id]).toEqual([1, 'there']);
  });
});
