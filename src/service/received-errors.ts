import { CorruptDataError, type HammingbirdError, InvalidArgumentError, RecipeMismatchError } from '../errors.ts';
import {
  ConnectionLostError,
  DocumentExistsError,
  StoreClosedError,
  StoreFailedError,
  StoreLockedError,
} from '../store/errors.ts';
import { ServiceError } from './errors.ts';
import type { ErrorMessage } from './messages.ts';

/** Errors of a store, by their names. */
const KNOWN: Readonly<Record<string, new (message: string) => HammingbirdError>> = {
  ConnectionLostError,
  CorruptDataError,
  InvalidArgumentError,
  RecipeMismatchError,
  StoreClosedError,
  StoreFailedError,
  StoreLockedError,
};

/** The error that the service told of, as the store would throw it. */
export function receivedError(status: number, answer: unknown, id?: string): HammingbirdError {
  const { name = 'UnknownError', message = `The service answered with status ${status}.` } =
    (Object(answer) as Partial<ErrorMessage>).error ?? {};
  if (name === 'DocumentExistsError' && id !== undefined) return new DocumentExistsError(id);
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  return known ? new known(message) : new ServiceError(status, name, message);
}
