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

/** What is said of certificates. */
const UNKNOWN = {
  reason: / cannot be reached \(self-signed certificate( in certificate chain)?\)$/,
  remedy: ' Node does not trust its certificate: name the file with that of its authority in NODE_EXTRA_CA_CERTS.',
};
const OF_ANOTHER = {
  reason: / cannot be reached \(Hostname\/IP does not match certificate's altnames: IP: 127\.0\.0\.1 .*\)$/,
  remedy: ' Its certificate is for another host: give the address a name that it has.',
};
const EXPIRED = {
  reason: / cannot be reached \(certificate has expired\)$/,
  remedy: ' Its certificate has expired.',
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

  /**
   * What a process says of the store, which trusts our authority, or does not.
   *
   * @param more behind the prefix of the address
   */
  function opening(host: string, trusts: boolean, more = ''): string {
    const code = `const store = await openStore(where).catch((error) => ({ error }));
      if (store.error) console.log(store.error.message);
      else {
        const { inserted } = await store.insertIfNew({ id: 'a', fingerprint: 1n });
        console.log(inserted, await store.size());
        await store.remove('a');
        await store.close();
      }`;
    const { NODE_EXTRA_CA_CERTS: _, ...others } = process.env;
    const env = { ...others, ...(trusts ? { NODE_EXTRA_CA_CERTS: authority.certificate } : {}) };
    const where = `${scheme}://${host}:${port}?prefix=encrypted${more}`;
    const { stdout, stderr } = spawnSync(process.execPath, argumentsOfCode(code, where), { env, encoding: 'utf8' });
    return stdout + stderr;
  }

  it('takes documents where the certificate names its host', () => {
    expect(opening('localhost', true)).toBe('true 1\n');
  });

  describe('that demands certificates of its clients', () => {
    const demand = (value: string) =>
      servers.nodes[0]!.ask((client) => client.call('CONFIG', 'SET', 'tls-auth-clients', value));
    beforeAll(() => demand('yes'));
    afterAll(() => demand('no'));

    it('takes documents of who shows one', () => {
      const { certificate, key } = authority.certify('a client');
      expect(opening('localhost', true, shownIn(certificate, key))).toBe('true 1\n');
    });

    it('is not reached by who shows none, which says how one is shown', () => {
      expect(opening('localhost', true)).toMatch(
        / cannot be reached \(.*(ECONNRESET|certificate required).*\); nothing was done\. If it demands .*\?cert=client\.crt&key=client\.key\.\n$/,
      );
    });

    it('is shown no files that are none', () => {
      const [one, other] = [authority.certify('one'), authority.certify('other')];
      expect(opening('localhost', true, shownIn(one.certificate, other.key))).toMatch(
        /^\/.*one2\.crt and \/.*other2\.key are no certificate and its key \(.*key values mismatch\): both are PEM/,
      );
      expect(opening('localhost', true, shownIn(one.certificate, '/none.key'))).toBe(
        'Cannot read /none.key: there is no such file or folder (ENOENT).\n',
      );
    });
  });

  it('is not reached by who does not encrypt, which says how one does', () => {
    const where = `${scheme.replace('rediss', 'redis')}://localhost:${port}`;
    const code = 'await openStore(where).catch((error) => console.log(error.message))';
    expect(spawnSync(process.execPath, argumentsOfCode(code, where), { encoding: 'utf8' }).stdout).toMatch(
      /ECONNRESET\); nothing was done\. If it takes encrypted connections only, its address begins with rediss:\/\/ or rediss-cluster:\/\/\.\n$/,
    );
  });

  it.each([
    ['of an authority that Node does not know', false, 'localhost', () => authority.certify('localhost'), UNKNOWN],
    ['that nobody else has signed', false, 'localhost', () => authority, UNKNOWN],
    ['for another host', true, '127.0.0.1', () => authority.certify('localhost'), OF_ANOTHER],
    ['that has expired', true, 'localhost', () => authority.certify('localhost', -1), EXPIRED],
  ] as const)('says what is to be done about a certificate %s', async (_, trusts, host, certificate, said) => {
    const files = Object.entries(filesOf(certificate())).flat();
    await servers.nodes[0]!.ask((client) => client.call('CONFIG', 'SET', ...files));
    const [reached, remedy] = opening(host, trusts).split('; nothing was done.');
    expect(reached).toMatch(said.reason);
    expect(remedy).toBe(`${said.remedy}\n`);
  });
});

/** What an address tells of a certificate that is shown to servers. */
const shownIn = (certificate: string, key: string): string =>
  `&cert=${encodeURIComponent(certificate)}&key=${encodeURIComponent(key)}`;

/** What a server is told of its certificate. */
const filesOf = ({ certificate, key }: Certificate) => ({ 'tls-cert-file': certificate, 'tls-key-file': key });
