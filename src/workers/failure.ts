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
const CLASSES = new Map<string, ErrorClass>(
  Object.entries({ CoreError, CorruptDataError, InvalidArgumentError, OutOfMemoryError, RecipeMismatchError }),
);

export function toFailure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const [name = error.constructor.name] = [...CLASSES].find(([, one]) => one === error.constructor) ?? [];
  return { name, message: error.message };
}

/** The error again if it is of a class that is known, and otherwise one that tells of it. */
export function fromFailure({ name, message }: Failure, more: readonly ErrorClass[] = []): Error {
  const known = CLASSES.get(name) ?? more.find((one) => one.name === name);
  return known ? new known(message) : workerError(`${name}: ${message}`);
}

export function workerError(what: string, cause?: unknown): WorkerError {
  const remedy = 'With workers: 0, or by a HammingIndex, the work is done in the calling thread.';
  return new WorkerError(`A worker thread failed: ${what}. ${remedy}`, { cause });
}
