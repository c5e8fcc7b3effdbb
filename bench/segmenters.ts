// Chinese by character, by dictionaries and by keywords: `npm run bench -- segmenters`, on the example news, or with
// `--corpus=FOLDER` on a labelled set (quality/labelled-set.ts).
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Jieba } from '@node-rs/jieba';
import { dict, idf } from '@node-rs/jieba/dict.js';
import { Fingerprinter, hammingDistance, type Recipe } from '../src/index.ts';
import { intlSegmenter, jiebaKeywords, jiebaSegmenter } from '../src/segmenters/index.ts';
import { medians, quantile } from './measure.ts';
import { OPTIONS } from './options.ts';
import { type LabelledSet, pairKey, readLabelledSet } from './quality/labelled-set.ts';
import { number, type Section, table } from './report.ts';

const jieba = Jieba.withDict(dict);
const own = { version: 1, words: [1, 2] };
const RECIPES: Readonly<Record<string, string | Recipe>> = {
  'characters and pairs of them, the default': 'words-bigrams',
  'words and pairs, `intlSegmenter`': { ...own, name: 'intl', segmenter: intlSegmenter('zh') },
  'words and pairs, `jiebaSegmenter`': { ...own, name: 'jieba', segmenter: jiebaSegmenter(jieba, { version: '1' }) },
  '20 keywords, `jiebaKeywords`': { name: 'keywords', version: 1, features: jiebaKeywords(jieba, { top: 20, idf }) },
};

export const TITLE = 'Segmenters';

export function segmenting(): Section {
  const { corpus } = OPTIONS;
  const set = corpus ? readLabelledSet(dirname(corpus), basename(corpus)) : chineseNews();
  const characters = set.texts.reduce((sum, text) => sum + text.length, 0);
  const readings = Object.entries(RECIPES).map(([name, recipe]): [string, () => BigUint64Array] => {
    const fingerprinter = new Fingerprinter({ recipe });
    return [name, () => fingerprinter.fingerprints(set.texts)];
  });
  const times = medians(Object.fromEntries(readings));
  const rows = readings.map(([name, read]) => [
    name,
    ...distances(read(), set).map(String),
    number(characters / times[name]! / 1000),
  ]);
  return {
    title: TITLE,
    body: [
      `${set.texts.length} Chinese texts of ${Math.round(characters / set.texts.length)} characters on average, of which ` +
        `${set.positive.size} pairs are one text with changes. Their distance should be small, and that of other pairs large: a ` +
        'wide gap leaves fewer pairs to compare. The last column is the speed in one thread.',
      table(
        ['features', 'changed: median', '90 % up to', 'others: 1 % up to', 'median', 'million characters a second'],
        rows,
      ),
    ].join('\n\n'),
  };
}

/** Of pairs that are one text the median and the ninth decile, of others the first percentile and the median. */
function distances(fingerprints: BigUint64Array, { positive, grey }: LabelledSet): number[] {
  const changed: number[] = [];
  const others: number[] = [];
  for (let b = 0; b < fingerprints.length; b++) {
    for (let a = 0; a < b; a++) {
      const key = pairKey(a, b, fingerprints.length);
      if (grey.has(key)) continue;
      (positive.has(key) ? changed : others).push(hammingDistance(fingerprints[a]!, fingerprints[b]!));
    }
  }
  return [quantile(changed, 0.5), quantile(changed, 0.9), quantile(others, 0.01), quantile(others, 0.5)];
}

/** The Chinese ones of the example news; those of a group are the same. */
function chineseNews(): LabelledSet {
  // Compiled, this file stands in build/bench.
  const read = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
  const lines = read('news.jsonl').trimEnd().split('\n');
  const news = lines.map((line) => JSON.parse(line)).filter(({ lang }) => lang === 'zh');
  const ids: string[] = news.map(({ id }) => id);
  const groups: string[][] = JSON.parse(read('news.groups.json')).groups;
  const keys = groups.flatMap((group) => {
    const places = group.map((id) => ids.indexOf(id)).filter((place) => place >= 0);
    return places.flatMap((b, i) => places.slice(0, i).map((a) => pairKey(a, b, ids.length)));
  });
  return { name: 'news', texts: news.map(({ text }) => text), positive: new Set(keys), grey: new Set() };
}
