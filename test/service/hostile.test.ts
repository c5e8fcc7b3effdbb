// What a service refuses: each by name, with nothing of the text or of its insides in the answer, and it goes on.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CorruptDataError, InvalidArgumentError } from '../../src/errors.ts';
import { serve } from '../../src/service/server/index.ts';
import { StoreFailedError } from '../../src/store/errors.ts';
import { jsonLines } from '../support/command.ts';
import { heardWarnings } from '../support/warnings.ts';
import { type Answer, fetchText, JSON_BODY, LINES_BODY, Served } from './served.ts';

/** Milliseconds that bodies and lines may take here. */
const TIME = 300;
const LIMITS = { body: 5000, line: 1000, batch: 20, time: TIME };
const SECRET = 'something that nobody else should read';

let served: Served;
let documents: string;
let batch: string;
beforeAll(async () => {
  served = await Served.start({ limits: LIMITS });
  documents = `${served.url}/v1/documents`;
  batch = `${documents}/batch`;
});
afterAll(() => served.end());
afterEach(async () => {
  expect((await fetchText(documents, { id: 'a good one', text: 'as before' })).status).toBe(200);
});

function expectRefused({ status, text, headers }: Answer, expected: number, name: string): void {
  expect([status, JSON.parse(text).error?.name], text).toEqual([expected, name]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.has('www-authenticate')).toBe(expected === 401);
  expect(text).not.toContain(SECRET);
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.[jt]s\b/);
}

/** Sends bytes over a connection of its own, and returns all that comes until it is closed. */
async function raw(...pieces: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.on('error', () => undefined);
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  return received;
}

const HEAD = (path: string, type: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n${more}\r\n`;

describe('a document', () => {
  it.each([
    ['no JSON', `{"id":"a","text":"${SECRET}`],
    ['nothing', ''],
    ['a number', '5'],
    ['null', 'null'],
    ['an array', `[{"id":"a","text":"${SECRET}"}]`],
    ['no id', { text: SECRET }],
    ['an id that is a number', { id: 5, text: SECRET }],
    ['an empty id', { id: '', text: SECRET }],
    ['a long id', { id: 'é'.repeat(600), text: SECRET }],
    ['a lone surrogate', '{"id":"\\ud800","text":"a"}'],
    ['neither text nor fingerprint', { id: 'a' }],
    ['both', { id: 'a', text: SECRET, fingerprint: '0000000000000000' }],
    ['a text that is a number', { id: 'a', text: 5 }],
    ['a fingerprint that is short', { id: 'a', fingerprint: '0' }],
    ['a fingerprint that is a number', { id: 'a', fingerprint: 5 }],
    ['a time that is a string', { id: 'a', text: SECRET, time: '5' }],
    ['a time beyond all', { id: 'a', text: SECRET, time: 1e300 }],
    ['an unknown field', { id: 'a', text: SECRET, txet: 'b' }],
    ['a prototype', '{"id":"a","text":"b","__proto__":{"c":1}}'],
    ['a deep meta', `{"id":"deep","text":"b","meta":${'['.repeat(500)}${']'.repeat(500)}}`],
    ['bytes that are no UTF-8', Buffer.from('{"id":"a","text":"café"}', 'latin1')],
  ])('with %s is refused', async (_, body) => {
    if (body instanceof Uint8Array) {
      const response = await fetch(documents, { method: 'POST', headers: JSON_BODY, body });
      expect(response.status).toBe(400);
    } else {
      expectRefused(await fetchText(documents, body), 400, 'InvalidArgumentError');
    }
    expect(await served.store.get('a')).toBeUndefined();
  });

  it.each(['5', 'null', '"a"', '[]', ''])('that is no object is called so: %s', async (body) => {
    for (const url of [documents, `${served.url}/v1/search`, `${served.url}/v1/expire`]) {
      const { text } = await fetchText(url, body);
      expect(JSON.parse(text).error.message).toBe('The body must be object.');
    }
    const { text } = await fetchText(batch, `${body}\n`, LINES_BODY);
    if (body !== '') expect(JSON.parse(text).error.message).toBe('The document must be object.');
  });

  it('by another recipe is refused', async () => {
    const document = { id: 'a', fingerprint: '0000000000000000', recipe: 'words/2' };
    expectRefused(await fetchText(documents, document), 409, 'RecipeMismatchError');
  });

  it('that is too large is refused, with its length and without', async () => {
    const body = { id: 'a', text: SECRET.repeat(200) };
    expectRefused(await fetchText(documents, body), 413, 'TooLargeError');
    expect((await fetchText(documents, '{"id":"large","fingerprint":null}'.padEnd(5000))).status).toBe(200);
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
    const chunked = HEAD('/v1/documents', 'application/json', 'transfer-encoding: chunked\r\n');
    expect(await raw(chunked, chunk, chunk)).toMatch(/^HTTP\/1.1 413 .*"TooLargeError"/s);
  });

  it('that comes too slowly is refused', async () => {
    const head = HEAD('/v1/documents', 'application/json', 'content-length: 50\r\n');
    expect(await raw(head, '{"id":')).toMatch(/^HTTP\/1.1 408 .*"TooSlowError"/s);
  });

  it('of another type is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json; charset=x', 'x']) {
      const answer = await fetchText(documents, { id: 'a', text: SECRET }, { 'content-type': type });
      expectRefused(answer, 415, 'UnsupportedTypeError');
      expect(answer.text).toContain('Send content-type: application/json');
    }
    expectRefused(await fetchText(batch, { id: 'a', text: SECRET }), 415, 'UnsupportedTypeError');
    for (const path of ['documents', 'search', 'expire']) {
      const answer = await fetchText(`${served.url}/v1/${path}`, { id: 'a', text: SECRET }, LINES_BODY);
      expectRefused(answer, 415, 'UnsupportedTypeError');
    }
  });
});

