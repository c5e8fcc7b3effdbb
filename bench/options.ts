// What may be said behind `npm run bench --`: topics, and `--corpus=FILE`, `--size=NUMBER`, `--store=ADDRESS` or `--growth`.
import { Command } from 'commander';

interface Options {
  readonly corpus?: string;
  readonly size?: string;
  readonly store?: string;
  readonly growth?: boolean;
}

const command = new Command('npm run bench --')
  .description('Measures, prints a table a topic, and puts it into docs/benchmarks.md.')
  .argument('[topics...]', 'all but the long ones by default; an unknown one is answered by their list')
  .option('--corpus <file>', 'of your own: JSONL for dedupe and index, a labelled set for segmenters')
  .option('--size <number>', 'stores, service: so many documents')
  .option('--store <address>', 'stores: a store of your own')
  .option('--growth', 'index: up to 50 million fingerprints')
  .parse();

export const OPTIONS: Options = command.opts();
export const NAMED: readonly string[] = command.args;
