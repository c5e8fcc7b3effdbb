// Who may ask: by a token, or from this machine; and how many at once.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RefusedError } from './refusals.ts';

/** Whether an address or a host's name is of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Lets requests in, and counts those that are under way. */
export class Gate {
  readonly #token: Buffer | undefined;
  readonly #most: number;
  readonly #stop: AbortSignal;
  #running = 0;
  #whenEmpty: (() => void) | undefined;

  /** @param token what must be shown; undefined on an address that only this machine reaches */
  constructor(token: string | undefined, most: number, stop: AbortSignal) {
    this.#token = token === undefined ? undefined : digest(token);
    this.#most = most;
    this.#stop = stop;
  }

  get running(): number {
    return this.#running;
  }

  /** @throws {RefusedError} if it may not ask */
  check(headers: IncomingHttpHeaders): void {
    if (this.#token === undefined) {
      checkHost(headers.host);
      return;
    }
    const shown = shownToken(headers.authorization);
    // Digests are of one length, whatever was shown, and the time to compare them says nothing of it.
    if (shown !== undefined && timingSafeEqual(digest(shown), this.#token)) return;
    throw new RefusedError('UnauthorizedError', 'Show the token of this service: Authorization: Bearer …');
  }

  /** @throws {RefusedError} if it has to come again later */
  enter(): void {
    if (this.#stop.aborted) throw new RefusedError('StoppingError', 'The service stops.');
    if (this.#running >= this.#most) {
      throw new RefusedError(
        'BusyError',
        `${this.#most} requests are under way, which is the limit. Come again later.`,
      );
    }
    this.#running++;
  }

  leave(): void {
    if (--this.#running === 0) this.#whenEmpty?.();
  }

  /** Waits until none is under way. */
  async empty(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
  }
}

/** A page that a browser shows may lead a name of its own to this machine, and then ask as if it were of this machine. */
function checkHost(host: string | undefined): void {
  if (isLoopback((host ?? '').replace(/:\d*$/, ''))) return;
  throw new RefusedError(
    'WrongHostError',
    'Without a token this service answers to localhost, 127.0.0.1 and [::1] only.',
  );
}

/** Of `Bearer TOKEN`; or, as browsers ask people for it, the password of `Basic`. */
function shownToken(authorization = ''): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) +(\S+) *$/i.exec(authorization) ?? [];
  if (value === undefined) return undefined;
  if (scheme!.toLowerCase() === 'bearer') return value;
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
