import { HammingbirdError } from '../errors.ts';

/** The service refuses a request: its `status` is that of HTTP, and `code` names the refusal, such as `TooLargeError`. */
export class ServiceError extends HammingbirdError {
  static override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
