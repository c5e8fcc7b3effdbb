import { HammingbirdError } from '../errors.ts';

/** The command line asks for something that cannot be: exit status 2. */
export class WrongUsageError extends HammingbirdError {
  static override readonly name = 'WrongUsageError';
}
