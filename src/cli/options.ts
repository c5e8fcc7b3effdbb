import { InvalidArgumentError, Option } from 'commander';
import { DEFAULT_RECIPE, RECIPES } from '../fingerprint/built-in.ts';
import { isCharset } from '../io/charset.ts';

/** A parser of numbers for option values; what it throws commander reports as wrong usage. */
export function numberBetween(least: number, most: number, kind: 'whole' | 'any'): (value: string) => number {
  return (value) => {
    const number = Number(value);
    const fits =
      value.trim() !== '' && number >= least && number <= most && (kind === 'any' || Number.isInteger(number));
    if (!fits)
      throw new InvalidArgumentError(
        `It must be a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}.`,
      );
    return number;
  };
}

/** `--recipe`, for every command that makes fingerprints. */
export function recipeOption(): Option {
  return new Option('--recipe <name>', 'how text becomes features')
    .choices(RECIPES.map(({ name }) => name))
    .default(DEFAULT_RECIPE);
}

/** `--charset`, for every command that reads texts. */
export function charsetOption(): Option {
  return new Option('--charset <label>', 'the encoding of texts that do not tell theirs (default: UTF-8)').argParser(
    (label: string) => {
      if (isCharset(label)) return label;
      throw new InvalidArgumentError('It must be an encoding of the web, such as windows-1252, gb18030 or shift_jis.');
    },
  );
}
