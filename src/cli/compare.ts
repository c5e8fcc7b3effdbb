import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Interval } from '../fingerprint/binomial.ts';
import { contributions } from '../fingerprint/contributions.ts';
import { hammingDistance, toHex } from '../fingerprint/fingerprint.ts';
import { Fingerprinter, type Inspection } from '../fingerprint/fingerprinter.ts';
import type { Feature } from '../fingerprint/methods/method.ts';
import { bitsOf, isPreset } from '../fingerprint/recipe.ts';
import { cosine, intervalOf } from '../fingerprint/similarity.ts';
import type { Text } from '../fingerprint/text.ts';
import { nameOf, STANDARD_INPUT } from '../io/bytes/input-bytes.ts';
import { Storage } from '../io/bytes/storage.ts';
import { InputError } from '../io/errors.ts';
import { formatOf } from '../io/format-names.ts';
import { pageText } from '../io/formats/page-text.ts';
import { readWhole } from '../io/formats/whole-files.ts';
import { MalformedRecord } from '../io/records.ts';
import { counted, thousands } from '../numbers.ts';
import { addTextOptions, stringsOption, type TextOptions } from './options/corpus-options.ts';
import { addRecipeOptions, chosenRecipe, type RecipeOptions } from './options/recipe-options.ts';
import { inOneLine } from './terminal/rejects.ts';
import { print } from './terminal/writing.ts';

interface CompareOptions extends RecipeOptions, TextOptions {
  readonly strings?: boolean;
}

const HELP = `
Texts are read as by hammingbird dedupe: decompressed, and of HTML (.html) the main content. All other files are texts as
they stand.

Examples:
  hammingbird compare old.txt new.txt
  hammingbird compare old.html new.html --html full
  hammingbird compare --strings 'the cat sat on the mat' 'the cat sat on a mat'
  hammingbird compare --recipe words a.md b.md`;

/** How many features that tell the texts apart are shown a side. */
const SHOWN = 12;

/** What bits are asked to tell. */
const CONFIDENCE = 0.95;

/** How many features that drive the fingerprints apart are shown. */
const DRIVERS = 6;

/** To list as many takes 10 s and 1 GB; where both texts have more, none are. */
const MOST_LISTED = 1_000_000;

export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .summary('two texts: fingerprints, distance, similarity, and what tells them apart')
    .description('Compares two texts by their fingerprints and by their features.')
    .argument('<a>', 'a text file')
    .argument('<b>', 'another')
    .addOption(stringsOption('A and B are the texts themselves'));
  addRecipeOptions(addTextOptions(command))
    .addHelpText('after', HELP)
    .action(async (a: string, b: string, options: CompareOptions) => {
      const fingerprinter = new Fingerprinter({ recipe: await chosenRecipe(options) });
      const read = options.strings ? async (text: string) => text : readText;
      print(comparison(fingerprinter, await read(a, options), await read(b, options)));
    });
}

/** The text of a file as other commands see it. */
async function readText(path: string, { charset, html }: TextOptions): Promise<Text> {
  const storage = new Storage();
  const format = formatOf(path) === 'html' ? 'html' : 'text';
  try {
    const { bytes } = await readWhole(format, { path, charset, storage });
    return format === 'html' ? await pageText({ bytes, charset, part: html }) : bytes;
  } catch (error) {
    if (error instanceof MalformedRecord) throw new InputError(`Cannot read ${nameOf(path)}: ${error.message}.`);
    if (path === STANDARD_INPUT || existsSync(path)) throw error;
    const { message } = error as Error;
    throw new InputError(`${message} A and B are files; with --strings they are the texts themselves.`);
  } finally {
    storage.close();
  }
}

function comparison(fingerprinter: Fingerprinter, a: Text, b: Text): string {
  const [ofA, ofB] = [fingerprinter.inspect(a), fingerprinter.inspect(b)];
  const distance = hammingDistance(ofA.fingerprint, ofB.fingerprint);
  const telling = bitsOf(fingerprinter.recipe);
  const bits = bitsIn(ofA.fingerprint ^ ofB.fingerprint);
  const exact = fingerprinter.exactSimilarity(a, b);
  const lines = [
    `A           ${toHex(ofA.fingerprint)}   ${counted(ofA.features, 'feature')}`,
    `B           ${toHex(ofB.fingerprint)}   ${counted(ofB.features, 'feature')}`,
    `A           ${inEights(bitsIn(ofA.fingerprint))}`,
    `B           ${inEights(bitsIn(ofB.fingerprint))}`,
    `different   ${inEights(bits.map((bit) => (bit === '1' ? '^' : ' '))).trimEnd()}`,
    `distance    ${distance} of 64 bits${telling < 64 ? `, of which ${telling} tell something` : ''}`,
    ...estimates(ofA, ofB, distance, telling),
    `            ${decimals(exact)} exact (Jaccard index of the counted features)`,
    ...(ofA.features + ofB.features > MOST_LISTED
      ? [`apart       not listed: the texts have more than ${thousands(MOST_LISTED)} features`]
      : whatTellsApart(fingerprinter, a, b)),
  ];
  if (ofA.tooShort || ofB.tooShort) {
    lines.push('note        so few features that one changed word changes most of them: the fingerprints say little');
  }
  return `${lines.join('\n')}\n`;
}

