// Every format that the command reads and writes, compressed or not, from files and through pipes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { parquetMetadata, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Corpus, type CorpusOptions } from '../../src/io/corpus.ts';
import { PAGES_HERE } from '../../src/io/formats/page-text.ts';
import { sizeOfFile } from '../../src/io/inputs.ts';
import { fieldsNamed } from '../../src/io/records.ts';
import { Folder, jsonLines, MAIN } from '../support/command.ts';
import * as make from '../support/format-files.ts';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

const documents = [
  { id: 'a', text: 'Plain words, and a comma.' },
  { id: 'b', text: 'Two lines\nof “text”, said "she"; 中文 too' },
  { id: 'c', text: 'caf\u00e9 \ud83d\ude00 & <angle> brackets' },
  { id: 'd', text: 'back\\slash \\n and a tab\there' },
  { id: 'e', text: 'the last one' },
];

/** What a corpus finds, and that it finds the same again, in any order. */
async function read(inputs: readonly string[], options: Partial<CorpusOptions> = {}) {
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
      ids: corpus.ids.map(within),
      texts,
      records,
      rejects: corpus.rejects.map(
        ({ place, reason }) => `${within(place)}: ${reason.replaceAll(`${folder.path}/`, '')}`,
      ),
    };
  } finally {
    corpus.close();
  }
}

const texts = documents.map(({ text }) => text);
const squeezed = texts.map((text) => text.replace(/\s+/g, ' '));

const FILES = {
  'c.jsonl': make.jsonl(documents),
  'c.ndjson': make.jsonl(documents),
  'c.json': make.json(documents),
  'lines.json': make.jsonl(documents),
  'c.csv': make.csv(documents),
  'semicolons.csv': make.csv(documents, ';'),
  'tabs.csv': make.csv(documents, '\t'),
  'c.tsv': make.csv(documents, '\t'),
  'c.parquet': make.parquet(documents),
  'c.warc': make.warc(documents),
} as const;

describe.each(Object.entries(FILES))('%s', (name, content) => {
  const expected = name.endsWith('.warc') ? squeezed : texts;

  it.each([
    ['as it is', '', (bytes: Buffer) => bytes],
    ['in gzip', '.gz', make.gzip],
    ['in Zstandard', '.zst', make.zstd],
    ['in a compression that its name does not tell', '', make.gzip],
  ])('is read %s', async (_, extension, compress) => {
    folder.write(name + extension, compress(Buffer.from(content)));
    const found = await read([name + extension]);
    expect(found.ids).toEqual(documents.map(({ id }) => id));
    expect(found.texts).toEqual(expected);
    expect(found.records).toEqual(documents.map(({ id }, i) => ({ id, text: expected[i] })));
    expect(found.rejects).toEqual([]);
  });
});

it.each([
  ['n.jsonl', '{"id": "a", "text": "one"}\n{"id": null, "text": "two"}\n{"text": "three"}\n'],
  ['n.json', '[{"id": "a", "text": "one"}, {"id": null, "text": "two"}, {"text": "three"}]'],
  ['n.csv', 'id,text\na,one\n,two\n"",three\n'],
  [
    'n.parquet',
    Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: ['a', null, null], type: 'STRING' },
          { name: 'text', data: ['one', 'two', 'three'], type: 'STRING' },
        ],
      }),
    ),
  ],
])(
  'in %s the place of a record stands for an id that has no value, unless the field was named',
  async (name, content) => {
    folder.write(name, content);
    const first = name === 'n.csv' ? 2 : 1;
    const found = await read([name]);
    expect([found.ids, found.rejects]).toEqual([['a', `${name}:${first + 1}`, `${name}:${first + 2}`], []]);
    const named = await read([name], { fields: fieldsNamed('id', 'text') });
    expect(named.ids).toEqual(name === 'n.csv' ? ['a', '', ''] : ['a']);
  },
);

it('Parquet with the metadata of GeoParquet has the columns of its schema, read and written', async () => {
  const geo = { version: '1.0.0', columns: { shape: { encoding: 'WKB', geometry_types: [] } } };
  const point = Buffer.from('0101000000000000000000f03f0000000000000040', 'hex');
  const file = parquetWriteBuffer({
    columnData: [
      { name: 'text', data: ['one', 'one', 'two'], type: 'STRING' },
      { name: 'shape', data: [point, point, null], type: 'BYTE_ARRAY' },
    ],
    kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
  });
  folder.write('places.parquet', Buffer.from(file));
  folder.run('dedupe', 'places.parquet', '-o', 'kept.parquet');
  const written = readFileSync(folder.at('kept.parquet'));
  const kept = written.buffer.slice(written.byteOffset, written.byteOffset + written.length);
  const unmarked = { geoparquet: false };
  expect(parquetMetadata(kept, unmarked).schema).toEqual(parquetMetadata(file, unmarked).schema);
  expect((await read(['kept.parquet'])).records).toHaveLength(2);
});

it('Parquet in LZ4 with a column of nulls, whose pages are empty, is read', async () => {
  // pyarrow.parquet.write_table(table, file, compression='lz4', store_schema=False, write_statistics=False)
  folder.write(
    'nulls.parquet',
    Buffer.from(
      'UEFSMRUEFS4VMkwVBBUAEgAA8AgIAAAAb25lIHRleHQHAAAAYW5vdGhlchUAFRIVFCwVBBUQFQYVBhwAAACQAgAAAAQBAQMCFQQVABUCTBUAFQAS' +
        'AAAAFQAVDhUQLBUEFRAVBhUGHAAAAHACAAAABAAAFQQZPDUAGAZzY2hlbWEVBAAVDCUCGAR0ZXh0JQBMHAAAABUMJQIYBG5vdGUlAEwcAAAA' +
        'FgQZHBksJgAcFQwZNQAGEBkYBHRleHQVDhYEFoIBFogBJlYmCCksFQQVABUCABUAFRAVAgA8Fh4ZBhkmAAQAAAAmABwVDBk1AAYQGRgEbm90' +
        'ZRUOFgQWUBZUJq4BJpABKSwVBBUAFQIAFQAVEBUCADwWABkGGSYEAAAAABbSARYEJggW3AEAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9u' +
        'IDI2LjAuMRksHAAAHAAAAOUAAABQQVIx',
      'base64',
    ),
  );
  expect((await read(['nulls.parquet'])).records).toEqual([
    { text: 'one text', note: null },
    { text: 'another', note: null },
  ]);
});

it.each([
  ['commas', '"last, first";text\n"Strake, Lemuel";postman\n', { 'last, first': 'Strake, Lemuel', text: 'postman' }],
  ['a line end', '"of\nwhom";text\nStrake;postman\n', { 'of\nwhom': 'Strake', text: 'postman' }],
  ['semicolons', '"a;b",text\n1,"c;d"\n', { 'a;b': '1', text: 'c;d' }],
  ['empty lines before them, but nothing', '\r\n\nid;text\n1;one\n', { id: '1', text: 'one' }],
  ['all others, where it is a bar,', '"a;b,c"|text\n1|"c|d"\n', { 'a;b,c': '1', text: 'c|d' }],
])('CSV has the delimiter of its header, whose names may have %s in quotes', async (_, content, record) => {
  folder.write('t.csv', content);
  expect((await read(['t.csv'])).records).toEqual([record]);
});

