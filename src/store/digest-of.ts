import { createHash } from 'node:crypto';

/** So many as there are scripts, and statements of the stores that were opened. */
const digests = new Map<string, string>();

/** By which servers know what they are asked again and again: to read it takes longer than to run it. */
export function digestOf(text: string): string {
  const digest = digests.get(text) ?? createHash('sha1').update(text).digest('hex');
  digests.set(text, digest);
  return digest;
}
