import { InvalidArgumentError } from '../errors.ts';
import type { Text } from '../fingerprint/text.ts';
import { shown } from '../shown.ts';
import { isTypedArray } from '../typed-arrays.ts';
import { stringOf } from '../utf8.ts';

/** How rare words are: by word, or a file of lines `word idf` as jieba brings it, `idf.txt` or `idf.utf8`. */
export type IdfTable = ReadonlyMap<string, number> | Text;

/**
 * The idf of each word; of those that are not in the table, the mean of all, as in cppjieba. Characters alone are
 * no keywords and do not count.
 *
 * @throws {InvalidArgumentError} naming the first line or entry that is none
 */
export function idfOf(table: IdfTable): (word: string) => number {
  const idf = new Map(isMap(table) ? table : parsed(table as Text));
  let sum = 0;
  let words = 0;
  for (const [word, value] of idf) {
    if (!Number.isFinite(value)) fail(`${JSON.stringify(word)} has ${shown(value)}`);
    if (isSingleCharacter(word)) continue;
    sum += value;
    words++;
  }
  if (words === 0) fail('there are no words');
  return (word) => idf.get(word) ?? sum / words;
}

/** Of this realm or another (a frame, a test runner). */
const isMap = (table: IdfTable): table is ReadonlyMap<string, number> =>
  Object.prototype.toString.call(table) === '[object Map]';

export function isSingleCharacter(word: string): boolean {
  return word.length <= 2 && [...word].length <= 1;
}

function* parsed(file: Text): Iterable<[string, number]> {
  if (typeof file !== 'string' && !isTypedArray('Uint8Array', file)) fail(`it is ${shown(file)}`);
  for (const [i, whole] of stringOf(file).split('\n').entries()) {
    const line = whole.trim();
    if (line === '') continue;
    const space = line.search(/[ \t]/);
    const value = space === -1 ? Number.NaN : Number(line.slice(space));
    if (!Number.isFinite(value)) fail(`line ${i + 1} is ${JSON.stringify(line)}`);
    yield [line.slice(0, space), value];
  }
}

function fail(what: string): never {
  throw new InvalidArgumentError(`idf is a Map from words to finite numbers, or lines «word number», but ${what}.`);
}
