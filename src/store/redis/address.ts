import { InvalidArgumentError } from '../../errors.ts';
import { patienceOf } from '../patience.ts';

/** Where a store is: names with a prefix on a server or a cluster. */
export interface Address {
  readonly isCluster: boolean;
  /** Any of the nodes of a cluster; of a server, itself. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly user?: { readonly username?: string; readonly password?: string };
  readonly database: number;
  readonly isEncrypted: boolean;
  /** The files of a certificate that is shown to servers, and of its key. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly prefix: string;
  /** How long a call waits for a server, or a replica that takes over, in milliseconds. */
  readonly patience: number;
  /** For messages: without user and password. */
  readonly shown: string;
}

const FORM =
  'redis://user:password@host:port/database?prefix=name or redis-cluster://user:password@host:port,host:port?prefix=name';
const OPTIONS = ['prefix', 'patience', 'cert', 'key'];
const DEFAULT_PORT = 6379;
const LONGEST_PREFIX = 64;
/** In seconds. A failover takes the cluster's node timeout, 15 s if it is not set, and a little more. */
const DEFAULT_PATIENCE = 20;

/**
 * @param where `rediss://` and `rediss-cluster://` are encrypted. `patience` is in seconds; `cert` and `key` are files (PEM).
 *   Default: port 6379, database 0, the prefix `hammingbird`, 20 seconds, no certificate.
 * @throws {InvalidArgumentError} if it is none
 */
export function parseAddress(where: string): Address {
  // The last @ ends the password, whatever is in it: otherwise a part of it would be shown as the host.
  const [, scheme, user, hosts, path, query] =
    /^([a-z-]+):\/\/(?:(.*)@)?([^@/?]+)(?:\/([^@?]*))?(?:\?([^@]*))?$/i.exec(where) ?? [];
  if (scheme === undefined || hosts === undefined) throw new InvalidArgumentError(`A store in Redis is ${FORM}.`);
  const isCluster = scheme.toLowerCase().endsWith('-cluster');
  const nodes = hosts.split(',').map(nodeOf);
  if (!isCluster && nodes.length > 1)
    throw new InvalidArgumentError('Several nodes are redis-cluster://, not redis://.');
  const database = Number(path ?? '');
  if (!/^\d*$/.test(path ?? '') || (isCluster && database > 0)) {
    throw new InvalidArgumentError(
      `The database is a whole number${isCluster ? ', and 0 in a cluster' : ''}: ${FORM}.`,
    );
  }
  const options = new URLSearchParams(query);
  for (const name of options.keys()) {
    if (!OPTIONS.includes(name)) {
      throw new InvalidArgumentError(
        `An address of Redis has no ${JSON.stringify(name.slice(0, 80))}: behind its question mark stand ${OPTIONS.join(', ')}.`,
      );
    }
  }
  const patience = patienceOf(options, DEFAULT_PATIENCE);
  const prefix = options.get('prefix') ?? 'hammingbird';
  if (prefix === '' || prefix.length > LONGEST_PREFIX || !/^[\w.:-]*$/.test(prefix)) {
    throw new InvalidArgumentError(
      `The prefix of a store has 1 to ${LONGEST_PREFIX} letters, digits and signs of «_.:-», unlike ${JSON.stringify(prefix.slice(0, 80))}.`,
    );
  }
  const isEncrypted = scheme.toLowerCase().startsWith('rediss');
  return {
    isCluster,
    nodes,
    ...(user === undefined ? {} : { user: userOf(user) }),
    database,
    isEncrypted,
    ...certificateOf(options, isEncrypted),
    prefix,
    patience,
    shown: `${scheme}://${hosts}${database === 0 ? '' : `/${database}`}?prefix=${prefix}`,
  };
}

function nodeOf(text: string): { host: string; port: number } {
  const address = `redis://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.hostname) throw new InvalidArgumentError(`${JSON.stringify(text)} is no host and port: ${FORM}.`);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? DEFAULT_PORT : Number(url.port) };
}

function certificateOf(options: URLSearchParams, isEncrypted: boolean): Pick<Address, 'certificate'> {
  const [cert, key] = [options.get('cert'), options.get('key')];
  if (cert === null && key === null) return {};
  if (cert && key && isEncrypted) return { certificate: { cert, key } };
  throw new InvalidArgumentError(
    'A certificate that is shown to a server is two files, cert and key, in an address that begins with rediss:// or rediss-cluster://.',
  );
}

function userOf(text: string): { username?: string; password?: string } {
  const colon = text.indexOf(':');
  const [name, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  try {
    return {
      ...(name === '' ? {} : { username: decodeURIComponent(name) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    };
  } catch {
    throw new InvalidArgumentError('User and password are percent-encoded in an address, and these are not.');
  }
}
