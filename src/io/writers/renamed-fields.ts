import Tokenizer from '@streamparser/json/tokenizer.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';
import { distinctNames } from '../distinct-names.ts';

/** An object in JSON, as it was written, whose fields with one of these names are given a number. */
export function withoutNames(record: string, names: readonly string[]): string {
  const bytes = new TextEncoder().encode(record);
  const keys = keysOf(bytes);
  const distinct = distinctNames([...names, ...keys.map(({ name }) => name)]).slice(names.length);
  const decoder = new TextDecoder();
  let renamed = '';
  let copied = 0;
  for (const [i, { name, start, end }] of keys.entries()) {
    if (!names.includes(name)) continue;
    renamed += decoder.decode(bytes.subarray(copied, start)) + JSON.stringify(distinct[i]);
    copied = end;
  }
  return renamed + decoder.decode(bytes.subarray(copied));
}

/** The name of a field, and the bytes from its opening quote up to the colon. */
interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The fields of an object, but not of those in it. */
function keysOf(json: Uint8Array): Key[] {
  const keys: Key[] = [];
  const tokenizer = new Tokenizer();
  let depth = 0;
  let last = { name: '', start: 0 };
  tokenizer.onToken = ({ token, value, offset }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
    else if (token === TokenType.COLON && depth === 1) keys.push({ ...last, end: offset });
    last = { name: String(value), start: offset };
  };
  tokenizer.write(json);
  return keys;
}
