import { OutputFile } from '../io/output-file.ts';
import { onInterruptAbandon } from './interrupt.ts';

/** What `work` returns that writes a file: whole, or not at all. */
export async function writing<T>(path: string, work: (output: OutputFile) => Promise<T>): Promise<T> {
  const output = new OutputFile(path);
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
