import { ClosedPipeError, OutputFile } from '../../io/outputs/output-file.ts';
import { isSpecial } from '../../io/outputs/target.ts';
import { onInterruptAbandon, unheard } from './interrupt.ts';

/** Opens an output; of a pipe, that waits until somebody reads it. */
export function openOutput(path: string): OutputFile {
  return isSpecial(path) ? unheard(() => new OutputFile(path)) : new OutputFile(path);
}

/** What `work` returns that writes a file: whole, or not at all. */
export async function writing<T>(path: string, work: (output: OutputFile) => Promise<T>): Promise<T> {
  const output = openOutput(path);
  const watch = onInterruptAbandon(output);
  try {
    const result = await work(output);
    output.finish();
    output.commit();
    return result;
  } finally {
    output.abandon();
    watch.settle();
  }
}

/**
 * Prints a text on standard output, all of it before it returns; nothing where whoever reads has stopped, as `head`
 * does. `process.stdout` would end the process with a stack trace then.
 *
 * @throws {OutputError} if it cannot be written, such as on a full disk
 */
export function print(text: string): void {
  const output = new OutputFile('-');
  try {
    output.write(Buffer.from(text));
    output.finish();
  } catch (error) {
    if (!(error instanceof ClosedPipeError)) throw error;
  }
}
