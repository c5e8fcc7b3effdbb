// Real servers for tests: on loopback, on free ports, in temporary folders, ended by their process ids.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A port that nobody listens on. Below those that Linux gives to outgoing connections (32,768 and more), one of which
 * may take the port between this question and the server's start; by chance, for tests that ask at the same time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** The path of a program; undefined if it is not installed. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const paths = [...(process.env.PATH ?? '').split(delimiter), ...folders].map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path));
}

/** Where Debian keeps the programs of its PostgreSQL servers, the newest first. */
export function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}

/** A process that is ended by its id. */
export class ServerProcess {
  readonly #child: ChildProcess;
  #output = '';

  constructor(program: string, args: readonly string[], options: { uid?: number; gid?: number; cwd: string }) {
    this.#child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.#output = (this.#output + text).slice(-4000);
      });
    }
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits until it answers. */
  async until(isReady: () => Promise<boolean>): Promise<this> {
    for (let tries = 0; tries < 1200; tries++) {
      if (!this.isRunning) break;
      if (await isReady().catch(() => false)) return this;
      await sleep(50);
    }
    throw new Error(`The server did not start: ${this.#output}`);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exit;
  }
}