describe('a body', () => {
  it.each(['/v1/documents', '/v1/documents/batch'])(
    'to %s that is compressed is refused by the name of its encoding',
    async (path) => {
      const type = path.endsWith('batch') ? LINES_BODY : JSON_BODY;
      for (const [encoding, status] of [
        ['gzip', 415],
        ['br', 415],
        ['identity', 200],
      ] as const) {
        const headers = { ...type, 'content-encoding': encoding };
        const answer = await fetchText(served.url + path, { id: 'compressed', fingerprint: null }, headers);
        expect([answer.status, answer.text.includes(`content-encoding ${encoding}`)]).toEqual([status, status === 415]);
        if (status === 415) expectRefused(answer, 415, 'UnsupportedTypeError');
      }
    },
  );
});

describe('what is refused before it has come whole', () => {
  const LARGE = 6e6;
  const large = (path: string, type: string, more = '') => HEAD(path, type, `content-length: ${LARGE}\r\n${more}`);

  it.each([
    ['too large', large('/v1/documents', 'application/json'), /^HTTP\/1.1 413 .*"TooLargeError"/s],
    ['of another type', large('/v1/documents', 'text/plain'), /^HTTP\/1.1 415 .*"UnsupportedTypeError"/s],
    [
      'compressed',
      large('/v1/documents/batch', 'application/x-ndjson', 'content-encoding: gzip\r\n'),
      /^HTTP\/1.1 415 .*"UnsupportedTypeError"/s,
    ],
    [
      'for another host',
      large('/v1/documents', 'application/json').replace('localhost', 'evil.example'),
      /^HTTP\/1.1 421 .*"WrongHostError"/s,
    ],
    ['a batch of too many lines', large('/v1/documents/batch', 'application/x-ndjson'), /"line":21,"status":413/],
  ])('is answered, also to who reads when all is sent: %s', async (_, head, expected) => {
    const patient = await Served.start({ limits: { body: 1e6, batch: 20 } });
    const socket = connect(Number(new URL(patient.url).port), '127.0.0.1').pause();
    socket.write(head);
    await new Promise<unknown>((sent) => socket.on('error', sent).write(Buffer.alloc(LARGE, '5\n'), sent));
    expect(await text(socket)).toMatch(expected);
    await patient.end();
  });

  it.each([
    ['much', 'refused', large('/v1/documents', 'application/json') + 'x'.repeat(5001), 5000, 60_000],
    ['slowly', 'refused', large('/v1/documents', 'application/json') + 'x'.repeat(5001), 1, TIME],
    ['much', 'answered', large('/health', 'text/plain').replace('POST', 'GET'), 5000, 60_000],
    ['slowly', 'sent to where nothing is', large('/v2', 'text/plain'), 1, TIME],
  ])(
    'does not keep the connection of a client that sends on and on, %s, when it is %s',
    async (_, __, sent, piece, time) => {
      const patient = await Served.start({ limits: { body: 5000, time } });
      const socket = connect({
        port: Number(new URL(patient.url).port),
        host: '127.0.0.1',
        allowHalfOpen: true,
      }).resume();
      socket.on('error', () => undefined).write(sent);
      const drip = setInterval(() => socket.write('x'.repeat(piece)), 20);
      await new Promise((closed) => socket.once('close', closed));
      clearInterval(drip);
      await patient.end();
    },
    10_000,
  );

  it('is not followed by another request on its connection', async () => {
    const socket = connect({ port: Number(new URL(served.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.write(HEAD('/v1/documents', 'application/json', 'content-length: 10000\r\n') + 'x'.repeat(5001));
    expect(`${await once(socket, 'data')}`).toMatch(/^HTTP\/1.1 413 /);
    const behind = '{"id":"behind","fingerprint":null}';
    const head = HEAD('/v1/documents', 'application/json', `content-length: ${behind.length}\r\n`);
    socket.end('x'.repeat(4999) + head + behind);
    await once(socket, 'close');
    expect(await served.store.get('behind')).toBeUndefined();
  });

  it.each([
    ['before', large('/v1/documents', 'application/json') + 'x'.repeat(5001)],
    ['by stopping', `${large('/v1/documents/batch', 'application/x-ndjson')}{"id":"first","fingerprint":null}\n`],
  ])('does not keep a service that stops: %s', async (_, sent) => {
    const patient = await Served.start({ limits: { body: 5000 } });
    const socket = connect({ port: Number(new URL(patient.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).write(sent);
    await once(socket, 'data');
    const begun = performance.now();
    await patient.end();
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('a batch', () => {
  it('has errors where its lines are', async () => {
    const lines = [
      `{"id":"line/1","text":"the first of these lines"}`,
      `{"id":"line/2","text":"${SECRET}`,
      '  ',
      `{"id":"line/4","text":"${SECRET.repeat(40)}"}`,
      '[]',
      `{"id":"line/6","time":"${SECRET}"}`,
      // As long as it may be, with the carriage return behind it.
      `{"id":"line/7","fingerprint":"00000000ffffffff","recipe":"words-bigrams/2"}`.padEnd(999),
      `{"id":"\\ud800","text":"an id that is refused by the store"}`,
    ];
    const { status, text } = await fetchText(batch, lines.join('\r\n'), LINES_BODY);
    expect([status, text.includes(SECRET)]).toEqual([200, false]);
    expect(
      jsonLines(text).map(({ line, id, inserted, status, error }) => [line, id, inserted, status, error?.name]),
    ).toEqual([
      [1, 'line/1', true, undefined, undefined],
      [2, undefined, undefined, 400, 'InvalidArgumentError'],
      [4, undefined, undefined, 413, 'TooLargeError'],
      [5, undefined, undefined, 400, 'InvalidArgumentError'],
      [6, 'line/6', undefined, 400, 'InvalidArgumentError'],
      [7, 'line/7', true, undefined, undefined],
      [8, '\ud800', undefined, 400, 'InvalidArgumentError'],
    ]);
    expect(jsonLines(text).at(-1).error.message).toMatch(/^An id has no lone surrogates/);
  });

  it('of long lines is stored as they come, and not held until they are many', async () => {
    const patient = await Served.start();
    const insertAll = patient.store.insertAllIfNew.bind(patient.store);
    let most = 0;
    patient.store.insertAllIfNew = (documents) => {
      most = Math.max(most, documents.length);
      return insertAll(documents);
    };
    const text = 'x'.repeat(2 ** 20);
    const lines = Array.from({ length: 40 }, (_, i) => JSON.stringify({ id: `${i}`, text: `${i} ${text}` }));
    const answers = await fetchText(`${patient.url}/v1/documents/batch`, lines.join('\n'), LINES_BODY);
    expect(jsonLines(answers.text).map(({ line }) => line)).toEqual(lines.map((_, i) => i + 1));
    expect(most).toBeLessThan(3);
    await patient.end();
  });

  it('of many at once is nothing that Node warns of', async () => {
    const warnings = heardWarnings();
    const patient = await Served.start();
    const port = Number(new URL(patient.url).port);
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    for (const socket of sockets) {
      socket.write(HEAD('/v1/documents/batch', 'application/x-ndjson', 'content-length: 1000\r\n'));
    }
    const metrics = async () => (await fetch(`${patient.url}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^hammingbird_requests_running 20$/m);
    for (const socket of sockets) socket.destroy();
    await patient.end();
    expect(warnings()).toEqual([]);
  });

  it.each([
    ['is refused', [HEAD('/v1/documents', 'application/json', 'content-length: 3\r\n'), 'bad']],
    ['takes long', ['GET /v1/documents?id=long HTTP/1.1\r\nhost: localhost\r\n\r\n']],
  ])('or other requests behind one that %s are over when their connection is', async (_, first) => {
    const patient = await Served.start();
    patient.store.get = () => setTimeout(TIME, undefined);
    const line = '{"id":"behind","fingerprint":null}';
    const behind = HEAD('/v1/documents/batch', 'application/x-ndjson', `content-length: ${line.length}\r\n`);
    const sockets = Array.from({ length: 5 }, () =>
      connect(Number(new URL(patient.url).port), '127.0.0.1').on('error', () => undefined),
    );
    for (const socket of sockets) {
      socket.write([...first, behind, line, 'GET /v1/store HTTP/1.1\r\nhost: localhost\r\n\r\n'].join(''));
    }
    await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'data'), setTimeout(TIME / 2)])));
    for (const socket of sockets) socket.destroy();
    const metrics = async () => (await fetch(`${patient.url}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^hammingbird_requests_running 0$/m);
    await patient.end();
  });

  it('of too many lines ends where they begin', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => JSON.stringify({ id: `many/${i}`, fingerprint: null }));
    const answers = jsonLines((await fetchText(batch, lines.join('\n'), LINES_BODY)).text);
    expect(answers.map(({ line }) => line)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    expect([answers[19].inserted, answers[20].error.name]).toEqual([true, 'TooLargeError']);
    expect(await served.store.get('many/20')).toBeUndefined();
  });

  it('whose lines stay away, or come byte by byte, ends by timeout, with what had come stored', async () => {
    const head = HEAD('/v1/documents/batch', 'application/x-ndjson', 'transfer-encoding: chunked\r\n');
    const line = '{"id":"slow","fingerprint":null}\n{"id":"tor';
    const received = await raw(head, `${line.length.toString(16)}\r\n${line}\r\n`);
    expect(received).toMatch(/"id":"slow","inserted":true.*"line":2,"status":408,"error":\{"name":"TooSlowError"/s);
    expect((await served.store.get('slow'))?.id).toBe('slow');
    expect(await served.store.get('tor')).toBeUndefined();
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    socket.write(head);
    const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20);
    await once(socket, 'close');
    clearInterval(drip);
  });

  it('whose line comes in pieces, and in time, has it stored', async () => {
    // A busy machine may stall for longer than the time that the others are given.
    const patient = await Served.start({ limits: { ...LIMITS, time: 20 * TIME } });
    const head = HEAD('/v1/documents/batch', 'application/x-ndjson', `content-length: 35\r\nconnection: close\r\n`);
    const socket = connect(Number(new URL(patient.url).port), '127.0.0.1');
    const received = text(socket);
    for (const piece of [head, '{"id":"pieces"', ',"finger', 'print":null}\n']) {
      socket.write(piece);
      await setTimeout(TIME / 10);
    }
    expect(await received).toContain('"id":"pieces","inserted":true');
    await patient.end();
  });

  it('whose connection is lost stores the lines that had come, and no part of a line', async () => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.write(HEAD('/v1/documents/batch', 'application/x-ndjson', 'content-length: 1000\r\n'));
    socket.write('{"id":"whole","fingerprint":null}\n{"id":"part","fingerprint":null}');
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(async () => (await served.store.get('whole'))?.id).toBe('whole');
    expect(await served.store.get('part')).toBeUndefined();
  });
});

describe('a request', () => {
  it('with 10⁵ bytes of headers is refused', async () => {
    const header = `x: ${'y'.repeat(1e5)}\r\n`;
    expect(await raw(`GET / HTTP/1.1\r\nhost: localhost\r\n${header}\r\n`)).toMatch(
      /^HTTP\/1.1 431 .*"TooLargeError"/s,
    );
  });

  it('without a host is refused by name', async () => {
    for (const path of ['/v1/store', '/health']) {
      const received = await raw(`GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`);
      expect(received).toMatch(/^HTTP\/1.1 400 .*"InvalidArgumentError".*names its host/s);
    }
    expect(await raw('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('behind others of its connection is done after them', async () => {
    const insert = (fingerprint: string) => {
      const body = JSON.stringify({ id: 'in order', fingerprint });
      return HEAD('/v1/documents', 'application/json', `content-length: ${body.length}\r\n`) + body;
    };
    const bare = (method: string, more = '') =>
      `${method} /v1/documents?id=in%20order HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`;
    const fingerprints = Array.from({ length: 20 }, (_, i) => i.toString().padStart(16, i % 2 ? 'f' : '0'));
    const warnings = heardWarnings();
    const requests = fingerprints.map((one) => insert(one) + bare('GET') + bare('DELETE'));
    const received = await raw(...requests, bare('GET', 'connection: close\r\n'));
    const answers = received.match(/\{.*\}/g)?.map((answer) => JSON.parse(answer));
    expect(answers).toMatchObject([
      ...fingerprints.flatMap((fingerprint) => [{ inserted: true }, { fingerprint }, { removed: true }]),
      { error: { name: 'NotFoundError' } },
    ]);
    expect(warnings()).toEqual([]);
  });

  it('that is no HTTP, or never becomes a request, is refused', async () => {
    expect(await raw('\0\x01\x02 what\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"InvalidArgumentError"/s);
    expect(await raw('GET / HTTP/1.1\r\nhost: local')).toMatch(/^HTTP\/1.1 408 .*"TooSlowError"/s);
  });

  it('that is followed by what is no HTTP has its own answer, as it would be taken for that', async () => {
    const document = '{"id":"longer than said","fingerprint":null}';
    const head = HEAD('/v1/documents', 'application/json', `content-length: ${document.length}\r\n`);
    expect(await raw(`${head}${document}}`)).toMatch(/^HTTP\/1.1 200 .*\{"inserted":true,"duplicates":\[\]\}$/s);
    const lines = HEAD('/v1/documents/batch', 'application/x-ndjson', 'transfer-encoding: chunked\r\n');
    const line = '{"id":"before no chunk","fingerprint":null}\n';
    const broken = raw(lines, `${line.length.toString(16)}\r\n${line}\r\n`, 'no chunk\r\n');
    expect(await broken).not.toContain('not HTTP');
    expect(await served.store.get('before no chunk')).toBeDefined();
  });

  it('for what is not there, or in another way, is refused', async () => {
    const paths = [
      '/v2',
      '/v1',
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/v1/documents/%00',
      '/v1/documents/a',
    ];
    for (const path of paths) expect(await statusOf('GET', path), path).toBe(404);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      const { status, headers } = await fetch(`${served.url}/v1/documents/batch`, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect((await fetch(documents, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, DELETE, POST');
    for (const path of ['/health', '/ready', '/v1/store']) expect(await statusOf('HEAD', path)).toBe(200);
    expectRefused(await fetchText(`${served.url}/v1/store`, {}), 405, 'MethodNotAllowedError');
    expectRefused(await fetchText(`${served.url}/seen/v1/documents`, {}), 404, 'UnknownRouteError');
    expect(await statusOf('GET', '/%')).toBe(400);
    expect(await statusOf('GET', '/v1/documents')).toBe(400);
    expect(await statusOf('GET', '/v1/documents?id=a&id=b')).toBe(400);
  });

  it('by an id that is not encoded as it must be is refused, and not taken for another', async () => {
    await fetchText(documents, { id: '%E9', text: 'named by what looks encoded' });
    for (const id of ['%', '%E9', '%c3%28', '%zz']) {
      expect(await statusOf('GET', `/v1/documents?id=${id}`), id).toBe(400);
      expect(await statusOf('DELETE', `/v1/documents?id=${id}`), id).toBe(400);
    }
    expect(await statusOf('GET', '/v1/documents?id=%25E9')).toBe(200);
    const answer = await fetch(`${documents}?id=caf%C3%A9+%2B`);
    expect(await answer.text()).toContain('café +');
  });

  it('by a name that another machine has led here is refused', async () => {
    const received = await raw('GET /v1/store HTTP/1.1\r\nhost: evil.example:80\r\nconnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1.1 421 .*"WrongHostError"/s);
  });

  it('is told to come again when too much is under way', async () => {
    const busy = await Served.start({ limits: { concurrency: 2, time: 2000 } });
    const port = Number(new URL(busy.url).port);
    const open = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => undefined));
    for (const socket of open) socket.write(HEAD('/v1/documents', 'application/json', 'content-length: 50\r\n'));
    const refused = async () => {
      const response = await fetch(`${busy.url}/v1/store`);
      return [response.status, response.headers.get('retry-after'), (await response.json()).error?.name];
    };
    await expect.poll(refused).toEqual([503, '1', 'BusyError']);
    for (const path of ['/health', '/ready', '/metrics']) expect((await fetch(busy.url + path)).status, path).toBe(200);
    for (const socket of open) socket.destroy();
    await expect.poll(async () => (await fetch(`${busy.url}/v1/store`)).status).toBe(200);
    await busy.end();
  });

  it.each([
    ['fails', () => Promise.reject(new StoreFailedError('no answer'))],
    ['does not answer', () => new Promise<number>(() => undefined)],
  ])('for metrics is answered while the store %s: all but how much is in it', async (_, size) => {
    const metrics = async () => (await fetch(`${served.url}/metrics`)).text();
    expect(await metrics()).toMatch(/^hammingbird_stored_documents \d+$/m);
    vi.spyOn(served.store, 'size').mockImplementation(size);
    const told = await metrics();
    vi.restoreAllMocks();
    expect(told).toMatch(/^hammingbird_requests_running 0$/m);
    expect(told).not.toMatch(/^hammingbird_stored_documents \d/m);
    expect(await metrics()).toMatch(/^hammingbird_stored_documents \d+$/m);
  });

  it.each(['/v1/documents', '/v1/documents/batch'])(
    'to %s is under way until its work is done, also when its client has hung up',
    async (path) => {
      const busy = await Served.start({ limits: { concurrency: 1 } });
      const insert = busy.store.insertIfNew.bind(busy.store);
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let begun = 0;
      busy.store.insertIfNew = async (document) => {
        begun++;
        await held;
        return insert(document);
      };
      const socket = connect(Number(new URL(busy.url).port), '127.0.0.1').on('error', () => undefined);
      const document = '{"id":"a","fingerprint":null}\n';
      const type = path.endsWith('batch') ? 'application/x-ndjson' : 'application/json';
      socket.write(HEAD(path, type, `content-length: ${document.length}\r\n`) + document);
      await expect.poll(() => begun).toBe(1);
      socket.resetAndDestroy();
      const status = async () => (await fetch(`${busy.url}/v1/store`)).status;
      for (let i = 0; i < 20; i++) expect(await status()).toBe(503);
      goOn();
      await expect.poll(status).toBe(200);
      await busy.end();
    },
  );
});

it('What the store fails at is told and logged; what is refused is told alone', async () => {
  const written: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const failing = await Served.start({ logLevel: 'error' });
  try {
    const insertions = (['insertIfNew', 'insertAllIfNew'] as const).map((step) =>
      vi.spyOn(failing.store, step).mockRejectedValue(new StoreFailedError('The disk is full.')),
    );
    const document = JSON.stringify({ id: 'a', text: SECRET });
    for (const [path, body, type] of [
      ['documents', document, JSON_BODY],
      ['documents/batch', document, LINES_BODY],
      ['documents/batch', `${document}\n${document}`, LINES_BODY],
    ] as const) {
      const { text } = await fetchText(`${failing.url}/v1/${path}`, body, type);
      expect(text.match(/"StoreFailedError"/g)).toHaveLength(body.split('\n').length);
    }
    expect(written.map((line) => JSON.parse(line).err.type)).toEqual(Array(3).fill('StoreFailedError'));
    for (const insertion of insertions) insertion.mockRejectedValue(new CorruptDataError('A record is cut off.'));
    expectRefused(await fetchText(`${failing.url}/v1/documents`, document), 500, 'CorruptDataError');
    expect(JSON.parse(written.pop()!).err.type).toBe('CorruptDataError');
    for (const insertion of insertions) insertion.mockRestore();
    expectRefused(await fetchText(`${failing.url}/v1/documents`, { id: 'b' }), 400, 'InvalidArgumentError');
    expectRefused(await fetchText(`${failing.url}/v1/documents`, 'b', {}), 415, 'UnsupportedTypeError');
    const { text } = await fetchText(`${failing.url}/v1/documents/batch`, `${document}\n{"id":"b"}`, LINES_BODY);
    expect(text).toMatch(/"inserted":true.*\n.*"status":400/);
    expect(written).toHaveLength(3);
    expect(written.join('')).not.toContain(SECRET);
  } finally {
    stderr.mockRestore();
    await failing.end();
  }
});

it('What is refused is counted, one by one and in batches', async () => {
  const counting = await Served.start();
  const ask = (path: string, body: unknown, type = JSON_BODY) => fetchText(`${counting.url}/v1/${path}`, body, type);
  await ask('documents', { id: 'a', fingerprint: '0000000000000000' });
  await ask('documents', { id: 'b', fingerprint: '0000000000000001' });
  await ask('documents', { id: 'a', fingerprint: 'ffffffffffffffff' });
  await ask('documents', { id: 'c' });
  await ask('documents/batch', '{"id":"a","fingerprint":"ffffffffffffffff"}\n{"id":"d"}\n', LINES_BODY);
  await ask('search', { fingerprint: 'no' });
  const metrics = await (await fetch(`${counting.url}/metrics`)).text();
  await counting.end();
  const results = [...metrics.matchAll(/hammingbird_documents_total\{result="(\w+)"\} (\d+)/g)];
  expect(Object.fromEntries(results.map(([, result, count]) => [result, Number(count)]))).toEqual({
    inserted: 1,
    duplicate: 1,
    refused: 4,
  });
  expect(metrics).toContain('hammingbird_request_seconds_count{method="POST",route="/v1/documents",status="409"} 1\n');
});

it('Whether it is ready, which its store may not be, is said without counting the documents', async () => {
  const large = await Served.start();
  large.store.size = () => Promise.reject(new Error('This would take long.'));
  expect((await fetch(`${large.url}/ready`)).status).toBe(200);
  vi.spyOn(large.store, 'get').mockRejectedValue(new StoreFailedError('The disk is lost.'));
  expect((await fetch(`${large.url}/ready`)).status).toBe(503);
  await large.end();
});

describe('the page', () => {
  it('shows what people give as text, and runs nothing', async () => {
    const received = await raw('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1.1 200 .*content-security-policy: default-src 'none'/s);
    expect(received).not.toMatch(/<script|javascript:|\son\w+=/i);
    const guarded = await Served.start({ token: 'a-token-of-some-length' });
    const authorization = `Basic ${Buffer.from(':a-token-of-some-length').toString('base64')}`;
    const page = await fetch(guarded.url, { headers: { authorization } });
    const text = await page.text();
    expect([page.status, text.includes('a-token-of'), text.includes('$HAMMINGBIRD_TOKEN')]).toEqual([200, false, true]);
    await guarded.end();
  });
});

describe('without a token', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.org', ''])('no service listens at «%s»', async (host) => {
    await expect(serve(served.store, { host, version: '0' })).rejects.toThrow(InvalidArgumentError);
  });

  it('or with a weak one, neither', async () => {
    for (const token of ['', 'short', 'with spaces in its middle', 'é'.repeat(20)]) {
      await expect(serve(served.store, { token, version: '0' })).rejects.toThrow('A token has 16');
    }
  });

  it('everything but its health is refused where there is one', async () => {
    const guarded = await Served.start({ token: 'a-token-of-some-length' });
    for (const path of ['/', '/openapi.json', '/metrics', '/v1/store', '/v1/documents?id=a', '/nothing']) {
      for (const authorization of ['', 'Bearer', 'Bearer wrong', 'bearer a-token-of-some-lengti', 'Basic !!!']) {
        const response = await fetch(guarded.url + path, { headers: { authorization } });
        expect([response.status, (await response.json()).error.name]).toEqual([401, 'UnauthorizedError']);
      }
    }
    for (const path of ['/health', '/ready']) expect((await fetch(guarded.url + path)).status).toBe(200);
    // A browser that shows a page asks its user for a password; on behalf of a script it must not.
    for (const [accept, scheme] of [
      ['text/html,*/*;q=0.8', 'Basic'],
      ['*/*', 'Bearer'],
    ] as const) {
      const { headers } = await fetch(guarded.url, { headers: { accept } });
      expect(headers.get('www-authenticate')).toBe(`${scheme} realm="hammingbird"`);
    }
    await guarded.end();
  });
});

async function statusOf(method: string, path: string): Promise<number> {
  const received = await raw(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  return Number(/^HTTP\/1.1 (\d+)/.exec(received)?.[1]);
}
