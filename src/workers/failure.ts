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

/** What making a fingerprint may throw on purpose. */
const CLASSES = new Map(
  Object.entries({ CoreError, CorruptDataError, InvalidArgumentError, OutOfMemoryError, RecipeMismatchError }),
);

export function toFailure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const [name = error.name] = [...CLASSES].find(([, one]) => one === error.constructor) ?? [];
  return { name, message: error.message };
}

/** The error again if it is one of hammingbird's, and otherwise one that tells of it. */
export function fromFailure({ name, message }: Failure): Error {
  const known = CLASSES.get(name);
  return known ? new known(message) : workerError(`${name}: ${message}`);
}

export function workerError(what: string, cause?: unknown): WorkerError {
  const remedy = 'With workers: 0, or by a HammingIndex, the work is done in the calling thread.';
  return new WorkerError(`A worker thread failed: ${what}. ${remedy}`, { cause });
}