describe('how far inputs have been read is told', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ id: `${i}`, text: `The ${i}th text of very many.` }));
  const plainResponse = ({ id, text }: (typeof many)[number]) =>
    make.warcResponse(`http://site/${id}`, ['Content-Type: text/plain'], Buffer.from(text));

  it.each([
    ['m.jsonl', make.jsonl(many)],
    ['m.jsonl.gz', make.gzip(make.jsonl(many))],
    ['m.json', make.json(many)],
    ['m.csv', make.csv(many)],
    ['m.parquet', make.parquet(many, 1000)],
    ['m.warc', Buffer.concat(many.map(plainResponse))],
  ])('in bytes of %s', async (name, content) => {
    folder.write('first.jsonl.gz', make.gzip(make.jsonl(documents)));
    folder.write(name, content);
    const corpus = new Corpus([folder.at('first.jsonl.gz'), folder.at(name)], {
      fields: fieldsNamed(undefined, 'text'),
    });
    const before = sizeOfFile(folder.at('first.jsonl.gz'));
    const size = Buffer.byteLength(content);
    const off: number[] = [];
    for await (const { number } of corpus.read())
      off.push(corpus.bytesRead - before - (size * (number - 5)) / many.length);
    // Texts come in portions, and so does what is told: never less than was given, and never much more.
    expect(Math.min(...off)).toBeGreaterThan(-0.03 * size);
    expect(Math.max(...off)).toBeLessThan(0.5 * size);
    expect(corpus.bytesRead).toBe(before + size);
    corpus.close();
  });
});

it.each([
  ['csv', 'a,b\n1,2\n'],
  ['json', '[1, 2'],
  ['parquet', 'no Parquet, and long enough'],
])('what comes through a pipe and is no %s is called standard input', (format, input) => {
  const { status, stderr } = folder.runWith({ input }, 'dedupe', '-', '--format', format);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^hammingbird: Cannot read standard input\b/)]);
});

it('what comes through a pipe and is not JSONL is refused with a hint', () => {
  const { status, stderr } = folder.runWith({ input: make.csv(documents) }, 'dedupe', '-');
  expect(status).toBe(1);
  expect(stderr).toContain(
    'There is no document in standard input. Standard input is JSONL unless --format says otherwise.',
  );
});

it.each([
  ['jsonl', make.jsonl(documents)],
  ['csv', make.csv(documents)],
  ['parquet', make.parquet(documents)],
  ['warc', make.warc(documents)],
] as const)('%s comes through a pipe, compressed', (format, content) => {
  const args = ['dedupe', '-', '--format', format, '--output-format', 'jsonl'];
  const { status, stdout } = folder.runWith({ input: make.gzip(content) }, ...args);
  expect([status, jsonLines(stdout).map(({ id }) => id)]).toEqual([0, documents.map(({ id }) => id)]);
});

it.runIf(process.platform === 'linux').each([
  ['lines', make.jsonl(documents)],
  ['compressed data', make.gzip(make.jsonl(documents))],
])('a file behind standard input, of %s, is read from where others have read it to', (_, content) => {
  const first = '{"id":"first","text":"a line that another program takes"}\n';
  folder.write('all', Buffer.concat([Buffer.from(first), Buffer.from(content)]));
  const command = `{ read -r; "${process.execPath}" "${MAIN}" fingerprint -; } < all`;
  const { status, stdout } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
  expect([status, jsonLines(stdout).map(({ id }) => id)]).toEqual([0, documents.map(({ id }) => id)]);
});

it('Zstandard data of real compressors, in several frames, is read', async () => {
  folder.write('two.jsonl.zst', Buffer.concat([make.ZSTD_FRAME, make.ZSTD_FRAME]));
  expect((await read(['two.jsonl.zst'])).texts).toEqual(Array(2).fill('tick tock tick tock tick tock'));
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (content: string) => Buffer };
  if (zstdCompressSync === undefined) return;
  folder.write('node.jsonl.zst', zstdCompressSync(make.jsonl(documents)));
  expect((await read(['node.jsonl.zst'])).texts).toEqual(texts);
});

it('Zstandard data that begins with a frame to be passed over, as that of pzstd does, is read', async () => {
  const frame = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
  const data = make.zstd(make.jsonl(documents));
  folder.write('p.jsonl.zst', Buffer.concat([frame, data]));
  expect((await read(['p.jsonl.zst'])).texts).toEqual(texts);
});

describe('plain lines', () => {
  it('are documents, but for empty ones', async () => {
    folder.write('titles.txt', '\ufefffirst title\r\n\r\nsecond title\n  \nthird');
    const { ids, texts } = await read(['titles.txt'], { format: 'lines' });
    expect(texts).toEqual(['first title', 'second title', 'third']);
    expect(ids).toEqual(['titles.txt:1', 'titles.txt:3', 'titles.txt:5']);
  });
});

describe('JSON arrays', () => {
  it('are read element by element, wherever pieces of the file end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'binary' }), more: fc.jsonValue() })),
        async (all) => {
          fc.pre(all.length > 0);
          folder.write('any.json', JSON.stringify(all, undefined, all.length % 3));
          const { records, rejects } = await read(['any.json']);
          expect(rejects).toEqual([]);
          expect(records).toEqual(JSON.parse(JSON.stringify(all)));
        },
      ),
      { numRuns: 50 },
    );
    folder.write('long.json', JSON.stringify(Array.from({ length: 9 }, (_, i) => ({ text: `${i}`.repeat(300_000) }))));
    expect((await read(['long.json'])).texts.map((text) => text[0])).toEqual([...'012345678']);
  });
});

describe('JSON arrays with a byte order mark', () => {
  const array = `\ufeff${make.json(documents)}`;

  it.each([
    ['a.json', array],
    ['a.json.gz', make.gzip(array)],
    ['lines.json', `\ufeff${make.jsonl(documents)}`],
  ])('are read without it: %s', async (name, content) => {
    folder.write(name, content);
    expect(await read([name])).toMatchObject({ texts, rejects: [] });
  });

  it('are read without it from standard input', () => {
    const { stdout } = folder.runWith({ input: array }, 'dedupe', '-', '--format', 'json', '--output-format', 'jsonl');
    expect(jsonLines(stdout).map(({ text }) => text)).toEqual(texts);
  });
});

