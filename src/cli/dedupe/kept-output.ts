import type { Corpus, OnOrigin } from '../../io/corpus.ts';
import { OutputError } from '../../io/errors.ts';
import type { Format } from '../../io/format-names.ts';
import { watchFile } from '../../io/outputs/watch-file.ts';
import type { Source } from '../../io/source.ts';
import { formatFor, type Output, type OutputFormat } from '../../io/writers/record-writer.ts';
import { counted } from '../../numbers.ts';
import { fileAt } from '../options/replaced.ts';

/** Where the kept records go, and in which format. */
export interface KeptOptions {
  readonly output: string;
  readonly outputFormat?: OutputFormat;
  readonly dryRun?: boolean;
  readonly format?: Format;
}

export const keptIn = ({ output: path, outputFormat: format }: KeptOptions): Output => ({ path, format });

/** The input whose place the kept records take, if there is one. */
function inputReplaced(inputs: readonly string[], { output }: KeptOptions): string | undefined {
  const target = output === '-' ? undefined : fileAt([output], 1);
  return target === undefined ? undefined : inputs.find((input) => fileAt([input], 0) === target);
}

/** Watches the input whose place the kept records take, as `watchFile` does. */
export function watchReplaced(inputs: readonly string[], options: KeptOptions): () => void {
  return watchFile(inputReplaced(inputs, options) && options.output);
}

/**
 * Records that were passed over stand in the input alone: what is kept must not take its place.
 *
 * @throws {OutputError} if it would
 */
export function checkNothingLost({ inputs, rejects }: Corpus, options: KeptOptions): void {
  const { output } = options;
  const replaced = rejects.length === 0 ? undefined : inputReplaced(inputs, options);
  if (replaced === undefined) return;
  const lost = rejects.countIn(replaced);
  if (lost === 0) return;
  throw new OutputError(
    `Cannot write ${output}: it is an input, and ${counted(lost, 'record')} of it that ${lost === 1 ? 'was' : 'were'} passed over ` +
      'would be lost. Name another output.',
  );
}

/** Refuses records that could not be written, as soon as they are found, and not when all has been decided. */
export function onlyWritable(options: KeptOptions): OnOrigin | undefined {
  // Where --format makes light of names, what the output's name means depends on all of the inputs' names.
  const dependsOnAll = options.format !== undefined && options.outputFormat === undefined;
  if (options.dryRun || dependsOnAll) return undefined;
  let first: Source | undefined;
  return (origin) => {
    formatFor(first === undefined ? [origin] : [first, origin], keptIn(options));
    first ??= origin;
  };
}
