// What may be said behind `npm run bench --`: topics, and `--corpus=FILE`, `--size=NUMBER`, `--store=ADDRESS` or `--growth`.
import { Command } from 'commander';
import { parseCount } from '../src/cli/options/values.ts';

interface Options {
  readonly corpus?: string;
  readonly size?: number;
  readonly store?: string;
  readonly growth?: boolean;
}

const command = new Command('npm run bench --')
  .description(
    'Measures, and prints a table a topic. With neither --corpus nor --size nor --store it is put into docs/benchmarks.md.',
  )
  .argument('[topics...]', 'all but the long ones by default; an unknown one is answered by their list')
  .option('--corpus <file>', 'of your own: JSONL for dedupe and index, a labelled set for segmenters')
  .option('--size <number>', 'stores, service: so many documents', parseCount(1e9))
  .option('--store <address>', 'stores: a store of your own')
  .option('--growth', 'index: up to 50 million fingerprints')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();

export const OPTIONS: Options = command.opts();
export const NAMED: readonly string[] = command.args;
