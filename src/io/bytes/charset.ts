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

/** The encoding that a byte order mark tells: whatever else is said of it is wrong. */
function marked(head: Uint8Array): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The encoding that bytes must be brought from into UTF-8; undefined if they are UTF-8 as it is. */
function otherCharset(head: Uint8Array, declared: string | undefined): string | undefined {
  const charset = marked(head) ?? (declared === undefined ? 'utf-8' : new TextDecoder(declared).encoding);
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
  const decoder = await decoderOf(charset);
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

/**
 * Text by the encoding of its byte order mark, or the one told, or UTF-8 if it is that, or windows-1252, as browsers do.
 *
 * @param told a label for which `isCharset`
 */
export async function textIn(bytes: Uint8Array, told: string | undefined): Promise<string> {
  const decoder = await decoderOf(marked(bytes) ?? told ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'));
  return decoder.decode(bytes);
}

/**
 * Decodes as the Encoding Standard says, and browsers do. What Node has makes other characters, or none, of a quarter of
 * what there is in Big5, of most syllables in EUC-KR, and of a few in others.
 */
async function decoderOf(label: string): Promise<Pick<TextDecoder, 'decode'>> {
  const decoder = new TextDecoder(label);
  if (decoder.encoding.startsWith('utf-')) return decoder;
  // It takes longer to load than all of the command.
  const { TextDecoder: StandardDecoder } = await import('@exodus/bytes/encoding.js');
  return new StandardDecoder(label);
}
