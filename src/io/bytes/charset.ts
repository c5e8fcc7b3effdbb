import { isUtf8 } from 'node:buffer';
import { isIndex } from '../../search/snapshot/frames.ts';
import { InputError } from '../errors.ts';
import type { WithHead } from './head.ts';

/** Whether a label names an encoding: those of the WHATWG Encoding Standard, such as `windows-1252` or `shift_jis`. */
export function isCharset(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** The UTF-16 that a byte order mark tells. */
function markedUtf16(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The encoding that bytes must be brought from into UTF-8; undefined if they are UTF-8 as it is. */
function otherCharset(head: Uint8Array, declared: string | undefined): string | undefined {
  const charset = markedUtf16(head) ?? (declared === undefined ? 'utf-8' : new TextDecoder(declared).encoding);
  return charset === 'utf-8' ? undefined : charset;
}

/** Whether bytes begin like text that can be read where it is. */
export const isUtf8Text = (head: Uint8Array, declared: string | undefined): boolean =>
  !isIndex(head) && otherCharset(head, declared) === undefined;

/**
 * Bytes in UTF-8, from the encoding of their byte order mark, or the declared one.
 *
 * @param name what the bytes are called in errors
 * @throws {InputError} if they are an index, which somebody took for what it was made of
 */
export async function* inUtf8(
  { head, all }: WithHead,
  declared: string | undefined,
  name: string,
): AsyncGenerator<Buffer> {
  if (isIndex(head)) {
    throw new InputError(
      `Cannot read ${name}: it is an index, which holds no texts. One that dedupe --update made goes with ` +
        'dedupe --against; one that saveIndex() wrote is read by loadIndex() of hammingbird/node.',
    );
  }
  const charset = otherCharset(head, declared);
  if (charset === undefined) return yield* all;
  const decoder = new TextDecoder(charset);
  // In UTF-16 a half of a pair that stands alone cannot be decoded: it becomes U+FFFD, as everywhere.
  const encode = charset.startsWith('utf-16') ? Buffer.from : withoutReplacements;
  for await (const chunk of all) yield encode(decoder.decode(chunk, { stream: true }));
  yield encode(decoder.decode());
}

const REPLACEMENT = '\ufffd';

/** UTF-8, where what could not be decoded is no UTF-8 either: so readers pass such a text over, and say so. */
function withoutReplacements(text: string): Buffer {
  const bytes = Buffer.from(text);
  for (let at = bytes.indexOf(REPLACEMENT); at >= 0; at = bytes.indexOf(REPLACEMENT, at)) bytes.fill(0xff, at, at + 3);
  return bytes;
}

const META = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML = /^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i;
/** Browsers look for the declaration this far; see «prescan a byte stream» in the HTML standard. */
const PRESCANNED = 1024;

/**
 * The text of a page, by the encoding of its byte order mark, or the one told, or the one it declares itself, or
 * UTF-8 if it is that, or windows-1252, as browsers do.
 */
export function pageString(bytes: Uint8Array, told: string | undefined): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCANNED));
  const declared = [told, META.exec(start)?.[1], XML.exec(start)?.[1]].find((label) => label && isCharset(label));
  // A page that says so in ASCII cannot be UTF-16.
  const charset = declared?.toLowerCase().startsWith('utf-16') && told === undefined ? 'utf-8' : declared;
  const decoder = new TextDecoder(markedUtf16(bytes) ?? charset ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'));
  // In one piece, some versions of Node take windows-1252 for ISO 8859-1.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
