import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { CorruptDataError, HammingbirdError } from '../../errors.ts';
import { certificateRemedy } from '../certificates.ts';
import { digestOf } from '../digest-of.ts';
import { ConnectionLostError, StoreFailedError } from '../errors.ts';
import type { Address } from './address.ts';
import { type Client, clientOf, isReadOnly, mastersOf, whyNotReached } from './client.ts';
import { rightsFor } from './rights.ts';
import { LOST } from './scripts.ts';

/** How long to wait before a command is repeated. */
const PAUSE = 100;
/** How long what is behind the connections is taken to be the same, in milliseconds: somebody may empty it meanwhile. */
const SURE_FOR = 1000;
/**
 * What a node says that will be otherwise in a moment: during a failover, a resharding, a start. That of a script, which met a
 * key of a slot that moves, begins as each version has it.
 */
const PASSING =
  /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|READONLY|MASTERDOWN|UNBLOCKED|BUSY)\b|cript attempted to access a non local key/;
/** What the driver says of a command whose keys no node of a cluster has together, whenever it is given. */
const ASUNDER = /^All the keys in a pipeline command should belong to the same slot/;
/** What the driver says of a connection that has been lost, which follows from another error that says why. */
const FOLLOWING = /^(Connection is closed|Stream isn't writeable)/;

/** What a node says to a user who lacks a right. */
const FORBIDDEN = /^NOPERM\b|ACL failure in script|user executing the script can't/;

/** By what a node says, which it says of a script's command within a sentence of its own. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/\bOOM command not allowed/, ' Its memory is full: raise maxmemory, or remove documents.'],
  [/\b(WRONGPASS|NOAUTH)\b/, ' See which user and password the address has.'],
];

/** Of a server that reads its data, or has not greeted; of that the driver says only that nothing can be sent. */
const NOT_READY = new Error('it is connected, but not ready: it may be loading its data');

/** Redis or a cluster of them. Commands that are given in one turn of the event loop go to each node as one message. */
export class Connection {
  readonly client: Client;
  readonly #address: Address;
  #isOpen = false;
  #isSharded: boolean;
  #lastError: unknown;
  /** How many connections were made, and had been when what is behind them was last found to be the same; and until when it is. */
  #connections = 0;
  #sureAt = 0;
  #sureUntil = 0;
  #makeSure: ((client: Client) => Promise<unknown>) | undefined;
  /** Whoever waits for it waits together. */
  #makingSure: Promise<void> | undefined;

  private constructor(address: Address) {
    this.#address = address;
    this.client = clientOf(address, (times) => (this.#isOpen ? Math.min(50 * times, 500) : null));
    this.#isSharded = this.client instanceof Cluster;
    // What they say is an error of the commands that are under way, too; unheard it would end the process.
    const note = (error: unknown): void => {
      if (!FOLLOWING.test(reason(error))) this.#lastError = error;
      // The driver would go on in database 0.
      if ((error as { command?: { name: string } }).command?.name === 'select') this.client.disconnect(true);
    };
    this.client.on('error', note).on('node error', note);
    const count = (node: Redis): unknown => node.on('connect', () => this.#connections++);
    // Why a server was not reached is no reason once it is; what it says itself, as of a password, it will say again.
    const forget = (): void => {
      if ((this.#lastError as Error | undefined)?.name !== 'ReplyError') this.#lastError = undefined;
    };
    if (this.client instanceof Cluster) this.client.on('+node', count);
    else count(this.client.on('connect', forget));
  }

  /** @throws {StoreFailedError} if it is not reached */
  static async open(address: Address): Promise<Connection> {
    const connection = new Connection(address);
    // A server that reads its data takes as long as it takes.
    const waiting = setTimeout(() => {
      connection.#lastError ??= new Error(`not ready after ${address.patience / 1000} s`);
      connection.client.disconnect();
    }, address.patience);
    try {
      await connection.client.connect();
      connection.#isOpen = true;
      // Of a cluster one node has answered, and it would ask any, also one that is gone.
      if (connection.client instanceof Redis) await untilLoaded(connection.client);
      return connection;
    } catch (error) {
      connection.client.disconnect();
      const why = connection.#lastError ?? (await connection.#hiddenReason(address)) ?? error;
      const remedy =
        connection.#remedy(why) ||
        remedyOfEnded(address, why) ||
        ' See that the server runs, and that the address is right.';
      throw new StoreFailedError(`${address.shown} cannot be reached (${reason(why)}); nothing was done.${remedy}`, {
        cause: error,
      });
    } finally {
      clearTimeout(waiting);
    }
  }

  /**
   * What is done with keys of several shards as one step, where a server takes them; else otherwise. A cluster takes none, nor
   * does what is one behind the address of a server: a node that has all of it, or a service.
   */
  async acrossShards<Answer>(asOne: () => Promise<Answer>, otherwise: () => Promise<Answer>): Promise<Answer> {
    if (this.#isSharded) return otherwise();
    try {
      return await asOne();
    } catch (error) {
      if (!reason((error as Error).cause ?? error).startsWith('CROSSSLOT')) throw error;
      this.#isSharded = true;
      return otherwise();
    }
  }

  /**
   * What is made sure of before anything else is asked, and again whenever a node was connected to, which may have started without
   * its data, or be another one behind the same address; and from time to time.
   */
  guard(makeSure: (client: Client) => Promise<unknown>): void {
    this.#makeSure = makeSure;
    this.#sureAt = -1;
  }

  /**
   * Runs a command that may be repeated, and repeats it while a connection is lost or a cluster is without a master.
   *
   * @param lately when there was an answer: what asks again and again is not out of patience for having taken long
   * @throws {CorruptDataError} if it meets a key of another type, which somebody else has made
   * @throws {StoreFailedError} if it is refused otherwise
   * @throws {ConnectionLostError} if that lasts too long, or it is refused after an answer was lost
   */
  async run<Answer>(
    command: (client: Client) => Promise<Answer>,
    lately = { answered: performance.now() },
  ): Promise<Answer> {
    // Once an answer was lost, what was asked for may have been done.
    let isKnown = true;
    for (;;) {
      try {
        await this.#beSure();
        const answer = await command(this.client);
        // Of a cluster the driver asks again what was under way when a connection was lost, whatever is behind the next one.
        await this.#beSure();
        return answer;
      } catch (error) {
        if (error instanceof HammingbirdError) throw error;
        // Somebody has emptied it, perhaps, though the connection is the same.
        if (reason(error).startsWith(LOST)) this.#sureAt = -1;
        else if (this.#isRefusal(error)) throw this.#refused(error, isKnown);
        isKnown &&= (error as Error).name === 'ReplyError';
        // An answer may be waited for as long as all of it, and timers are a little early.
        if (performance.now() - lately.answered + PAUSE > this.#address.patience) {
          // How often the driver tried is no reason, nor how long nothing could be asked; why it failed each time is.
          const isDown = (error as Error).name === 'MaxRetriesPerRequestError' || this.client.status !== 'ready';
          const whyDown = this.#lastError ?? (this.client.status === 'connect' && NOT_READY);
          const why = isLoading(error) ? NOT_READY : (isDown && whyDown) || error;
          throw ConnectionLostError.to(this.#address.shown, reason(why), error, this.#remedy(why));
        }
      }
      this.#findMasters();
      await sleep(PAUSE);
    }
  }

  /** Of a cluster that was not reached. */
  async #hiddenReason(address: Address): Promise<Error | undefined> {
    return this.client instanceof Cluster ? whyNotReached(address) : undefined;
  }

  async #beSure(): Promise<void> {
    while (this.#makeSure && (this.#sureAt !== this.#connections || performance.now() > this.#sureUntil)) {
      this.#makingSure ??= this.#makeSureOnce(this.#makeSure).finally(() => {
        this.#makingSure = undefined;
      });
      await this.#makingSure;
    }
  }

  async #makeSureOnce(makeSure: (client: Client) => Promise<unknown>): Promise<void> {
    const connections = this.#connections;
    await makeSure(this.client);
    this.#sureAt = connections;
    this.#sureUntil = performance.now() + SURE_FOR;
  }

  /** After slots have moved: commands of several, sent as one message, only come back, and ioredis asks no node where they belong. */
  #findMasters(): void {
    if (this.client instanceof Cluster) this.client.refreshSlotsCache();
  }

  /** A script, on the node of its keys. Its text goes along where that has not got it, as when it was started anew. */
  async script(text: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    const given = [keys.length, ...keys, ...values] as const;
    return this.run((client) =>
      client.evalsha(digestOf(text), ...given).catch((error: Error) => {
        if (!error.message.startsWith('NOSCRIPT')) throw error;
        return client.eval(text, ...given);
      }),
    );
  }

  /** The same, with an answer in bytes. ioredis has that, and its types do not say so. */
  async scriptInBytes(text: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    type InBytes = { evalBuffer(...given: readonly (string | number)[]): Promise<unknown> };
    return this.run((client) => (client as unknown as InBytes).evalBuffer(text, keys.length, ...keys, ...values));
  }

  /** Asks all nodes that are written to, which may be repeated; `lately` as for a command. */
  async onMasters<Answer>(ask: (node: Redis) => Promise<Answer>, lately?: { answered: number }): Promise<Answer[]> {
    return this.run((client) => Promise.all(mastersOf(client).map(ask)), lately);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.client.quit().catch(() => this.client.disconnect());
  }

  /** Whether a node, or the driver, said no, and will say so again. */
  #isRefusal(error: unknown): boolean {
    const { name, message } = error as Error;
    if (ASUNDER.test(message)) return true;
    return name === 'ReplyError' && (!PASSING.test(message) || this.#isOfCluster(error));
  }

  /** Whether what is asked as a server of its own is one of a cluster, and has not the key. */
  #isOfCluster(error: unknown): boolean {
    return !(this.client instanceof Cluster) && /^(MOVED|ASK) /.test((error as Error).message);
  }

  #refused(error: unknown, isKnown: boolean): HammingbirdError {
    const keys = keysOfAnotherType(error);
    if (keys.length > 0) {
      return new CorruptDataError(
        `The key ${keys.join(' or ')} is of another type: somebody else has changed it. Delete it (redis-cli), compact ` +
          'the store, and insert again what is missing then.',
        { cause: error },
      );
    }
    const Refusal = isKnown ? StoreFailedError : ConnectionLostError;
    const outcome = isKnown
      ? 'this step was not done'
      : 'an answer was lost before, so whether this step was done is not known';
    return new Refusal(`${this.#address.shown} refused (${reason(error)}); ${outcome}.${this.#remedy(error)}`, {
      cause: error,
    });
  }

  #remedy(error: unknown): string {
    if (isReadOnly(error)) return ' It is a replica, which takes no changes: give the address of its master.';
    if (this.#isOfCluster(error)) {
      return ' It is a node of a cluster, whose address begins with redis-cluster:// or rediss-cluster://.';
    }
    if (FORBIDDEN.test(reason(error)))
      return ` The user of the address lacks a right. These suffice: ${rightsFor(this.#address)}.`;
    return REMEDIES.find(([said]) => said.test(reason(error)))?.[1] ?? certificateRemedy(reason(error));
  }
}

