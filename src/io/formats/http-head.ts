import type { Several } from '../../iterable.ts';

/** What stands before the content of an HTTP response. */
export interface HttpHead {
  readonly status: number;
  /** By their names, in small letters. */
  readonly fields: ReadonlyMap<string, string>;
  /** The beginning of the content, which was read with it. */
  readonly rest: Buffer;
}

/** Servers and browsers put up with less. */
const LONGEST_HEAD = 256 * 1024;

/**
 * The head of an HTTP response; undefined for anything else, of which records of responses may be, too, such as answers of
 * DNS. Lines may end without a carriage return, as some servers write them.
 */
export async function readHttpHead(chunks: Several<Uint8Array>): Promise<HttpHead | undefined> {
  let read = Buffer.alloc(0);
  let end: RegExpExecArray | null = null;
  for await (const chunk of chunks) {
    read = Buffer.concat([read, chunk]);
    end = /\r?\n\r?\n/.exec(read.toString('latin1', 0, LONGEST_HEAD));
    if (end || read.length >= LONGEST_HEAD) break;
  }
  const length = end ? end.index : read.length;
  const [first = '', ...lines] = read.toString('latin1', 0, Math.min(length, LONGEST_HEAD)).split(/\r?\n/);
  const [, status] = /^HTTP\/\S+ +(\d{3})\b/.exec(first) ?? [];
  if (status === undefined) return undefined;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(status), fields, rest: read.subarray(end ? end.index + end[0].length : length) };
}
