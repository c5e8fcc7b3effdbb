import { ClosedPipeError, OutputFile } from '../io/output-file.ts';

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
