// The store in Redis and in a Redis Cluster, on real servers.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { needs } from '../command.ts';
import { storeContract } from './contract.ts';
import { REDIS, RedisServers } from './redis-servers.ts';

it('has Redis', ({ skip }) => needs(REDIS !== undefined, 'Redis (Debian: redis-server)', skip));

describe.skipIf(REDIS === undefined).each(['alone', 'cluster'] as const)('Redis, %s', (kind) => {
  let servers: RedisServers;
  beforeAll(async () => {
    servers = await RedisServers.start(kind);
  });
  afterAll(() => servers?.stop());

  storeContract(
    kind === 'alone' ? 'Redis' : 'Redis Cluster',
    async () => ({ where: servers.place(), remove: () => servers.clear() }),
    { oneWinner: true, sequences: 20 },
  );
});
