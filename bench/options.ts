// What may be said behind `npm run bench --`: topics, and `--corpus=FILE`, `--size=NUMBER`, `--store=ADDRESS` or `--growth`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export const { values: OPTIONS, positionals: NAMED } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    size: { type: 'string' },
    store: { type: 'string' },
    growth: { type: 'boolean' },
  },
});

/** The texts of a file of JSONL. */
export function textsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line).text as string);
}
