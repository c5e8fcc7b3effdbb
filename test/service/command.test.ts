// hammingbird serve as a process: races of its clients, and how it ends.
import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Service } from '../../src/service/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import { collected } from '../store/sequences.ts';
import { Folder } from '../support/command.ts';
import { flipped, randomBits } from '../support/fingerprints.ts';
import { Command, JSON_BODY, Served } from './served.ts';

const RACER = fileURLToPath(new URL('service-racer.mjs', import.meta.url));
const PROCESSES = 8;
const GROUPS = 400;

interface Told {
  readonly id: string;
  readonly inserted: boolean;
  readonly duplicates: readonly string[];
}

let folder: Folder;
beforeAll(() => {
  folder = new Folder();
});
afterAll(() => folder.remove());

it('says what to do about a port that is taken', async () => {
  const server = await Command.start(folder.at('first'), '--log', 'silent');
  const { status, stderr } = folder.run('serve', '--store', folder.at('second'), '--port', new URL(server.url).port);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/cannot listen at .* \(.*EADDRINUSE.*\)\. Name another port/),
  ]);
  // Otherwise it would have been made with settings that the next try may change.
  expect(existsSync(folder.at('second'))).toBe(false);
  expect(await server.end('SIGTERM')).toBe(0);
});

describe('races of processes', () => {
  it(`have exactly one winner in each of ${GROUPS} groups`, async () => {
    const server = await Command.start(folder.at('races'), '--log', 'warn');
    const random = randomBits(7n);
    const centres = Array.from({ length: GROUPS }, random);
    const racers = await Promise.all(
      Array.from({ length: PROCESSES }, (_, number) => racer(server.url, number, centres)),
    );
    const told = (await Promise.all(racers.map((run) => run()))).flat();
    expect(told.length).toBe(PROCESSES * GROUPS);
    const winners = new Map(told.filter(({ inserted }) => inserted).map(({ id }) => [id.split('/')[0], id]));
    expect(told.filter(({ inserted }) => inserted).length).toBe(GROUPS);
    expect(winners.size).toBe(GROUPS);
    for (const { id, inserted, duplicates } of told) {
      expect(duplicates).toEqual(inserted ? [] : [winners.get(id.split('/')[0])]);
    }
    // The work was shared: no process was simply first.
    expect(new Set([...winners.values()].map((id) => id.split('/')[1])).size).toBeGreaterThan(1);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  function racer(url: string, number: number, centres: readonly bigint[]): Promise<() => Promise<Told[]>> {
    const random = randomBits(BigInt(100 + number));
    const inOrder = centres.map((centre, group) => ({
      id: `${group}/${number}`,
      fingerprint: String(flipped(centre, 1, random)),
    }));
    // Each begins with other groups, lest the first to begin be the first in all.
    const first = (number * GROUPS) / PROCESSES;
    const documents = [...inOrder.slice(first), ...inOrder.slice(0, first)];
    // One by one, and in batches; each process in an order of its own.
    const rounds = Array.from({ length: GROUPS / 20 }, (_, i) => documents.slice(i * 20, i * 20 + 20)).flatMap(
      (round) => {
        const members = number % 2 === 0 ? round : round.reverse();
        return number % 4 < 2 ? [members] : [members.slice(0, 11), members.slice(11)];
      },
    );
    const child = spawn(process.execPath, [RACER, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return lines.next().then(() => async () => {
      child.stdin.end(`${JSON.stringify(rounds)}\n`);
      return JSON.parse((await lines.next()).value);
    });
  }
});

describe('a service that is killed', () => {
  it('loses nothing that it acknowledged, one by one and in batches', async () => {
    const where = folder.at('killed');
    const acknowledged = new Set<string>();
    for (let run = 0; run < 4; run++) {
      const server = await Command.start(where, '--log', 'warn');
      const service = new Service(server.url, { retries: 0 });
      const random = randomBits(BigInt(run + 1));
      const document = (id: string) => ({ id, fingerprint: random() });
      const single = async (worker: number) => {
        for (let i = 0; ; i++) {
          const { inserted } = await service.insertIfNew(document(`${run}/${worker}/${i}`));
          if (inserted) acknowledged.add(`${run}/${worker}/${i}`);
        }
      };
      const batches = async () => {
        const endless = (function* () {
          for (let i = 0; ; i++) yield document(`${run}/batch/${i}`);
        })();
        for await (const { id, inserted } of service.insertEachIfNew(endless)) if (inserted) acknowledged.add(id);
      };
      const clients = [...Array.from({ length: 8 }, (_, worker) => single(worker)), batches()];
      const ended = Promise.allSettled(clients);
      await vi.waitUntil(() => acknowledged.size > 30 * (run + 1), { timeout: 60_000 });
      await sleep(Math.random() * 250);
      expect(await server.end('SIGKILL')).toBe('SIGKILL');
      await ended;
    }
    const store = await openStore(where);
    const there = new Set((await collected(store.export())).map(({ id }) => id));
    expect((await store.check()).damage).toEqual([]);
    await store.close();
    expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
  });
});

describe('a service that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s finishes what it accepted, and closes the store', async (signal) => {
    const where = folder.at(`stopped-${signal}`);
    const server = await Command.start(where);
    const service = new Service(server.url, { retries: 0 });
    const port = Number(new URL(server.url).port);
    // A connection over which nothing has come, as browsers make them, and one over which half of a request has.
    const silent = connect(port, '127.0.0.1').on('error', () => undefined);
    const half = connect(port, '127.0.0.1').on('error', () => undefined);
    half.write('GET /v1/store HT');
    // A body of which half has come, and a batch of which two lines have.
    const single = await begun(port, '/v1/documents', 'application/json', 'content-length: 36');
    single.socket.write('{"id":"accepted"');
    const batch = await begun(port, '/v1/documents/batch', 'application/x-ndjson', 'transfer-encoding: chunked');
    const lines = '{"id":"one","fingerprint":null}\n{"id":"two","fingerprint":null}\n{"id":"half';
    batch.socket.write(`${lines.length.toString(16)}\r\n${lines}\r\n`);
    await once(batch.socket, 'data');
    expect(await service.size()).toBe(2);
    const closed = Promise.all([single.socket, batch.socket, silent, half].map(isClosed));
    server.signal(signal);
    await expect.poll(() => service.size().catch((error) => error.name)).not.toBe(2);
    single.socket.write(`,"fingerprint":null}`);
    await closed;
    expect(single.received()).toMatch(/^HTTP\/1.1 200/);
    expect(batch.received()).toMatch(
      /"id":"one","inserted":true.*"id":"two","inserted":true.*"line":3,"status":503,"error":\{"name":"StoppingError"/s,
    );
    expect(await server.ended()).toBe(0);
    const store = await openStore(where);
    expect((await collected(store.export())).map(({ id }) => id)).toEqual(['accepted', 'one', 'two']);
    await store.close();
  });

  it('twice ends at once, and does not say that nothing was stored', async () => {
    const server = await Command.start(folder.at('stopped-twice'));
    // It would wait for the body.
    await begun(Number(new URL(server.url).port), '/v1/documents', 'application/json', 'content-length: 36');
    await new Service(server.url).size();
    server.signal('SIGTERM');
    await expect.poll(() => server.log.at(-1)).toBe('{"msg":"stopping"}');
    expect(await server.end('SIGTERM')).toBe(143);
    expect(server.log.at(-1)).toMatch(/^hammingbird: interrupted \(SIGTERM\)\. What was acknowledged is stored/);
  });

  it.each(['127.0.0.1', '::1'])(
    'finishes what it accepted at %s as one of the addresses of localhost',
    async (host) => {
      const one = dns.lookup;
      const both = [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
      // Asked for all of them, as many machines say and not each.
      const lookup = vi
        .spyOn(dns, 'lookup')
        .mockImplementation(((name: string, options: { all?: boolean }, ...rest: ((...args: unknown[]) => void)[]) =>
          name === 'localhost' && options.all
            ? setImmediate(() => rest[0]!(null, both))
            : (one as (...args: unknown[]) => void)(name, options, ...rest)) as never);
      const served = await Served.start({ host: 'localhost' });
      lookup.mockRestore();
      const single = await begun(
        Number(new URL(served.url).port),
        '/v1/documents',
        'application/json',
        'content-length: 36',
        host,
      );
      single.socket.write('{"id":"accepted"');
      await sleep(100);
      const closing = served.close();
      setTimeout(() => single.socket.write(`,"fingerprint":null}`), 300);
      await closing;
      expect((await served.store.get('accepted'))?.id).toBe('accepted');
      await served.end();
    },
  );

  it('closes connections over which it has answered what was under way, which clients may keep for minutes', async () => {
    const document = '{"id":"one","fingerprint":null}';
    expect(await answeredWhileClosing(document, document.length)).toMatch(
      /^HTTP\/1.1 200.*"id":"one","inserted":true.*\r\n0\r\n\r\n$/s,
    );
  }, 10_000);

  it('reads no more of a batch of which lines are stored meanwhile', async () => {
    expect(await answeredWhileClosing('{"id":"one","fingerprint":null}\n', 100)).toMatch(
      /"id":"one","inserted":true.*"line":2,"status":503,.*"StoppingError"/s,
    );
  }, 10_000);

  /** What comes back of a batch of so many bytes, the first of which are lines that are stored while the service closes. */
  const answeredWhileClosing = async (lines: string, length: number): Promise<string> => {
    const served = await Served.start();
    const closing = closedByInsertion(served);
    const port = Number(new URL(served.url).port);
    const batch = await begun(port, '/v1/documents/batch', 'application/x-ndjson', `content-length: ${length}`);
    batch.socket.write(lines);
    await Promise.all([closing, isClosed(batch.socket)]);
    await served.end();
    return batch.received();
  };

  /** Closes it while it inserts a document, and waits for that. */
  const closedByInsertion = (served: Served): Promise<void> => {
    const insertIfNew = served.store.insertIfNew.bind(served.store);
    return new Promise((resolve) => {
      vi.spyOn(served.store, 'insertIfNew').mockImplementation((document) => {
        resolve(served.close());
        return insertIfNew(document);
      });
    });
  };

  /** Whether by its end or by a reset. */
  const isClosed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

  async function begun(port: number, path: string, type: string, length: string, host = '127.0.0.1') {
    const socket = connect(port, host).on('error', () => undefined);
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`);
    return { socket, received: () => received };
  }
});

describe('hammingbird serve', () => {
  it.each([
    ['', 2],
    ['ftp://127.0.0.1/x', 1],
    ['file:///etc', 1],
    ['/dev/null', 1],
    ['/proc/self/nothing', 1],
    ['redis-cluster://', 1],
  ])('does not open «%s»', (where, status) => {
    const result = folder.run('serve', '--store', where, '--port', '0');
    expect([result.status, result.stdout], result.stderr).toEqual([status, '']);
    expect(result.stderr).toMatch(/^hammingbird: [^\n]+\n$/);
  });

  it('takes a path as a path: nothing in it is a pattern, a variable or an address', async () => {
    const where = folder.at('a b/../$HOME/%2e%2e/*?#[x]');
    const server = await Command.start(where, '--log', 'silent');
    await new Service(server.url).insertIfNew({ id: 'a', fingerprint: null });
    expect(await server.end('SIGTERM')).toBe(0);
    const store = await openStore(where, { readOnly: true });
    expect(await store.size()).toBe(1);
    await store.close();
  });

  it('refuses, also as it is built, an id that is not encoded as it must be', async () => {
    const server = await Command.start(folder.at('encoded'), '--log', 'silent');
    await new Service(server.url).insertIfNew({ id: '%E9', fingerprint: null });
    const remove = (id: string) =>
      fetch(`${server.url}/v1/documents?id=${id}`, { method: 'DELETE', headers: JSON_BODY });
    expect((await remove('%E9')).status).toBe(400);
    expect(await (await remove('%25E9')).json()).toEqual({ removed: true });
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it.each([
    [['--host', '0.0.0.0'], 'give a token'],
    [['--token', 'short'], '--token-file, HAMMINGBIRD_TOKEN) has 16'],
    [['--token', 'a-token-of-some-length', '--token-file', 'x'], 'not both'],
    [['--port', '99999'], '65535'],
    [['--body-limit', '-1'], 'bytes'],
    [['--timeout', 'soon'], '36h or 14d'],
    [['--timeout', '0s'], 'more than 0, and 24h at most'],
    [['--timeout', '25d'], 'more than 0, and 24h at most'],
    [['--concurrency', '0'], 'from 1 to 65536, such as 1000, 8e3 or 2^12.'],
  ])('refuses %j', (args, said) => {
    const { status, stderr } = folder.run('serve', '--store', 'refused', ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(folder.names()).not.toContain('refused');
    expect(stderr).not.toContain('    at ');
  });

  it('logs no failure of its own when clients hang up', async () => {
    const server = await Command.start(folder.at('hung-up'), '--log', 'error');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = 'host: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n';
    socket.write(`POST /v1/documents HTTP/1.1\r\n${head}\r\n{"id"`);
    const requests = async () => (await fetch(`${server.url}/metrics`)).text();
    await expect.poll(requests).toMatch(/^hammingbird_requests_running 1$/m);
    socket.destroy();
    await expect.poll(requests).toMatch(/^hammingbird_requests_running 0$/m);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.log.filter((line) => !line.startsWith('{"msg":'))).toEqual([]);
  });

  it.each([
    ['a body', '/v1/documents', 'application/json'],
    ['a line', '/v1/documents/batch', 'application/x-ndjson'],
  ])('bears %s that comes byte by byte in little more memory than it has bytes', async (what, path, type) => {
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=64');
    const server = await Command.start(folder.at(`${what} of bytes`), '--log', 'warn');
    vi.unstubAllEnvs();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    const answered = once(socket, 'data');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunked = (text: string) => text.replace(/./gs, (byte) => `1\r\n${byte}\r\n`);
    socket.write(`${chunked(`{"id":"a","text":"${'a'.repeat(400_000)}"}`)}0\r\n\r\n`);
    expect(String(await Promise.race([answered, server.ended()]))).toContain('200 OK');
    socket.destroy();
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('takes its token from a file, and logs neither it nor texts nor ids', async () => {
    const token = 'a-token-that-nobody-logs';
    writeFileSync(join(folder.path, 'token'), `${token}\n`);
    const server = await Command.start(folder.at('logged'), '--token-file', folder.at('token'), '--host', '0.0.0.0');
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    const service = new Service(url, { token });
    await service.insertIfNew({ id: 'the id', text: 'a text that nobody logs' });
    await service.get('the id');
    expect(await new Service(url).size().catch(({ code }) => code)).toBe('UnauthorizedError');
    expect(await server.end('SIGTERM')).toBe(0);
    const lines = server.log.map((line) => JSON.parse(line));
    expect(lines.filter(({ route }) => route === '/v1/documents').map(({ status }) => status)).toEqual([200, 200]);
    expect(server.log.join('\n')).not.toMatch(/nobody|the.id/);
  });
});
