import { once } from 'node:events';

const NEWLINE = 0x0a;

/** The lines of standard input, cut at newlines alone: texts may hold whatever else ends a line somewhere. */
export async function* inputLines(): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      begun.push(chunk.subarray(from, end));
      yield (begun.length === 1 ? begun[0]! : Buffer.concat(begun)).toString('utf8');
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}

/** The first fields of a line, and all of the rest as the last one, whatever is in it. */
export function fieldsOf(line: string, count: number): string[] {
  const fields: string[] = [];
  let from = 0;
  while (fields.length < count - 1) {
    const end = line.indexOf('\t', from);
    fields.push(line.slice(from, end));
    from = end + 1;
  }
  return [...fields, line.slice(from)];
}

const BUFFERED = 64 * 1024;
/** What Spark takes for null. */
const NULL = '\\N';

/** Rows to standard output; a field that is undefined is null. */
export class OutputRows {
  #buffered: string[] = [];
  #size = 0;

  async write(fields: readonly (string | number | bigint | undefined)[]): Promise<void> {
    const line = fields.map((field) => field ?? NULL).join('\t');
    this.#buffered.push(line);
    this.#size += line.length;
    if (this.#size >= BUFFERED) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#buffered.length === 0) return;
    const isFull = !process.stdout.write(`${this.#buffered.join('\n')}\n`);
    this.#buffered = [];
    this.#size = 0;
    if (isFull) await once(process.stdout, 'drain');
  }
}
