// Fingerprints from worker threads: the same ones in the same order, and no thread is left behind whatever happens.
import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Fingerprinter, IdfModel, type Recipe, type Text } from 'hammingbird';
import { fingerprintAll, fingerprintBatches } from 'hammingbird/workers';
import { describe, expect, it } from 'vitest';
import { CorruptDataError, OutOfMemoryError } from '../../src/errors.ts';
import { fromFailure, toFailure } from '../../src/workers/failure.ts';
import type { Platform } from '../../src/workers/platform.ts';
import { WorkerPool } from '../../src/workers/pool.ts';
import { Thread } from '../../src/workers/thread.ts';
import { anyBytes, anyText } from '../support/texts.ts';
import { Threads } from '../support/threads.ts';

const threads = new Threads();

const texts = (count: number) =>
  Array.from({ length: count }, (_, i) => `text ${i} of ${count}, word${i % 7} and others`);

/** What is expected, by the plain way. */
function plainly(all: readonly Text[], repeats = 1, recipe?: string | Recipe) {
  const fingerprinter = new Fingerprinter(recipe === undefined ? {} : { recipe });
  return all.map((text) => {
    const fingerprints = new BigUint64Array(repeats);
    fingerprinter.several(text, fingerprints);
    return { ...fingerprinter.inspect(text), fingerprints };
  });
}

/** An object as frameworks watch it: whatever is read of it is a proxy again. */
function watched<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'object' && value !== null ? watched(value) : value;
    },
  });
}

async function* slowly<T>(items: Iterable<T>, everyTurn = 100): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    if (++count % everyTurn === 0) await nextTurn();
    yield item;
  }
}

async function collected<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of iterable) all.push(one);
  return all;
}

/** What an iterator gave until it threw, and what it threw. */
async function untilError<T>(iterable: AsyncIterable<T>): Promise<{ given: T[]; error: unknown }> {
  const given: T[] = [];
  try {
    for await (const one of iterable) given.push(one);
  } catch (error) {
    return { given, error };
  }
  throw new Error('It did not throw.');
}

