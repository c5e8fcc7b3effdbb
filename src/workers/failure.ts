import {
  CoreError,
  CorruptDataError,
  InvalidArgumentError,
  OutOfMemoryError,
  RecipeMismatchError,
  WorkerError,
} from '../errors.ts';

/** An error in a message, where it would lose its class. */
export interface Failure {
  /** Its class, by a name that no minifier changes. */
  readonly name: string;
  readonly message: string;
}

/** An answer that is none. */
export interface Failed {
  readonly failure: Failure;
}

export type ErrorClass = new (message: string) => Error;

/** What making a fingerprint may throw on purpose. */
const CLASSES: readonly ErrorClass[] = [
  CoreError,
  CorruptDataError,
  InvalidArgumentError,
  OutOfMemoryError,
  RecipeMismatchError,
];

/** What helps who calls the library. */
export const REMEDY =
  'With workers: 0, or by a HammingIndex, the work is done in the calling thread. What bundlers need for threads is in docs/package.md.';

export function toFailure(thrown: unknown): Failure {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { name, message };
}

/** The error again if it is of a class that is known, and otherwise one that tells of it. */
export function fromFailure({ name, message }: Failure, more: readonly ErrorClass[] = [], remedy = REMEDY): Error {
  const known = [...CLASSES, ...more].find((one) => one.name === name);
  return known ? new known(message) : workerError(`${name}: ${message}`, remedy);
}

export function workerError(what: string, remedy: string, cause?: unknown): WorkerError {
  // Messages of engines may end with a period of their own.
  return new WorkerError(`A worker thread failed: ${what.replace(/\.$/, '')}. ${remedy}`, { cause });
}
