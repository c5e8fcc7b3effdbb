import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram, freePort, ServerProcess } from './server.ts';

/** Where Redis is; undefined without it, or without what makes clusters. */
export const REDIS = findProgram('redis-cli') && findProgram('redis-server');

/** A node that is killed is missed after so many milliseconds, at the earliest. */
const NODE_TIMEOUT = 1000;
/** The longest that a cluster takes to change, in milliseconds: less than a test may. */
const PATIENCE = 90_000;
const MASTERS = 3;
/** By default Redis answers before it writes to its log where the last fsync takes long, and kill -9 loses what it answered. */
const DURABLE = ['--appendfsync', 'always'];

export class Node {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ServerProcess | undefined;

  constructor(port: number, folder: string, settings: readonly string[]) {
    this.port = port;
    this.#folder = folder;
    this.#settings = settings;
    mkdirSync(folder);
  }

  async start(...more: readonly string[]): Promise<void> {
    const args = [
      '--port',
      `${this.port}`,
      '--bind',
      '127.0.0.1',
      '--appendonly',
      'yes',
      '--save',
      '',
      ...this.#settings,
      ...more,
    ];
    const started = new ServerProcess(REDIS!, args, { cwd: this.#folder });
    this.#process = await started.until(() => this.ask((client) => client.ping().then((pong) => pong === 'PONG')));
  }

  async ask<Answer>(question: (client: Redis) => Promise<Answer>): Promise<Answer> {
    const client = new Redis(this.port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } finally {
      client.disconnect();
    }
  }

  /** How many connections there are to it. */
  async connections(): Promise<number> {
    return this.ask(async (client) => `${await client.client('LIST')}`.split('\n').length);
  }

  /** Stops it where it is, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.#process!.pid, signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#process?.end(signal);
  }
}

/** Of an address that names nothing more behind it. */
export const prefixOf = (where: string): string => /prefix=(.*)/.exec(where)![1]!;

interface Pair {
  readonly master: Node;
  readonly replica: Node;
}

/** Redis servers of our own: one alone, a cluster of three masters with a replica each, or one that is all of a cluster. */
export class RedisServers {
  readonly nodes: readonly Node[];
  readonly #folder: string;
  #places = 0;

  private constructor(folder: string, nodes: readonly Node[]) {
    this.#folder = folder;
    this.nodes = nodes;
  }

  /** @param more settings of each node */
  static async start(
    kind: 'alone' | 'cluster' | 'cluster of one',
    more: readonly string[] = [],
  ): Promise<RedisServers> {
    const folder = mkdtempSync(join(tmpdir(), 'hammingbird-redis-'));
    const nodes: Node[] = [];
    for (let i = 0; i < (kind === 'cluster' ? 2 * MASTERS : 1); i++) {
      const settings = kind === 'alone' ? DURABLE : await clusterSettings();
      nodes.push(new Node(await freePort(), join(folder, `${i}`), [...settings, ...more]));
    }
    const servers = new RedisServers(folder, nodes);
    await Promise.all(nodes.map((node) => node.start()));
    if (kind === 'cluster') await servers.#join();
    if (kind === 'cluster of one') await servers.#takeAllSlots();
    return servers;
  }

  /** An address with a prefix that nobody uses. */
  place(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `${this.nodes.length === 1 ? 'redis' : 'redis-cluster'}://${hosts}?prefix=test-${++this.#places}`;
  }

  /** Sets all nodes up otherwise. */
  async configure(name: string, value: string): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.ask((client) => client.config('SET', name, value))));
  }

  /** Removes everything that is stored. */
  async clear(): Promise<void> {
    for (const node of this.nodes) await node.ask((client) => client.flushall()).catch(() => undefined);
  }

  /** A master, of which there are three, and its replica. */
  async aPair(): Promise<Pair> {
    const [pair] = await this.pairs();
    if (!pair) throw new Error('The cluster has no replica');
    return pair;
  }

  /** Every master that has a replica, with it. */
  async pairs(): Promise<Pair[]> {
    const roles = await Promise.all(this.nodes.map((node) => node.ask((client) => client.role())));
    return this.nodes.flatMap((replica, i) => {
      const master = this.nodes.find(({ port }) => roles[i]![0] === 'slave' && port === roles[i]![2]);
      return master ? [{ master, replica }] : [];
    });
  }

  /** Waits until a replica has what its master has by now. */
  async untilCaughtUp({ master, replica }: Pair): Promise<void> {
    const wanted = await master.ask(offsetOf);
    await eventually('The replica did not catch up', async () => (await replica.ask(offsetOf)) >= wanted);
  }

  /** Waits until the slots of a master that was killed are those of its replica. */
  async untilPromoted(replica: Node): Promise<void> {
    await eventually('No replica took over', async () => {
      const state = await replica.ask(async (client) => [(await client.role())[0], await client.cluster('INFO')]);
      return state[0] === 'master' && /cluster_state:ok/.test(String(state[1]));
    });
  }

  /** Waits until those that run miss masters without which the cluster answers nothing. */
  async untilDown(): Promise<void> {
    await eventually('The cluster did not go down', async () => {
      const infos = await this.#all((client) => client.cluster('INFO'));
      return infos.every((info) => info === undefined || /cluster_state:fail/.test(String(info)));
    });
  }

  /** Waits until all slots are served, and every master has a replica that follows it. */
  async untilWhole(): Promise<void> {
    await eventually('The cluster did not become whole', async () => {
      const states = await this.#all(stateOf);
      return states.every((state) => state === 'well');
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What every node answers; undefined of those that do not run. */
  #all<Answer>(question: (client: Redis) => Promise<Answer>): Promise<(Answer | undefined)[]> {
    return Promise.all(this.nodes.map((node) => node.ask(question).catch(() => undefined)));
  }

  async #takeAllSlots(): Promise<void> {
    await this.#all((client) => client.cluster('ADDSLOTS', ...Array(16384).keys()));
    await eventually('The slots have no node', async () => {
      const [info] = await this.#all((client) => client.cluster('INFO'));
      return /cluster_state:ok/.test(String(info));
    });
  }

  async #join(): Promise<void> {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`);
    execFileSync('redis-cli', ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes']);
    await this.untilWhole();
  }
}

/** Waits until something is so; throws what is the matter if it is not in time. */
async function eventually(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(otherwise);
    await sleep(50);
  }
}

async function clusterSettings(): Promise<string[]> {
  const settings = {
    enabled: 'yes',
    'node-timeout': `${NODE_TIMEOUT}`,
    port: `${await freePort()}`,
    // By default a replica that was not elected within some 20 s, as on a machine with much else to do, never takes over.
    'replica-validity-factor': '0',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--cluster-${name}`, value]);
}

/** How far in the stream of writes a node is: a master has written so much, and a replica has followed. */
async function offsetOf(client: Redis): Promise<number> {
  return Number(/master_repl_offset:(\d+)/.exec(await client.info('replication'))![1]);
}

async function stateOf(client: Redis): Promise<string> {
  const info = await client.cluster('INFO');
  const replication = await client.info('replication');
  const isJoined = /cluster_state:ok/.test(info) && /cluster_size:3/.test(info);
  const isFollowed = /role:master/.test(replication) && /slave0:.*state=online/.test(replication);
  const isFollowing = /role:slave/.test(replication) && /master_link_status:up/.test(replication);
  return isJoined && (isFollowed || isFollowing) ? 'well' : 'not yet';
}
