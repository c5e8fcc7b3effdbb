import { Fingerprinter } from '../src/index.ts';
import { chineseTexts, englishTexts, koreanTexts, russianTexts } from './data.ts';
import { medians } from './measure.ts';
import { number, ratio, type Section, table } from './report.ts';
import { BIGINT_TEXTS, simhashBigInt } from './rivals/fingerprint-bigint.ts';
import * as rival from './rivals/fingerprint-js.ts';

type Fingerprint = (text: string) => bigint;

interface TimedRecipe {
  readonly name: string;
  readonly same: Fingerprint;
  readonly bigInt: Fingerprint;
}

const RECIPES: readonly TimedRecipe[] = [
  {
    name: 'words-bigrams',
    same: rival.wordsBigrams,
    bigInt: (text) => simhashBigInt(text, { bigrams: true }),
  },
  { name: 'words', same: rival.words, bigInt: (text) => simhashBigInt(text) },
];

const TEXTS = 500;
const TEXT_BYTES = 2048;
const SIZES = [100, 1000, 10_000, 100_000, 1_000_000, 5_000_000];
/** Of small texts so many are read at once that the clock is fine enough, and that none is known by heart. */
const BYTES_AT_ONCE = 200_000;

export const TITLE = 'Fingerprinting';

/** Every text that is timed here. */
export function timedTexts(): string[] {
  return [...Object.values(languages()).flat(), ...SIZES.flatMap(textsOf)];
}

function languages(): Record<string, readonly string[]> {
  return {
    English: englishTexts(TEXTS, TEXT_BYTES),
    Chinese: chineseTexts(TEXTS, TEXT_BYTES),
    Russian: russianTexts(TEXTS, TEXT_BYTES),
    Korean: koreanTexts(TEXTS, TEXT_BYTES),
  };
}

function textsOf(bytes: number): string[] {
  return englishTexts(Math.max(1, Math.ceil(BYTES_AT_ONCE / bytes)), bytes);
}

const COLUMNS = ['hammingbird', 'the same fingerprints in JavaScript', '×'];

export function fingerprinting(): Section {
  rival.warmUp(englishTexts(TEXTS, TEXT_BYTES));
  const texts = languages();
  const rows = RECIPES.flatMap((recipe) =>
    Object.entries(texts).map(([language, list]) => ({ recipe, language, ...speeds(recipe, list) })),
  );
  const claims = rows.map(({ recipe, language, own, same }) => `${recipe.name}, ${language}: ${ratio(own, same)}`);
  return {
    title: TITLE,
    body: [
      `${TEXTS} texts of ${TEXT_BYTES} bytes of UTF-8, or about so many, in MB/s; × is how many times as fast hammingbird is. ` +
        'Russian and Korean ones are the English ones in other letters.',
      `«The same fingerprints in JavaScript» are equal to ours bit for bit. The pasted BigInt reads the first ${BIGINT_TEXTS} texts.`,
      table(
        ['recipe and texts', ...COLUMNS, 'pasted BigInt', '×'],
        rows.map(({ recipe, language, own, same, bigInt }) => [
          `${recipe.name}, ${language}`,
          ...cells(own, same),
          // It splits at \W, so that others have no words at all.
          ...(language === 'English' ? [number(bigInt), ratio(own, bigInt)] : ['–', '–']),
        ]),
      ),
      `Against the same fingerprints in pure JavaScript: ${claims.join('; ')}.`,
      'One English text at a time by `words-bigrams`, in MB/s:',
      table(['bytes', ...COLUMNS], SIZES.map(sizeRow)),
    ].join('\n\n'),
  };
}

function speeds(recipe: TimedRecipe, texts: readonly string[]) {
  const fingerprinter = new Fingerprinter({ recipe: recipe.name });
  const few = texts.slice(0, BIGINT_TEXTS);
  const times = medians({
    own: () => readAll(texts, (text) => fingerprinter.fingerprint(text)),
    same: () => readAll(texts, recipe.same),
    bigInt: () => readAll(few, recipe.bigInt),
  });
  return {
    own: speed(texts, times.own),
    same: speed(texts, times.same),
    bigInt: speed(few, times.bigInt),
  };
}

function sizeRow(bytes: number): string[] {
  const texts = textsOf(bytes);
  const fingerprinter = new Fingerprinter();
  const times = medians(
    {
      own: () => readAll(texts, (text) => fingerprinter.fingerprint(text)),
      same: () => readAll(texts, rival.wordsBigrams),
    },
    500,
  );
  return [bytes.toLocaleString('en'), ...cells(speed(texts, times.own), speed(texts, times.same))];
}

function cells(own: number, same: number): string[] {
  return [number(own), number(same), ratio(own, same)];
}

function readAll(texts: readonly string[], fingerprint: Fingerprint): void {
  for (const text of texts) fingerprint(text);
}

/** Megabytes of UTF-8 a second. */
function speed(texts: readonly string[], milliseconds: number): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes / milliseconds / 1000;
}
