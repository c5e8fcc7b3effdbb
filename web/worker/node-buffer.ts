// It stands in for `node:buffer` in the page's build.

/** V8's; no engine has less. */
export const constants = { MAX_STRING_LENGTH: 2 ** 29 - 24 };

const strict = new TextDecoder('utf-8', { fatal: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
