import { HammingbirdError } from '../errors.ts';

/** The service, or what stands before it, refuses a request. */
export class ServiceError extends HammingbirdError {
  static override readonly name = 'ServiceError';
  /** That of HTTP; of a document of many, the one that it would have had alone. */
  readonly status: number;
  /** The name of the refusal, such as `TooLargeError`; `UnknownError` if the service did not say it. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
