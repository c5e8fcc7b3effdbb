import { compressionOf, otherCompression } from '../../src/io/bytes/compression-kind.ts';
import { MalformedRecord } from '../../src/io/records.ts';
import { bytesOf, headOf } from './open-file.ts';

/** Bytes that are looked through at once. */
const WINDOW = 1024 * 1024;

/** A file as UTF-8, decompressed once, as the command does: itself, if it is that, or a copy. */
export async function plainText(file: Blob, path: string): Promise<Blob> {
  const kind = compressionOf(headOf(file, path));
  if (kind === 'zstd') throw new MalformedRecord('Zstandard, which browsers do not read; the command does');
  if (kind !== undefined && kind !== 'gzip') throw otherCompression(path, kind);
  const plain = kind === 'gzip' ? await unzipped(file, path) : file;
  const charset = utf16Of(headOf(plain, path));
  if (charset === undefined) return plain;
  const decoder = new TextDecoderStream(charset) as unknown as ReadableWritablePair<string, Uint8Array>;
  return new Response(plain.stream().pipeThrough(decoder).pipeThrough(new TextEncoderStream())).blob();
}

/**
 * All members of gzip data, as `cat` and bgzip join them, without the zeros behind them, which are padding. What browsers have
 * takes one and fails at the next, so where one ends is tried out: a member that is cut elsewhere fails, too.
 */
async function unzipped(file: Blob, path: string): Promise<Blob> {
  const whole = await unzippedMember(file);
  if (whole !== undefined) return whole;
  const members: Blob[] = [];
  let start = 0;
  for (const end of possibleEnds(file, path)) {
    const part = file.slice(start, end);
    const member = (await unzippedMember(part)) ?? (await unzippedPadded(part, path));
    if (member === undefined) continue;
    members.push(member);
    start = end;
  }
  if (start < file.size) throw new MalformedRecord('its gzip data is damaged or cut off; fetch or compress it again');
  return new Blob(members);
}

async function unzippedMember(member: Blob): Promise<Blob | undefined> {
  try {
    return await new Response(member.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  } catch {
    return undefined;
  }
}

/** A member with zeros behind it. It ends with a checksum and a length, so up to eight may be its own: that is tried out. */
async function unzippedPadded(padded: Blob, path: string): Promise<Blob | undefined> {
  const end = endOfContent(padded, path);
  for (let own = 0; own <= 8 && end + own < padded.size; own++) {
    const member = await unzippedMember(padded.slice(0, end + own));
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Behind the last byte that is not zero. */
function endOfContent(padded: Blob, path: string): number {
  for (let end = padded.size; end > 0; end -= WINDOW) {
    const start = Math.max(0, end - WINDOW);
    const bytes = bytesOf(padded.slice(start, end), path);
    for (let i = bytes.length; i > 0; i--) if (bytes[i - 1] !== 0) return start + i;
  }
  return 0;
}

/** Where a member may begin, but for the first one, and the end. */
function* possibleEnds(file: Blob, path: string): Generator<number> {
  for (let at = 1; at < file.size; at += WINDOW) {
    const bytes = bytesOf(file.slice(at, at + WINDOW + 2), path);
    for (let i = 0; i < WINDOW; i++) {
      if (bytes[i] === 0x1f && bytes[i + 1] === 0x8b && bytes[i + 2] === 8) yield at + i;
    }
  }
  yield file.size;
}

/** The UTF-16 that a byte order mark tells. */
function utf16Of(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}
