// The numbers that the tokenizer gives its tokens.
export const OPENING: ReadonlySet<number> = new Set([0, 2]);
export const CLOSING: ReadonlySet<number> = new Set([1, 3]);
export const ARRAY_BEGINS = 2;
export const COLON = 4;
export const COMMA = 5;
