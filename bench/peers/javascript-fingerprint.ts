// The driver of fingerprints in JavaScript, ours and the npm package's: MAKER TEXTS; see driver.ts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Fingerprinter } from '../../src/index.ts';
import { mfonda, oneEng, rustSimhash } from '../../src/presets/index.ts';
import { SET_UP } from './driver.ts';
import { FINGERPRINT_RUNS, median, report } from './timing.ts';

type Fingerprint = (text: string) => bigint;

const recipe = (name: string) => () => {
  const fingerprinter = new Fingerprinter({ recipe: name });
  return (text: string) => fingerprinter.fingerprint(text);
};

const MAKERS: Readonly<Record<string, () => Fingerprint>> = {
  words: recipe('words'),
  'words-bigrams': recipe('words-bigrams'),
  'rust-simhash': () => rustSimhash.fingerprint,
  mfonda: () => mfonda().fingerprint,
  '1e0ng': () => oneEng.fingerprint,
  'npm-words': () => npmSimhash(wordsOf),
  'npm-words-md5': () => npmSimhash(wordsOf, 'md5'),
  'npm-words-pairs': () => npmSimhash(wordsAndPairsOf),
};

/** The npm package takes tokens, and returns an array of bits: here as it is, since making it a number is not its work. */
function npmSimhash(tokensOf: (text: string) => string[], algorithm?: string): Fingerprint {
  const make = createRequire(`${SET_UP}/npm/`)('simhash') as (algorithm?: string) => (tokens: string[]) => number[];
  const simhash = make(algorithm);
  return (text) => BigInt(simhash(tokensOf(text))[0]!);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}

function wordsAndPairsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.concat(words.slice(1).map((word, i) => `${words[i]} ${word}`));
}

const [maker, file] = process.argv.slice(2) as [string, string];
const texts = readFileSync(file, 'utf8').split('\0').slice(0, -1);
const fingerprint = MAKERS[maker]!();
const { ms, result } = median(() => texts.reduce((all, text) => all ^ fingerprint(text), 0n), FINGERPRINT_RUNS);
report('fingerprints', ms, texts.length, result);