const isLoading = (error: unknown): boolean => reason(error).startsWith('LOADING');

/** Waits until a server has read its data, or is left. */
async function untilLoaded(server: Redis): Promise<void> {
  for (;;) {
    try {
      await server.ping();
      return;
    } catch (error) {
      if (!isLoading(error)) throw error;
    }
    await sleep(PAUSE);
  }
}

/** What may help where a server ends a connection before it says anything. */
function remedyOfEnded({ isEncrypted, certificate }: Address, error: unknown): string {
  if (!/ECONNRESET|certificate required/.test(reason(error)) || certificate) return '';
  return isEncrypted
    ? ' If it demands a certificate of its clients, name the files of one, and of its key, in the address: ?cert=client.crt&key=client.key.'
    : ' If it takes encrypted connections only, its address begins with rediss:// or rediss-cluster://.';
}

/** Those of a command that met a key of another type: one of them, which a script does not tell. */
function keysOfAnotherType(error: unknown): readonly string[] {
  const { message, command } = error as Error & { command?: { name: string; args: readonly unknown[] } };
  if (!command || !message.includes('WRONGTYPE')) return [];
  const { name, args } = command;
  return (name.startsWith('eval') ? args.slice(2, 2 + Number(args[1])) : args.slice(0, 1)).map(String);
}

function reason(error: unknown): string {
  const { message, lastNodeError } = error as Error & { lastNodeError?: Error };
  // OpenSSL ends its lines.
  return (lastNodeError?.message ?? message).trimEnd();
}
