// The HTTP service: routes over a store, behind the gate.
import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
  fastify,
  LogController,
} from 'fastify';
import { InvalidArgumentError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { type Batch, batchAnswers } from './batch.ts';
import { checkEncoding, readBody } from './body.ts';
import { Connections } from './connections.ts';
import { Gate } from './gate.ts';
import type { Limits } from './limits.ts';
import { Metrics } from './metrics.ts';
import { BATCH, LINES, openApi } from './openapi.ts';
import { type Operation, operationsOn } from './operations.ts';
import { POLICY, page } from './page.ts';
import { endsConnection, RefusedError, refusalOf } from './refusals.ts';
import { NEW_DOCUMENT } from './schemas.ts';

export interface ServerOptions {
  readonly limits: Limits;
  /** What must be shown; without one only this machine is answered. */
  readonly token?: string | undefined;
  /** Of this package. */
  readonly version: string;
  /** `silent`, or how much is logged, as JSON to standard error. */
  readonly logLevel: string;
}

/** What anybody may ask: only whether it works. */
const OPEN = ['/health', '/ready'];
/** What may be asked however much is under way, for then it is asked. */
const UNCOUNTED = [...OPEN, '/metrics'];

/** A service over a store, that does not listen yet. */
export class StoreService {
  readonly app: FastifyInstance;
  readonly #store: Store;
  readonly #options: ServerOptions;
  readonly #stop = new AbortController();
  readonly #gate: Gate;
  readonly #metrics: Metrics;
  readonly #connections: Connections;
  /** What requests have the store do: it goes on when a client hangs up. */
  readonly #work = new WeakMap<FastifyRequest, Promise<unknown>>();

  constructor(store: Store, options: ServerOptions) {
    const { limits, token, logLevel } = options;
    this.#store = store;
    this.#options = options;
    // One for each batch: from 11 on Node would warn of a leak.
    setMaxListeners(0, this.#stop.signal);
    this.#gate = new Gate(token, limits.concurrency, this.#stop.signal);
    this.#metrics = new Metrics(store, () => this.#gate.running);
    this.app = fastify({
      logger: { level: logLevel, stream: process.stderr },
      logController: new LogController({ disableRequestLogging: true }),
      // Large ones are refused while they are read.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      // An answer that is not taken: bodies and lines have times of their own.
      connectionTimeout: 10 * limits.time,
      http: {
        // It would be refused without a name.
        requireHostHeader: false,
        headersTimeout: limits.time,
        requestTimeout: 0,
        connectionsCheckingInterval: Math.ceil(limits.time / 10),
      },
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      ajv: {
        customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allowUnionTypes: true },
      },
      schemaErrorFormatter: (errors, what) => schemaError(errors, `The ${what}`),
      frameworkErrors: (error, _, reply) => this.#refuse(error, reply),
      clientErrorHandler: (error, socket) => this.#connections.endBroken(socket) || refuseConnection(error, socket),
    });
    this.#connections = new Connections(this.app.server, limits);
    this.#addGate();
    this.#addBodies();
    const operations = operationsOn(store);
    for (const operation of operations) this.#addOperation(operation);
    this.#addBatch();
    this.#addPages(operations);
  }

  /** Stops listening, and finishes what was accepted; of batches, the lines that have come. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#connections.endIdle();
    await this.app.close();
    // Of «localhost», which is two addresses, it waits for the requests of the first.
    await this.#gate.empty();
  }

  #addGate(): void {
    this.app.addHook('onRequest', (request, reply, done) => {
      try {
        if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
          throw new InvalidArgumentError('A request of HTTP/1.1 has a header that names its host.');
        }
        const { url = '' } = request.routeOptions;
        if (!OPEN.includes(url)) this.#gate.check(request.headers);
        if (!UNCOUNTED.includes(url)) {
          this.#gate.enter();
          // When it is answered, or the connection is lost; and its work done, which would pile up where clients hang up and come again.
          reply.raw.once('close', async () => {
            await this.#work.get(request);
            this.#gate.leave();
          });
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    });
    this.app.addHook('preHandler', async (_, reply) => {
      if (!(await this.#connections.isNext(reply.raw))) reply.hijack();
    });
    // Connections that stay open would keep a service that stops.
    this.app.addHook('onSend', (_, reply, payload, done) => {
      if (this.#stop.signal.aborted) reply.header('connection', 'close');
      done(null, payload);
    });
    this.app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.#metrics.request(request.method, route, reply.statusCode, reply.elapsedTime);
      // Not the address: ids are in it.
      request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
      done();
    });
    this.app.setErrorHandler((error, _, reply) => this.#refuse(error, reply));
    this.app.setNotFoundHandler(({ method, url }, reply) => {
      const path = url.replace(/\?.*/s, '');
      const message = `There is no ${method} ${path.slice(0, 200)}; /openapi.json says what there is.`;
      const allowed = this.app.supportedMethods.filter((other) => this.app.hasRoute({ method: other, url: path }));
      if (allowed.length === 0) throw new RefusedError('UnknownRouteError', message);
      reply.header('allow', allowed.join(', '));
      throw new RefusedError('MethodNotAllowedError', message);
    });
  }

  #refuse(error: unknown, reply: FastifyReply): void {
    const { status, body, isLogged } = refusalOf(error);
    if (isLogged) reply.log.error({ err: error });
    if (endsConnection(status)) reply.header('connection', 'close');
    if (status === 503) reply.header('retry-after', '1');
    if (status === 401) reply.header('www-authenticate', challenge(reply.request.headers.accept));
    reply.code(status).type('application/json').send(body);
  }

  #addBodies(): void {
    this.app.addHook('preParsing', async ({ headers }) => checkEncoding(headers['content-encoding']));
    this.app.removeAllContentTypeParsers();
    this.app.addContentTypeParser('application/json', (_: FastifyRequest, stream: IncomingMessage) =>
      readBody(stream, this.#options.limits),
    );
  }

  #addOperation({ method, url, body, query, name, run }: Operation): void {
    this.app.route({
      method,
      url,
      schema: { ...(body ? { body } : {}), ...(query ? { querystring: query } : {}) },
      attachValidation: true,
      handler: async (request) => {
        checkEncoded(request.url);
        const answering = request.validationError
          ? Promise.reject(request.validationError)
          : run((body ? request.body : request.query) as never);
        this.#work.set(request, Promise.allSettled([answering]));
        if (name === 'insertIfNew') this.#metrics.document(await answering.catch((error) => error));
        return answering;
      },
    });
  }

  #addBatch(): void {
    // In a scope of its own: to other operations lines are of an unknown type.
    this.app.register(async (app) => {
      app.addContentTypeParser(LINES, (_, stream, done) => done(null, stream));
      app.post(BATCH, async (request, reply) => {
        if (!(request.body instanceof Readable))
          throw new RefusedError('UnsupportedTypeError', `A batch is lines of ${LINES}.`);
        const answers = Readable.from(batchAnswers(request.body, this.#batch(request)), { highWaterMark: 1 });
        this.#work.set(request, Promise.allSettled([once(answers, 'close')]));
        return reply.type(LINES).send(answers);
      });
    });
  }

  #batch(request: FastifyRequest): Batch {
    const check = request.compileValidationSchema(NEW_DOCUMENT);
    return {
      store: this.#store,
      limits: this.#options.limits,
      stop: this.#stop.signal,
      check: (document) => {
        if (!check(document)) throw schemaError(check.errors ?? [], 'The document');
      },
      abandon: () => request.raw.socket.destroy(),
      count: (result) => this.#metrics.document(result),
      logFailure: (error) => request.log.error({ err: error }),
    };
  }

  #addPages(operations: readonly Operation[]): void {
    const { version, token } = this.#options;
    const description = openApi(operations, version, token !== undefined);
    this.app.get('/', async ({ host }, reply) => {
      const url = `http://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
      reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8');
      return page(this.#store, url, token !== undefined);
    });
    this.app.get('/openapi.json', async () => description);
    this.app.get('/metrics', async (_, reply) => reply.type(this.#metrics.type).send(await this.#metrics.text()));
    this.app.get('/health', async () => ({ healthy: true }));
    this.app.get('/ready', async () => {
      if (this.#stop.signal.aborted) throw new RefusedError('StoppingError', 'The service stops.');
      // Whatever the id is: to count the documents takes some stores long.
      await this.#store.get('ready');
      return { ready: true };
    });
  }
}

/** Only who looks at a page is asked for a password: a browser would ask for it also on behalf of a script, which waits. */
function challenge(accept = ''): string {
  return `${accept.includes('text/html') ? 'Basic' : 'Bearer'} realm="hammingbird"`;
}

/** What is not encoded so is left as it is by those who read it: `%E9` would be taken for the id «%E9», and that removed. */
function checkEncoded(url: string): void {
  if (isEncoded(url)) return;
  throw new InvalidArgumentError('What stands behind the question mark is UTF-8, percent-encoded, and this is not.');
}

function isEncoded(url: string): boolean {
  try {
    // A call whose result nobody looks at, the bundler leaves out.
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

/** What a schema says against a request. */
function schemaError(errors: readonly FastifySchemaValidationError[], what: string): Error {
  const isObject = !errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '');
  if (isObject && errors.some(({ keyword }) => keyword === 'oneOf')) {
    return new InvalidArgumentError('Give a text or a fingerprint: one of them, and not both.');
  }
  const { instancePath = '', message, params } = errors[0] ?? {};
  const unknown = (params as { additionalProperty?: string } | undefined)?.additionalProperty;
  return new InvalidArgumentError(`${what}${instancePath} ${message}${unknown === undefined ? '' : `: ${unknown}`}.`);
}

/** What is no HTTP, or too slow or too large to be a request, is answered in the same way. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, name, message] = REFUSED_CONNECTIONS[error.code] ?? REFUSED_CONNECTIONS.other!;
  const body = JSON.stringify({ error: { name, message } });
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`);
}

/** By the codes of errors of Node. */
const REFUSED_CONNECTIONS: Readonly<Record<string, readonly [number, string, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'TooLargeError', 'Headers have up to 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'TooSlowError', 'The headers did not come in time.'],
  other: [400, 'Bad Request', 'InvalidArgumentError', 'This is not HTTP, or of an unknown method.'],
};
