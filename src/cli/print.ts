import { ClosedPipeError, OutputFile } from '../io/output-file.ts';

/** Writes to standard output. Whoever reads that may have gone, as `head` does: nobody else need hear of it. */
export function print(text: string): void {
  const output = new OutputFile('-');
  try {
    output.write(Buffer.from(text));
    output.finish();
  } catch (error) {
    if (!(error instanceof ClosedPipeError)) throw error;
  }
}