/** What the distance says of the texts, and how surely. */
function estimates(a: Inspection, b: Inspection, distance: number, bits: number): string[] {
  if (a.features === 0 || b.features === 0) {
    return ['angle       none: a text without features points nowhere', 'similarity  cannot be estimated'];
  }
  const angle = (Math.PI * distance) / bits;
  const sure = intervalOf(distance, bits, CONFIDENCE);
  return [
    `angle       ${degrees(angle)} between the weighted features; ${between(sure.angle, degrees)}`,
    `similarity  ${decimals(cosine(angle))} estimated (cosine of that angle); ${between(sure.similarity, decimals)}`,
  ];
}

function between({ low, high }: Interval, shown: (value: number) => string): string {
  return `with ${100 * CONFIDENCE} % confidence from ${shown(low)} to ${shown(high)}`;
}

function degrees(radians: number): string {
  return `${Math.round((180 * radians) / Math.PI)}°`;
}

function decimals(value: number): string {
  return value.toFixed(4);
}

const bitsIn = (fingerprint: bigint): string[] => [...fingerprint.toString(2).padStart(64, '0')];

function inEights(bits: readonly string[]): string {
  return bits.map((bit, i) => (i > 0 && i % 8 === 0 ? ` ${bit}` : bit)).join('');
}

function whatTellsApart(fingerprinter: Fingerprinter, a: Text, b: Text): string[] {
  const [ofA, ofB] = [fingerprinter.features(a), fingerprinter.features(b)];
  return [...apart('more in A', ofA, ofB), ...apart('more in B', ofB, ofA), ...driven(fingerprinter, a, b)];
}

/** The features that occur more often in one text than in the other, those with the largest difference first. */
function apart(title: string, here: readonly Feature[], there: readonly Feature[]): string[] {
  // A word and a character may look the same: hashes tell, but of presets, which have one kind of feature.
  const keyOf = ({ hash, feature }: Feature) => hash ?? feature;
  const counts = new Map(there.map((one) => [keyOf(one), one.count]));
  const more = here
    .map((one) => ({ feature: one.feature, count: one.count, other: counts.get(keyOf(one)) ?? 0 }))
    .filter(({ count, other }) => count > other)
    .sort((x, y) => y.count - y.other - (x.count - x.other));
  if (more.length === 0) return [`${title}   nothing`];
  const shown = more.slice(0, SHOWN).map(({ feature, count, other }) => {
    const times = other > 0 || count > 1 ? ` (${count} to ${other})` : '';
    return `${quoted(feature)}${times}`;
  });
  const rest = more.length > SHOWN ? `, and ${more.length - SHOWN} more` : '';
  return [`${title}   ${shown.join(', ')}${rest}`];
}

/** The features that drive the differing bits apart most; presets do not tell. */
function driven(fingerprinter: Fingerprinter, a: Text, b: Text): string[] {
  if (isPreset(fingerprinter.recipe)) return [];
  const all = contributions(fingerprinter, a, b);
  if (all.length === 0) return [];
  const top = all.filter(({ share }) => share > 0).slice(0, DRIVERS);
  const rows = top.map(({ feature, weightA, weightB, share }) => [
    percent(share),
    weightA.toFixed(2),
    weightB.toFixed(2),
    quoted(feature),
  ]);
  const others = all.slice(top.length).reduce((sum, { share }) => sum + share, 0);
  if (all.length > top.length) rows.push([percent(others), '', '', `${counted(all.length - top.length, 'other')}`]);
  const columns = ([share, inA, inB, feature]: readonly string[]) =>
    `${share!.padStart(6)}${inA!.padStart(8)}${inB!.padStart(8)}  ${feature}`;
  return [
    `driven by ${columns(['share', 'in A', 'in B', 'feature'])}`,
    ...rows.map((row) => `${' '.repeat(10)}${columns(row)}`),
  ];
}

function quoted(feature: string): string {
  return `“${inOneLine(feature)}”`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
