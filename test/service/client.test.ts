// The client against the service on a store in a folder.
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type BatchInsertion,
  ConnectionLostError,
  DocumentExistsError,
  InvalidArgumentError,
  type NewDocument,
  Service,
  ServiceError,
} from '../../src/service/index.ts';
// Those that the store throws, whatever entry the client is of (test/package/service.test.ts).
import * as errors from '../../src/store/errors.ts';
import { NO_DOCUMENTS, NO_IDS, NO_OPTIONS, NO_QUERIES, NO_TIMES } from '../store/refused.ts';
import { fetchText, Served } from './served.ts';

let served: Served;
let service: Service;
beforeAll(async () => {
  served = await Served.start();
  service = new Service(served.url);
});
afterAll(() => served.end());

async function collected(documents: Iterable<NewDocument> | AsyncIterable<NewDocument>): Promise<BatchInsertion[]> {
  const answers: BatchInsertion[] = [];
  for await (const answer of service.insertEachIfNew(documents)) answers.push(answer);
  return answers;
}

const TEXT = 'The library opens on Monday with a large new reading room and a garden.';

describe('Service', () => {
  it('inserts, finds, gets and removes as the store does', async () => {
    const document = { id: 'library', text: TEXT, time: 5, meta: { a: [1, null, 'ß'] } };
    expect(await service.insertIfNew(document)).toEqual({ inserted: true, duplicates: [] });
    const stored = (await served.store.get('library'))!;
    expect(await service.get('library')).toEqual(stored);
    const match = { ...stored, distance: 0 };
    expect(await service.insertIfNew({ id: 'again', text: TEXT })).toEqual({ inserted: false, duplicates: [match] });
    expect(await service.search({ text: TEXT })).toEqual([match]);
    expect(await service.search({ fingerprint: stored.fingerprint }, { limit: 0 })).toEqual([]);
    expect(await service.size()).toBe(await served.store.size());
    expect([await service.remove('library'), await service.remove('library')]).toEqual([true, false]);
    expect(await service.get('library')).toBeUndefined();
  });

  it('takes ids of any characters', async () => {
    const ids = [
      'a/b/../c',
      '\0',
      'NUL\0in',
      '😀',
      '%2F',
      '?id=x&id=y',
      '#',
      ' ',
      '..',
      '"',
      '\r\n',
      '\ud7ff\uffff',
      'é',
    ];
    for (const [i, id] of ids.entries()) {
      const fingerprint = BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n);
      expect(await service.insertIfNew({ id, fingerprint }), id).toEqual({ inserted: true, duplicates: [] });
      expect((await service.get(id))?.id).toBe(id);
      expect(await service.remove(id)).toBe(true);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), async (id) => {
        await service.insertIfNew({ id, fingerprint: null });
        expect((await service.get(id))?.id).toBe(id);
        expect(await service.remove(id)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('inserts many in order, of which later ones may resemble earlier ones', async () => {
    const documents = Array.from({ length: 1234 }, (_, i) => ({
      id: `many/${i}`,
      fingerprint: BigInt.asUintN(64, BigInt(i >> 1) * 0x9e3779b97f4a7c15n),
    }));
    const answers = await collected(documents);
    expect(answers.map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
    expect(answers.map(({ inserted }) => inserted)).toEqual(documents.map((_, i) => i % 2 === 0));
    expect(answers[7]!.duplicates.map(({ id }) => id)).toEqual(['many/6']);
    expect(await collected(documents)).toEqual(answers);
  });

  it('says of many which could not be inserted, and inserts the others', async () => {
    await service.insertIfNew({ id: 'there', fingerprint: 0xffn });
    const answers = await collected([
      { id: 'one', fingerprint: 0xff00ff00n },
      { id: '', fingerprint: 1n },
      { id: 'there', fingerprint: 0xffff_0000_0000_0000n },
      { id: 'é'.repeat(600), fingerprint: 0x1234_5678_0000_0000n },
      { id: 'two', fingerprint: 0x00ff_00ff_0000_0000n },
    ]);
    expect(answers.map(({ inserted }) => inserted)).toEqual([true, false, false, false, true]);
    const errors = [undefined, InvalidArgumentError, DocumentExistsError, InvalidArgumentError, undefined];
    expect(answers.map(({ error }) => error?.constructor)).toEqual(errors);
    expect(answers[2]!.error).toMatchObject({ id: 'there' });
  });

  it('answers in order, whichever of many could not be inserted: nothing is taken for something before it', async () => {
    await service.insertIfNew({ id: 'near', fingerprint: 0xaaaa_0000_0000_0001n });
    const answers = await collected([
      { id: 'late', fingerprint: 0xaaaa_0000_0000_0000n },
      { id: 'late', fingerprint: 0x5555_0000_0000_0003n },
      { id: 'like it', fingerprint: 0x5555_0000_0000_0001n },
      { id: 'like that', fingerprint: 0xaaaa_0000_0000_0003n },
      { id: 'near', fingerprint: 0n },
      { id: 'like it, too', fingerprint: 0x5555_0000_0000_0002n },
    ]);
    const found = answers.map(
      ({ inserted, duplicates, error }) => error?.name ?? [inserted, duplicates.map(({ id }) => id)],
    );
    expect(found).toEqual([
      [false, ['near']],
      [true, []],
      [false, ['late']],
      [false, ['near']],
      'DocumentExistsError',
      [false, ['late']],
    ]);
  });

  it('says so in their places of those that are no documents, as the store does', async () => {
    const good = (id: string) => ({ id, fingerprint: null });
    const documents = [good('before'), ...NO_DOCUMENTS.flatMap((one, i) => [one, good(`between/${i}`)])];
    const answers = await collected(documents);
    expect(answers.map(({ id }) => id)).toEqual(documents.map((one) => one?.id));
    for (const [i, { inserted, duplicates, error }] of answers.entries()) {
      const refused = await served.store.insertIfNew(documents[i]!).then(
        () => undefined,
        (reason) => reason,
      );
      expect({ inserted, duplicates, error }).toEqual({ inserted: i % 2 === 0, duplicates: [], error: refused });
    }
  });

  it('inserts and answers what came before its source fails', async () => {
    const failing = async function* () {
      for (let i = 0; i < 501; i++) yield { id: `source/${i}`, fingerprint: null };
      throw new RangeError('no more');
    };
    const ids: string[] = [];
    const all = async () => {
      for await (const { id, inserted } of service.insertEachIfNew(failing())) if (inserted) ids.push(id);
    };
    await expect(all()).rejects.toThrow(new RangeError('no more'));
    expect(ids.length).toBe(501);
    expect((await service.get('source/500'))?.id).toBe('source/500');
    await expect(collected(5 as never)).rejects.toThrow(InvalidArgumentError);
  });

  it('does not let what has come wait for what has not, and closes a source that it leaves, also while it is waited for', async () => {
    let answered = () => {};
    const closed: string[] = [];
    const live = async function* (name: string, length: number) {
      try {
        for (let i = 0; i < length; i++) {
          const answer = new Promise<void>((resolve) => {
            answered = resolve;
          });
          yield { id: `live/${name}/${i}`, fingerprint: null };
          await answer;
        }
      } finally {
        closed.push(name);
      }
    };
    const ids: string[] = [];
    for await (const { id } of service.insertEachIfNew(live('all', 3))) {
      ids.push(id);
      answered();
    }
    expect(ids).toEqual([0, 1, 2].map((i) => `live/all/${i}`));
    for await (const { id } of service.insertEachIfNew(live('some', 3))) {
      expect(id).toBe('live/some/0');
      break;
    }
    answered();
    await expect.poll(() => closed).toEqual(['all', 'some']);
    const failing = async function* () {
      yield* live('failing', 1);
      throw new RangeError('no more');
    };
    const answers = service.insertEachIfNew(failing());
    expect(await answers.next()).toMatchObject({ value: { id: 'live/failing/0', inserted: true } });
    answered();
    await expect(answers.next()).rejects.toThrow(new RangeError('no more'));
  });

  it('has one status for what is too large, alone and among many', async () => {
    const small = await Served.start({ limits: { body: 1000, line: 1000 } });
    const document = { id: 'large', text: 'x'.repeat(2000) };
    const client = new Service(small.url);
    const alone = await client.insertIfNew(document).catch((error) => error);
    const ofMany: unknown[] = [];
    for await (const { error } of client.insertEachIfNew([document])) ofMany.push(error);
    await small.end();
    for (const error of [alone, ...ofMany]) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ status: 413, code: 'TooLargeError' });
    }
    expect(ofMany.length).toBe(1);
  });

  it('takes texts as bytes of UTF-8', async () => {
    const text = new TextEncoder().encode(
      'The harbour of Ostrey is dredged in March, says the harbour master — für alle.',
    );
    expect(await service.insertIfNew({ id: 'bytes', text })).toEqual({ inserted: true, duplicates: [] });
    expect(await service.search({ text })).toMatchObject([{ id: 'bytes', distance: 0 }]);
    expect(await collected([{ id: 'more bytes', text }])).toMatchObject([{ inserted: false }]);
    expect(await served.store.search({ text })).toMatchObject([{ id: 'bytes', distance: 0 }]);
  });

  it('sends no more lines at a time than the service takes', async () => {
    const small = await Served.start({ limits: { batch: 7 } });
    const documents = Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, fingerprint: null }));
    const ids: string[] = [];
    for await (const { id, inserted } of new Service(small.url).insertEachIfNew(documents)) if (inserted) ids.push(id);
    await small.end();
    expect(ids).toEqual(documents.map(({ id }) => id));
  });

  it('expires what is old', async () => {
    await service.insertIfNew({ id: 'old', fingerprint: null, time: -100 });
    expect(await service.expire(new Date(-99))).toBe(1);
    expect(await service.expire(-99)).toBe(0);
  });

  it('throws the errors of the store by their names', async () => {
    await service.insertIfNew({ id: 'x', fingerprint: 0x0f0f_0f0fn });
    await expect(service.insertIfNew({ id: 'x', fingerprint: 0xf0f0_f0f0n })).rejects.toThrow(DocumentExistsError);
    await expect(service.search({ fingerprint: 1n }, { maxDistance: 4 })).rejects.toThrow(InvalidArgumentError);
    await expect(service.search({} as never)).rejects.toThrow('Give a text or a fingerprint');
    await expect(service.insertIfNew({ id: '\ud800', text: 'a' })).rejects.toThrow(InvalidArgumentError);
    await expect(service.get('\ud800')).rejects.toThrow(InvalidArgumentError);
    await expect(service.expire(Number.NaN)).rejects.toThrow(InvalidArgumentError);
    const other = { id: 'y', fingerprint: 1n, recipe: 'words/2' } as NewDocument;
    expect((await fetchText(`${served.url}/v1/documents`, { ...other, fingerprint: '0000000000000001' })).status).toBe(
      409,
    );
  });

  it('refuses what no store takes before it sends anything', async () => {
    const nowhere = new Service('http://127.0.0.1:1', { retries: 0 });
    const calls = [
      ...NO_DOCUMENTS.map((document) => () => nowhere.insertIfNew(document)),
      ...NO_QUERIES.map((query) => () => nowhere.search(query)),
      ...NO_OPTIONS.map((options) => () => nowhere.search({ fingerprint: 1n }, options)),
      ...NO_IDS.flatMap((id) => [() => nowhere.get(id), () => nowhere.remove(id)]),
      ...NO_TIMES.map((time) => () => nowhere.expire(time)),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(InvalidArgumentError);
  });

  it('says where it was redirected to, on which way its method and token may be lost', async () => {
    const proxy = await answering(({ url }, response) =>
      response.writeHead(301, { location: `${served.url}${url}` }).end(),
    );
    const redirected = new Service(proxy.url);
    const inserting = redirected.insertIfNew({ id: 'redirected', fingerprint: null });
    await expect(inserting).rejects.toThrow(`redirected to ${served.url}/v1/documents: use the address of that.`);
    expect(await redirected.get('nothing')).toBeUndefined();
    proxy.end();
  });

  it('does not take an address where nothing is for a document that is not there', async () => {
    const other = await answering((_, response) => response.writeHead(404).end('<p>Nothing here</p>'));
    for (const [url, code] of [
      [`${served.url}/seen/`, 'UnknownRouteError'],
      [`${served.url}/seen`, 'UnknownRouteError'],
      [other.url, 'UnknownError'],
    ] as const) {
      const refused = await new Service(url).get('there').catch((error) => error);
      expect([refused.constructor, refused.status, refused.code]).toEqual([ServiceError, 404, code]);
      expect(refused.message).not.toContain('redirected');
    }
    other.end();
  });

  it.each([
    ['{"ok":true}'],
    ['null'],
    ['{"inserted":"no","duplicates":[],"matches":{},"fingerprint":null,"removed":1,"expired":"5","documents":null}'],
    ['{"line":2,"inserted":true,"duplicates":[{"fingerprint":"no"}],"matches":[{}],"id":5,"fingerprint":null}'],
    ['{"line":1,"inserted":true,"duplicates":5,"matches":null,"id":"a","fingerprint":"no"}'],
    ['{"line":1,"id":"a","error":"no"}'],
    ['{"line":2,"inserted":true,"duplicates":null}'],
  ])('takes nothing from a service of another kind for an answer: %s', async (answer) => {
    const other = await answering((_, response) => response.end(`${answer}\n`));
    const mistaken = new Service(other.url);
    for (const call of [
      () => mistaken.insertIfNew({ id: 'a', fingerprint: null }),
      () => mistaken.insertEachIfNew([{ id: 'a', fingerprint: null }]).next(),
      () => mistaken.search({ fingerprint: null }),
      () => mistaken.get('a'),
      () => mistaken.remove('a'),
      () => mistaken.expire(0),
      () => mistaken.size(),
    ]) {
      const error = await call().catch((error) => error);
      expect([error.constructor, error.message]).toEqual([
        ServiceError,
        `What answers at ${other.url}/ is no hammingbird serve.`,
      ]);
    }
    other.end();
  });

  it('takes no answer to another line for that to its own', async () => {
    const answer = (line: number) => `{"line":${line},"inserted":true,"duplicates":[]}\n`;
    const other = await answering((_, response) => response.end(answer(2) + answer(1)));
    const documents = ['a', 'b'].map((id) => ({ id, fingerprint: null }));
    await expect(new Service(other.url).insertEachIfNew(documents).next()).rejects.toThrow('is no hammingbird serve');
    other.end();
  });

  it('refuses addresses that are none of HTTP, and options that are none, without a word of what is secret', () => {
    for (const url of ['', 'seen-pages', 'file:///etc/passwd', 'redis://localhost']) {
      expect(() => new Service(url)).toThrow(InvalidArgumentError);
    }
    for (const retries of [-1, 0.5, Number.NaN]) {
      expect(() => new Service(served.url, { retries })).toThrow(/^retries .*, not /);
    }
    for (const timeout of [0, 0.5, 1.5, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY]) {
      expect(() => new Service(served.url, { timeout })).toThrow(/^timeout .*, not /);
    }
    const refused = [
      ...['secret\n', 'sec ret', 'sécret', null].map((token) => () => new Service(served.url, { token } as never)),
      () => new Service('http://user:secret@127.0.0.1'),
    ];
    for (const make of refused) expect(make).toThrow(InvalidArgumentError);
    for (const make of refused) expect(make).not.toThrow(/s[eé]c/);
  });

  it('waits as long as timers can', async () => {
    expect(await new Service(served.url, { timeout: 2 ** 31 - 1 }).size()).toBe(await served.store.size());
  });
});

