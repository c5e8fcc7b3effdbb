import { decoder, encoder } from '../utf8.ts';

const ALPHABET = /* @__PURE__ */ encoder.encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;

/** RFC 4648. Engines' `btoa` takes seventeen times as long, because it wants the bytes as a string first. */
export function toBase64(bytes: Uint8Array): string {
  const characters = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    const three = (bytes[from]! << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) characters[to++] = ALPHABET[(three >>> shift) & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  characters.fill(PADDING, characters.length - missing);
  return decoder.decode(characters);
}

/** @throws {DOMException} if it is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
