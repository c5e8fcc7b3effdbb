import { DEFAULT_DISTANCE, REPEATS } from '../../src/dedupe/defaults.ts';
import { DEFAULT_RECIPE, Fingerprinter, RECIPES, similarity, similarityInterval } from '../../src/index.ts';
import { table } from '../report.ts';
import { brief, chance, degrees, full, oneIn, percent } from './cells.ts';
import { edited, editedPairs, LENGTHS, SHARES, sharesOf } from './edited.ts';
import { Sample } from './sample.ts';
import { shortTexts } from './short.ts';
import { strangers } from './strangers.ts';
import { generatedTexts, newsTexts, passage, scattered } from './texts.ts';

/** The length of the tables that show one alone: a page of news. */
const USUAL_LENGTH = 300;
/** How many texts of that length are compared with each other. */
const STRANGERS = 2500;
const SHORT_LENGTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30];
const SHORT_DISTANCES = [3, 10];
const SHOWN_DISTANCES = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32];
const RADII = [3, 6, 8, 10, 12, 16];
/** A pair of 17 characters that is often shown at a distance of 3. */
const FAMOUS_PAIR = ['你妈妈喊你回家吃饭哦，回家罗回家罗', '你妈妈叫你回家吃饭啦，回家罗回家罗'] as const;

const fingerprinters = RECIPES.map((recipe) => new Fingerprinter({ recipe }));
const ofDefault = fingerprinters.filter(({ recipe }) => recipe.name === DEFAULT_RECIPE);
const ofOthers = fingerprinters.filter(({ recipe }) => recipe.name !== DEFAULT_RECIPE);

/** By the name of their place in the page. */
export const TABLES: Readonly<Record<string, () => string>> = {
  interval: intervalTable,
  shares: sharesTable,
  news: newsTable,
  radius: () => radiusTable(ofDefault),
  'short texts': () => shortTables(ofDefault),
  'famous pair': famousTable,
  coverage: coverageTable,
  lengths: lengthTables,
  'radius of the others': () => radiusTable(ofOthers),
  'short texts of the others': () => shortTables(ofOthers),
};

function intervalTable(): string {
  const rows = SHOWN_DISTANCES.map((distance) => {
    const other = (1n << BigInt(distance)) - 1n;
    const sure = similarityInterval(0n, other);
    return [
      String(distance),
      degrees((Math.PI * distance) / 64),
      `${degrees(sure.angle.low)} to ${degrees(sure.angle.high)}`,
      similarity(0n, other).toFixed(3),
      `${sure.similarity.low.toFixed(3)} to ${sure.similarity.high.toFixed(3)}`,
    ];
  });
  return table(['distance', 'angle', '95 % interval', 'cosine', '95 % interval'], rows);
}

function sharesTable(): string {
  const rows = fingerprinters.flatMap((fingerprinter) =>
    Object.entries({ 'here and there': scattered, 'one passage': passage }).map(([how, edit]) => [
      `${fingerprinter.recipe.name}, ${how}`,
      ...SHARES.map((share) => brief(edited(fingerprinter, USUAL_LENGTH, share, edit))),
    ]),
  );
  return table(['changed', ...SHARES.map(percent)], rows);
}

function newsTable(): string {
  const rows = Object.entries({ English: newsTexts('en'), Chinese: newsTexts('zh') }).flatMap(([language, texts]) =>
    fingerprinters.map((fingerprinter) => [
      `${fingerprinter.recipe.name}, ${language}`,
      ...SHARES.slice(1).map((share) => full(new Sample(fingerprinter, editedPairs(texts, share, scattered)))),
    ]),
  );
  return table(['changed', ...SHARES.slice(1).map(percent)], rows);
}

function radiusTable(fingerprinters: readonly Fingerprinter[]): string {
  const texts = generatedTexts(STRANGERS, USUAL_LENGTH).documents.map((words) => words.join(' '));
  const rows = fingerprinters.flatMap((fingerprinter) => radiusRows(fingerprinter, texts));
  return table(['found within', ...SHARES.slice(0, -1).map(percent), 'strangers'], rows);
}

function radiusRows(fingerprinter: Fingerprinter, texts: readonly string[]): string[][] {
  const { name } = fingerprinter.recipe;
  const samples = SHARES.slice(0, -1).map((share) => edited(fingerprinter, USUAL_LENGTH, share, scattered));
  const byOne = strangers(fingerprinter, texts);
  const bySeveral = strangers(fingerprinter, texts, REPEATS);
  return [
    ...RADII.map((radius) => [
      `${name}, ${radius}`,
      ...samples.map((sample) => chance(sample.within(radius))),
      oneIn(byOne.within(radius)),
    ]),
    [
      `${name}, ${DEFAULT_DISTANCE}, any of ${REPEATS}`,
      ...samples.map((sample) => chance(sample.anyWithin(DEFAULT_DISTANCE))),
      oneIn(bySeveral.within(DEFAULT_DISTANCE)),
    ],
  ];
}

function shortTables(fingerprinters: readonly Fingerprinter[]): string {
  const limits = SHORT_DISTANCES.map((distance) => `within ${distance}`);
  return fingerprinters
    .map((fingerprinter) => {
      const rows = SHORT_LENGTHS.map((words) => {
        const { features, changed, strangers } = shortTexts(fingerprinter, words);
        return [
          String(words),
          String(Math.round(features)),
          brief(changed),
          ...SHORT_DISTANCES.map((distance) => chance(changed.within(distance))),
          ...SHORT_DISTANCES.map((distance) => oneIn(strangers.within(distance))),
          chance(changed.covered),
        ];
      });
      const strangeLimits = limits.map((limit) => `strangers ${limit}`);
      const columns = ['words', 'features', 'one changed', ...limits, ...strangeLimits, 'interval holds'];
      return `\`${fingerprinter.recipe.name}\`:\n\n${table(columns, rows)}`;
    })
    .join('\n\n');
}

function famousTable(): string {
  const rows = fingerprinters.map((fingerprinter) => {
    const sample = new Sample(fingerprinter, [FAMOUS_PAIR], 999);
    return [fingerprinter.recipe.name, full(sample), chance(sample.within(3))];
  });
  return table(['recipe', 'distance', 'within 3'], rows);
}

function coverageTable(): string {
  const rows = fingerprinters.map((fingerprinter) => [
    fingerprinter.recipe.name,
    ...LENGTHS.map((words) => {
      const samples = sharesOf(words).map((share) => edited(fingerprinter, words, share, scattered).covered);
      return `${Math.round((100 * samples.reduce((sum, covered) => sum + covered)) / samples.length)} %`;
    }),
  ]);
  return table(['words', ...LENGTHS.map(String)], rows);
}

function lengthTables(): string {
  return fingerprinters
    .map((fingerprinter) => {
      const rows = SHARES.map((share) => [
        percent(share),
        ...LENGTHS.map((words) =>
          sharesOf(words).includes(share) ? full(edited(fingerprinter, words, share, scattered)) : '–',
        ),
      ]);
      return `\`${fingerprinter.recipe.name}\`:\n\n${table(['changed', ...LENGTHS.map((words) => `${words} words`)], rows)}`;
    })
    .join('\n\n');
}
