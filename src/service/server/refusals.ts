// Why a request is not done, as HTTP says it: a status, and a name with a message. Nothing else goes out.
import { HammingbirdError } from '../../errors.ts';
import type { ErrorMessage } from '../messages.ts';

/** A request is refused before the store sees it. */
class RefusedError extends HammingbirdError {
  static override readonly name: string = 'RefusedError';
}

/** There is no such document. */
export class NotFoundError extends RefusedError {
  static override readonly name = 'NotFoundError';
}
/** There is nothing at an address, which is not to be taken for a document that is not there. */
export class UnknownRouteError extends RefusedError {
  static override readonly name = 'UnknownRouteError';
}
/** There is something, and it is asked for in another way. */
export class MethodNotAllowedError extends RefusedError {
  static override readonly name = 'MethodNotAllowedError';
  readonly allowed: readonly string[];

  constructor(message: string, allowed: readonly string[]) {
    super(message);
    this.allowed = allowed;
  }
}
/** The client hung up: nobody is told. */
export class CutOffError extends RefusedError {
  static override readonly name = 'CutOffError';
}
export class UnauthorizedError extends RefusedError {
  static override readonly name = 'UnauthorizedError';
}
export class WrongHostError extends RefusedError {
  static override readonly name = 'WrongHostError';
}
export class TooSlowError extends RefusedError {
  static override readonly name = 'TooSlowError';
}
export class TooLargeError extends RefusedError {
  static override readonly name = 'TooLargeError';
}
export class UnsupportedTypeError extends RefusedError {
  static override readonly name = 'UnsupportedTypeError';
}
export class BusyError extends RefusedError {
  static override readonly name = 'BusyError';
}
export class StoppingError extends RefusedError {
  static override readonly name = 'StoppingError';
}

/** By the names of errors. */
const STATUS: Readonly<Record<string, number>> = {
  CutOffError: 400,
  InvalidArgumentError: 400,
  UnauthorizedError: 401,
  NotFoundError: 404,
  UnknownRouteError: 404,
  MethodNotAllowedError: 405,
  TooSlowError: 408,
  DocumentExistsError: 409,
  RecipeMismatchError: 409,
  TooLargeError: 413,
  UnsupportedTypeError: 415,
  WrongHostError: 421,
  BusyError: 503,
  StoppingError: 503,
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

export interface Refusal {
  readonly status: number;
  readonly body: ErrorMessage;
  /** Nobody foresaw it: it is logged, and not told. */
  readonly isBug: boolean;
}

export function refusalOf(error: unknown): Refusal {
  const { name, message, statusCode = 500 } = error as Error & { statusCode?: number };
  if (error instanceof HammingbirdError) return refusal(STATUS[name] ?? 500, name, message);
  if (statusCode >= 400 && statusCode < 500) {
    return refusal(statusCode, NAMES[statusCode] ?? 'InvalidArgumentError', message);
  }
  return { ...refusal(500, 'InternalError', 'The service failed; its log says more.'), isBug: true };
}

function refusal(status: number, name: string, message: string): Refusal {
  return { status, body: { error: { name, message } }, isBug: false };
}

/** Of what is not to be read to its end, the connection is closed. */
export const endsConnection = (status: number): boolean => [401, 408, 413, 421, 503].includes(status);
