// Why a request is not done, as HTTP says it: a status, and a name with a message. Nothing else goes out.
import { HammingbirdError } from '../../errors.ts';
import type { ErrorMessage } from '../messages.ts';

/** Requests that are refused before the store sees them, by the names that are told. */
const REFUSED = {
  /** The client hung up: nobody is told. */
  CutOffError: 400,
  UnauthorizedError: 401,
  /** There is no such document. */
  NotFoundError: 404,
  /** There is nothing at an address, which is not to be taken for a document that is not there. */
  UnknownRouteError: 404,
  /** There is something, and it is asked for in another way. */
  MethodNotAllowedError: 405,
  TooSlowError: 408,
  TooLargeError: 413,
  UnsupportedTypeError: 415,
  WrongHostError: 421,
  BusyError: 503,
  StoppingError: 503,
} as const;

export class RefusedError extends HammingbirdError {
  static override readonly name: string = 'RefusedError';

  constructor(name: keyof typeof REFUSED, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
  }
}

/** By the names of errors. */
const STATUS: Readonly<Record<string, number>> = {
  ...REFUSED,
  InvalidArgumentError: 400,
  DocumentExistsError: 409,
  RecipeMismatchError: 409,
  ConnectionLostError: 503,
  StoreClosedError: 503,
  StoreFailedError: 503,
  StoreLockedError: 503,
};
/** Names of what the HTTP server itself refuses. */
const NAMES: Readonly<Record<number, string>> = {
  408: 'TooSlowError',
  413: 'TooLargeError',
  415: 'UnsupportedTypeError',
  431: 'TooLargeError',
};

/** What curl and others forget; the HTTP server would only say that the type is unsupported. */
const OTHER_TYPE = 'Send content-type: application/json, or application/x-ndjson for a batch.';

export interface Refusal {
  readonly status: number;
  readonly body: ErrorMessage;
  /** The service or its store failed, whatever the client is told: it is logged. */
  readonly isLogged: boolean;
}

export function refusalOf(error: unknown): Refusal {
  const { name, message, statusCode = 500 } = error as Error & { statusCode?: number };
  if (error instanceof HammingbirdError) {
    const status = STATUS[name] ?? 500;
    return refusal(status, name, message, status >= 500 && !(error instanceof RefusedError));
  }
  if (statusCode >= 400 && statusCode < 500) {
    const said = statusCode === 415 ? OTHER_TYPE : message;
    return refusal(statusCode, NAMES[statusCode] ?? 'InvalidArgumentError', said);
  }
  return refusal(500, 'InternalError', 'The service failed; its log says more.', true);
}

function refusal(status: number, name: string, message: string, isLogged = false): Refusal {
  return { status, body: { error: { name, message } }, isLogged };
}

/** Of what is not to be read to its end, the connection is closed. */
export const endsConnection = (status: number): boolean => [401, 408, 413, 415, 421, 503].includes(status);
