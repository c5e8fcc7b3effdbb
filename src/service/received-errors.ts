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

/**
 * The error that the service told of, as the store would throw it.
 *
 * @param options.id what it is about
 * @param options.redirectedTo who answered, if not who was asked: redirected requests may lose their method, body and token
 */
export function receivedError(
  status: number,
  answer: unknown,
  { id, redirectedTo }: { readonly id?: string | undefined; readonly redirectedTo?: string | undefined } = {},
): HammingbirdError {
  const { name = 'UnknownError', message: told = `The service answered with status ${status}.` } =
    (Object(answer) as Partial<ErrorMessage>).error ?? {};
  const message =
    redirectedTo === undefined
      ? told
      : `${told} The request was redirected to ${redirectedTo}: use the address of that.`;
  if (name === 'DocumentExistsError' && id !== undefined) return new DocumentExistsError(id);
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  return known ? new known(message) : new ServiceError(status, name, message);
}
