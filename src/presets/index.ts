// The presets: fingerprints of other SimHash libraries, bit for bit.
export type { GivenFeature } from '../fingerprint/recipe.ts';
export type { Text } from '../fingerprint/text.ts';
export { type ClickhouseOptions, clickhouse } from './clickhouse.ts';
export { type MfondaOptions, mfonda, mfondaCjk } from './mfonda.ts';
export { PRESETS, presetNamed } from './named.ts';
export { type OneEng, type OneEngFeatures, oneEng } from './one-eng.ts';
export type { Preset } from './preset.ts';
export { rustSimhash } from './rust-simhash.ts';
export { type Seomoz, seomoz } from './seomoz.ts';
export { type Keyword, type Yanyiwu, type YanyiwuOptions, yanyiwu } from './yanyiwu.ts';
