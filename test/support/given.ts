// What the examples of docstrings and pages speak of without saying what it is.
import { inspect } from 'node:util';
import { Fingerprinter, HammingIndex, RECIPES } from 'hammingbird';
import { expect } from 'vitest';
import { idf, nativeJieba } from './jieba.ts';

/** For one example. */
export function given() {
  const fingerprinter = new Fingerprinter();
  const [text, other] = ['the cat sat on the mat', 'the cat sat on the mat today'];
  const texts = [text, other, 'a dog barked all night long'];
  const documents = texts.map((text, i) => ({ id: 'xyz'[i]!, text, body: text }));
  const fingerprints = BigUint64Array.from({ length: 9 }, (_, i) => 255n << BigInt(7 * i));
  const index = new HammingIndex({ maxDistance: 3 });
  index.addAll(fingerprints);
  const response = {
    /** A saved index; and a text may be anything. */
    get body() {
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(index.toBytes());
          controller.close();
        },
      });
    },
  };
  return {
    ...{ text, other, texts, documents, url: '/cat', pages: documents, labels: [{ a: 'x', b: 'y' }], token: 'secret' },
    ...{ fingerprinter, fingerprints, index, response, recipe: RECIPES[0]!, core: {} },
    file: { write: async (_: Uint8Array) => undefined },
    ...{ Jieba: { withDict: (_: unknown) => nativeJieba! }, dict: undefined, idf: idf!, jieba: nativeJieba! },
    extractor: { extract: (text: string, most: number) => Array.from(text, (c) => [c, 1] as const).slice(0, most) },
  };
}

/** Compares a value with how an example shows it: `…` stands for anything, and a name without a value for any value. */
export function shown(value: unknown, text: string): void {
  const pattern = text
    .replace(/0[xb][\da-f]+(?=n)/g, (literal) => `${BigInt(literal)}`)
    .replace(/[[\](){}.]/g, '\\$&')
    .replace(/(?<=[{,] )([a-z]\w*)(?=[, ])/g, '$1:[^,}]+')
    .replaceAll('…', '.*')
    .replace(/\s/g, '');
  const printed = inspect(value, { breakLength: Number.POSITIVE_INFINITY });
  expect(printed.replace(/\s/g, '')).toMatch(new RegExp(`^${pattern}$`));
}
