import { once } from 'node:events';
import { createServer } from 'node:net';
import { InvalidArgumentError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { isLoopback } from './gate.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { StoreService } from './service.ts';

export { isLoopback } from './gate.ts';
export type { Limits } from './limits.ts';

export interface ServeOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, one that is free. */
  readonly port?: number;
  /** What clients must show, of at least 16 visible ASCII characters: demanded unless the host is of this machine alone. */
  readonly token?: string | undefined;
  readonly limits?: Partial<Limits>;
  /** Default: silent. */
  readonly logLevel?: string;
  /** Of this package. */
  readonly version: string;
}

export interface Serving {
  readonly url: string;
  /** Finishes what was accepted. The store is still open afterwards. */
  close(): Promise<void>;
}

/**
 * Answers for a store over HTTP, until it is closed.
 *
 * @throws {InvalidArgumentError} if others than this machine could ask without a token, the token is too weak, or it cannot
 *   listen there
 */
export async function serve(store: Store, options: ServeOptions): Promise<Serving> {
  const { host = '127.0.0.1', port = 0, token, limits, logLevel = 'silent', version } = options;
  checkToken(host, token);
  const service = new StoreService(store, {
    limits: { ...DEFAULT_LIMITS, ...limits },
    token,
    version,
    logLevel,
  });
  try {
    return { url: await service.app.listen({ host, port }), close: () => service.close() };
  } catch (error) {
    await service.close();
    throw cannotListen(host, port, error);
  }
}

/**
 * Before a store is made that nobody could ask.
 *
 * @throws {InvalidArgumentError} if a service cannot listen there
 */
export async function checkPlace(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw cannotListen(host, port, error);
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

function cannotListen(host: string, port: number, error: unknown): InvalidArgumentError {
  const problem = `cannot listen at ${host}:${port} (${(error as Error).message})`;
  return new InvalidArgumentError(`The service ${problem}. Name another port, or host.`, { cause: error });
}

/** Whether something is long enough to be no guess, and can stand in a header. */
export const isToken = (token: string): boolean => /^[\x21-\x7e]{16,1024}$/.test(token);

function checkToken(host: string, token: string | undefined): void {
  if (token === undefined) {
    if (isLoopback(host)) return;
    throw new InvalidArgumentError(`Others than this machine can ask at ${host}, so give a token that they must show.`);
  }
  if (!isToken(token)) {
    throw new InvalidArgumentError('A token has 16 to 1,024 visible ASCII characters. Make one: openssl rand -hex 24');
  }
}
