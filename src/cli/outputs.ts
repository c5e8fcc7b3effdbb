import { ClosedPipeError, OutputFile } from '../io/output-file.ts';
import type { Sink } from '../io/writers/sink.ts';
import type { Because } from './because.ts';
import { WrongUsageError } from './usage.ts';

interface Paths {
  readonly kept?: string | undefined;
  readonly removed?: string | undefined;
  readonly pairs?: string | undefined;
  readonly groups?: string | undefined;
  readonly annotated?: string | undefined;
  readonly report?: string | undefined;
  /** The reference, to which kept records are added. */
  readonly updated?: string | undefined;
}

type Id = string | number;

/** A record as JSON, read when it is wanted. */
type Recorded = () => Buffer | Promise<Buffer>;

/** The files that a run writes: all of them, or none. */
export class Outputs {
  readonly #files = new Map<keyof Paths, OutputFile>();
  /** Whoever read standard output has gone; the files are still wanted. */
  #keptIsClosed = false;

  constructor(paths: Paths) {
    const named = Object.entries(paths).filter(([, path]) => path !== undefined) as [keyof Paths, string][];
    const twice = named.find(([, path], i) => named.findIndex(([, other]) => other === path) !== i)?.[1];
    if (twice !== undefined) throw new WrongUsageError(`Two outputs have the same name: ${twice}. Give each its own.`);
    try {
      for (const [name, path] of named) this.#files.set(name, new OutputFile(path));
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** What the kept records are written to. */
  readonly kept: Sink = {
    write: (bytes) => this.#toleratingClosedPipe(() => this.#files.get('kept')?.write(bytes)),
    writeLine: (bytes) => this.#toleratingClosedPipe(() => this.#files.get('kept')?.writeLine(bytes)),
  };

  /** What kept records are added to. */
  get updated(): OutputFile | undefined {
    return this.#files.get('updated');
  }

  /** A page about the run. */
  get report(): OutputFile | undefined {
    return this.#files.get('report');
  }

  get wantsPairs(): boolean {
    return this.#files.has('pairs');
  }

  pair(pair: Record<string, unknown>): void {
    this.#files.get('pairs')?.writeLine(JSON.stringify(pair));
  }

  /** Adds a kept record to the reference. */
  async update(record: Recorded): Promise<void> {
    this.updated?.writeLine((await record()).toString('utf8').replace(/^\ufeff/, ''));
  }

  /** Writes a removed record with `because` as its last fields. */
  async remove(record: Recorded, because: Because): Promise<void> {
    const file = this.#files.get('removed');
    file?.writeLine(withFields((await record()).toString('utf8'), { ...because }));
  }

  /** Writes any record with what it duplicates, or null, and its group. */
  async annotate(record: Recorded, duplicateOf: Id | null, group: Id): Promise<void> {
    const file = this.#files.get('annotated');
    file?.writeLine(withFields((await record()).toString('utf8'), { duplicate_of: duplicateOf, group }));
  }

  group(id: Id, group: Id, reference: boolean): void {
    this.#files.get('groups')?.writeLine(JSON.stringify({ id, group, ...(reference && { reference }) }));
  }

  /** Brings everything to the disk, then gives every file its name. */
  commit(): void {
    for (const [name, file] of this.#files) {
      if (name === 'kept') this.#toleratingClosedPipe(() => file.finish());
      else file.finish();
    }
    for (const file of this.#files.values()) file.commit();
  }

  /** Leaves no unfinished file behind. */
  abandon(): void {
    for (const file of this.#files.values()) file.abandon();
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
