// dedupe() of the library: the engine of the command, over anything that can be gone through.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DedupeOptions, dedupe, InvalidArgumentError, type Verdict } from '../src/index.ts';
import { Folder, jsonLines } from './command.ts';

const NEWS = fileURLToPath(new URL('../examples/news.jsonl', import.meta.url));
type Item = { id: string; text: string; date: string };
const news = jsonLines(readFileSync(NEWS, 'utf8')) as Item[];

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

async function all<D extends { id: string | number; text: string | Uint8Array }>(
  documents: Iterable<D> | AsyncIterable<D>,
  options?: DedupeOptions<D>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for await (const verdict of dedupe(documents, options)) verdicts.push(verdict);
  return verdicts;
}

const WORDS = Array.from({ length: 40 }, (_, i) => `word${i}`);
const changed = (count: number) => WORDS.map((word, i) => (i < count ? `new${i}` : word)).join(' ');

/** Documents whose texts are bytes in the same memory, one after the other, as readers hand them out. */
function* inOneBuffer(texts: readonly string[]): Generator<{ id: number; text: Uint8Array }> {
  const bytes = new Uint8Array(1000);
  for (const [id, text] of texts.entries()) {
    bytes.fill(0x20);
    new TextEncoder().encodeInto(text, bytes);
    yield { id, text: bytes };
  }
}

describe('dedupe()', () => {
  it('is not misled by a source that uses its memory again', async () => {
    const texts = [changed(0), changed(40), changed(1), 'something else'];
    const strings = texts.map((text, id) => ({ id, text }));
    for (const options of [{}, { keep: 'last' }] as const) {
      expect(await all(inOneBuffer(texts), options)).toEqual(await all(strings, options));
    }
  });

  it.each([
    [{}, []],
    [{ rule: 'components', threshold: 0.5 }, ['--rule', 'components', '--threshold', '0.5']],
    [{ rule: 'complete', keep: 'longest' }, ['--rule', 'complete', '--keep', 'longest']],
    [{ keep: ({ date }: Item) => Date.parse(date) }, ['--keep', 'max:date']],
  ] as [DedupeOptions<Item>, string[]][])('with %j says what the command says', async (options, args) => {
    const verdicts = await all(news, options);
    folder.run('dedupe', NEWS, '-o', 'kept.jsonl', '--removed', 'removed.jsonl', ...args);
    expect(verdicts.map(({ id }) => id)).toEqual(news.map(({ id }) => id));
    expect(verdicts.filter(({ reason }) => reason === 'kept').map(({ id }) => id)).toEqual(
      folder.records('kept.jsonl').map(({ id }) => id),
    );
    expect(
      verdicts
        .filter(({ duplicateOf }) => duplicateOf !== undefined)
        .map(({ id, duplicateOf, distance, similarity, via }) => [id, duplicateOf, distance, similarity, via]),
    ).toEqual(
      folder
        .records('removed.jsonl')
        .map(({ id, duplicate_of, distance, similarity, via }) => [
          id,
          duplicate_of,
          distance,
          expect.closeTo(similarity, 3),
          via,
        ]),
    );
  });

  it('gives verdicts while it reads, and takes async iterables and bytes', async () => {
    let read = 0;
    async function* documents() {
      for (; read < 1000; read++) yield { id: read, text: Buffer.from(`${changed(read % 2)} ${read % 3}`) };
    }
    const verdicts = dedupe(documents());
    const { value } = await verdicts.next();
    expect(value).toEqual({ id: 0, duplicateOf: undefined, distance: 0, similarity: 1, group: 0, reason: 'kept' });
    expect(read).toBeLessThan(300);
    await verdicts.return(undefined);
    const rest = 1000 - read;
    expect((await all(documents())).length).toBe(rest);
  });

  it('tells reasons, chains and references', async () => {
    const documents = [0, 4, 8, 0].map((count, id) => ({ id, text: changed(count) }));
    const options = { rule: 'components', threshold: 0.7, maxDistance: 16 } as const;
    expect((await all(documents, options)).map(({ reason, via }) => [reason, via])).toEqual([
      ['kept', undefined],
      ['similar', undefined],
      ['chained', 1],
      ['same', undefined],
    ]);
    const against = [{ id: 'seen', text: changed(0) }];
    for (const rule of ['leader', 'complete'] as const) {
      const verdicts = await all(documents, { threshold: 0.7, maxDistance: 16, against, rule });
      expect(verdicts.map(({ id, group, reference }) => [id, group, reference])).toEqual([
        [0, 'seen', true],
        [1, 'seen', true],
        [2, 2, undefined],
        [3, 'seen', true],
      ]);
    }
  });

  it('of nothing is nothing', async () => {
    expect(await all([])).toEqual([]);
    expect(await all([], { rule: 'complete', against: [{ id: 1, text: 'a' }] })).toEqual([]);
  });

  it('throws named errors', async () => {
    const good = [{ id: 1, text: 'some words' }];
    const bad: [unknown, unknown][] = [
      [good, { maxDistance: 17 }],
      [good, { threshold: Number.NaN }],
      [good, { rule: 'none' }],
      [good, { keep: 'best' }],
      [good, { recipe: 'none' }],
      [
        good,
        {
          keep: () => {
            throw new Error('no');
          },
        },
      ],
      [[{ id: 1 }], {}],
      [[{ text: 'a' }], { keep: 'longest' }],
      [[null], {}],
      [[{ id: Symbol('a'), text: 'a' }], {}],
      [undefined, {}],
      [5, {}],
      [good, { against: 5 }],
      [good, { keep: () => 1n }],
    ];
    for (const [documents, options] of bad) {
      await expect(all(documents as [], options as object)).rejects.toThrow(InvalidArgumentError);
    }
  });
});
