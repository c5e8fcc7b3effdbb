import { DEDUPE_RECIPE } from '../../src/dedupe/defaults.ts';
import { calibrate, type Label } from '../../src/index.ts';
import { table } from '../report.ts';
import type { Setting } from './candidate-pairs.ts';
import type { LabelledSet } from './labelled-set.ts';
import { cell, type Scored } from './report.ts';
import { DEFAULT } from './settings.ts';

/** One that the defaults suit, and one that they do not. */
const RECIPES = [DEDUPE_RECIPE, 'character-4-grams'];

/** What `calibrate` recommends for each set, by its labels and without them, and what is found with it. */
export async function recommendationTable(sets: readonly LabelledSet[], scored: Scored): Promise<string> {
  const rows: string[][] = [];
  for (const recipe of RECIPES) {
    for (const set of sets) {
      const [byDefault, byLabels, without] = [
        settingOf(recipe),
        await recommended(set, recipe, labelsOf(set)),
        await recommended(set, recipe),
      ];
      const cells = [byLabels, without].map((setting) => `${cell(scored(set, setting))} ${shown(setting)}`);
      rows.push([set.name, `\`${recipe}\``, cell(scored(set, byDefault)), ...cells]);
    }
  }
  return table(['set', 'recipe', 'defaults', 'by labels', 'without labels'], rows);
}

async function recommended({ texts }: LabelledSet, recipe: string, labels?: readonly Label[]): Promise<Setting> {
  const documents = texts.map((text, i) => ({ id: String(i), text }));
  const { recommendation } = await calibrate(documents, { recipe, ...(labels && { labels }) });
  return settingOf(recipe, recommendation.maxDistance, recommendation.threshold);
}

function settingOf(recipe: string, radius = DEFAULT.radius, threshold = DEFAULT.verification!.threshold): Setting {
  return { ...DEFAULT, recipe, radius, verification: { recipe, threshold } };
}

function labelsOf({ texts, positive, grey }: LabelledSet): Label[] {
  const pair = (key: number) => ({ a: String(Math.floor(key / texts.length)), b: String(key % texts.length) });
  return [...Array.from(positive, pair), ...Array.from(grey, (key) => ({ ...pair(key), duplicate: null }))];
}

function shown({ radius, verification }: Setting): string {
  const isDefault = radius === DEFAULT.radius && verification!.threshold === DEFAULT.verification!.threshold;
  return isDefault ? 'kept' : `\`${radius}\`, \`${verification!.threshold}\``;
}
