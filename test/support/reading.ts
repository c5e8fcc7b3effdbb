// Reads files as a corpus, in order and then again in any other.
import { expect } from 'vitest';
import { Corpus, type CorpusOptions } from '../../src/io/corpus.ts';
import { fieldsNamed } from '../../src/io/records.ts';
import type { Folder } from './command.ts';

/** What a corpus finds in files of the folder, and that it finds the same again, in any order. */
export async function readCorpus(folder: Folder, inputs: readonly string[], options: Partial<CorpusOptions> = {}) {
  const corpus = new Corpus(
    inputs.map((input) => folder.at(input)),
    { fields: fieldsNamed(undefined, 'text'), ...options },
  );
  try {
    const texts: string[] = [];
    for await (const { text } of corpus.read()) texts.push(Buffer.from(text).toString());
    const again = texts.map((_, i) => Buffer.from(corpus.text(texts.length - 1 - i)).toString()).reverse();
    expect(again).toEqual(texts);
    const records = [];
    for (const number of texts.keys()) records.push(JSON.parse((await corpus.record(number)).toString()));
    for (const number of [...texts.keys()].reverse()) {
      expect(JSON.parse((await corpus.record(number)).toString())).toEqual(records[number]);
    }
    const within = (path: string | number) => (typeof path === 'string' ? path.replace(`${folder.path}/`, '') : path);
    return {
      ids: [...corpus.ids].map(within),
      texts,
      records,
      rejects: corpus.rejects
        .first(corpus.rejects.length)
        .map(({ place, reason }) => `${within(place)}: ${reason.replaceAll(`${folder.path}/`, '')}`),
    };
  } finally {
    corpus.close();
  }
}
