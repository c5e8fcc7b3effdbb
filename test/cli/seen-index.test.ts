// An index of what was seen, in place of the corpus: the same decisions without its texts, and no wrong ones by bad data.
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Id } from '../../src/dedupe/document.ts';
import { CorruptDataError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { InputError, saveIndex } from '../../src/node/index.ts';
import { DocumentIndex } from '../../src/search/document-index.ts';
import { FrameReader, FrameWriter } from '../../src/search/snapshot/frames.ts';
import { encodeRecord } from '../../src/seen/record.ts';
import { SeenIndex } from '../../src/seen/seen-index.ts';
import { COUNT, DESCRIPTION, PORTION, RECORDS, SeenWriter } from '../../src/seen/writer.ts';
import { indexCore } from '../../src/wasm/core.ts';
import { folderForEach } from '../support/folders.ts';
import { freeNumbers } from '../support/open-files.ts';
import { anyText } from '../support/texts.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const REPEATS = 3;

const folder = folderForEach();

const fingerprinter = new Fingerprinter();

interface Text {
  readonly id: Id;
  readonly text: string;
}

function save(name: string, texts: readonly Text[]): string {
  const chunks: Uint8Array[] = [];
  const fingerprints = new BigUint64Array(REPEATS);
  const writer = new SeenWriter({ recipe: fingerprinter.recipeId, repeats: REPEATS }, (bytes) =>
    chunks.push(bytes.slice()),
  );
  for (const { id, text } of texts) {
    const set = fingerprinter.featureSet(text, fingerprints);
    writer.add(encodeRecord(id, fingerprints, set));
    set.dispose();
  }
  writer.end();
  return folder.write(name, Buffer.concat(chunks));
}

const open = (path: string, recipe = fingerprinter.recipeId) => new SeenIndex(path, recipe, REPEATS);

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Everything that a run takes from an index. */
function readAll(path: string) {
  const index = open(path);
  try {
    const all = [...index.portions()].flatMap(({ length, fingerprints, features, set }) =>
      Array.from({ length }, (_, row) => {
        const features_ = set(row);
        const bytes = inBase64(features_.view());
        features_.dispose();
        return { fingerprints: fingerprints.map((column) => column[row]), features: features[row], bytes };
      }),
    );
    const again = [...index.ids].map((_, document) => {
      const set = index.set(document);
      const bytes = inBase64(set.view());
      set.dispose();
      return bytes;
    });
    expect(again).toEqual(all.map(({ bytes }) => bytes));
    return all.map((one, i) => ({ id: index.ids.at(i), ...one }));
  } finally {
    index.close();
  }
}

function expected({ id, text }: Text) {
  const fingerprints = new BigUint64Array(REPEATS);
  const set = fingerprinter.featureSet(text, fingerprints);
  const bytes = inBase64(set.view());
  set.dispose();
  return { id, fingerprints: [...fingerprints], features: set.features, bytes };
}

describe('an index of what was seen', () => {
  it('gives back the ids, fingerprints and features of any texts', () => {
    const texts = fc.array(fc.record({ id: fc.oneof(fc.string({ unit: 'binary' }), fc.integer()), text: anyText }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, (all) => {
        expect(readAll(save('seen.index', all))).toEqual(all.map(expected));
      }),
      { numRuns: 60 },
    );
  });

  it('has room for documents that are larger than its frames', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i} w${i % 99}`).join(' ');
    const texts = [400, 40_000, 3, 20_000, 0, 9].map((count, id) => ({ id, text: words(count) }));
    const path = save('seen.index', texts);
    expect(readFileSync(path).length).toBeGreaterThan(4 * PORTION);
    expect(readAll(path)).toEqual(texts.map(expected));
  });

  it('has room for more documents than are read at once', () => {
    const texts = Array.from({ length: 600 }, (_, id) => ({ id, text: `one of many, namely number ${id}` }));
    expect(readAll(save('seen.index', texts))).toEqual(texts.map(expected));
  });

  it('is read some documents at a time, and fewer where they are large', () => {
    const large = Array.from({ length: 40_000 }, (_, i) => `w${i} w${i % 99}`).join(' ');
    const texts = Array.from({ length: 309 }, (_, id) => ({ id, text: id < 9 ? large : `number ${id}` }));
    const index = open(save('seen.index', texts));
    const lengths = [...index.portions()].map(({ length }) => length);
    index.close();
    const many = lengths.indexOf(256);
    expect(lengths.slice(0, many).every((length) => length > 1 && length < 9)).toBe(true);
    expect([many > 0, lengths.reduce((sum, length) => sum + length)]).toEqual([true, 309]);
  });

  it('has frames of one length, but for the last, wherever its records end', () => {
    for (const records of [[PORTION - 1, 1, PORTION, 5], [PORTION], [2 * PORTION - 1, 2], []]) {
      const lengths: number[] = [];
      const reader = new FrameReader(indexCore(), 'SeenIndex', (type, payload) => {
        if (type === RECORDS) lengths.push(payload.length);
      });
      const writer = new SeenWriter({ recipe: 'words/2', repeats: 1 }, (bytes) => reader.push(bytes));
      for (const length of records) writer.add(new Uint8Array(length));
      writer.end();
      reader.finish();
      const all = records.reduce((sum, length) => sum + length, 0);
      const last = all % PORTION;
      expect(lengths).toEqual([...Array(Math.floor(all / PORTION)).fill(PORTION), ...(last > 0 ? [last] : [])]);
    }
  });

  it('says of features that occur as often as their neighbours how often that is once', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `w${i}`).join(' ');
    const set = fingerprinter.featureSet(text);
    const count = new DataView(set.view().slice().buffer).getUint32(0, true);
    const fingerprints = BigUint64Array.of(1n, 2n, 3n, 4n);
    const record = encodeRecord('a', fingerprints.subarray(1), set);
    expect(count).toBeGreaterThan(999);
    expect(record.length).toBeLessThan(12 + 3 + 8 * REPEATS + 8 + 8 * count + 100);
    expect(record).toEqual(encodeRecord('a', fingerprints.slice(1), set));
    set.dispose();
  });

  it('that cannot be read is an error that names it, and leaves no file open', () => {
    const path = save('seen.index', [{ id: 'a', text: 'It rained all night in the hills above the town.' }]);
    mkdirSync(folder.at('folder.index'));
    folder.write('other.index', 'no index');
    const before = freeNumbers(path);
    expect(() => open(folder.at('folder.index'))).toThrow(/^Cannot read .*folder\.index: it is a folder/);
    expect(() => open(folder.at('other.index'))).toThrow(CorruptDataError);
    expect(() => open(path, 'words/1')).toThrow('made by the recipe');
    expect(freeNumbers(path)).toEqual(before);
    const index = open(path);
    for (const portion of index.portions()) portion.set(0).dispose();
    index.close();
    const writer = new SeenWriter({ recipe: 'words/2', repeats: REPEATS }, () => undefined);
    expect(() => index.copyTo(writer)).toThrow(InputError);
  });

  it('that is cut off while it is read is an error that names it', () => {
    const path = save('seen.index', [{ id: 'a', text: 'It rained all night in the hills above the town.' }]);
    const index = open(path);
    truncateSync(path, 300);
    expect(() => [...index.portions()]).toThrow(/seen\.index: .*cut off while it was being read/);
    index.close();
    index.close();
  });

  it('is refused, by its name, whichever byte of it is changed and wherever it is cut off', () => {
    const path = save('seen.index', [
      { id: 'a', text: 'one two one three' },
      { id: 2, text: '' },
    ]);
    const whole = readFileSync(path);
    const attempt = (bytes: Uint8Array) => {
      writeFileSync(path, bytes);
      let error: unknown;
      try {
        readAll(path);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(CorruptDataError);
      expect((error as Error).message).toContain(path);
    };
    for (let at = 0; at < whole.length; at++) {
      for (const bit of [1, 0x80]) attempt(whole.map((byte, i) => (i === at ? byte ^ bit : byte)));
      attempt(whole.subarray(0, at));
    }
    attempt(Buffer.concat([whole, Buffer.of(0)]));
    writeFileSync(path, whole);
    expect(readAll(path).length).toBe(2);
  });

  it('of false lengths and counts is refused, even if all checksums are right', () => {
    const description = { recipe: fingerprinter.recipeId, repeats: REPEATS };
    const set = fingerprinter.featureSet('one two one three');
    const record = encodeRecord('a', new BigUint64Array(REPEATS), set);
    const written = (...records: Uint8Array[]) => {
      const chunks: Uint8Array[] = [];
      const writer = new SeenWriter(description, (bytes) => chunks.push(bytes.slice()));
      for (const one of records) writer.add(one);
      writer.end();
      return folder.write('seen.index', Buffer.concat(chunks));
    };
    expect(readAll(written(record, record)).length).toBe(2);
    for (let at = 0; at < record.length; at++) {
      const changed = record.map((byte, i) => (i === at ? 255 : byte));
      try {
        readAll(written(changed, record));
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptDataError);
      }
    }
    for (let end = 4; end < record.length; end++) {
      const cut = record.slice(0, end);
      new DataView(cut.buffer).setUint32(0, end - 4, true);
      expect(() => readAll(written(cut))).toThrow(CorruptDataError);
    }
    // The last run of features that occur as often.
    for (const [length, why] of [
      [99, 'more features of a document are counted than there are'],
      [0, 'features of a document are not counted'],
    ] as const) {
      const changed = record.slice();
      new DataView(changed.buffer).setUint32(record.length - 4, length, true);
      expect(() => readAll(written(changed))).toThrow(why);
    }
    const garbled = record.slice();
    // Between the quotes.
    garbled[13] = 0xff;
    expect(() => readAll(written(garbled))).toThrow('an id in it cannot be read');
    const unnamed = encodeRecord(null as unknown as Id, new BigUint64Array(REPEATS), set);
    expect(() => readAll(written(unnamed))).toThrow('an id in it is neither a string nor a number');
    expect(() => readAll(written(record.subarray(0, -1)))).toThrow(CorruptDataError);
    expect(() => readAll(written(Uint8Array.of(9)))).toThrow(CorruptDataError);
    expect(() => readAll(written(Uint8Array.of(255, 255, 255, 255, 0)))).toThrow('one of its documents is cut off');
    set.dispose();
  });

  it('of other frames is refused, even if all checksums are right', () => {
    type Frame = readonly [type: number, payload: Uint8Array];
    const frame = (type: number, value: object): Frame => [type, new TextEncoder().encode(JSON.stringify(value))];
    const said = { recipe: fingerprinter.recipeId, repeats: REPEATS };
    const set = fingerprinter.featureSet('one two one three');
    const record = encodeRecord('a', new BigUint64Array(REPEATS), set);
    set.dispose();
    const records: Frame = [RECORDS, record];
    const [described, counted] = [frame(DESCRIPTION, said), frame(COUNT, { documents: 1 })];
    const read = (...frames: Frame[]) => {
      const writer = new FrameWriter(indexCore());
      const bytes = frames.map(([type, payload]) => writer.frame(type, payload));
      return readAll(folder.write('seen.index', Buffer.concat([writer.head('SeenIndex'), ...bytes, writer.end()])));
    };
    expect(read(described, records, counted)).toHaveLength(1);
    const unknown = 'it has frames that are unknown';
    for (const [why, ...frames] of [
      ['it does not say what it holds', described, records],
      ['it does not say what it holds', counted],
      [unknown, described, described, records, counted],
      [unknown, records, described, counted],
      [unknown, described, counted, records],
      [unknown, described, records, counted, counted],
      ['its frames have other lengths', described, records, records, frame(COUNT, { documents: 2 })],
      ['it holds more than its documents', described, [RECORDS, Buffer.concat([record, record])], counted],
      ['how many documents it holds', described, records, frame(COUNT, { documents: -1 })],
      ['it names no recipe', frame(DESCRIPTION, { ...said, recipe: 5 }), records, counted],
      ['how many fingerprints a document has', frame(DESCRIPTION, { ...said, repeats: 0.5 }), records, counted],
    ] as const) {
      expect(() => read(...frames)).toThrow(CorruptDataError);
      expect(() => read(...frames)).toThrow(why);
    }
  });
});

describe('the fingerprints of an index', () => {
  const texts = [{ id: 'a', text: 'some words that are here' }];

  it('may be more than a run needs, and not less', () => {
    const path = save('seen.index', texts);
    const index = new SeenIndex(path, fingerprinter.recipeId, REPEATS - 1);
    const [counted] = [...index.portions()];
    expect(counted!.fingerprints.map(([one]) => one)).toEqual(expected(texts[0]!).fingerprints.slice(0, -1));
    expect(index.repeats).toBe(REPEATS);
    counted!.set(0).dispose();
    index.close();
    expect(() => new SeenIndex(path, fingerprinter.recipeId, REPEATS + 1)).toThrow(
      'has 3 fingerprints of each document',
    );
  });
});

it.each([
  ['dedupe', 'seen.index', '--format', 'jsonl'],
  ['dedupe', 'seen.index'],
  ['fingerprint', 'seen.index.gz'],
  ['search', 'seen.index', 'new.txt'],
  ['store', 'import', 'store', 'seen.index'],
])('an index in place of what it was made of is an error that says what it is for: %s %s %s', (...args) => {
  folder.write('seen.index.gz', gzipSync(readFileSync(save('seen.index', [{ id: 'a', text: 'some words' }]))));
  folder.write('new.txt', 'some words');
  const { status, stderr } = folder.run(...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^hammingbird: Cannot read seen\.index(\.gz)?: it is an index, .* --against; .*\n$/);
});

describe('--against an index', () => {
  const lines = readFileSync(NEWS, 'utf8').trimEnd().split('\n');
  const OUTPUTS = ['kept', 'removed', 'pairs', 'groups', 'all'];
  const outputs = (name: string) => [
    ...['-o', `${name}-kept`, '--removed', `${name}-removed`, '--pairs', `${name}-pairs`],
    ...['--groups', `${name}-groups`, '--annotate', `${name}-all`],
  ];

  function run(...args: string[]) {
    const result = folder.run('dedupe', ...args);
    expect([result.status, result.status === 0 ? '' : result.stderr]).toEqual([0, '']);
    return result;
  }

  it.each([
    { options: [] },
    { options: ['--rule', 'complete', '--keep', 'longest', '--distance', '16'] },
    { options: ['--rule', 'components', '--recipe', 'mfonda', '--threshold', '0.5'] },
  ])('$options decides as with the corpus, day after day', ({ options }) => {
    const days = [0, 1].map((day) => lines.filter((_, i) => (i * 7) % 3 < 2 - day));
    for (const [day, content] of days.entries()) {
      folder.write('day.jsonl', content.join('\n'));
      run('day.jsonl', '--against', 'seen.jsonl', '--update', ...outputs('corpus'), ...options);
      run('day.jsonl', '--against', 'seen.index', '--update', ...outputs('index'), ...options);
      for (const output of OUTPUTS) expect(folder.read(`index-${output}`)).toBe(folder.read(`corpus-${output}`));
      if (day > 0) expect(folder.read('index-removed')).toContain('"reference":true');
    }
  });

  it('leaves it as it was if anything fails, or without --update', () => {
    run(NEWS, '--against', 'seen.index', '--update');
    const before = readFileSync(folder.at('seen.index'));
    folder.write('new.jsonl', '{"id": 1, "text": "something that nobody has ever seen before this day"}');
    folder.run('dedupe', 'new.jsonl', '--against', 'seen.index', '--update', '-o', 'none/kept.jsonl');
    run('new.jsonl', '--against', 'seen.index', '--update', '--dry-run');
    expect(readFileSync(folder.at('seen.index')).equals(before)).toBe(true);
    expect(folder.names()).toEqual(['new.jsonl', 'seen.index']);
    run('new.jsonl', '--against', 'seen.index', '--update');
    expect(run('new.jsonl', '--against', 'seen.index').stdout).toBe('');
  });

  it('begins as version 1 of the format says', () => {
    run(NEWS, '--against', 'seen.index', '--update');
    expect(Array.from(readFileSync(folder.at('seen.index')).subarray(8, 16))).toEqual([1, 0, 0, 0, 3, 0, 0, 0]);
  });

  it('is known by its bytes, whatever its name', () => {
    run(NEWS, '--against', 'seen.index', '--update');
    folder.write('renamed', readFileSync(folder.at('seen.index')));
    expect(run(NEWS, '--against', 'renamed', '--update').stdout).toBe('');
  });

  it('that was made otherwise, or is something else, is an error that says so', () => {
    run(NEWS, '--against', 'seen.index', '--update');
    const documents = new DocumentIndex({ maxDistance: 3 });
    documents.add('a', 'some text of a few words');
    saveIndex(documents, folder.at('documents.index'));
    folder.write('text.index', 'no index at all');
    for (const [args, status, why] of [
      [['seen.index', '--recipe', 'words'], 2, '--recipe words: The index seen.index was made by the recipe '],
      [['documents.index'], 1, 'documents.index: This is no index that was saved whole: it holds DocumentIndex'],
      [['text.index'], 1, 'text.index: This is no index that was saved whole'],
      [['gone.index'], 1, 'Cannot read gone.index: there is no such file'],
      [['seen.index', '--window', '1d', '--time', 'time'], 2, '--window needs the times of all documents'],
    ] as const) {
      const result = folder.run('dedupe', NEWS, '--against', ...args, '-o', 'kept.jsonl');
      expect([result.status, result.stderr]).toEqual([status, expect.stringContaining(why)]);
    }
    expect(() => new SeenIndex(folder.at('seen.index'), 'words/2', 1)).toThrow('made by the recipe');
    expect(folder.names()).not.toContain('kept.jsonl');
  });

  it('that --distance auto began for few documents is too little for many, and the error says what is the same for any', () => {
    const documents = (count: number) =>
      Array.from({ length: count }, (_, i) => `{"id":"${i}","text":"document number ${i} of many"}\n`).join('');
    const run = (...options: string[]) =>
      folder.run('dedupe', 'today.jsonl', '--against', 'seen.index', '--update', '-o', 'new.jsonl', ...options);
    folder.write('today.jsonl', documents(100));
    expect(run('--distance', 'auto').status).toBe(0);
    expect(run('--distance', 'auto', '--dry-run').stderr).toContain('plan: for 200 documents 1 fingerprint');
    folder.write('today.jsonl', documents(30_000));
    const { status, stderr } = run('--distance', 'auto');
    expect([status, stderr]).toEqual([1, expect.stringContaining('seen.index has 1 fingerprint of each document')]);
    expect(stderr).toContain('--distance 8 --recall 0.9 needs the same for any');
    const plans = [100, 30_000].map((count) => {
      folder.write('today.jsonl', documents(count));
      return run('--distance', '8', '--recall', '0.9', '--dry-run').stderr.match(
        /\d+ fingerprints? within \d+ bits/,
      )?.[0];
    });
    expect(plans[0]).toContain('within 8 bits');
    expect(plans[1]).toBe(plans[0]);
  });

  it('goes with a report and with --contain, which say that it has no texts', () => {
    run(NEWS, '--against', 'seen.index', '--update');
    const more = ['--contain', '0.9', '--report', 'report.html', '-o', 'kept.jsonl'];
    const { stderr } = run(NEWS, '--against', 'seen.index', ...more);
    expect(stderr).toContain('documents of the index have no texts in which others could be found');
    const page = folder.read('report.html');
    expect(page).toContain('(the reference is an index, which has no texts)');
    expect(page).toContain('The reference is an index of fingerprints and features, without texts');
  });
});
