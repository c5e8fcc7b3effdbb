// Services for tests: in this process, or as the command that a user starts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type ServeOptions, type Serving, serve } from '../../src/service/server/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Place } from '../store/contract.ts';
import { folderPlace } from '../store/folder.ts';
import { MAIN } from '../support/command.ts';

/** A service over a new store in a folder. */
export class Served {
  readonly store: Store;
  readonly url: string;
  readonly #serving: Serving;
  readonly #place: Place;

  private constructor(store: Store, serving: Serving, place: Place) {
    this.store = store;
    this.url = serving.url;
    this.#serving = serving;
    this.#place = place;
  }

  static async start(options: Partial<ServeOptions> = {}): Promise<Served> {
    const place = await folderPlace();
    const store = await openStore(place.where);
    return new Served(store, await serve(store, { version: '0.0.0', ...options }), place);
  }

  close(): Promise<void> {
    return this.#serving.close();
  }

  async end(): Promise<void> {
    await this.#serving.close();
    await this.store.close();
    await this.#place.remove();
  }
}

/** `hammingbird serve`, when it listens. */
export class Command {
  readonly url: string;
  /** What it has logged. */
  readonly log: string[];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  private constructor(url: string, log: string[], child: ChildProcess) {
    this.url = url;
    this.log = log;
    this.#child = child;
    this.#ended = once(child, 'close');
  }

  static async start(where: string, ...args: string[]): Promise<Command> {
    const child = spawn(process.execPath, [MAIN, 'serve', '--store', where, '--port', '0', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        log.push(line);
        if (line.startsWith('{"msg":"listening"')) resolve(JSON.parse(line).url);
      });
      child.once('exit', () => reject(new Error(log.join('\n'))));
    });
    return new Command(url, log, child);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit status, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.#child.kill(signal);
    return this.ended();
  }

  async ended(): Promise<unknown> {
    const [status, killedBy] = await this.#ended;
    return status ?? killedBy;
  }
}

export const JSON_BODY = { 'content-type': 'application/json' };
export const LINES_BODY = { 'content-type': 'application/x-ndjson' };

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends JSON, or a string as it is. */
export async function fetchText(url: string, body: unknown, headers: HeadersInit = JSON_BODY): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method: 'POST', headers, body: text });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
