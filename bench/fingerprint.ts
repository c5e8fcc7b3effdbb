import { Fingerprinter } from '../src/index.ts';
import { chineseTexts, englishTexts } from './data.ts';
import { medians } from './measure.ts';
import { number, ratio, type Section, table } from './report.ts';
import { simhashBigInt } from './rivals/fingerprint-bigint.ts';
import { words, wordsBigrams } from './rivals/fingerprint-js.ts';

type Fingerprint = (text: string) => bigint;

const RECIPES: readonly { readonly name: string; readonly javaScript: Fingerprint; readonly bigInt: Fingerprint }[] = [
  { name: 'words-bigrams', javaScript: wordsBigrams, bigInt: (text) => simhashBigInt(text, { bigrams: true }) },
  { name: 'words', javaScript: words, bigInt: (text) => simhashBigInt(text) },
];

const TEXTS = 500;
const TEXT_BYTES = 2048;
/** The pasted code is so slow that a few texts have to do. */
const BIGINT_TEXTS = 5;
const SIZES = [100, 1000, 10_000, 100_000, 1_000_000, 5_000_000];
/** Of small texts so many are read at once that the clock is fine enough, and that none is known by heart. */
const BYTES_AT_ONCE = 200_000;

export const TITLE = 'Fingerprinting';

export function fingerprinting(): Section {
  const languages = { English: englishTexts(TEXTS, TEXT_BYTES), Chinese: chineseTexts(TEXTS, TEXT_BYTES) };
  const rows = RECIPES.flatMap((recipe) =>
    Object.entries(languages).map(([language, texts]) => ({ recipe, language, ...speeds(recipe, texts) })),
  );
  const claims = rows.map(
    ({ recipe, language, own, javaScript }) => `${recipe.name}, ${language}: ${ratio(own, javaScript)}`,
  );
  return {
    title: TITLE,
    body: [
      `${TEXTS} texts of ${TEXT_BYTES} bytes of UTF-8, in MB/s; × is how many times as fast hammingbird is.`,
      table(
        ['recipe and texts', 'hammingbird', 'strongest JavaScript', '×', 'pasted BigInt', '×'],
        rows.map(({ recipe, language, own, javaScript, bigInt }) => [
          `${recipe.name}, ${language}`,
          number(own),
          number(javaScript),
          ratio(own, javaScript),
          // It splits at \W, so that Chinese has no words at all.
          ...(language === 'English' ? [number(bigInt), ratio(own, bigInt)] : ['–', '–']),
        ]),
      ),
      `Against the strongest pure JavaScript: ${claims.join('; ')}.`,
      'One English text at a time by `words-bigrams`, in MB/s:',
      table(['bytes', 'hammingbird', 'strongest JavaScript', '×'], SIZES.map(sizeRow)),
    ].join('\n\n'),
  };
}

function speeds(recipe: (typeof RECIPES)[number], texts: readonly string[]) {
  const fingerprinter = new Fingerprinter({ recipe: recipe.name });
  const few = texts.slice(0, BIGINT_TEXTS);
  const times = medians({
    own: () => readAll(texts, (text) => fingerprinter.fingerprint(text)),
    javaScript: () => readAll(texts, recipe.javaScript),
    bigInt: () => readAll(few, recipe.bigInt),
  });
  return {
    own: speed(texts, times.own),
    javaScript: speed(texts, times.javaScript),
    bigInt: speed(few, times.bigInt),
  };
}

function sizeRow(bytes: number): string[] {
  const texts = englishTexts(Math.max(1, Math.ceil(BYTES_AT_ONCE / bytes)), bytes);
  const fingerprinter = new Fingerprinter();
  const times = medians(
    {
      own: () => readAll(texts, (text) => fingerprinter.fingerprint(text)),
      javaScript: () => readAll(texts, wordsBigrams),
    },
    500,
  );
  const own = speed(texts, times.own);
  const javaScript = speed(texts, times.javaScript);
  return [bytes.toLocaleString('en'), number(own), number(javaScript), ratio(own, javaScript)];
}

function readAll(texts: readonly string[], fingerprint: Fingerprint): void {
  for (const text of texts) fingerprint(text);
}

/** Megabytes of UTF-8 a second. */
function speed(texts: readonly string[], milliseconds: number): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes / milliseconds / 1000;
}
