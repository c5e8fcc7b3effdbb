import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

// Compiled, this file stands in build/bench/service.
const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** Bytes that the process has in memory. */
export interface Memory {
  /** JavaScript's heap, with garbage that is not yet collected. */
  readonly heap: number;
  /** What JavaScript refers to beside its heap: the index, and bodies. */
  readonly external: number;
  /** All of its own; undefined where the system does not tell. */
  readonly own: number | undefined;
  /** Of files that are mapped, such as that of LMDB. */
  readonly files: number | undefined;
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

  async memory(): Promise<Memory> {
    const metrics = await (await fetch(new URL('/metrics', this.url))).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1]);
    const path = `/proc/${this.#child.pid}/status`;
    const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const resident = (name: string) => {
      const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
      return kibibytes === undefined ? undefined : 1024 * Number(kibibytes);
    };
    return {
      heap: metric('nodejs_heap_size_total_bytes'),
      external: metric('nodejs_external_memory_bytes'),
      own: resident('RssAnon'),
      files: resident('RssFile'),
    };
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}
