// Stores in Redis over encrypted connections, to servers whose certificates are those of an authority of our own.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../support/command.ts';
import { Authority, type Certificate, OPENSSL } from './authority.ts';
import { argumentsOfCode } from './elsewhere.ts';
import { REDIS, RedisServers } from './redis-servers.ts';
import { freePort } from './server.ts';

it('has Redis', ({ skip }) => needs(REDIS !== undefined, 'Redis (Debian: redis-server)', skip));
it('has OpenSSL', ({ skip }) => needs(OPENSSL !== undefined, 'OpenSSL (Debian: openssl)', skip));

/** What a node of a cluster is told that names itself by its host, as its certificate does. */
const NAMED = {
  'tls-cluster': 'yes',
  'cluster-announce-hostname': 'localhost',
  'cluster-preferred-endpoint-type': 'hostname',
};

let authority: Authority;
let servers: RedisServers;

describe.skipIf(REDIS === undefined || OPENSSL === undefined).each([
  { kind: 'alone', scheme: 'rediss', settings: {} },
  { kind: 'cluster of one', scheme: 'rediss-cluster', settings: NAMED },
] as const)('Redis, $kind, encrypted', ({ kind, scheme, settings }) => {
  let port: number;

  beforeAll(async () => {
    authority = new Authority();
    port = await freePort();
    const encrypted = { 'tls-port': `${port}`, 'tls-auth-clients': 'no', 'tls-ca-cert-file': authority.certificate };
    const told = Object.entries({ ...settings, ...encrypted, ...filesOf(authority.certify('localhost')) });
    servers = await RedisServers.start(
      kind,
      told.flatMap(([name, value]) => [`--${name}`, value]),
    );
  });
  afterAll(async () => {
    await servers?.stop();
    authority?.remove();
  });

  /** What a process says of the store that trusts our authority. */
  function opening(host: string): string {
    const code = `const store = await openStore(where);
      const { inserted } = await store.insertIfNew({ id: 'a', fingerprint: 1n });
      console.log(inserted, await store.size());
      await store.remove('a');
      await store.close();`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority.certificate };
    const where = `${scheme}://${host}:${port}?prefix=encrypted`;
    const { stdout, stderr } = spawnSync(process.execPath, argumentsOfCode(code, where), { env, encoding: 'utf8' });
    return stdout + stderr;
  }

  it('takes documents where the certificate names its host', () => {
    expect(opening('localhost')).toBe('true 1\n');
  });
});

/** What a server is told of its certificate. */
const filesOf = ({ certificate, key }: Certificate) => ({ 'tls-cert-file': certificate, 'tls-key-file': key });
