import { InvalidArgumentError } from './errors.ts';

/**
 * Throws unless options are an object with none but known names, or nothing: what is misspelt would have no effect.
 *
 * @param known every name that there is
 */
export function checkOptions<O extends object>(
  options: O | undefined,
  known: { readonly [name in keyof O]-?: true },
): void {
  if (options === undefined) return;
  const names = Object.keys(known);
  if (typeof options !== 'object' || options === null) {
    throw new InvalidArgumentError(`Options are an object such as { ${names[0]} }, not ${String(options)}.`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new InvalidArgumentError(`There is no option ${JSON.stringify(unknown)} (there are: ${names.join(', ')}).`);
}
