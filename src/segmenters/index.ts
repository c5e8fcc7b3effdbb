// Words of scripts without spaces, for recipes.
export type { Segmenter } from '../fingerprint/recipe.ts';
export type { IdfTable } from './idf-table.ts';
export { intlSegmenter } from './intl.ts';
export { type Jieba, type JiebaOptions, jiebaSegmenter } from './jieba.ts';
export { type JiebaKeywordsOptions, jiebaKeywords, type KeywordExtractor } from './jieba-keywords.ts';
