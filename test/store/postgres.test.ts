// The store in PostgreSQL, on a real server.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { needs } from '../command.ts';
import { storeContract } from './contract.ts';
import { POSTGRES, PostgresServer } from './postgres-server.ts';

let server: PostgresServer;

it('has PostgreSQL', ({ skip }) => needs(POSTGRES !== undefined, 'PostgreSQL (Debian: postgresql)', skip));

describe.skipIf(POSTGRES === undefined)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await PostgresServer.start(POSTGRES!);
  });
  afterAll(() => server?.stop());

  storeContract(
    'PostgreSQL',
    async () => {
      const where = server.place();
      const schema = new URL(where).searchParams.get('schema')!.replaceAll('"', '""');
      return {
        where,
        remove: async () => void (await server.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`)),
      };
    },
    { oneWinner: true, sequences: 20 },
  );
});
