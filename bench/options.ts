// What may be said behind `npm run bench --`: topics, and `--corpus=FILE`, `--size=NUMBER`, `--store=ADDRESS` or `--growth`.
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
