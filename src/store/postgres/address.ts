import { InvalidArgumentError } from '../../errors.ts';

/** Where a store is: a schema of a database. */
export interface Address {
  /** For the driver. */
  readonly connection: string;
  readonly schema: string;
  /** For messages: without user and password. */
  readonly shown: string;
}

/** The longest name that PostgreSQL does not cut, in bytes. */
const LONGEST_NAME = 63;

/**
 * @param where `postgres://user:password@host:port/database?schema=name`; what else stands behind the question mark is
 *   for the driver, such as `sslmode`. Default: the schema `hammingbird`.
 * @throws {InvalidArgumentError} if it is none
 */
export function parseAddress(where: string): Address {
  const url = URL.parse(where);
  if (!url)
    throw new InvalidArgumentError('A PostgreSQL store is postgres://user:password@host:port/database, as a URL.');
  const schema = url.searchParams.get('schema') ?? 'hammingbird';
  const bytes = Buffer.byteLength(schema);
  if (bytes === 0 || bytes > LONGEST_NAME || schema.includes('\0') || schema.startsWith('pg_')) {
    throw new InvalidArgumentError(
      `The schema of a store is a name of 1 to ${LONGEST_NAME} bytes that does not begin with pg_, not ` +
        `${JSON.stringify(schema.slice(0, 80))}.`,
    );
  }
  url.searchParams.delete('schema');
  return { connection: url.href, schema, shown: `postgres://${url.host}${url.pathname}?schema=${schema}` };
}

/** A name as SQL has it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
