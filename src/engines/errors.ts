import { HammingbirdError } from '../errors.ts';

/** An engine is not installed, cannot be started, or failed. */
export class EngineError extends HammingbirdError {
  static override readonly name = 'EngineError';
}