describe('fingerprintAll', () => {
  it('gives what Fingerprinter gives, in order, for any texts, source and number of workers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anyText, anyBytes), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(1, 3, 40),
        fc.constantFrom(0, 1, 2, 3),
        fc.constantFrom(1, 2, 3),
        fc.boolean(),
        fc.constantFrom('words-bigrams', 'character-4-grams', 'byte-8-grams'),
        async (some, times, workers, repeats, isAsync, recipe) => {
          const all = Array.from({ length: times }, () => some).flat();
          const results = fingerprintAll(isAsync ? slowly(all) : all, { workers, repeats, recipe });
          const expected = plainly(some, repeats, recipe);
          let count = 0;
          for await (const { item, ...result } of results) {
            expect(item).toBe(all[count]);
            expect(result).toEqual(expected[count % some.length]);
            count++;
          }
          expect(count).toBe(all.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('takes items with a text, and gives them back', async () => {
    const documents = texts(600).map((body, id) => ({ id, body }));
    const results = await collected(fingerprintAll(documents, { text: ({ body }) => body, workers: 2 }));
    expect(results.map(({ item }) => item)).toEqual(documents);
    expect(results.map(({ fingerprint }) => fingerprint)).toEqual(
      plainly(documents.map(({ body }) => body)).map(({ fingerprint }) => fingerprint),
    );
  });

  it('gives nothing for nothing, and starts no thread for it', async () => {
    const before = threads.started;
    expect(await collected(fingerprintAll([]))).toEqual([]);
    expect(threads.started).toBe(before);
  });

  it.each([
    [200, 8, 1],
    [4000, 1, 1],
    [4000, 3, 3],
  ])(
    'starts threads for the work that there is, and no more: for %i texts, of %i, %i',
    async (count, workers, most) => {
      const before = threads.started;
      expect(await collected(fingerprintAll(texts(count), { workers }))).toHaveLength(count);
      expect(threads.started - before).toBe(most);
    },
  );

  it('follows recipes of one’s own, with a model or not', async () => {
    const shingles: Recipe = {
      name: 'shingles',
      version: 2,
      characters: [5],
      weights: 'binary',
      normalisation: 'nfkc',
    };
    const idf = IdfModel.train(texts(50), { recipe: 'words' });
    const trained = { ...new Fingerprinter({ recipe: 'words' }).recipe, idf } as Recipe;
    for (const recipe of [shingles, trained]) {
      const results = await collected(fingerprintAll(texts(300), { recipe, workers: 2 }));
      expect(results.map(({ item, ...rest }) => rest)).toEqual(plainly(texts(300), 1, recipe));
    }
  });

  it('takes recipes whose fields are inherited, as those of an instance of a class', async () => {
    class Shingles {
      readonly name = 'shingles';
      readonly version = 1;
      get words(): number[] {
        return [3];
      }
    }
    const recipe: Recipe = new Shingles();
    const results = await collected(fingerprintAll(texts(3), { recipe, workers: 1 }));
    expect(results.map(({ item, ...rest }) => rest)).toEqual(plainly(texts(3), 1, recipe));
  });

  it('takes recipes that a framework watches by proxies, which no message carries', async () => {
    const recipe: Recipe = { name: 'watched', version: 1, words: [1, 2] };
    const results = await collected(fingerprintAll(texts(3), { recipe: watched(recipe), workers: 1 }));
    expect(results.map(({ item, ...rest }) => rest)).toEqual(plainly(texts(3), 1, recipe));
  });

  it('does what cannot be sent to workers in this thread, and says so', async () => {
    const segmenter = { name: 'halves', version: 1, segment: (text: string) => text.split('o') };
    const recipes: Recipe[] = [
      { name: 'lines', version: 1, features: (text: string) => text.split(' ') },
      { name: 'halves', version: 1, words: [1], segmenter },
      {
        name: 'length',
        version: 1,
        about: '',
        fingerprint: ({ length }) => BigInt(length),
        features: (text: Text) => [`${text}`],
      },
    ];
    for (const recipe of recipes) {
      expect(() => fingerprintAll(texts(1), { recipe, workers: 1 })).toThrow(/no worker can be sent.*workers: 0/);
      const odd = ['a lone \ud800 half', ...texts(300)];
      const results = await collected(fingerprintAll(odd, { recipe, workers: 0 }));
      expect(results.map(({ item, ...rest }) => rest)).toEqual(plainly(odd, 1, recipe));
    }
  });

  it('reads buffers that the source uses again', async () => {
    const buffer = Buffer.alloc(64);
    function* reused() {
      for (const text of texts(400)) yield buffer.subarray(0, buffer.write(text));
    }
    const expected = plainly(texts(400)).map(({ fingerprint }) => fingerprint);
    for (const workers of [0, 2]) {
      const results = await collected(fingerprintAll(reused(), { workers }));
      expect(results.map(({ fingerprint }) => fingerprint)).toEqual(expected);
    }
  });

  it('carries a text larger than a batch between small ones', async () => {
    const mixed = ['small', 'large words '.repeat(50_000), 'small', 'as large a word '.repeat(30_000), 'small again'];
    const batches = await collected(fingerprintBatches(mixed, { workers: 2 }));
    expect(batches.map(({ items }) => items.length)).toEqual([1, 1, 1, 1, 1]);
    expect(batches.map(({ fingerprints }) => fingerprints[0])).toEqual(
      plainly(mixed).map(({ fingerprint }) => fingerprint),
    );
  });

  it.each([0, 1, 3])('reads no further ahead than it says, with %i workers', async (workers) => {
    for (const size of [10, 100_000]) {
      let read = 0;
      const source = (async function* () {
        for (;;) {
          read++;
          yield 'x'.repeat(size);
        }
      })();
      const results = fingerprintAll(source, { workers });
      await results.next();
      // As long as it takes for all that may be read to be read.
      for (let before = -1; before < read; await sleep(50)) before = read;
      expect(read).toBeLessThanOrEqual((2 * Math.max(workers, 1) + 1) * (size < 1000 ? 256 : 2) + 1);
      expect(read).toBeGreaterThan(1);
      await results.return();
    }
  });

  it('gives results while its source waits, even for them', async () => {
    let answered: () => void = () => undefined;
    const source = (async function* () {
      for (const text of texts(3)) {
        const next = new Promise<void>((resolve) => {
          answered = resolve;
        });
        yield text;
        await next;
      }
    })();
    const given: Text[] = [];
    for await (const { item } of fingerprintAll(source, { workers: 1 })) {
      given.push(item);
      answered();
    }
    expect(given).toEqual(texts(3));
  });
});

describe.each([0, 2])('what ends it, with %i workers:', (workers) => {
  it('a source that fails; results before that come first, and its error is the source’s', async () => {
    const failing = (async function* () {
      yield* slowly(texts(700));
      throw new RangeError('no more');
    })();
    const { given, error } = await untilError(fingerprintAll(failing, { workers }));
    expect(given.map(({ item }) => item)).toEqual(texts(700));
    expect(error).toEqual(new RangeError('no more'));
    expect(threads.alive.size).toBe(0);
  });

  it('a source that fails is not closed, which might fail, too', async () => {
    const failing = {
      [Symbol.iterator]: () => ({
        next: () => {
          throw new RangeError('no more');
        },
        return: () => {
          throw new Error('closed');
        },
      }),
    };
    const { error } = await untilError(fingerprintAll(failing as Iterable<string>, { workers }));
    expect(error).toEqual(new RangeError('no more'));
  });

  it('the end of its source, which is not closed as one is that is left', async () => {
    const ending = { [Symbol.iterator]: () => ({ next: () => ({ done: true }), return: () => expect.unreachable() }) };
    expect(await collected(fingerprintAll(ending as unknown as Iterable<string>, { workers }))).toEqual([]);
  });

  it('an item that is no text, and the source is closed', async () => {
    let closed = false;
    function* mixed() {
      try {
        yield* texts(300);
        yield 5 as unknown as string;
        yield 'never read';
      } finally {
        closed = true;
      }
    }
    const { given, error } = await untilError(fingerprintAll(mixed(), { workers }));
    expect([given.length, closed]).toEqual([300, true]);
    expect(error).toMatchObject({
      name: 'InvalidArgumentError',
      message: expect.stringMatching(/not 5;.* option text/),
    });
    expect(threads.alive.size).toBe(0);
  });

  it('leaving the loop, and the source is closed', async () => {
    let closed = false;
    const source = (async function* () {
      try {
        yield* slowly(texts(10_000));
      } finally {
        closed = true;
      }
    })();
    for await (const { item } of fingerprintAll(source, { workers })) if (item === texts(10_000)[5]) break;
    expect(threads.alive.size).toBe(0);
    // A read that was under way ends first.
    for (let turns = 0; !closed && turns < 200; turns++) await nextTurn();
    expect(closed).toBe(true);
  });

  it('its end, without a timer for each of its texts', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    let most = 0;
    const source = (async function* () {
      for (const text of texts(200)) {
        yield text;
        most = Math.max(most, timers() - before);
      }
    })();
    let taken = 0;
    for await (const _ of fingerprintAll(source, { workers })) taken++;
    expect(taken).toBe(200);
    expect(most).toBeLessThan(20);
  });

  it('leaving the loop, which waits until a source is closed that is not being read', async () => {
    let closed = false;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: 'a text of some words' }),
        return: async () => {
          await sleep(20);
          closed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    for await (const _ of fingerprintBatches(source, { workers })) {
      // By now the source waits for room.
      await sleep(300);
      break;
    }
    expect(closed).toBe(true);
  });

  it('a signal between two results, though the source ends behind it', async () => {
    let end = (): void => undefined;
    const source = (async function* () {
      yield 'a text of some words';
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    })();
    const controller = new AbortController();
    const results = fingerprintBatches(source, { workers, signal: controller.signal });
    expect((await results.next()).value?.items).toHaveLength(1);
    controller.abort();
    end();
    await nextTurn();
    await expect(results.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a signal, also while the source is stuck', async () => {
    const stuck = (async function* () {
      yield* texts(300);
      await new Promise(() => undefined);
    })();
    const controller = new AbortController();
    const reason = new Error('enough');
    const results = fingerprintAll(stuck, { workers, signal: controller.signal });
    for (const text of texts(300)) expect((await results.next()).value?.item).toBe(text);
    const pending = results.next();
    setTimeout(() => controller.abort(reason), 20);
    await expect(pending).rejects.toBe(reason);
    expect(threads.alive.size).toBe(0);
    expect(await results.next()).toEqual({ done: true, value: undefined });
  });

  it('a signal by a timer, though source and results never wait', async () => {
    const endless = (function* () {
      for (;;) yield 'some words of a text that never ends';
    })();
    const controller = new AbortController();
    let batches = 0;
    const all = (async () => {
      for await (const _ of fingerprintBatches(endless, { workers, signal: controller.signal })) {
        if (batches++ === 0) setTimeout(() => controller.abort(), 20);
      }
    })();
    await expect(all).rejects.toMatchObject({ name: 'AbortError' });
    expect(threads.alive.size).toBe(0);
  });

  it('at once, what is no signal', () => {
    const signal = new AbortController() as unknown as AbortSignal;
    expect(() => fingerprintAll(texts(1), { workers, signal })).toThrow(
      'signal is an AbortSignal, not its controller: give controller.signal.',
    );
  });

  it('a signal in the middle of a batch, or before the start', async () => {
    const controller = new AbortController();
    const results = fingerprintAll(texts(100), { workers, signal: controller.signal });
    await results.next();
    controller.abort();
    await expect(results.next()).rejects.toMatchObject({ name: 'AbortError' });
    const unread = { [Symbol.iterator]: () => expect.unreachable() };
    const { given, error } = await untilError(fingerprintAll(unread, { workers, signal: controller.signal }));
    expect([given, error]).toEqual([[], expect.objectContaining({ name: 'AbortError' })]);
  });
});

describe('a worker', () => {
  it('that dies is an error that says so, after the results before it', async () => {
    const killed = { after: 0 };
    process.once('worker', (worker) => {
      worker.once('message', () => {
        killed.after++;
        void worker.terminate();
      });
    });
    const { given, error } = await untilError(fingerprintAll(texts(20_000), { workers: 2 }));
    expect(killed.after).toBe(1);
    expect(given.length).toBeLessThan(20_000);
    expect(given.map(({ item }) => item)).toEqual(texts(20_000).slice(0, given.length));
    expect(error).toMatchObject({ name: 'WorkerError', message: expect.stringMatching(/exit status 1.*workers: 0/) });
    expect((error as Error).cause).toBeInstanceOf(Error);
    expect(threads.alive.size).toBe(0);
  });

  it('that dies before its first answer is one, too', async () => {
    process.once('worker', (worker) => worker.terminate());
    const { given, error } = await untilError(fingerprintAll(texts(2000), { workers: 1 }));
    expect([given, error]).toEqual([[], expect.objectContaining({ name: 'WorkerError' })]);
  });

  it('that has died refuses what comes behind, and says why: no other is started in its place', async () => {
    const listeners: Parameters<Platform['start']>[0][] = [];
    const start: Platform['start'] = (listener) => {
      listeners.push(listener);
      return { send: () => undefined, hold: () => undefined, end: async () => undefined };
    };
    const pool = new WorkerPool<string, object>(() => new Thread({ cores: 3, start }, {}), 3);
    const [first, second] = [pool.run('first'), pool.run('second')];
    listeners[0]!.onDeath(new Error('it ended'));
    await expect(first).rejects.toThrow('it ended');
    for (const more of ['third', 'fourth']) await expect(pool.run(more)).rejects.toThrow('it ended');
    listeners[1]!.onAnswer({ done: true });
    expect([await second, listeners.length]).toEqual([{ done: true }, 2]);
    await pool.end(undefined);
  });

  it('tells of its errors by their classes', () => {
    const full = fromFailure(structuredClone(toFailure(new OutOfMemoryError('The memory is full.'))));
    expect(full).toEqual(new OutOfMemoryError('The memory is full.'));
    expect(full).toBeInstanceOf(OutOfMemoryError);
    expect(fromFailure(toFailure(new CorruptDataError('x')))).toBeInstanceOf(CorruptDataError);
    for (const thrown of [new RangeError('odd'), 'odd', new Error('It is odd.')]) {
      expect(fromFailure(toFailure(thrown))).toMatchObject({
        name: 'WorkerError',
        message: expect.stringMatching(/odd\. With/),
      });
    }
  });
});

describe('the process', () => {
  const run = (script: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 30_000 });
  const IMPORT = `import { fingerprintAll } from 'hammingbird/workers';
    const texts = Array.from({ length: 3000 }, (_, i) => 'text ' + i);
    const results = fingerprintAll(texts, { workers: 2 });`;

  it('says what to do where a bundler put the threads of browsers', () => {
    const browser = new URL('../../dist/workers/browser.js', import.meta.url).href;
    const { stderr } = run(`import { fingerprintAll } from '${browser}'; await fingerprintAll(['a text']).next();`);
    expect(stderr).toMatch(/WorkerError: .*Worker is not defined\. With workers: 0.*bundlers.*docs\/package\.md/);
  });

  it.each([
    ['a whole run', 'let count = 0; for await (const one of results) count++; console.log(count);', '3000\n'],
    ['a loop that is left', 'for await (const { item } of results) { console.log(item); break; }', 'text 0\n'],
    ['results that nobody takes any more', 'console.log((await results.next()).value.item);', 'text 0\n'],
    ['results that nobody ever takes', 'console.log(1);', '1\n'],
  ])('ends by itself after %s', (_, rest, output) => {
    const { status, stdout, stderr } = run(IMPORT + rest);
    expect([status, stdout, stderr]).toEqual([0, output, '']);
  });
});

describe('options', () => {
  it.each([
    [{ workers: -1 }, 'workers is a whole number from 0 to 64, not -1'],
    [{ workers: 1.5 }, 'workers is a whole number from 0 to 64, not 1.5'],
    [{ workers: 65 }, 'workers is a whole number from 0 to 64, not 65'],
    [{ repeats: 0 }, 'repeats is a whole number from 1 to 64, not 0'],
    [{ repeats: '2' as unknown as number }, 'repeats is a whole number from 1 to 64, not "2"'],
    [{ recipe: 'wrods' }, 'There is no recipe "wrods"'],
  ])('%o are an error at once', (options, message) => {
    expect(() => fingerprintAll(['text'], options)).toThrow(message);
  });

  it.each([['a text alone'], [new Uint8Array(3)], [null], [5], [{}]])('so is the source %o', (source) => {
    expect(() => fingerprintAll(source as unknown as string[])).toThrow('reads an iterable of texts');
  });

  it('are the same for browsers, and so is all else', async () => {
    const [node, browser] = await Promise.all([import('hammingbird/workers'), import('../../src/workers/browser.ts')]);
    expect(Object.keys(browser).sort()).toEqual(Object.keys(node).sort());
  });
});
