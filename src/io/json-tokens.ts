import TokenType from '@streamparser/json/utils/types/tokenType.js';

export { TokenType };
/** What begins and ends objects and arrays. */
export const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
export const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);
