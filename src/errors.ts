/** Every error that hammingbird throws on purpose; the message names the value, the limit and what to do. */
export class HammingbirdError extends Error {
  /** Written down for each class, since minifiers rename classes, and `error.name` is what people see. */
  static override readonly name: string = 'HammingbirdError';
  // A field: where the prototype of all errors is frozen, nothing that it has can be assigned to.
  override name: string = this.constructor.name;
}

/** A fingerprint, id or option that is not what it must be. */
export class InvalidArgumentError extends HammingbirdError {
  static override readonly name = 'InvalidArgumentError';
}

/** The WebAssembly memory of this realm, 4 GiB, is full, or there is no room for a list of results. */
export class OutOfMemoryError extends HammingbirdError {
  static override readonly name = 'OutOfMemoryError';
}

/** The core cannot be started: WebAssembly is forbidden or missing, or no module was handed in. The message says what to import. */
export class CoreError extends HammingbirdError {
  static override readonly name = 'CoreError';
}

/** An index or a feature set was used after `dispose()`, or a trainer after `finish()`. */
export class DisposedError extends HammingbirdError {
  static override readonly name = 'DisposedError';
}

/** Fingerprints of two recipes were about to be compared; the message names both. */
export class RecipeMismatchError extends HammingbirdError {
  static override readonly name = 'RecipeMismatchError';
}

/** Saved data is not what it should be: of another format, cut off, or changed. */
export class CorruptDataError extends HammingbirdError {
  static override readonly name = 'CorruptDataError';
}

/** The tables of a plan given by hand would miss matches. */
export class IncompletePlanError extends HammingbirdError {
  static override readonly name = 'IncompletePlanError';
  /** An error pattern that reaches no table: how many bits are wrong in each block. */
  readonly errors: readonly number[];

  constructor(message: string, errors: readonly number[]) {
    super(message);
    this.errors = errors;
  }
}

/** No plan for so many fingerprints fits the memory. */
export class NoPlanFitsError extends HammingbirdError {
  static override readonly name = 'NoPlanFitsError';
}

/** A worker thread could not be started, or ended before its time. */
export class WorkerError extends HammingbirdError {
  static override readonly name = 'WorkerError';
}

/**
 * Runs code that the caller gave us. What it throws becomes a named error, and its `cause`.
 *
 * @param what names the code: "The segmenter jieba"
 * @throws {InvalidArgumentError} if the code throws
 */
export function fromCaller<Result>(what: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof HammingbirdError) throw error;
    throw new InvalidArgumentError(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
