import { InvalidArgumentError } from './errors.ts';
import { shown } from './shown.ts';

/** Every name that there is. */
type Known<O> = { readonly [name in keyof O]-?: true };

/**
 * Throws unless options are an object with none but known names: what is misspelt would have no effect.
 *
 * @param passedOver names that are no options, and no mistakes
 */
export function checkOptions<O extends object>(options: O, known: Known<O>, passedOver = {}): void {
  if (typeof options !== 'object' || options === null) {
    throw new InvalidArgumentError(
      `Options are an object such as { ${Object.keys(known)[0]} }, not ${shown(options)}.`,
    );
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name) || Object.hasOwn(passedOver, name)) continue;
    throw new InvalidArgumentError(
      `There is no option ${JSON.stringify(name)} (there are: ${Object.keys(known).join(', ')}).`,
    );
  }
}
