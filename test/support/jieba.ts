// The two packages of jieba, where they are installed; tests skip by name where one is not.
import type { Jieba } from '../../src/segmenters/index.ts';

const native = await import('@node-rs/jieba').catch(() => undefined);
const dictionary = await import('@node-rs/jieba/dict.js').catch(() => undefined);
const wasm = await import('jieba-wasm').catch(() => undefined);

/** The idf of words, as `@node-rs/jieba` brings it. */
export const idf: Uint8Array | undefined = dictionary?.idf;

/** The same, parsed for all tests at once. */
export const idfTable = new Map(
  idf &&
    Array.from(new TextDecoder().decode(idf).trimEnd().split('\n'), (line): [string, number] => {
      const [word, value] = line.split(' ');
      return [word!, Number(value)];
    }),
);

/** The keywords that `@node-rs/jieba` itself finds, with its own weights: tf·idf over the number of words. */
export const nativeTfIdf = native && dictionary && native.TfIdf.withDict(dictionary.idf);
export const nativeJieba = native && dictionary && native.Jieba.withDict(dictionary.dict);

export const JIEBAS: readonly { readonly name: string; readonly jieba: Jieba | undefined }[] = [
  { name: '@node-rs/jieba', jieba: nativeJieba },
  { name: 'jieba-wasm', jieba: wasm },
];
