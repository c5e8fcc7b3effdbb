import { InvalidArgumentError } from '../../errors.ts';
import { patienceOf } from '../patience.ts';

/** Where a store is: a schema of a database. */
export interface Address {
  /** For the driver. */
  readonly connection: string;
  readonly schema: string;
  /** How long a call waits for an answer, in milliseconds. */
  readonly patience: number;
  /** For messages: without user and password. */
  readonly shown: string;
}

/** The longest name that PostgreSQL does not cut, in bytes. */
const LONGEST_NAME = 63;
/** In seconds. */
const DEFAULT_PATIENCE = 60;

/**
 * @param where `postgres://user:password@host:port/database?schema=name&patience=60`; what else stands behind the question
 *   mark is for the driver, such as `sslmode`. Default: the schema `hammingbird`, 60 seconds.
 * @throws {InvalidArgumentError} if it is none
 */
export function parseAddress(where: string): Address {
  if (!URL.canParse(where)) {
    throw new InvalidArgumentError('A PostgreSQL store is postgres://user:password@host:port/database, as a URL.');
  }
  const url = new URL(where);
  checkEncoded(url);
  const schema = url.searchParams.get('schema') ?? 'hammingbird';
  const bytes = Buffer.byteLength(schema);
  if (bytes === 0 || bytes > LONGEST_NAME || schema.includes('\0') || schema.startsWith('pg_')) {
    throw new InvalidArgumentError(
      `The schema of a store is a name of 1 to ${LONGEST_NAME} bytes that does not begin with pg_, not ` +
        `${JSON.stringify(schema.slice(0, 80))}.`,
    );
  }
  checkEncryption(url.searchParams.getAll('ssl'));
  const patience = patienceOf(url.searchParams, DEFAULT_PATIENCE);
  url.searchParams.delete('schema');
  url.searchParams.delete('patience');
  const shown = `postgres://${url.host}${url.pathname}?schema=${schema}`;
  return { connection: url.href, schema, patience, shown };
}

/** A password with one of «/?#» as it is ends what stands before it: there is no user, and a part of it would be shown as the host. */
function checkEncoded({ username, pathname, search, hash }: URL): void {
  if (hash === '' && (username !== '' || !`${pathname}${search}`.includes('@'))) return;
  throw new InvalidArgumentError('User and password are percent-encoded in an address, and these are not.');
}

/** Of anything else the driver takes letters for settings, and ends the process when the server wants to encrypt. */
function checkEncryption(given: readonly string[]): void {
  const wrong = given.find((one) => !['true', '1', '0'].includes(one));
  if (wrong === undefined) return;
  throw new InvalidArgumentError(
    `ssl is true or 0 in the address of a store, not ${JSON.stringify(wrong)}; sslmode tells more, such as disable or verify-full.`,
  );
}

/** A name as SQL has it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
