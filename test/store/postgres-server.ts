import { execFileSync } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findProgram, freePort, postgresFolders, ServerProcess } from './server.ts';

/** Where PostgreSQL is; undefined without one. */
export const POSTGRES = findProgram('postgres', postgresFolders());

/** A PostgreSQL server of our own, which wants a password from «guarded» alone. It refuses to run as root: then it runs as the user of the Debian package. */
export class PostgresServer {
  readonly #folder: string;
  readonly #port: number;
  readonly #user: { uid?: number; gid?: number };
  #process: ServerProcess | undefined;
  #schemas = 0;

  private constructor(folder: string, port: number, user: { uid?: number; gid?: number }) {
    this.#folder = folder;
    this.#port = port;
    this.#user = user;
  }

  static async start(program: string): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'hammingbird-postgres-'));
    const user = process.getuid?.() === 0 ? unprivileged() : undefined;
    if (user) chownSync(folder, user.uid, user.gid);
    const options = ['--auth=trust', '--username=test', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(join(dirname(realpathSync(program)), 'initdb'), ['--pgdata=data', ...options], {
      ...user,
      cwd: folder,
    });
    // The first line that fits decides.
    const access = join(folder, 'data', 'pg_hba.conf');
    writeFileSync(access, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(access, 'utf8')}`);
    const server = new PostgresServer(folder, await freePort(), user ?? {});
    await server.restart(program);
    return server;
  }

  /** A folder that is the server's. */
  folder(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    if (this.#user.uid !== undefined) chownSync(folder, this.#user.uid, this.#user.gid!);
    return folder;
  }

  /** An address with a schema that nobody uses, whose name might end names and functions. */
  place(): string {
    return `${this.address}?schema=${encodeURIComponent(`Store's "${++this.#schemas}" $function$; --`)}`;
  }

  get address(): string {
    return `postgres://test@127.0.0.1:${this.#port}/postgres`;
  }

  async restart(program: string): Promise<void> {
    const settings = [`port=${this.#port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${this.#folder}`];
    const args = ['-D', 'data', ...settings.flatMap((setting) => ['-c', setting])];
    const started = new ServerProcess(program, args, { ...this.#user, cwd: this.#folder });
    this.#process = await started.until(async () => (await this.query('SELECT 1')).length === 1);
  }

  /** As when the machine fails: the server and all its processes at once, without a chance to write anything. */
  async kill(): Promise<void> {
    const { pid } = this.#process!;
    const children = childrenOf(pid);
    const ended = this.#process!.end('SIGKILL');
    for (const child of children) endIfThere(child);
    await ended;
    while (children.some(isThere)) await sleep(10);
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows of any shape
  async query(sql: string): Promise<any[]> {
    const client = new pg.Client({ connectionString: this.address, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** A client that has begun a transaction with a statement, and holds what that locks until it ends. */
  async holding(sql: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.address });
    await client.connect();
    await client.query(`BEGIN; ${sql}`);
    return client;
  }

  /** The processes of the server, each of one connection, in which stores wait for a lock that another holds. */
  async waiting(): Promise<number[]> {
    const rows = await this.query(
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'hammingbird'",
    );
    return rows.map(({ pid }) => pid);
  }

  /** The first of them, when there is one. */
  async whenWaiting(): Promise<number> {
    for (;;) {
      const [pid] = await this.waiting();
      if (pid !== undefined) return pid;
    }
  }

  async stop(): Promise<void> {
    await this.#process?.end('SIGINT');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function unprivileged(): { uid: number; gid: number } {
  const [, , uid, gid] = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:') || line.startsWith('nobody:'))!
    .split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function childrenOf(parent: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => parentOf(pid) === parent);
}

/** The fourth field of its status, behind a name in brackets; undefined if it is gone. */
function parentOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function isThere(pid: number): boolean {
  return parentOf(pid) !== undefined;
}
