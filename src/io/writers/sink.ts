/** Where written records go. Bytes are taken before it returns. */
export interface Sink {
  write(bytes: Uint8Array): void;
  /** A newline is added. */
  writeLine(bytes: Uint8Array): void;
}

/** Writes documents of a corpus, by their numbers, in one format. */
export interface RecordWriter {
  write(number: number): void | Promise<void>;
  /** Writes what the format wants at its end. */
  finish(): void | Promise<void>;
}
