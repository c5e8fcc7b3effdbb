// Whoever needs UTF-8 takes these: a bundle has one of each, and none where nothing asks for them.
export const encoder = /* @__PURE__ */ new TextEncoder();

/** What is not UTF-8 becomes U+FFFD; a mark of the byte order is a character as any other. */
export const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes as they may be decoded, which is a copy: browsers decode none in memory that threads share, or that can grow. */
export const decodable = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

/** A text as a string; what is not UTF-8 becomes U+FFFD. */
export const stringOf = (text: string | Uint8Array): string =>
  typeof text === 'string' ? text : decoder.decode(decodable(text));
