// The presets by name, as the command line takes them.
import { InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import { clickhouse } from './clickhouse.ts';
import { mfonda, mfondaCjk } from './mfonda.ts';
import { oneEng } from './one-eng.ts';
import type { Preset } from './preset.ts';
import { rustSimhash } from './rust-simhash.ts';
import { seomoz } from './seomoz.ts';
import { yanyiwu } from './yanyiwu.ts';

/** Presets whose names differ in a number only. */
interface Family {
  /** The number that stands for all in the list. */
  readonly usual: number;
  readonly preset: (number: number) => Preset;
}

const SINGLE: readonly Preset[] = [oneEng, seomoz, mfonda(), mfondaCjk, rustSimhash, yanyiwu()];

const FAMILIES: readonly Family[] = [
  { usual: 2, preset: (shingle) => mfonda({ shingle }) },
  { usual: 20, preset: (top) => yanyiwu({ top }) },
  ...(['ngram', 'wordShingle'] as const).flatMap((kind) =>
    (['bytes', 'utf8'] as const).flatMap((unit) =>
      [false, true].map((caseInsensitive) => ({
        usual: 3,
        preset: (size: number) => clickhouse({ kind, unit, caseInsensitive, size }),
      })),
    ),
  ),
];

/** What each preset is called, and what it is, in a line for people; where there is a number, another may stand. */
export const PRESETS: readonly { readonly name: string; readonly about: string }[] = [
  ...SINGLE.map(({ name, about }) => ({ name, about })),
  ...FAMILIES.map(({ usual, preset }) => {
    const { name, about } = preset(usual);
    return { name, about: `${about}; also with another number than ${usual}` };
  }),
].sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * The preset of that name; undefined if there is none.
 *
 * @throws {InvalidArgumentError} if it is no string, or the number in the name is beyond what the original takes
 * @example presetNamed('mfonda-3-shingles')
 * @example presetNamed('clickhouse-ngram-4-utf8-case-insensitive')
 */
export function presetNamed(name: string): Preset | undefined {
  if (typeof name !== 'string') throw new InvalidArgumentError(`The name of a preset is a string, not ${shown(name)}.`);
  const single = SINGLE.find((preset) => preset.name === name);
  const number = /\d+/.exec(name)?.[0];
  if (single !== undefined || number === undefined) return single;
  const family = FAMILIES.find(({ usual, preset }) => preset(usual).name.replace(String(usual), number) === name);
  const preset = family?.preset(Number(number));
  // One shingle has no number in its name, and no number starts with 0.
  return preset?.name === name ? preset : undefined;
}
