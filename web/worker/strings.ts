const decoder = new TextDecoder();

/** A text as a string, without a byte order mark. */
export const stringOf = (text: string | Uint8Array): string => (typeof text === 'string' ? text : decoder.decode(text));