describe('ids that are large numbers', () => {
  const large = '1234567890123456789';

  it('are the strings of their digits, not rounded, wherever else such a number stands', async () => {
    const lines = [
      `{"id": ${large}, "text": "a"}`,
      `{"more": {"id":1234567890123456788}, "text": "\\"id\\": 1234567890123456787", "\\u0069d":${large}}`,
      '{"id":-9007199254740993,"text":"a"}',
      '{"id":9007199254740991,"text":"a"}',
      '{"id":0.5,"text":"a"}',
    ];
    const ids = [large, large, '-9007199254740993', 9007199254740991, 0.5];
    folder.write('t.jsonl', lines.join('\n'));
    folder.write('t.json', `[${lines.join()}]`);
    expect(await read(['t.jsonl'])).toMatchObject({ ids, rejects: [] });
    expect(await read(['t.json'])).toMatchObject({ ids, rejects: [] });
  });

  it('tell documents apart in what is written, and in what is read of that', () => {
    const text = 'one two three four five six seven eight nine ten';
    folder.write('t.jsonl', `{"id":${large},"text":"${text}"}\n{"id":1234567890123456788,"text":"${text}"}\n`);
    folder.run('dedupe', 't.jsonl', '-o', 'kept.jsonl', '--pairs', 'pairs.jsonl');
    expect(folder.records('pairs.jsonl')).toMatchObject([{ a: large, b: '1234567890123456788' }]);
    folder.write('numbers.jsonl', folder.read('pairs.jsonl').replaceAll(/"(\d+)"/g, '$1'));
    const verdicts = folder.run('decide', 'pairs.jsonl').stdout;
    expect(jsonLines(verdicts).map(({ id }) => id)).toEqual([large, '1234567890123456788']);
    expect(folder.run('decide', 'numbers.jsonl').stdout).toBe(verdicts);
  });

  it('are not rounded as decimals of Parquet either, nor is any other decimal', async () => {
    const bytesOf = (value: bigint) => Buffer.from(BigInt.asUintN(128, value).toString(16).padStart(32, '0'), 'hex');
    const decimal = { converted_type: 'DECIMAL', repetition_type: 'OPTIONAL', precision: 18 } as const;
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 5 },
      { ...decimal, name: 'id', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, precision: 38 },
      { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { ...decimal, name: 'price', type: 'INT32', scale: 2, precision: 9 },
      { ...decimal, name: 'share', type: 'INT64', scale: 6 },
      { ...decimal, name: 'sum', type: 'BYTE_ARRAY', scale: 2 },
    ];
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const bare = schema.map(
      ({ converted_type, ...element }): SchemaElement =>
        converted_type === 'UTF8' ? { ...element, converted_type } : element,
    );
    const writer = new ParquetWriter({ writer: bytes, schema: bare, statistics: false });
    const columnData = [
      { name: 'id', data: [bytesOf(12345678901234567890n), bytesOf(12345678901234567891n), bytesOf(-7n)] },
      { name: 'text', data: ['a text', 'another text', 'a third'] },
      { name: 'price', data: [123412, null, -5] },
      { name: 'share', data: [1n, -500_000n, 0n] },
      { name: 'sum', data: [bytesOf(12345678901234567812n), Buffer.from('A'), Uint8Array.of(255)] },
    ];
    writer.write({ columnData });
    writer.schema = schema;
    writer.finish();
    folder.write('t.parquet', Buffer.from(bytes.getBuffer()));
    const { ids, records } = await read(['t.parquet']);
    expect(ids).toEqual(['12345678901234567890', '12345678901234567891', -7]);
    expect(records).toEqual([
      { id: '12345678901234567890', text: 'a text', price: 1234.12, share: 0.000001, sum: '123456789012345678.12' },
      { id: '12345678901234567891', text: 'another text', price: null, share: -0.5, sum: 0.65 },
      { id: -7, text: 'a third', price: -0.05, share: 0, sum: -0.01 },
    ]);
  });

  it('nor are decimals within lists, structures and maps, and intervals are read', async () => {
    const optional = { repetition_type: 'OPTIONAL' } as const;
    const decimal = { ...optional, converted_type: 'DECIMAL', type: 'INT64', scale: 2, precision: 18 } as const;
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 6 },
      { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { ...optional, name: 'pair', num_children: 2 },
      { ...decimal, name: 'price' },
      { ...optional, name: 'name', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      { ...optional, name: 'list', converted_type: 'LIST', num_children: 1 },
      { repetition_type: 'REPEATED', name: 'list', num_children: 1 },
      { ...decimal, name: 'element' },
      { ...optional, name: 'map', converted_type: 'MAP', num_children: 1 },
      { repetition_type: 'REPEATED', name: 'key_value', num_children: 2 },
      { repetition_type: 'REQUIRED', name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      { ...decimal, name: 'value' },
      { ...optional, name: 'took', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'INTERVAL' },
      { ...optional, name: 'document', type: 'BYTE_ARRAY', converted_type: 'BSON' },
    ];
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const bare = schema.map(({ converted_type, ...element }): SchemaElement => {
      const isKept = converted_type === 'UTF8' || converted_type === 'LIST' || converted_type === 'MAP';
      return isKept ? { ...element, converted_type } : element;
    });
    const writer = new ParquetWriter({ writer: bytes, schema: bare, statistics: false });
    const took = Buffer.alloc(12);
    for (const [at, value] of [14, 3, 1500].entries()) took.writeUint32LE(value, 4 * at);
    writer.write({
      columnData: [
        { name: 'text', data: ['a text', 'another text'] },
        { name: 'pair', data: [{ price: 57n, name: 'a' }, null] },
        { name: 'list', data: [[29n, null, 1234567890123456789n], null] },
        { name: 'map', data: [{ a: 113n, b: null }, null] },
        { name: 'took', data: [took, null] },
        { name: 'document', data: [Uint8Array.of(255), null] },
      ],
    });
    writer.schema = schema;
    writer.finish();
    folder.write('t.parquet', Buffer.from(bytes.getBuffer()));
    expect((await read(['t.parquet'])).records).toEqual([
      {
        text: 'a text',
        pair: { price: 0.57, name: 'a' },
        list: [0.29, null, '12345678901234567.89'],
        map: { a: 1.13, b: null },
        took: 'P14M3DT1.5S',
        document: '/w==',
      },
      { text: 'another text', pair: null, list: null, map: null, took: null, document: null },
    ]);
  });

  it('nor are keys of maps and times, of which two would become one', async () => {
    const required = { repetition_type: 'REQUIRED' } as const;
    const mapOf = (name: string, key: Partial<SchemaElement>): SchemaElement[] => [
      { repetition_type: 'OPTIONAL', name, converted_type: 'MAP', num_children: 1 },
      { repetition_type: 'REPEATED', name: 'key_value', num_children: 2 },
      { ...required, name: 'key', ...key },
      { ...required, name: 'value', type: 'INT32' },
    ];
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 6 },
      { ...required, name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      ...mapOf('prices', { type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 }),
      ...mapOf('times', { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' }),
      ...mapOf('spans', { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'INTERVAL' }),
      ...mapOf('names', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }),
      {
        ...required,
        name: 'at',
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
      },
    ];
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const bare = schema.map(({ converted_type, logical_type, ...element }): SchemaElement => {
      const isKept = converted_type === 'UTF8' || converted_type === 'MAP';
      return isKept ? { ...element, converted_type } : element;
    });
    const writer = new ParquetWriter({ writer: bytes, schema: bare, statistics: false });
    const entries = (...keys: unknown[]) => keys.map((key, value) => ({ key, value }));
    const month = Buffer.alloc(12);
    month.writeUint32LE(1);
    writer.write({
      columnData: [
        { name: 'text', data: ['a text', 'another text', 'a third'] },
        { name: 'prices', data: [entries(57n, 1234567890123456701n, 1234567890123456702n), [], null] },
        { name: 'times', data: [entries(1_700_000_000_123_456n, 1_700_000_000_123_457n, -1n), [], null] },
        { name: 'spans', data: [entries(month), [], null] },
        { name: 'names', data: [entries('a', '__proto__'), [], null] },
        { name: 'at', data: [1_700_000_000_123_456_789n, 1_700_000_000_123_456_000n, 1_700_000_000_123_000_000n] },
      ],
    });
    writer.schema = schema;
    writer.finish();
    folder.write('t.parquet', Buffer.from(bytes.getBuffer()));
    const { records } = await read(['t.parquet']);
    expect(records.map((record) => JSON.stringify(record))).toEqual([
      '{"text":"a text","prices":{"0.57":0,"12345678901234567.01":1,"12345678901234567.02":2},' +
        '"times":{"2023-11-14T22:13:20.123456Z":0,"2023-11-14T22:13:20.123457Z":1,"1969-12-31T23:59:59.999999Z":2},' +
        '"spans":{"P1M0DT0S":0},"names":{"a":0,"__proto__":1},"at":"2023-11-14T22:13:20.123456789Z"}',
      '{"text":"another text","prices":{},"times":{},"spans":{},"names":{},"at":"2023-11-14T22:13:20.123456Z"}',
      '{"text":"a third","prices":null,"times":null,"spans":null,"names":null,"at":"2023-11-14T22:13:20.123Z"}',
    ]);
  });

  it('are malformed beyond all bounds', async () => {
    folder.write('t.jsonl', '{"id":1e999,"text":"a"}\n{"id":1,"text":"b"}\n');
    const why = 'field "id" is a number beyond all bounds; write ids like that as strings';
    expect(await read(['t.jsonl'])).toMatchObject({ ids: [1], rejects: [`t.jsonl:1: ${why}`] });
  });
});

