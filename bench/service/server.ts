import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

// Compiled, this file stands in build/bench/service.
const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** Bytes that a process has in memory. */
export interface Resident {
  /** Its own. */
  readonly own: number;
  /** Of files that are mapped, such as that of LMDB: the system takes it back whenever it wants to. */
  readonly files: number;
}

/** `hammingbird serve` as a user starts it, with its default options. */
export class Server {
  readonly url: URL;
  readonly #child: ChildProcess;

  private constructor(url: URL, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(folder: string): Promise<Server> {
    const child = spawn(process.execPath, [MAIN, 'serve', '--store', folder, '--port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface({ input: child.stderr })) {
      const { msg, url } = JSON.parse(line);
      if (msg !== 'listening') continue;
      // The log is read on, lest the service wait for that.
      child.stderr.resume();
      return new Server(new URL(url), child);
    }
    throw new Error('The service did not start.');
  }

  /** Undefined where the system does not tell. */
  get resident(): Resident | undefined {
    const path = `/proc/${this.#child.pid}/status`;
    if (!existsSync(path)) return undefined;
    const status = readFileSync(path, 'utf8');
    const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)![1]);
    return { own: bytes('RssAnon'), files: bytes('RssFile') };
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}
