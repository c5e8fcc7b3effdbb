import type { Id } from '../../dedupe/document.ts';
import { OutputError } from '../../io/errors.ts';
import { ClosedPipeError, type OutputFile } from '../../io/outputs/output-file.ts';
import { isSpecial, targetOf } from '../../io/outputs/target.ts';
import type { Sink } from '../../io/writers/sink.ts';
import { withFields } from '../../io/writers/with-fields.ts';
import { fileAt } from '../options/replaced.ts';
import { WrongUsageError } from '../options/usage.ts';
import { openOutput } from '../terminal/writing.ts';
import type { Because } from './because.ts';

interface Paths {
  readonly kept?: string | undefined;
  readonly removed?: string | undefined;
  readonly pairs?: string | undefined;
  readonly groups?: string | undefined;
  readonly annotated?: string | undefined;
  /** Which documents are contained in others. */
  readonly contained?: string | undefined;
  readonly report?: string | undefined;
  /** The reference, to which kept records are added. */
  readonly updated?: string | undefined;
}

/** What a record is given that was removed because another one contains it. */
export interface Part {
  readonly contained_in: Id;
  /** `contained_in` is a document of the reference. */
  readonly reference?: true;
  readonly containment: number;
}

/** A document of a group. */
interface Member extends Partial<Pick<Part, 'contained_in'>> {
  readonly id: Id;
  readonly group: Id;
  /** What is kept of the group is a document of the reference. */
  readonly reference?: true;
}

/** A record as JSON, read when it is wanted. */
type Recorded = () => Buffer | Promise<Buffer>;

/** What may have the name of an input, or of the reference. */
const REPLACING: ReadonlySet<keyof Paths> = new Set(['kept', 'updated']);

const NOT_TAKEN =
  'Whoever read what is kept stopped before its end, so nothing was added to the reference, and no file was written.';

/** The files that a run writes: all of them, or none. */
export class Outputs {
  /** Those that are still wanted. */
  readonly #files = new Map<keyof Paths, OutputFile>();
  readonly #isRemembered: boolean;

  /** @param isRemembered whether the next run will not write what this one keeps: then somebody must take it */
  constructor(paths: Paths, isRemembered = paths.updated !== undefined) {
    this.#isRemembered = isRemembered;
    const named = Object.entries(paths).filter(([, path]) => path !== undefined) as [keyof Paths, string][];
    checkDistinct(named.map(([, path]) => path));
    // First pipes: who ends the process while it waits for their readers finds no unfinished file.
    named.sort(([, one], [, other]) => Number(isSpecial(other)) - Number(isSpecial(one)));
    try {
      for (const [name, path] of named) this.#files.set(name, openOutput(path));
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** What the kept records are written to. */
  readonly kept: Sink = {
    write: (bytes) => this.#write('kept', (file) => file.write(bytes)),
    writeLine: (bytes) => this.#writeLine('kept', bytes),
  };

  /** What kept records are added to. */
  get updated(): OutputFile | undefined {
    return this.#files.get('updated');
  }

  get wantsReport(): boolean {
    return this.#files.has('report');
  }

  get wantsPairs(): boolean {
    return this.#files.has('pairs');
  }

  get wantsAnnotated(): boolean {
    return this.#files.has('annotated');
  }

  /** A page about the run. */
  report(page: Uint8Array): void {
    this.#write('report', (file) => file.write(page));
  }

  pair(pair: Record<string, unknown>): void {
    this.#writeLine('pairs', JSON.stringify(pair));
  }

  /** Writes a removed record with `because` as its last fields. */
  async remove(record: Recorded, because: Because | Part): Promise<void> {
    if (!this.#files.has('removed')) return;
    this.#writeLine('removed', await withFields((await record()).toString('utf8'), { ...because }));
  }

  /** Writes any record with fields such as what it duplicates, or null, and its group. */
  async annotate(record: Recorded, fields: Record<string, Id | null | true>): Promise<void> {
    this.#writeLine('annotated', await withFields((await record()).toString('utf8'), fields));
  }

  contained(line: Part & { readonly id: Id; readonly removed?: true }): void {
    this.#writeLine('contained', JSON.stringify(line));
  }

  group(line: Member): void {
    this.#writeLine('groups', JSON.stringify(line));
  }

  /** Removes what an earlier run left of them that was killed. */
  removeLeft(): void {
    for (const file of this.#files.values()) file.removeLeft();
  }

  /**
   * Brings everything to the disk, then gives every file its name: last those that may take the place of what was read,
   * without which a run that is killed meanwhile could not be repeated.
   *
   * @param before is called at the last moment: closes what is to be replaced, and throws if that must not be
   */
  commit(before: () => void = () => {}): void {
    for (const name of this.#files.keys()) this.#write(name, (file) => file.finish());
    before();
    for (const [name, file] of this.#files) if (!REPLACING.has(name)) file.commit();
    for (const name of REPLACING) this.#files.get(name)?.commit();
  }

  /** Leaves no unfinished file behind. */
  abandon(): void {
    for (const file of this.#files.values()) file.abandon();
  }

  #writeLine(name: keyof Paths, line: string | Uint8Array): void {
    this.#write(name, (file) => file.writeLine(line));
  }

  /** Does it to the file, if it is wanted. Whoever reads a pipe may stop, as `head` does. */
  #write(name: keyof Paths, write: (file: OutputFile) => void): void {
    const file = this.#files.get(name);
    if (file === undefined) return;
    try {
      write(file);
    } catch (error) {
      if (!(error instanceof ClosedPipeError)) throw error;
      if (name === 'kept' && this.#isRemembered) throw new OutputError(NOT_TAKEN);
      file.abandon();
      this.#files.delete(name);
    }
  }
}

/** @throws {WrongUsageError} if two paths, however they are written, are of one file */
function checkDistinct(paths: readonly string[]): void {
  const standard = fileAt(['-'], 1);
  const isStandard = (path: string) => standard !== undefined && fileAt([path], 1) === standard;
  const targets = paths.map((path) => (isStandard(path) ? '-' : targetOf(path)));
  const second = targets.findIndex((target, i) => targets.indexOf(target) !== i);
  if (second < 0) return;
  const first = targets.indexOf(targets[second]!);
  throw new WrongUsageError(
    `Two outputs are the same file: ${paths[first]} and ${paths[second]}. Give each a name of its own.`,
  );
}