describe('connections that are lost', () => {
  it('are made again, and nothing is inserted twice', async () => {
    const proxy = await Unreliable.start(Number(new URL(served.url).port));
    const through = new Service(proxy.url, { retries: 8 });
    const before = await served.store.size();
    for (let i = 0; i < 8; i++) {
      const fingerprint = BigInt.asUintN(64, BigInt(i + 1) * 0xd1342543de82ef95n);
      const document = { id: `lost/${i}`, fingerprint };
      expect(await through.insertIfNew(document)).toEqual({ inserted: true, duplicates: [] });
    }
    expect(proxy.lost).toBeGreaterThan(3);
    expect(await served.store.size()).toBe(before + 8);
    proxy.end();
  });

  it('are waited for as long as timers can, however often: longer ones end at once', async () => {
    const pauses: unknown[] = [];
    const spies = [
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed')),
      vi.spyOn(globalThis, 'setTimeout').mockImplementation(((resolve: () => void, pause: number) => {
        pauses.push(pause);
        resolve();
      }) as never),
    ];
    try {
      await expect(new Service('http://127.0.0.1:1', { retries: 40 }).size()).rejects.toThrow(ConnectionLostError);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect([pauses.length, pauses.at(-1)]).toEqual([40, 2 ** 31 - 1]);
  });

  it('between the service and its store are repeated alike, alone and among many, and named alike', async () => {
    const away = await Served.start();
    const client = new Service(away.url, { retries: 2 });
    let failures = 0;
    for (const name of ['insertIfNew', 'insertAllIfNew'] as const) {
      const insert = away.store[name].bind(away.store) as (given: never) => Promise<never>;
      away.store[name] = async (given: unknown) => {
        if (failures-- > 0) throw errors.ConnectionLostError.to('the store', 'cut', undefined);
        return insert(given as never);
      };
    }
    const all = async (ids: readonly string[]) => {
      const answers: unknown[] = [];
      for await (const answer of client.insertEachIfNew(ids.map((id) => ({ id, fingerprint: null })))) {
        answers.push(answer);
      }
      return answers;
    };
    const inserted = { inserted: true, duplicates: [] };
    failures = 2;
    expect(await client.insertIfNew({ id: 'one', fingerprint: null })).toEqual(inserted);
    failures = 2;
    expect(await all(['a', 'b'])).toEqual([
      { id: 'a', ...inserted },
      { id: 'b', ...inserted },
    ]);
    failures = 6;
    await expect(client.insertIfNew({ id: 'two', fingerprint: null })).rejects.toThrow(ConnectionLostError);
    await expect(all(['c'])).rejects.toThrow(ConnectionLostError);
    await away.end();
  });

  it('between a proxy and the service are repeated, too', async () => {
    const statuses = [429, 502, 504];
    const proxy = await answering((_, response) =>
      response.writeHead(statuses.shift() ?? 200).end(statuses.length > 0 ? '<h1>Bad gateway</h1>' : '{"documents":7}'),
    );
    expect(await new Service(proxy.url).size()).toBe(7);
    proxy.end();
    const without = await answering((_, response) => response.writeHead(502).end());
    const refused = await new Service(without.url, { retries: 1 }).size().catch((error) => error);
    expect([refused.constructor, refused.status]).toEqual([ServiceError, 502]);
    without.end();
  });

  it('that were too slow for the service are made again from the line on that it did not read', async () => {
    const late = '"status":408,"error":{"name":"TooSlowError","message":"late"}}\n';
    const inserted = '"inserted":true,"duplicates":[]}\n';
    const answers = [
      `{"line":1,${inserted}{"line":2,${late}`,
      `{"line":1,${late}`,
      `{${late.slice(13)}`,
      `{"line":1,${inserted}`,
    ];
    const bodies: string[] = [];
    const slow = await answering(async (request, response) => {
      const answer = answers[bodies.length];
      bodies.push(await text(request));
      response.writeHead(bodies.length === 3 ? 408 : 200).end(answer);
    });
    const results: BatchInsertion[] = [];
    const documents = ['a', 'b'].map((id) => ({ id, fingerprint: null }));
    for await (const result of new Service(slow.url).insertEachIfNew(documents)) results.push(result);
    expect(results).toEqual(['a', 'b'].map((id) => ({ id, inserted: true, duplicates: [] })));
    const [both, ...others] = bodies;
    const second = both!.slice(both!.indexOf('\n') + 1);
    expect(others).toEqual([second, second, second]);
    slow.end();
  });

  it('are made again for what was asked, whatever the caller does meanwhile with what it gave', async () => {
    const bodies: string[] = [];
    const proxy = await answering(async (request, response) => {
      bodies.push(await text(request));
      response.writeHead(bodies.length === 1 ? 502 : 200).end('{"inserted":true,"duplicates":[]}');
    });
    const meta = { crawl: 1 };
    const inserting = new Service(proxy.url).insertIfNew({ id: 'a', fingerprint: null, meta });
    meta.crawl = 2;
    await inserting;
    expect(bodies).toEqual(Array.from({ length: 2 }, () => '{"id":"a","fingerprint":null,"meta":{"crawl":1}}'));
    proxy.end();
  });

  it('that stay lost are an error that says so', async () => {
    const gone = new Service('http://127.0.0.1:1', { retries: 1 });
    await expect(gone.size()).rejects.toThrow(ConnectionLostError);
    await expect(gone.get('a')).rejects.toThrow(
      /^No answer came from http:\/\/127.0.0.1:1\/ \(fetch failed: .+\)\. If something was to/,
    );
  });
});

describe('a service with a token', () => {
  it('answers those who show it', async () => {
    const token = 'correct-horse-battery-staple';
    const guarded = await Served.start({ token });
    try {
      expect(await new Service(guarded.url, { token }).size()).toBe(0);
      for (const wrong of [undefined, 'correct-horse-battery-stapl', '', `${token} `, 'é'.repeat(20)]) {
        const options = wrong === undefined ? {} : { token: encodeURI(wrong) };
        const refused = await new Service(guarded.url, options).size().catch((error) => error);
        expect([refused.constructor, refused.status, refused.code]).toEqual([ServiceError, 401, 'UnauthorizedError']);
      }
    } finally {
      await guarded.end();
    }
  });
});

/** A server of HTTP that is no service. */
async function answering(answer: RequestListener): Promise<{ url: string; end(): void }> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, end: () => void server.close() };
}

/** Passes bytes on, and loses every second connection when the answer comes. */
class Unreliable {
  lost = 0;
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  static async start(port: number): Promise<Unreliable> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new Unreliable(server);
    let connections = 0;
    server.on('connection', (client: Socket) => {
      const isLost = connections++ % 2 === 0;
      const behind = connect(port, '127.0.0.1');
      client.on('error', () => undefined).pipe(behind);
      behind
        .on('error', () => undefined)
        .on('data', (answer) => {
          if (isLost) proxy.lost++;
          else client.write(answer);
          client.destroySoon();
        });
    });
    return proxy;
  }

  end(): void {
    this.#server.close();
  }
}