describe('CSV', () => {
  it('of any cells is read as it was written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ';', ' ', '\t', 'é') });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), async (cells, end) => {
        const rows = cells.map((text, i) => `${i},"${text.replaceAll('"', '""')}"${end}`);
        folder.write('any.csv', `id,text${end}${rows.join('')}`);
        const found = await read(['any.csv']);
        expect([found.texts, found.ids]).toEqual([cells, cells.map((_, i) => `${i}`)]);
      }),
      { numRuns: 100 },
    );
  });

  it('has a byte order mark before the table alone: before a row it is of the first cell', async () => {
    folder.write('t.csv', '\ufefftext,note\n\ufeffa,x\nbro"ken,x\n\ufeffb,y\n');
    const { texts, records } = await read(['t.csv']);
    expect([texts, records.map(({ text }) => text)]).toEqual([
      ['\ufeffa', '\ufeffb'],
      ['\ufeffa', '\ufeffb'],
    ]);
  });
});

describe('fields and columns', () => {
  it.each(['t.jsonl', 't.json', 't.csv', 't.parquet'])('of %s may be named, and several texts joined', async (name) => {
    const rows = [
      { key: 'x', title: 'A title', body: 'a body' },
      { key: 'y', title: 'Another', body: 'its body' },
    ];
    const table = (column: 'key' | 'title' | 'body') => ({ name: column, data: rows.map((row) => row[column]) });
    const contents: Record<string, string | Uint8Array> = {
      't.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
      't.json': JSON.stringify(rows),
      't.csv': ['key,title,body', ...rows.map((row) => Object.values(row).join(','))].join('\n'),
      't.parquet': Buffer.from(parquetWriteBuffer({ columnData: [table('key'), table('title'), table('body')] })),
    };
    folder.write(name, contents[name]!);
    const { ids, texts } = await read([name], { fields: fieldsNamed('key', 'title, body') });
    expect([ids, texts]).toEqual([
      ['x', 'y'],
      ['A title\na body', 'Another\nits body'],
    ]);
    expect((await read([name], { fields: fieldsNamed(undefined, 'body') })).ids[1]).toMatch(
      new RegExp(`^${name}:\\d$`),
    );
  });

  it.each(['t.jsonl', 't.json', 't.parquet'])('of %s may be within others', async (name) => {
    const rows = [
      { meta: { url: 'x', text: { title: 'A title', body: 'a body' } } },
      { meta: { url: 'y', text: null } },
      { meta: null },
      { meta: { url: 'z', text: { title: null, body: 'its body' } } },
    ];
    const group = (field: string, children: number): SchemaElement => ({
      ...{ name: field, num_children: children, repetition_type: 'OPTIONAL' },
    });
    const string = (field: string): SchemaElement => ({
      ...{ name: field, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    });
    const schema = [
      group('root', 1),
      group('meta', 2),
      string('url'),
      group('text', 2),
      string('title'),
      string('body'),
    ];
    const columnData = [{ name: 'meta', data: rows.map(({ meta }) => meta) }];
    const contents: Record<string, string | Uint8Array> = {
      't.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
      't.json': JSON.stringify(rows),
      't.parquet': Buffer.from(parquetWriteBuffer({ columnData, schema })),
    };
    folder.write(name, contents[name]!);
    const fields = fieldsNamed('meta.url', 'meta.text.title,meta.text.body');
    const { ids, texts, rejects } = await read([name], { fields });
    expect([ids, texts]).toEqual([
      ['x', 'z'],
      ['A title\na body', 'its body'],
    ]);
    expect(rejects).toHaveLength(2);
    const { stderr } = folder.run('dedupe', name, '--text', 'meta.text');
    expect(stderr).toContain(name === 't.parquet' ? 'column "meta.text" is nested' : 'field "meta.text" is an object');
    expect(folder.run('dedupe', name).stderr).toContain('(there are: meta.url, meta.text.title, meta.text.body)');
  });

  it('within others are those that are called so, where there are such, and large numbers are not rounded', async () => {
    const lines = [
      '{"a":{"b":"inner","id":9007199254740993},"a.b":"outer"}',
      '{"a":{"b.c":{"d":"deep"},"id":9007199254740992}}',
    ];
    folder.write('t.jsonl', lines.join('\n'));
    const { ids, texts } = await read(['t.jsonl'], { fields: fieldsNamed('a.id', 'a.b,a.b.c.d') });
    expect([ids, texts]).toEqual([
      ['9007199254740993', '9007199254740992'],
      ['outer', 'deep'],
    ]);
  });
});

describe('folders and patterns', () => {
  it('hold files of several formats', async () => {
    folder.write('all/a.txt', 'a text');
    folder.write('all/b.jsonl.gz', make.gzip('{"id": "in b", "text": "a record"}\n'));
    folder.write('all/c/d.html', make.page('a page'));
    folder.write('all/c/e.txt.gz', make.gzip('a compressed text'));
    folder.write('all/f.pdf', '%PDF');
    folder.write('all/g.csv', 'id,text\ng1,a row\n');
    const { ids, records, rejects } = await read(['all']);
    expect(ids).toEqual(['all/a.txt', 'in b', 'all/c/d.html', 'all/c/e.txt.gz', 'g1']);
    expect(records.map(({ text }) => text)).toEqual(['a text', 'a record', 'a page', 'a compressed text', 'a row']);
    expect(rejects).toEqual([expect.stringMatching(/^all\/f\.pdf: \.pdf is not a format that is known/)]);
  });

  it('may be patterns', () => {
    for (const name of ['b.txt', 'a.txt', 'deep/c.txt', 'd.md']) folder.write(`some/${name}`, `the text of ${name}`);
    const found = (pattern: string) => jsonLines(folder.run('dedupe', pattern).stdout).map(({ id }) => id);
    expect(found('some/*.txt')).toEqual(['some/a.txt', 'some/b.txt']);
    expect(found('some/**/*.{txt,md}')).toEqual(['some/a.txt', 'some/b.txt', 'some/d.md', 'some/deep/c.txt']);
    folder.write('odd[1].txt', 'a name with brackets');
    expect(found('odd[1].txt')).toEqual(['odd[1].txt']);
    expect(folder.run('dedupe', 'none/*.txt').stderr).toBe('hammingbird: No file matches none/*.txt.\n');
  });
});

describe('encodings', () => {
  const text = 'Das Übermaß – “naïve” façade';

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), undefined],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), undefined],
    ['big-endian UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), undefined],
    ['UTF-16 that is told', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['windows-1252 that is told', windows1252(text), 'windows-1252'],
  ])('of text: %s', async (_, bytes, charset) => {
    folder.write('a.txt', bytes);
    const found = await read(['a.txt'], { charset });
    expect(found.records).toEqual([{ id: expect.anything(), text }]);
  });

  it('of records: what is read is written in UTF-8', async () => {
    folder.write('gb.csv', Buffer.concat([Buffer.from('id,text\n1,'), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])]));
    expect((await read(['gb.csv'], { charset: 'gb18030' })).texts).toEqual(['中文']);
    folder.write('latin.jsonl', windows1252(`{"text": "${text}"}\n`));
    const { stdout } = folder.run('dedupe', 'latin.jsonl', '--charset', 'windows-1252');
    expect(stdout).toBe(`{"text": "${text}"}\n`);
  });

  it.each([
    ['that a page declares', '<meta charset="windows-1252">'],
    [
      'that a page declares in the old way',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
    ],
    ['that a page does not declare', ''],
  ])('%s', async (_, meta) => {
    folder.write('p.html', windows1252(`<html><head>${meta}</head><body><p>${text}</p></body></html>`));
    expect((await read(['p.html'])).texts).toEqual([text]);
  });

  it('that is unknown is wrong usage; text that is no UTF-8 is passed over, for it could not be written unchanged', () => {
    const { status, stderr } = folder.run('dedupe', 'x', '--charset', 'utf-9');
    expect([status, stderr]).toEqual([2, expect.stringContaining('such as windows-1252')]);
    folder.write('t/latin.txt', windows1252(text));
    folder.write('t/utf8.txt', text);
    const found = folder.run('dedupe', 't');
    expect(jsonLines(found.stdout)).toEqual([{ id: 't/utf8.txt', text }]);
    expect(found.stderr).toContain('passed over t/latin.txt: not UTF-8; name its encoding with --charset');
  });
});

