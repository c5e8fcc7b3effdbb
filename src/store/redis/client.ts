// The clients of the driver, and what they are told.
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { Cluster, type DNSLookupFunction, Redis } from 'ioredis';
import { InvalidArgumentError } from '../../errors.ts';
import { withFile } from '../../io/bytes/open-file.ts';
import type { Address } from './address.ts';

/** How long a node has to answer, in milliseconds. */
const ANSWER_TIMEOUT = 5000;
/** For so long the driver awaits the end also of a connection that has ended, and keeps the process from its own. */
const DISCONNECT_TIMEOUT = 100;

export type Client = Redis | Cluster;

/** @param retryAfter how many milliseconds to wait after so many attempts to connect; null to give up */
export function clientOf(address: Address, retryAfter: (times: number) => number | null): Client {
  const { isCluster, nodes, database } = address;
  const both = optionsOf(address);
  const ours = { enableAutoPipelining: true, lazyConnect: true };
  if (isCluster) {
    // No slotsRefreshInterval: its timer may outlive a client that is closed meanwhile. Nodes tell when slots have moved.
    const refreshed = { slotsRefreshTimeout: ANSWER_TIMEOUT, clusterRetryStrategy: retryAfter };
    // Whether all slots have a master is not asked first: of one that is down connect() would never say so, and nobody wait.
    const told = { ...ours, ...refreshed, dnsLookup: asNamed, enableReadyCheck: false };
    return new Cluster([...nodes], { ...told, redisOptions: both });
  }
  const { host, port } = nodes[0]!;
  let left: unknown;
  // A master that has become a replica keeps its connections; behind the same address there may be another one by now.
  const reconnectOnError = (error: Error): boolean => {
    // The driver would end a connection once more for each command that was under way, and listen to its end as often.
    if (!isReadOnly(error) || client.stream === left) return false;
    left = client.stream;
    return true;
  };
  const renewed = { retryStrategy: retryAfter, reconnectOnError };
  // Nor is anything kept to be sent as soon as there is one. Clients of a cluster's nodes cannot do without.
  const client = new Redis({ ...ours, ...both, ...renewed, enableOfflineQueue: false, host, port, db: database });
  return client;
}

/** Why a cluster is not reached, which the driver keeps to itself: what its first node says, if it says anything. */
export async function whyNotReached(address: Address): Promise<Error | undefined> {
  const { host, port } = address.nodes[0]!;
  const once = { lazyConnect: true, retryStrategy: () => null };
  const node = new Redis({ ...optionsOf(address), ...once, host, port });
  let why: Error | undefined;
  node.on('error', (error) => {
    why ??= error;
  });
  await node.connect().catch(() => undefined);
  node.disconnect();
  return why;
}

/** What a server is asked with, and each node of a cluster. */
function optionsOf({ user, isEncrypted, certificate, patience }: Address) {
  const timeout = Math.min(ANSWER_TIMEOUT, patience);
  return {
    ...user,
    ...(isEncrypted ? { tls: certificate ? { secureContext: showing(certificate) } : {} } : {}),
    // Whether it has read its data its answers say. The driver would ask, and speak to the user where that is forbidden.
    enableReadyCheck: false,
    connectTimeout: ANSWER_TIMEOUT,
    commandTimeout: timeout,
    // A connection that fell silent is made anew: what is between may have forgotten it, and the server be well.
    socketTimeout: timeout,
    // What was under way when a connection was lost is repeated by us, once it is known what is behind the next one.
    maxRetriesPerRequest: 0,
    keepAlive: 10_000,
    disconnectTimeout: DISCONNECT_TIMEOUT,
  };
}

/**
 * What shows servers a certificate.
 *
 * @throws {InputError} if a file cannot be read
 * @throws {InvalidArgumentError} if they are no certificate and its key
 */
function showing({ cert, key }: NonNullable<Address['certificate']>): SecureContext {
  const read = (file: string): Buffer => withFile(file, (opened) => readFileSync(opened));
  const files = { cert: read(cert), key: read(key) };
  try {
    return createSecureContext(files);
  } catch (error) {
    throw new InvalidArgumentError(
      `${cert} and ${key} are no certificate and its key (${(error as Error).message}): both are PEM, and the key without a password.`,
      { cause: error },
    );
  }
}

/** The driver would look up the IP addresses of a cluster's nodes, and miss these in certificates that name hosts. */
const asNamed: DNSLookupFunction = (host, done) => done(null, host);

/** All nodes that are written to. */
export const mastersOf = (client: Client): Redis[] => (client instanceof Cluster ? client.nodes('master') : [client]);

export const isReadOnly = (error: unknown): boolean => (error as Error).message.startsWith('READONLY');
