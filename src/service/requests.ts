import { HammingbirdError, InvalidArgumentError } from '../errors.ts';
import { checkOptions } from '../options.ts';
import { isWhole } from '../ranges.ts';
import { shown } from '../shown.ts';
import { ConnectionLostError } from '../store/errors.ts';
import { ServiceError } from './errors.ts';
import { fromLineMessage, type LineMessage } from './messages.ts';
import { receivedError } from './received-errors.ts';

export interface RequestsOptions {
  /** What the service demands, if it was started with one: visible ASCII characters. */
  readonly token?: string | undefined;
  /**
   * How often a request is repeated whose answer did not come, or was to come again later: after 50 to 150 ms, and then
   * after twice as long each time, but no longer than a timeout may be. Default: 4.
   */
  readonly retries?: number | undefined;
  /**
   * Milliseconds to wait for an answer, 1…2³¹ − 1, of each attempt: all of them take up to (retries + 1) × timeout, and the
   * pauses between, which with the defaults is about five minutes; where nothing listens, only the pauses. Default: 60,000.
   */
  readonly timeout?: number | undefined;
}

/** Timers of more milliseconds than this end at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;
/** Milliseconds before the first repetition; before each later one twice as long. */
const FIRST_PAUSE = 100;

/** That it was too slow or is to come later, says the service; a proxy before it, that it lets no more through or reaches nothing. */
const PASSING = [408, 429, 502, 503, 504];

/** No answer, or one that says to come again. */
class NoAnswer {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** Requests over HTTP that are repeated while connections are lost or the service is busy. */
export class Requests {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #retries: number;
  readonly #timeout: number;

  /** @throws {InvalidArgumentError} if the address is none of HTTP, or an option is out of range */
  constructor(url: string | URL, options: RequestsOptions) {
    this.#base = baseOf(url);
    checkOptions(options, { token: true, retries: true, timeout: true });
    const { token, retries = 4, timeout = 60_000 } = options;
    if (!isWhole(retries, 0)) {
      throw new InvalidArgumentError(`retries is a whole number of at least 0, not ${shown(retries)}.`);
    }
    if (!isWhole(timeout, 1, LONGEST_TIMEOUT)) {
      throw new InvalidArgumentError(
        `timeout is a whole number of milliseconds from 1 to ${LONGEST_TIMEOUT}, not ${shown(timeout)}.`,
      );
    }
    checkToken(token);
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.#retries = retries;
    this.#timeout = timeout;
  }

  /**
   * Asks with JSON, or without a body, and returns what is read of the JSON that comes back: reading throws if it is no
   * answer of a service. `id` is what an error is about.
   */
  json<Answer>(
    method: string,
    path: string,
    read: (answer: never) => Answer,
    body?: object,
    id?: string,
  ): Promise<Answer> {
    // Once: what it is made of is the caller's, who may change it before it is repeated.
    const text = body && JSON.stringify(body);
    return this.#repeated(async () => this.#answer(await this.#text(method, path, 'application/json', text, id), read));
  }

  /**
   * Sends lines, and returns the lines that come back: as many as these, or it is repeated. They are fewer if the service
   * takes no more at a time, tells to come again with the others, or waited in vain for them.
   */
  lines(path: string, lines: string, count: number): Promise<LineMessage[]> {
    return this.#repeated(async () => {
      const text = await this.#text('POST', path, 'application/x-ndjson', lines);
      const answers = text
        .split('\n')
        .slice(0, -1)
        .map((line, i) => this.#answer(line, (answer: LineMessage) => fromLineMessage(answer, i + 1)));
      const statusOf = (answer: unknown): number => Object(answer).status;
      const again = answers.findIndex((answer) => PASSING.includes(statusOf(answer)));
      if (again === 0) throw new NoAnswer(receivedError(statusOf(answers[0]), answers[0]));
      if (again > 0) return answers.slice(0, again);
      const last = Object(answers.at(-1)) as { error?: { name: string } };
      // Of a line that is too long itself that is said again when it comes first.
      if (answers.length > 1 && last.error?.name === 'TooLargeError') return answers.slice(0, -1);
      if (answers.length === count) return answers;
      throw new NoAnswer(new Error(`${answers.length} of ${count} answers came`));
    });
  }

  async #repeated<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let pause = FIRST_PAUSE, left = this.#retries; ; pause *= 2, left--) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (left === 0) throw this.#failure(error.reason);
      }
      // Not all clients at the same time.
      await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_TIMEOUT, pause * (0.5 + Math.random()))));
    }
  }

  async #text(method: string, path: string, type: string, body?: string, id?: string): Promise<string> {
    const headers = { ...this.#headers, ...(body === undefined ? {} : { 'content-type': type }) };
    let response: Response;
    let text: string;
    try {
      const signal = AbortSignal.timeout(this.#timeout);
      response = await fetch(new URL(path, this.#base), { method, headers, signal, body: body ?? null });
      text = await response.text();
    } catch (error) {
      throw new NoAnswer(error);
    }
    if (response.ok) return text;
    const error = receivedError(response.status, tolerantly(text), { id, redirectedTo: redirectedTo(response) });
    throw PASSING.includes(response.status) ? new NoAnswer(error) : error;
  }

  /** @throws {ServiceError} if something else answers, such as a service of another kind */
  #answer<Answer>(text: string, read: (answer: never) => Answer): Answer {
    const answer = parsed(text);
    try {
      return read(answer as never);
    } catch {
      throw new ServiceError(200, 'UnknownError', `What answers at ${this.#base.href} is no hammingbird serve.`);
    }
  }

  /** What the caller is told when there is no use in asking again. */
  #failure(reason: unknown): Error {
    if (reason instanceof HammingbirdError) return reason;
    const { message, cause } = reason as Error;
    const why = cause instanceof Error ? `${message}: ${cause.message || cause.name}` : message;
    return ConnectionLostError.to(this.#base.href, why, reason);
  }
}

/** It goes into a header as it is. An error does not tell it. */
function checkToken(token: unknown): void {
  if (token === undefined || (typeof token === 'string' && /^[\x21-\x7e]*$/.test(token))) return;
  throw new InvalidArgumentError('A token is a string of visible ASCII characters.');
}

function baseOf(url: string | URL): URL {
  const isAddress = typeof url === 'string' || url instanceof URL;
  const base = isAddress && URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    throw new InvalidArgumentError(`A service has an address such as http://127.0.0.1:7333, not ${shown(url)}.`);
  }
  // `fetch` would refuse it, with the password in its message.
  if (base.username !== '' || base.password !== '') {
    throw new InvalidArgumentError('The address of a service has no name and password. Give its token as an option.');
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

/** Where an answer came from, if not from where it was asked for; without the id. */
function redirectedTo({ redirected, url }: Response): string | undefined {
  return redirected ? url.replace(/\?.*/s, '') : undefined;
}

/** An answer that is cut off is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoAnswer(error);
  }
}

function tolerantly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
