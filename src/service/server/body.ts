import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { InvalidArgumentError } from '../../errors.ts';
import { counted } from '../../numbers.ts';
import { Chunks } from './chunks.ts';
import { Gathered } from './gathered.ts';
import type { Limits } from './limits.ts';
import { RefusedError } from './refusals.ts';

/**
 * The JSON in a body; undefined if it is empty, as some clients send with requests that have none.
 *
 * @throws {RefusedError} if it has more bytes than it may have, does not come in time, or the client hangs up before its end
 * @throws {InvalidArgumentError} if it is no JSON in UTF-8
 */
export async function readBody(stream: Readable, { body: most, time }: Limits): Promise<unknown> {
  const chunks = new Chunks(stream);
  const end = performance.now() + time;
  const bytes = new Gathered();
  for (;;) {
    const chunk = await chunks.next(Math.max(0, end - performance.now())).catch(cutOff);
    if (chunk === Chunks.LATE) throw new RefusedError('TooSlowError', `The body did not come within ${time} ms.`);
    if (chunk === undefined) return bytes.length === 0 ? undefined : parseJson(bytes.take(), 'The body');
    if (bytes.length + chunk.length > most)
      throw new RefusedError('TooLargeError', `A body has up to ${counted(most, 'byte')}. Send many in a batch.`);
    bytes.add(chunk);
  }
}

/** @throws {RefusedError} if it is compressed: limits count the bytes that come */
export function checkEncoding(encoding = 'identity'): void {
  if (encoding.toLowerCase() === 'identity') return;
  throw new RefusedError(
    'UnsupportedTypeError',
    `A body comes as it is, and not with content-encoding ${encoding.slice(0, 100)}.`,
  );
}

function cutOff(cause: unknown): never {
  throw new RefusedError('CutOffError', 'The connection was lost before the end of the body.', { cause });
}

/** @throws {InvalidArgumentError} if it is no JSON in UTF-8 */
export function parseJson(bytes: Buffer, what: string): unknown {
  if (!isUtf8(bytes)) throw new InvalidArgumentError(`${what} is not UTF-8.`);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // What the parser says of it would quote the text.
    throw new InvalidArgumentError(`${what} is not JSON.`);
  }
}
