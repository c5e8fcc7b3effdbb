import { InvalidArgumentError } from '../errors.ts';

/** In seconds. */
const LONGEST = 3600;

/**
 * How long calls wait for a server, in milliseconds: `patience` behind the question mark of an address.
 *
 * @param standard seconds, if it is not given
 * @throws {InvalidArgumentError} if it is out of range
 */
export function patienceOf(options: URLSearchParams, standard: number): number {
  const seconds = Number(options.get('patience') ?? standard);
  if (seconds > 0 && seconds <= LONGEST) return 1000 * seconds;
  throw new InvalidArgumentError(`patience is above 0 and at most ${LONGEST} seconds, not ${options.get('patience')}.`);
}
