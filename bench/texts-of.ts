import { readFileSync } from 'node:fs';

/** The texts of a file of JSONL. */
export function textsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line).text as string);
}
