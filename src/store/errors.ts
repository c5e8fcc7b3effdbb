import { HammingbirdError } from '../errors.ts';
import type { Insertion } from './store.ts';

/** An id is stored with another fingerprint. */
export class DocumentExistsError extends HammingbirdError {
  static override readonly name = 'DocumentExistsError';
  readonly id: string;
  /** What became of the documents before it, in their order, if `insertAllIfNew` was given some. */
  readonly before: readonly Insertion[];

  constructor(id: string, before: readonly Insertion[] = []) {
    super(
      `The store has ${JSON.stringify(id)} with another fingerprint. Remove it, change it (update of a Store), or give this one another id.`,
    );
    this.id = id;
    this.before = before;
  }
}

/** A store was made with another maxDistance than the one asked for. */
export class StoreMismatchError extends HammingbirdError {
  static override readonly name = 'StoreMismatchError';
}

/** Another process writes to the store, and it takes one only; or it has taken over from this one. */
export class StoreLockedError extends HammingbirdError {
  static override readonly name = 'StoreLockedError';

  static takenOver(): StoreLockedError {
    return new StoreLockedError(
      'Another process has taken over writing to this store, so nothing more is written by this one.',
    );
  }
}

/** A store that was opened to be read, or closed, was to be changed. */
export class StoreClosedError extends HammingbirdError {
  static override readonly name = 'StoreClosedError';
}

/** What was to be changed or read could not be: the disk is full, the connection lost. The message says what is known. */
export class StoreFailedError extends HammingbirdError {
  static override readonly name: string = 'StoreFailedError';
}

/** Nothing is where a store was to be read. */
export class NoStoreError extends StoreFailedError {
  static override readonly name = 'NoStoreError';

  /** @param where for messages: without a password */
  static in(where: string): NoStoreError {
    return new NoStoreError(
      `There is no store in ${where}. Whatever opens it to write makes it: hammingbird store import, dedupe --against STORE --update, or openStore without readOnly.`,
    );
  }
}

/** No connection was made, or it was lost before the answer came: whether a change was made is not known, and it may be repeated. */
export class ConnectionLostError extends StoreFailedError {
  static override readonly name = 'ConnectionLostError';

  /** @param remedy a sentence behind a blank, if more can be done than to repeat it */
  static to(where: string, reason: string, cause: unknown, remedy = ''): ConnectionLostError {
    return new ConnectionLostError(
      `No answer came from ${where} (${reason}). If something was to be changed, whether it was is not known: repeat it, ` +
        `which does no harm.${remedy}`,
      { cause },
    );
  }
}

/** A package that a kind of store needs is not installed. */
export class MissingPackageError extends HammingbirdError {
  static override readonly name = 'MissingPackageError';
}