describe('what an encoding does not have', () => {
  /** «日本» in Shift JIS; 0xa0 is no character there, and 0xff is none in GB18030. */
  const shiftJis = (line: string): Buffer => Buffer.from(line.replaceAll('日本', '\x93\xfa\x96\x7b'), 'latin1');

  it('is passed over with its record, and listed', () => {
    folder.write('a.txt', shiftJis('the first 日本\nthe second \xa0\nthe third 日本\n'));
    const { stdout, stderr } = folder.run('dedupe', 'a.txt', '--format', 'lines', '--charset', 'shift_jis');
    expect(stdout).toBe('the first 日本\nthe third 日本\n');
    expect(stderr).toContain('passed over a.txt:2: not UTF-8; name its encoding with --charset, such as windows-1252');
    expect(stderr).toMatch(/^malformed +1 /m);
  });

  it('is in no text of its own', () => {
    folder.write('t/a.txt', shiftJis('日本 and \xff'));
    folder.write('t/b.txt', 'another text');
    const { stdout, stderr } = folder.run('dedupe', 't', '--charset', 'gb18030');
    expect(jsonLines(stdout).map(({ id }) => id)).toEqual(['t/b.txt']);
    expect(stderr).toContain('passed over t/a.txt: not UTF-8');
    expect(folder.run('dedupe', 't/a.txt', '--charset', 'gb18030').status).toBe(1);
  });

  it('is half of a pair in UTF-16, which is U+FFFD as in any other file', () => {
    folder.write('a.txt', Buffer.from('\ufeffhalf of a pair: \ud800', 'utf16le'));
    expect(jsonLines(folder.run('dedupe', 'a.txt').stdout).map(({ text }) => text)).toEqual(['half of a pair: \ufffd']);
  });
});

describe('records that are not UTF-8', () => {
  /** Different reports in Russian, in windows-1251, of which nothing but the figures is ASCII. */
  const reports = ['Заказ 12345 отправлен почтой', 'Возврат товара 12345 запрещён'].map(windows1251);
  const table = (rows: readonly Buffer[]): Buffer => {
    const lines = rows.flatMap((row, i) => [Buffer.from(`${i},`), row, Buffer.from('\n')]);
    return Buffer.concat([Buffer.from('id,text\n'), ...lines]);
  };
  const quoted = (row: Buffer): Buffer => Buffer.concat([Buffer.from('{"text": "'), row, Buffer.from('"}')]);

  it.each([
    ['a.csv', table(reports), 2],
    ['a.jsonl', Buffer.concat(reports.flatMap((row) => [quoted(row), Buffer.from('\n')])), 1],
    ['a.lines', Buffer.concat(reports.flatMap((row) => [row, Buffer.from('\n')])), 1],
  ])('are passed over in %s, for what is left of different texts may be the same', async (name, bytes, first) => {
    folder.write(name, bytes);
    const options = name === 'a.lines' ? ['--format', 'lines'] : [];
    const { status, stderr } = folder.run('dedupe', name, ...options);
    expect(status).toBe(1);
    expect(stderr).toContain(`passed over ${name}:${first}: not UTF-8; name its encoding with --charset`);
    expect(stderr).toContain(`There is no document in ${name}.`);
    const told = folder.run('dedupe', name, ...options, '--charset', 'windows-1251', '--output-format', 'jsonl');
    expect(jsonLines(told.stdout).map(({ text }) => text)).toEqual([
      'Заказ 12345 отправлен почтой',
      'Возврат товара 12345 запрещён',
    ]);
  });

  it.each([
    ['a.csv', 'text,note\n', ',', '\n'],
    ['a.jsonl', '', '", "note": "', '"}\n'],
  ])('are passed over in %s, too, if it is another field, which is written as well', (name, header, between, end) => {
    const begin = name === 'a.csv' ? '' : '{"text": "';
    const [lost, whole] = ['Lost was \ufffd long ago', 'Of this nothing is lost'].map((text) => begin + text + between);
    folder.write(
      name,
      Buffer.concat([Buffer.from(`${header}${lost}plain${end}${whole}`), reports[0]!, Buffer.from(end)]),
    );
    const { stdout, stderr } = folder.run('dedupe', name, '--output-format', 'jsonl');
    expect(jsonLines(stdout)).toEqual([{ text: 'Lost was \ufffd long ago', note: 'plain' }]);
    expect(stderr).toContain(`passed over ${name}:${name === 'a.csv' ? 3 : 2}: not UTF-8; name its encoding`);
  });

  it('are refused in an array, which does not say where it goes on', () => {
    folder.write('a.json', Buffer.concat([Buffer.from('['), quoted(reports[0]!), Buffer.from(']')]));
    const { status, stderr } = folder.run('dedupe', 'a.json');
    expect(status).toBe(1);
    expect(stderr).toContain('Cannot read a.json as JSON: it is not UTF-8; name its encoding with --charset');
    const told = folder.run('dedupe', 'a.json', '--charset', 'windows-1251', '--output-format', 'jsonl');
    expect(jsonLines(told.stdout)).toEqual([{ text: 'Заказ 12345 отправлен почтой' }]);
  });

  it('have no columns whose names could be read', () => {
    folder.write(
      'a.csv',
      Buffer.concat([Buffer.from('id,text,'), windows1251('заказ'), Buffer.from('\n1,a text,x\n')]),
    );
    const { status, stderr } = folder.run('dedupe', 'a.csv');
    expect([status, stderr]).toEqual([
      1,
      'hammingbird: Cannot read a.csv: its header is not UTF-8; name its encoding with --charset, such as windows-1252, ' +
        'or another one than is named there.\n',
    ]);
  });
});

/** Russian letters, and what is ASCII. */
function windows1251(text: string): Buffer {
  return Buffer.from(
    [...text]
      .map((one) => (one < '\x80' ? one : one === 'ё' ? '\xb8' : String.fromCharCode(one.charCodeAt(0) - 0x350)))
      .join(''),
    'latin1',
  );
}

/** Node writes Latin-1 only; the few characters beyond it that the test uses are put in by hand. */
function windows1252(text: string): Buffer {
  const codes: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94 };
  return Buffer.from([...text].map((character) => codes[character] ?? character.charCodeAt(0)));
}

