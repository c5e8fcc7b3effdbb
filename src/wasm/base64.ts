/** How many bytes fit the arguments of one call. */
const STEP = 32_768;

export function toBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let start = 0; start < bytes.length; start += STEP) {
    characters += String.fromCharCode(...bytes.subarray(start, start + STEP));
  }
  return btoa(characters);
}

/** @throws {DOMException} if it is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
