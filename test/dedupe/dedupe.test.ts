// dedupe() of the library: the engine of the command, over anything that can be gone through.
import { EventEmitter, on } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DedupeOptions, dedupe, Fingerprinter, InvalidArgumentError, type Verdict } from '../../src/index.ts';
import { jsonLines } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
type Item = { id: string; text: string; date: string };
const news = jsonLines(readFileSync(NEWS, 'utf8')) as Item[];

const folder = folderForEach();

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
    [{ keep: 'shortest' }, ['--keep', 'shortest']],
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

  it('keeps whichever is preferred of many that are all alike, which would be 200 million pairs', async () => {
    const count = 20_000;
    const mails = Array.from({ length: count }, (_, id) => ({ id, text: `${WORDS.join(' ')} order number ${id}` }));
    const verdicts = await all(mails, { keep: ({ id }) => id, against: mails.slice(100, 101) });
    expect(new Set(verdicts.map(({ group }) => group))).toEqual(new Set([100]));
    const keptFor = await all(mails, { keep: 'last' });
    expect(new Set(keptFor.map(({ group }) => group))).toEqual(new Set([count - 1]));
  });

  it('finds short texts with another word in the middle', async () => {
    const texts = ['GCC support library (development files)', 'GCC support library (64bit development files)'];
    const [, second] = await all(texts.map((text, id) => ({ id, text })));
    expect(second).toMatchObject({ duplicateOf: 0, similarity: 0.75, reason: 'similar' });
  });

  // docs/quality.md says so.
  it.each([
    ['replaced', 9, (words: string[], at: number) => words.with(at, 'other')],
    ['added', 5, (words: string[], at: number) => words.toSpliced(at, 0, 'other')],
    ['removed', 6, (words: string[], at: number) => words.toSpliced(at, 1)],
    ['moved to the next place', 7, (words: string[], at: number) => words.toSpliced(at, 2, words[at + 1]!, words[at]!)],
  ])('takes texts for near-duplicates of which a word is %s from %i words on, wherever it is', (_, fewest, change) => {
    const fingerprinter = new Fingerprinter({ recipe: 'dedupe' });
    for (let length = 2; length < 16; length++) {
      const words = WORDS.slice(0, length);
      for (let at = 0; at + 1 < length; at++) {
        const similarity = fingerprinter.exactSimilarity(words.join(' '), change(words, at).join(' '));
        expect(similarity >= 0.75).toBe(length >= fewest);
      }
    }
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

  describe('ends by a signal', () => {
    const documents = Array.from({ length: 300 }, (_, id) => ({ id, text: changed(id % 40) }));
    let closed = 0;
    /** Gives documents again and again, or one round and then nothing more, ever. */
    async function* given(isStuck: boolean) {
      try {
        do yield* documents;
        while (!isStuck);
        await new Promise(() => undefined);
      } finally {
        closed++;
      }
    }
    const verdictsUntilAborted = async (
      source: Iterable<(typeof documents)[0]> | AsyncIterable<(typeof documents)[0]>,
    ) => {
      const controller = new AbortController();
      let verdicts = 0;
      const run = (async () => {
        for await (const _ of dedupe(source, { signal: controller.signal })) {
          if (verdicts++ === 0) setTimeout(() => controller.abort(), 10);
        }
      })();
      await expect(run).rejects.toMatchObject({ name: 'AbortError' });
      return verdicts;
    };
    beforeEach(() => {
      closed = 0;
    });

    it('while the source is stuck, or never waits', async () => {
      expect(await verdictsUntilAborted(given(true))).toBeGreaterThan(0);
      expect(await verdictsUntilAborted(given(false))).toBeGreaterThan(0);
      expect(closed).toBe(1);
    });

    it('and closes at once a stuck source that can be closed, such as one of events', async () => {
      const events = new EventEmitter();
      const pending = dedupe(on(events, 'document') as AsyncIterable<never>, {
        signal: AbortSignal.timeout(10),
      }).next();
      expect(events.listenerCount('document')).toBe(1);
      await expect(pending).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(events.listenerCount('document')).toBe(0);
    });

    it('by a timer, with a source that is all there', async () => {
      const endless = (function* () {
        for (;;) yield* documents;
      })();
      expect(await verdictsUntilAborted(endless)).toBeGreaterThan(0);
    });

    it('while references are read, and before anything is', async () => {
      const reason = new Error('enough');
      const controller = new AbortController();
      const options = { against: given(true), signal: controller.signal };
      const pending = dedupe(documents, options).next();
      setTimeout(() => controller.abort(reason), 10);
      await expect(pending).rejects.toBe(reason);
      await expect(dedupe(given(false), options).next()).rejects.toBe(reason);
    });

    it('between verdicts that are there already', async () => {
      const controller = new AbortController();
      for (const rule of ['leader', 'components'] as const) {
        const verdicts = dedupe(documents, { rule, signal: controller.signal });
        if (rule === 'leader') expect((await verdicts.next()).value?.id).toBe(0);
        controller.abort();
        await expect(verdicts.next()).rejects.toMatchObject({ name: 'AbortError' });
        expect(await verdicts.next()).toEqual({ done: true, value: undefined });
      }
    });

    it('while documents are decided on after the last', async () => {
      const controller = new AbortController();
      let counted = 0;
      const features = (text: string) => {
        if (++counted === 10) controller.abort();
        return text.split(' ');
      };
      const recipe = { name: 'mine', version: 1, features };
      const verdicts = dedupe(documents, { keep: 'last', recipe, repeats: 1, signal: controller.signal });
      await expect(verdicts.next()).rejects.toMatchObject({ name: 'AbortError' });
      expect(counted).toBeLessThan(documents.length);
    });

    it('which changes nothing while it is not aborted', async () => {
      const { signal } = new AbortController();
      expect(await all(news, { signal })).toEqual(await all(news));
      // Iterators whose steps are no promises are taken, too, as by `for await`.
      const steps = { [Symbol.asyncIterator]: () => news.values() as unknown as AsyncIterator<(typeof news)[number]> };
      expect(await all(steps, { signal })).toEqual(await all(steps));
      expect(await all(news, { against: news.slice(0, 3), signal })).toEqual(
        await all(news, { against: news.slice(0, 3) }),
      );
      for await (const { id } of dedupe(given(false), { signal })) if (id === 5) break;
      expect(closed).toBe(1);
      const broken = (async function* () {
        yield documents[0]!;
        throw new Error('the source broke');
      })();
      await expect(all(broken, { signal })).rejects.toThrow('the source broke');
    });
  });

  it('finds the same among thousands of documents, with which the command would ask other threads', async () => {
    const numbers = Array.from({ length: 5000 }, (_, id) => ({
      id,
      text: `${id} ${id + 0.1} ${id + 0.2} ${id + 0.3}`,
    }));
    const verdicts = await all([...numbers, { id: 'again', text: numbers[7]!.text }]);
    expect(verdicts.filter(({ duplicateOf }) => duplicateOf !== undefined)).toMatchObject([
      { id: 'again', duplicateOf: 7, similarity: 1 },
    ]);
  });

  it('says which document has no text', async () => {
    for (const [text, kind] of [
      [undefined, 'undefined'],
      [null, 'null'],
      [['a'], '["a"]'],
      [5, '5'],
    ]) {
      const documents = [
        { id: 'good', text: 'some words' },
        { id: 'bad', text },
      ];
      await expect(all(documents as [])).rejects.toThrow(`not ${kind}, as that of the document "bad".`);
    }
  });

  it('throws named errors', async () => {
    const good = [{ id: 1, text: 'some words' }];
    const bad: [unknown, unknown][] = [
      [good, { maxDistance: 17 }],
      [good, { repeats: 0 }],
      [good, { repeats: 17 }],
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
      [good, { signal: 5 }],
      [good, { signal: new AbortController() }],
    ];
    for (const [documents, options] of bad) {
      await expect(all(documents as [], options as object)).rejects.toThrow(InvalidArgumentError);
    }
  });
});