describe('HTML', () => {
  const article = Array.from(
    { length: 8 },
    (_, i) => `<p>Paragraph ${i} of a <b>long</b>, readable article about ferries, harbours, tides and timetables.</p>`,
  ).join('');
  const website = (menu: string) => `<html><head><title>News</title><script>var x = "script";</script></head><body>
    <nav><ul>${menu}</ul></nav><article><h1>Ferries</h1>${article}<ul><li>one</li><li>two</li></ul></article>
    <footer>© 2024 The Paper. All rights reserved.</footer></body></html>`;

  it('counts by its main content, a line for each block, or in full', async () => {
    folder.write('p.html', website('<li><a href="/">Home</a></li><li><a href="/a">About</a></li>'));
    const [main] = (await read(['p.html'])).texts;
    expect(main).toMatch(/^Paragraph 0 of a long, readable article/m);
    expect(main).toMatch(/timetables\.\none\ntwo$/);
    for (const noise of ['Home', 'rights', 'script', '<']) expect(main).not.toContain(noise);
    const [full] = (await read(['p.html'], { html: 'full' })).texts;
    for (const part of ['Home\nAbout', 'Ferries', 'Paragraph 7', 'All rights']) expect(full).toContain(part);
    expect(full).not.toContain('script');
  });

  it('is the same article under another menu', () => {
    const menu = (word: string) =>
      Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">${word} ${i}</a></li>`).join('');
    folder.write('site/a.html', website(menu('Section')));
    folder.write('site/b.htm', website(menu('Rubrik')));
    expect(jsonLines(folder.run('dedupe', 'site').stdout).map(({ id }) => id)).toEqual(['site/a.html']);
    expect(jsonLines(folder.run('dedupe', 'site', '--html', 'full').stdout).length).toBe(2);
  });

  it('takes no longer with many blanks in a row than with as many words', async () => {
    const timed = async (word: string) => {
      folder.write('p.html', `<p>a${`<b>${word}</b>`.repeat(100_000)}b<p>c`);
      const began = performance.now();
      const { texts } = await read(['p.html'], { html: 'full' });
      return { text: texts[0]!, time: performance.now() - began };
    };
    const words = await timed('x');
    const blanks = await timed(' ');
    expect(blanks.text).toBe('a b\nc');
    expect(blanks.time).toBeLessThan(3 * words.time);
  });

  it('are made text of one after another without holding up timers and signals', async () => {
    const page = {
      bytes: Buffer.from(website('<li>Home</li>'.repeat(500))),
      charset: undefined,
      part: 'main',
    } as const;
    // The first loads the libraries, which is waited for anyway.
    await PAGES_HERE.text(page);
    let isHeard = false;
    setTimeout(() => {
      isHeard = true;
    });
    for (let i = 0; i < 100 && !isHeard; i++) await PAGES_HERE.text(page);
    expect(isHeard).toBe(true);
  });

  it('need not be a whole page, nor a page at all', async () => {
    const pages = { 'fragment.html': '<p>only a <i>fragment</i>', 'plain.html': 'no tag at all', 'empty.html': '' };
    for (const [name, content] of Object.entries(pages)) folder.write(`h/${name}`, content);
    expect((await read(['h'])).texts).toEqual(['', 'only a fragment', 'no tag at all']);
    folder.write('h/deep.html', '<div>'.repeat(50_000) + 'deep');
    folder.write('h/nested.html', `${'<div>'.repeat(1500)}nested`);
    const { texts, rejects } = await read(['h']);
    expect(texts).toEqual(['', 'only a fragment', 'nested', 'no tag at all']);
    expect(rejects).toEqual(['h/deep.html: cannot be read as HTML: its elements lie too deep in one another']);
  });
});

