import type { OnOrigin } from '../io/corpus.ts';
import { formatFor, type Output, type OutputFormat } from '../io/writers/record-writer.ts';

/** Where the kept records go, and in which format. */
export interface KeptOptions {
  readonly output: string;
  readonly outputFormat?: OutputFormat;
  readonly dryRun?: boolean;
}

export const keptIn = ({ output: path, outputFormat: format }: KeptOptions): Output => ({ path, format });

/** Refuses records that could not be written, as soon as they are found, and not when all has been decided. */
export function onlyWritable(options: KeptOptions): OnOrigin | undefined {
  if (options.dryRun) return undefined;
  return (origins) => {
    formatFor(origins, keptIn(options));
  };
}
