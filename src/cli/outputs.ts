import { ClosedPipeError, OutputFile } from '../io/output-file.ts';
import type { Sink } from '../io/writers/sink.ts';
import { WrongUsageError } from './usage.ts';

interface Paths {
  readonly kept: string;
  readonly removed: string | undefined;
  readonly pairs: string | undefined;
  readonly groups: string | undefined;
  readonly report: string | undefined;
}

/** What a removed record is given. */
export interface Because {
  readonly duplicate_of: string | number;
  readonly distance: number;
  readonly similarity: number;
}

/** The files that a run writes: all of them, or none. */
export class Outputs {
  readonly pairs: OutputFile | undefined;
  readonly report: OutputFile | undefined;
  readonly #kept: OutputFile;
  readonly #removed: OutputFile | undefined;
  readonly #groups: OutputFile | undefined;
  readonly #all: OutputFile[] = [];
  /** Whoever read standard output has gone; the files are still wanted. */
  #keptIsClosed = false;

  constructor(paths: Paths) {
    const named = Object.values(paths).filter((path) => path !== undefined);
    const twice = named.find((path, i) => named.indexOf(path) !== i);
    if (twice !== undefined) throw new WrongUsageError(`Two outputs have the same name: ${twice}. Give each its own.`);
    try {
      this.#kept = this.#open(paths.kept);
      this.#removed = paths.removed === undefined ? undefined : this.#open(paths.removed);
      this.pairs = paths.pairs === undefined ? undefined : this.#open(paths.pairs);
      this.#groups = paths.groups === undefined ? undefined : this.#open(paths.groups);
      this.report = paths.report === undefined ? undefined : this.#open(paths.report);
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** What the kept records are written to. */
  readonly kept: Sink = {
    write: (bytes) => this.#toleratingClosedPipe(() => this.#kept.write(bytes)),
    writeLine: (bytes) => this.#toleratingClosedPipe(() => this.#kept.writeLine(bytes)),
  };

  /** Writes a removed record with `because` as its last fields. It is read only if it is wanted. */
  async remove(record: () => Buffer | Promise<Buffer>, because: Because): Promise<void> {
    this.#removed?.writeLine(withFields((await record()).toString('utf8'), { ...because }));
  }

  group(id: string | number, group: string | number): void {
    this.#groups?.writeLine(JSON.stringify({ id, group }));
  }

  /** Brings everything to the disk, then gives every file its name. */
  commit(): void {
    this.#toleratingClosedPipe(() => this.#kept.finish());
    for (const output of this.#all) if (output !== this.#kept) output.finish();
    for (const output of this.#all) output.commit();
  }

  /** Leaves no unfinished file behind. */
  abandon(): void {
    for (const output of this.#all) output.abandon();
  }

  #open(path: string): OutputFile {
    const output = new OutputFile(path);
    this.#all.push(output);
    return output;
  }

  #toleratingClosedPipe(write: () => void): void {
    if (this.#keptIsClosed) return;
    try {
      write();
    } catch (error) {
      if (!(error instanceof ClosedPipeError)) throw error;
      this.#keptIsClosed = true;
    }
  }
}

/** A JSON object in text with more fields at its end; the rest of it stays as it was written. */
function withFields(record: string, fields: Record<string, unknown>): string {
  const end = record.lastIndexOf('}');
  const before = record.slice(0, end).trimEnd();
  const comma = before.endsWith('{') ? '' : ',';
  return `${before}${comma}${JSON.stringify(fields).slice(1, -1)}${record.slice(end)}`;
}
