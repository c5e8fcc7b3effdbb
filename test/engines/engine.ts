/** Whether each check of the conformance suite was passed. */
export interface Result {
  readonly name: string;
  readonly error?: string;
}

/** An entry of the package; `wasm` is handed its core. */
export type Entry = 'hammingbird' | 'hammingbird/js' | 'hammingbird/wasm';

/** Something that runs JavaScript. */
export interface Engine {
  readonly name: string;
  /** The entries that are worth a run in it. */
  readonly entries: readonly Entry[];
  /** Whether it is installed. */
  readonly isThere: boolean;
  /** Runs the suite. @param folder what `installed` has prepared */
  run(entry: Entry, folder: string): Promise<readonly Result[]>;
}