describe('web archives', () => {
  it('give the pages and texts in them, by the charset and encoding that HTTP tells', async () => {
    const zipped = zlib.gzipSync('<p>a zipped page</p>');
    const chunked = Buffer.concat([
      Buffer.from(`${zipped.length.toString(16)}\r\n`),
      zipped,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    const html = 'Content-Type: text/html';
    folder.write(
      'crawl.warc.gz',
      make.gzip(
        Buffer.concat([
          make.warcResponse('http://a/', [`${html}; charset=iso-8859-1`], Buffer.from('<p>na\xefve</p>', 'latin1')),
          make.warcResponse('http://b/', [html, 'Content-Encoding: gzip', 'Transfer-Encoding: chunked'], chunked),
          make.warcResponse(
            'http://c/',
            [html, 'Content-Encoding: br'],
            zlib.brotliCompressSync('<p>a brotli page</p>'),
          ),
          make.warcResponse('http://gone/', [html], Buffer.from('<p>not found</p>'), '404 Not Found'),
          make.warcResponse('http://image/', ['Content-Type: image/png'], Buffer.from([0x89, 0x50])),
          make.warcResponse('http://bad/', [html, 'Content-Encoding: gzip'], zipped.subarray(0, 20)),
          make.warcRecord('conversion', 'http://d/', 'text/plain', Buffer.from('a text of Common Crawl')),
        ]),
      ),
    );
    const { ids, texts, rejects } = await read(['crawl.warc.gz']);
    expect(texts).toEqual(['naïve', 'a zipped page', 'a brotli page', 'a text of Common Crawl']);
    expect(ids).toEqual(['http://a/', 'http://b/', 'http://c/', 'http://d/']);
    expect(rejects).toEqual([
      expect.stringMatching(/^crawl\.warc\.gz:6 http:\/\/bad\/: its gzip content cannot be decoded/),
    ]);
  });

  it('lose nothing to a record with a head that does not end, or none, or encodings that are not known', async () => {
    const response = (url: string, block: string) =>
      make.warcRecord('response', url, 'application/http; msgtype=response', Buffer.from(block));
    const page = (url: string, encoding: string, body: Uint8Array) =>
      make.warcResponse(url, ['Content-Type: text/html', `Content-Encoding: ${encoding}`], body);
    const zipped = zlib.gzipSync('<p>zipped twice</p>');
    folder.write(
      'odd.warc',
      Buffer.concat([
        response('http://lf/', 'HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>lines of Unix</p>'),
        response('dns:a', 'no line end'),
        page('http://twice/', 'gzip, br', zlib.brotliCompressSync(zipped)),
        response('http://cut/', 'HTTP/1.1 200 OK\r\nServer: x'),
        page('http://new/', 'zstd', make.zstd('<p>of a new kind</p>')),
        page('http://plain/', 'utf-8', Buffer.from('<p>a charset by mistake</p>')),
        response('ftp://a/', '\0\x01\x02'),
        page('http://last/', 'identity', Buffer.from('<p>the last</p>')),
      ]),
    );
    const { texts, rejects } = await read(['odd.warc']);
    expect(texts).toEqual(['lines of Unix', 'zipped twice', 'a charset by mistake', 'the last']);
    expect(rejects).toEqual(['odd.warc:5 http://new/: its zstd content cannot be decoded: this encoding is not known']);
  });
});

describe('damaged web archives', () => {
  const [first, second, third] = ['one two three', 'four five', 'six'].map((text, i) =>
    make.warcResponse(`http://${i}/`, ['Content-Type: text/plain'], Buffer.from(text)).toString('latin1'),
  ) as [string, string, string];
  const shorter = (record: string, by: number): string =>
    record.replace(/(?<=Content-Length: )\d+/, (length) => `${Number(length) - by}`);

  it.each([
    [shorter(first, 3), 'longer than it says'],
    [shorter(first.replace(' three', '\r\nthree'), 6), 'longer than it says'],
    [first.replace('WARC-Type', 'WARC-Tyqe'), 'its WARC-Type is not known: none'],
    [first.replace('Type: response', 'Type: sesponse'), 'its WARC-Type is not known: sesponse'],
    [first.replace('HTTP/1.1', 'HTTQ/1.1'), 'what it holds does not begin with «HTTP/» and a status'],
  ])('lose no record, and no part of one, without a word: %#', async (damaged, reason) => {
    folder.write('d.warc.gz', make.gzip(Buffer.from(second + damaged + third, 'latin1')));
    const { texts, rejects } = await read(['d.warc.gz']);
    expect(texts).toEqual(['four five', 'six']);
    expect(rejects).toEqual([`d.warc.gz:2 http://0/: ${reason}`]);
  });
});

describe('kept records are written as they came', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve';

  it('rows of CSV, under their header', () => {
    const rows = [`1,"${words}",  x`, `2,${words},y`, '3,"other ""words""\nhere",""', `4,"${words}!",z`, "5,'last',w"];
    folder.write('t.csv', `\ufeffid,text,more\r\n${rows.slice(0, 4).join('\r\n')}\r\n\r\n${rows[4]}`);
    folder.run('dedupe', 't.csv', '-o', 'kept.csv', '--removed', 'removed.jsonl');
    expect(folder.read('kept.csv')).toBe(`\ufeffid,text,more\r\n${rows[0]}\r\n${rows[2]}\r\n${rows[4]}\n`);
    expect(folder.records('removed.jsonl').map(({ id, more, duplicate_of }) => [id, more, duplicate_of])).toEqual([
      ['2', 'y', '1'],
      ['4', 'z', '1'],
    ]);
    folder.run('dedupe', 't.csv', '-o', 'kept.json');
    expect(JSON.parse(folder.read('kept.json')).map(({ id }: { id: string }) => id)).toEqual(['1', '3', '5']);
  });

  it('rows of several tables, if their columns are the same, however the header is written', () => {
    folder.write('a.csv', 'id,text\n1,one\n');
    folder.write('b.csv', '\ufeff"id",text\r\n2,two\r\n');
    expect(folder.run('dedupe', 'a.csv', 'b.csv').stdout).toBe('id,text\n1,one\n2,two\r\n');
    folder.write('c.csv', 'id;text\n3;three\n');
    expect(folder.run('dedupe', 'a.csv', 'c.csv').stderr).toContain('a.csv and c.csv have different headers');
  });

  it('rows of those tables that have any: an empty one, and one that is passed over, stop nothing', () => {
    const table = 'id,text\n1,one\n';
    folder.write('shards/1.csv', '');
    folder.write('shards/2.csv', table);
    folder.write('shards/3.csv', 'no,such,column\n1,2,3\n');
    folder.write('shards/4.jsonl', '');
    const { stdout, stderr } = folder.run('dedupe', 'shards');
    expect([stdout, stderr]).toEqual([table, expect.stringContaining('passed over shards/3.csv: it has no column')]);
    expect(folder.run('dedupe', 'shards/1.csv', 'shards/2.csv').stdout).toBe(table);
  });

  it('columns with the same name, under that name in CSV and with a number in JSON', () => {
    const table = 'id,note,note,note_2,note\n1,a,b,c,d\n';
    folder.write('t.csv', table);
    expect(folder.run('dedupe', 't.csv', '--text', 'note').stdout).toBe(table);
    expect(folder.run('dedupe', 't.csv', '--text', 'note', '--output-format', 'jsonl').stdout).toBe(
      '{"id":"1","note":"a","note_3":"b","note_2":"c","note_4":"d"}\n',
    );
  });

  it('elements of a JSON array, to the last digit', () => {
    const [a, b, c] = [
      `{"id": 1,\n "text": "${words}", "n": 12345678901234567890}`,
      `{"id": 2, "text": "${words}"}`,
      '{ "text" : "other" , "id":3}',
    ];
    folder.write('t.json', ` [ ${a} ,\n${b},${c}\n]\n`);
    folder.run('dedupe', 't.json', '-o', 'kept.json');
    expect(folder.read('kept.json')).toBe(`[\n${a},\n${c}\n]\n`);
    const lines = folder.run('dedupe', 't.json', '--output-format', 'jsonl').stdout;
    expect(lines).toBe(`${a.replace(/\n /, ' ')}\n${c}\n`);
  });

  it('elements with any number of blanks in a row, as lines', () => {
    const element = `{"text":"a${' '.repeat(300_000)}b"}`;
    folder.write('t.json', `[${element}]`);
    const began = performance.now();
    expect(folder.run('dedupe', 't.json', '--output-format', 'jsonl').stdout).toBe(`${element}\n`);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('lines of JSONL, without the mark of the file in which they stood', () => {
    const [a, b] = [`{"id":"a","text":"${words}"}`, `{"id":"b","text":"${words}"}`];
    folder.write('a.jsonl', `\ufeff${a}\n`);
    folder.write('b.jsonl', `\ufeff${b}\n{"id":"c","text":"other"}\n`);
    const files = ['a.jsonl', 'b.jsonl'];
    folder.run('dedupe', ...files, '-o', 'kept.json', '--removed', 'removed.jsonl', '--annotate', 'all.jsonl');
    expect(folder.read('kept.json')).toBe(`[\n${a},\n{"id":"c","text":"other"}\n]\n`);
    expect(folder.read('removed.jsonl').startsWith(b.slice(0, -1))).toBe(true);
    expect(folder.records('all.jsonl').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(folder.run('dedupe', ...files).stdout).toBe(`${a}\n{"id":"c","text":"other"}\n`);
  });

  it('plain lines', () => {
    folder.write('t.txt', `${words}\r\nother\n${words}\n`);
    expect(folder.run('dedupe', 't.txt', '--format', 'lines').stdout).toBe(`${words}\r\nother\n`);
  });

  it('rows of Parquet, in columns of every kind', async () => {
    const schema = parquetSchemaOfEveryKind();
    const columnData = [
      { name: 'id', data: [1n, 2n, 9007199254740993n, 4n] },
      { name: 'text', data: [words, words, 'other', null] },
      { name: 'micros', data: [1n, null, 1700000000123457n, 2n] },
      { name: 'nanos', data: [null, 5n, 1700000000123456789n, 2n] },
      { name: 'price', data: [Uint8Array.of(0, 1), null, Uint8Array.of(255, 254), null] },
      { name: 'blob', data: [Uint8Array.of(255, 0), null, Uint8Array.of(), null] },
      { name: 'tags', data: [['x', null], ['y'], [], null] },
      { name: 'score', data: [0.1, null, -0, Number.NaN] },
      { name: 'flag', data: [true, false, null, true] },
    ];
    // Written as they are stored, and described afterwards, so that no value passes through a conversion.
    const writable = schema.map(
      ({ logical_type: _, converted_type, ...element }): SchemaElement =>
        converted_type === 'UTF8' || converted_type === 'LIST' ? { ...element, converted_type } : element,
    );
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const writer = new ParquetWriter({
      writer: bytes,
      schema: writable,
      statistics: false,
      kvMetadata: [{ key: 'k', value: 'v' }],
    });
    writer.write({ columnData, rowGroupSize: 2 });
    writer.schema = schema;
    writer.finish();
    folder.write('t.parquet', Buffer.from(bytes.getBuffer()));
    const { status, stderr } = folder.run('dedupe', 't.parquet', '-o', 'kept.parquet', '--removed', 'removed.jsonl');
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('passed over t.parquet:4: column "text" is null, not a string');
    const load = (name: string) => {
      const file = new Uint8Array(readFileSync(folder.at(name))).buffer;
      return parquetReadObjects({
        file,
        utf8: false,
        parsers: { timestampFromMicroseconds: String, timestampFromNanoseconds: String },
      });
    };
    const { schema: described, row_groups } = await parquetMetadataAsync(
      new Uint8Array(readFileSync(folder.at('kept.parquet'))).buffer,
    );
    expect(described).toEqual(schema);
    // The format wants the columns of a row group in the order of the schema.
    const leaves = ['id', 'text', 'micros', 'nanos', 'price', 'blob', 'tags', 'score', 'flag'];
    for (const { columns } of row_groups)
      expect(columns.map((column) => column.meta_data!.path_in_schema[0])).toEqual(leaves);
    const before = await load('t.parquet');
    expect(await load('kept.parquet')).toEqual([before[0], before[2]]);
    expect(before[2]).toMatchObject({
      id: 9007199254740993n,
      micros: '1700000000123457',
      nanos: '1700000000123456789',
    });
    expect(folder.records('removed.jsonl')).toEqual([
      expect.objectContaining({
        id: 2,
        text: words,
        tags: ['y'],
        nanos: '1970-01-01T00:00:00.000000005Z',
        duplicate_of: 1,
      }),
    ]);
  });

  // What Spark writes for each timestamp unless it is told otherwise.
  it('rows of Parquet, with times of 96 bits and maps of any keys', async () => {
    // pyarrow.parquet.write_table(table, file, use_deprecated_int96_timestamps=True, store_schema=False, compression='none')
    // of at: timestamp[ns] and seen: map<int32, list<timestamp[ns]>>
    const file = Buffer.from(
      'UEFSMRUAFTYVNiwVBhUAFQYVBhwAAAACAAAABgEDAAAAb25lAwAAAHR3bwMAAABvbmUVABU8FTwsFQYVABUGFQYcAAAAAgAAAAMFFc3wesJIAABn' +
        'iiUA//9OkZROAACLPSUAFQAVKhUqLBUIFQAVBhUGHAAAAAIAAAADAgMAAAADGgACAAAAAQAAABUAFTYVNiwVChUAFQYVBhwAAAADAAAAAxgABAAA' +
        'AAOlAgABAAAAAAAAAIw9JQAVBBmcNQAYBnNjaGVtYRUGABUMJQIYBHRleHQlAEwcAAAAFQYlAhgCYXQANQIYBHNlZW4VAhUCTCwAAAA1BBgJa2V5' +
        'X3ZhbHVlFQQAFQIlABgDa2V5ADUCGAV2YWx1ZRUCFQZMPAAAADUEGARsaXN0FQIAFQYlAhgHZWxlbWVudAAWBhkcGUwmABwVDBklBgAZGAR0ZXh0' +
        'FQAWBhZcFlwmCEkcFQAVABUCADwWEhkGGSYABgAAACYAHBUGGSUGABkYAmF0FQAWBhZiFmImZEkcFQAVABUCADwpBhkmAgQAAAAmABwVAhklBgAZ' +
        'OARzZWVuCWtleV92YWx1ZQNrZXkVABYIFlAWUCbGAUkcFQAVABUCADwpJgYCGTYCAgQAAAAmABwVBhklBgAZWARzZWVuCWtleV92YWx1ZQV2YWx1' +
        'ZQRsaXN0B2VsZW1lbnQVABYKFlwWXCaWAkkcFQAVABUCADwpNgYCAhlmAgICAAICAAAAFuoCFgYmCBbqAgAoIHBhcnF1ZXQtY3BwLWFycm93IHZl' +
        'cnNpb24gMjYuMC4xGUwcAAAcAAAcAAAcAAAArgEAAFBBUjE=',
      'base64',
    );
    folder.write('t.parquet', file);
    const { status, stderr } = folder.run('dedupe', 't.parquet', '-o', 'kept.parquet', '--removed', 'removed.jsonl');
    expect(status, stderr).toBe(0);
    const kept = readFileSync(folder.at('kept.parquet'));
    const [before, after] = [file, kept].map((bytes) => parquetMetadata(new Uint8Array(bytes).buffer));
    expect(after!.schema).toEqual(before!.schema);
    const types = after!.row_groups[0]!.columns.map(({ meta_data }) => meta_data!.type);
    expect(types).toEqual(['BYTE_ARRAY', 'INT96', 'INT32', 'INT96']);
    expect((await read(['kept.parquet'])).records).toEqual([
      {
        text: 'one',
        at: '2023-11-14T22:13:20.123456789Z',
        seen: { 2: ['1970-01-01T00:00:00.000000001Z', null], 1: null },
      },
      { text: 'two', at: null, seen: {} },
    ]);
    expect(folder.records('removed.jsonl')).toEqual([
      expect.objectContaining({ at: '1969-12-31T23:59:59.999999999Z', seen: null }),
    ]);
  });

  it('or in another format where that can be, and otherwise it is an error', () => {
    folder.write('t.csv', 'id,text\n1,words\n');
    folder.write('u.jsonl', '{"id": 2, "text": "other"}\n');
    expect(folder.run('dedupe', 't.csv', '-o', 'kept.jsonl').status).toBe(0);
    expect(folder.read('kept.jsonl')).toBe('{"id":"1","text":"words"}\n');
    expect(folder.run('dedupe', 't.csv', 'u.jsonl').stdout).toBe(
      '{"id":"1","text":"words"}\n{"id": 2, "text": "other"}\n',
    );
    const { status, stderr } = folder.run('dedupe', 'u.jsonl', '-o', 'kept.csv');
    expect([status, stderr]).toEqual([2, expect.stringContaining('Cannot write csv: the input is JSONL')]);
    folder.write('crawl.warc', make.warc(documents.slice(0, 5)));
    for (const name of ['kept.warc', 'kept.html']) {
      expect(folder.run('dedupe', 'crawl.warc', '-o', name).stderr).toContain(
        `Cannot write ${name.slice(5)}: the input is`,
      );
    }
    folder.write('v.csv', 'text,id\nother,2\n');
    expect(folder.run('dedupe', 't.csv', 'v.csv').stderr).toContain(
      'have different headers. Use --output-format jsonl',
    );
    expect(folder.run('dedupe', 't.csv', 'u.jsonl', '-o', 'kept.csv').stderr).toContain(
      'Cannot write csv: the input is JSONL, texts, pages, or of several formats',
    );
    expect(folder.run('dedupe', 't.csv', '--format', 'lines', '-o', 'lines.csv').status).toBe(0);
    expect(folder.read('lines.csv')).toBe('id,text\n1,words\n');
  });

  it('which is said at the first record that cannot be written, before anything else is read', () => {
    folder.write('t.csv', 'id,text\n1,words\n');
    folder.write('u.jsonl', '{"id": 2, "text": "other"}\n');
    const message = expect.stringContaining('Cannot write csv');
    for (const options of [[], ['--against', 'seen/', '--update']]) {
      for (const inputs of [['u.jsonl'], ['t.csv', 'u.jsonl']]) {
        const { status, stderr } = folder.run('dedupe', ...inputs, 'missing.jsonl', '-o', 'kept.csv', ...options);
        expect([status, stderr]).toEqual([2, message]);
      }
    }
    expect(folder.run('dedupe', 'u.jsonl', '-o', 'kept.csv', '--dry-run').status).toBe(0);
  });

  it('which ends the run in a folder, too, where files that cannot be read are passed over', () => {
    folder.write('d/a.jsonl', '{"id": 1, "text": "one"}\n');
    folder.write('d/b.csv', 'id,text\n2,two\n');
    folder.write('d/c.csv', 'text,id\nthree,3\n');
    folder.write('p/a.parquet', make.parquet(documents));
    const columnData: ColumnSource[] = [{ name: 'text', data: ['one'], type: 'STRING' }];
    folder.write('p/b.parquet', Buffer.from(parquetWriteBuffer({ columnData })));
    for (const [input, expected, message] of [
      ['d', 2, 'Cannot write csv: the input is'],
      ['d/*.csv', 1, 'd/b.csv and d/c.csv have different headers'],
      ['p', 1, 'p/a.parquet and p/b.parquet have different columns'],
    ] as const) {
      const format = input === 'p' ? 'parquet' : 'csv';
      for (const options of [['--workers', '0'], [], ['--against', 'seen/', '--update']]) {
        const { status, stderr } = folder.run('dedupe', input, '-o', 'kept', '--output-format', format, ...options);
        expect([status, stderr]).toEqual([expected, expect.stringContaining(message)]);
        expect(stderr).not.toContain('passed over');
      }
    }
  });

  it('if all names together say so, in whatever order, where --format makes light of names', () => {
    const record = '{"id": 1, "text": "one"}\n';
    folder.write('a.jsonl', record);
    folder.write('b.csv', record.replace('1', '2').replace('one', 'two'));
    for (const inputs of [
      ['a.jsonl', 'b.csv'],
      ['b.csv', 'a.jsonl'],
    ]) {
      const { status, stderr } = folder.run('dedupe', ...inputs, '--format', 'jsonl', '-o', 'kept.csv');
      expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
      expect(folder.records('kept.csv').length).toBe(2);
    }
  });
});

function parquetSchemaOfEveryKind(): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const;
  return [
    { name: 'root', num_children: 9 },
    { name: 'id', type: 'INT64', repetition_type: 'REQUIRED' },
    { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
    { name: 'micros', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', ...optional },
    {
      name: 'nanos',
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
      ...optional,
    },
    {
      name: 'price',
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 2,
      converted_type: 'DECIMAL',
      scale: 2,
      precision: 4,
      ...optional,
    },
    { name: 'blob', type: 'BYTE_ARRAY', ...optional },
    { name: 'tags', num_children: 1, converted_type: 'LIST', ...optional },
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
    { name: 'score', type: 'DOUBLE', ...optional },
    { name: 'flag', type: 'BOOLEAN', ...optional },
  ];
}
