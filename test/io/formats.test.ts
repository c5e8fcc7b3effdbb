// Every format that the command reads, compressed or not, from files and through pipes.
import { spawnSync } from 'node:child_process';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { Corpus, type CorpusOptions } from '../../src/io/corpus.ts';
import { sizeOfFile } from '../../src/io/inputs.ts';
import { fieldsNamed } from '../../src/io/records.ts';
import { jsonLines, MAIN } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import * as make from '../support/format-files.ts';
import { readCorpus } from '../support/reading.ts';

const folder = folderForEach();

const read = (inputs: readonly string[], options?: Partial<CorpusOptions>) => readCorpus(folder, inputs, options);

const documents = make.DOCUMENTS;

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
  ['e.jsonl', '{"id": "a", "text": "one"}\n{"id": "", "text": "two"}\n{"id": "", "text": "three"}\n'],
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
  [
    'e.parquet',
    Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: ['a', '', ''], type: 'STRING' },
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
    expect(named.ids).toEqual(name === 'n.csv' || name.startsWith('e') ? ['a', '', ''] : ['a']);
  },
);

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

it.each([
  ['a header', undefined, 'sep=|\nid|text\n1|one, two; three\n2|too|many\n', 't.csv:4: 3 fields, and the header has 2'],
  ['rows alone', ['id', 'text'], 'sep=|\n1|one, two; three\n2|too|many', 't.csv:3: 3 fields, and --columns names 2'],
  [
    'a header, as Excel writes it,',
    undefined,
    '\ufeffSEP=|\r\nid|text\r\n1|one, two; three\r\n2|too|many',
    't.csv:4: 3 fields, and the header has 2',
  ],
])('CSV has the delimiter that a line before %s names', async (_, columns, content, problem) => {
  folder.write('t.csv', content);
  const found = await read(['t.csv'], { columns });
  expect(found.records).toEqual([{ id: '1', text: 'one, two; three' }]);
  expect(found.rejects).toEqual([problem]);
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
    folder.write('server.log', 'first\nsecond\n');
    expect((await read(['server.log'])).texts).toEqual(['first', 'second']);
  });
});

describe('JSON', () => {
  it.each<[string, (all: readonly unknown[]) => string]>([
    ['arrays', (all) => JSON.stringify(all, undefined, all.length % 3)],
    ['objects one after another', (all) => all.map((one) => JSON.stringify(one, undefined, 2)).join('\n')],
    ['objects in one line', (all) => all.map((one) => JSON.stringify(one)).join(all.length % 2 ? '' : ' ')],
    ['a line each', (all) => all.map((one) => JSON.stringify(one)).join('\n')],
  ])('%s are read element by element, wherever pieces of the file end', async (_, written) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'binary' }), more: fc.jsonValue() })),
        async (all) => {
          fc.pre(all.length > 0);
          folder.write('any.json', written(all));
          const { records, rejects } = await read(['any.json']);
          expect(rejects).toEqual([]);
          expect(records).toEqual(JSON.parse(JSON.stringify(all)));
        },
      ),
      { numRuns: 50 },
    );
    folder.write('long.json', written(Array.from({ length: 9 }, (_, i) => ({ text: `${i}`.repeat(300_000) }))));
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

  it('by tabs has quoted cells also where a row is taken apart into lines that end in CRLF', async () => {
    folder.write('t.tsv', 'id\ttext\r\n"1"\t"one\rand"\r\n2\t"begins\r\n"3"\t"another"\r\n4\tends"\r\n');
    const found = await read(['t.tsv']);
    expect(found.ids).toEqual(['1', '2', '3', '4']);
    expect(found.texts).toEqual(['one\rand', '"begins', 'another', 'ends"']);
    expect(found.records.map(({ id, text }) => [id, text])).toEqual(found.texts.map((text, i) => [found.ids[i], text]));
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

describe('tables without a header', () => {
  const columns = ['id', 'lang', 'text'];

  it.each([
    ['a.csv', ','],
    ['a.csv', ';'],
    ['a.csv', '|'],
    ['a.tsv', '\t'],
  ])('have the columns that are named: %s with «%s» between', async (name, delimiter) => {
    const rows = [
      ['1', 'eng', delimiter === '\t' ? '"one", two; | three' : '"one, two; | three"'],
      ['2', '', 'one'],
    ];
    folder.write(name, `\ufeff\ufeff${rows.map((row) => row.join(delimiter)).join('\n')}\n3${delimiter}only\n`);
    const found = await read([name], { columns });
    const text = delimiter === '\t' ? '"one", two; | three' : 'one, two; | three';
    expect(found).toEqual({
      ids: ['\ufeff1', '2'],
      texts: [text, 'one'],
      records: [
        { id: '\ufeff1', lang: 'eng', text },
        { id: '2', lang: '', text: 'one' },
      ],
      rejects: [`${name}:3: 2 fields, and --columns names 3`],
    });
  });

  it('are told from those with one by the user alone, and no column is guessed', async () => {
    folder.write('a.csv', '1,eng,one\n');
    await expect(read(['a.csv'])).rejects.toThrow(
      'it has no column "text" (there are: 1, eng, one); name it with --text; a table without a header needs --columns.',
    );
    await expect(read(['a.csv'], { columns: ['id', 'body'] })).rejects.toThrow(
      'it has no column "text" (there are: id, body); name it with --text.',
    );
    folder.write('sentences', '1\teng\tone\n');
    await expect(read(['sentences'], { columns })).rejects.toThrow(
      'sentences: it is text, which has no columns; say --format csv or tsv.',
    );
    expect((await read(['sentences'], { columns, format: 'tsv' })).texts).toEqual(['one']);
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

  it.each([
    ['t.jsonl', '\n'],
    ['t.json', '\n,'],
  ])('of %s may be missing in some records, but not in all', async (name, between) => {
    const rows = [{ id: 1, title: 'A title', body: 'a body' }, { id: 2, body: 'its body' }, { title: null }];
    const write = (all: readonly object[]) => {
      const records = all.map((row) => JSON.stringify(row)).join(between);
      folder.write(name, between === '\n' ? records : `[${records}]`);
    };
    write(rows);
    const named = async (text: string) => (await read([name], { fields: fieldsNamed(undefined, text) })).texts;
    expect(await named('title,body')).toEqual(['A title\na body', 'its body']);
    const refused = `${name} has a field "bdy" (in the first there are: id, title, body); name one with --text.`;
    await expect(named('title,body,bdy')).rejects.toThrow(refused);
    const { status, stderr } = folder.run('dedupe', name, '--text', 'body,bdy', '-o', 'kept.jsonl');
    expect([status, stderr]).toEqual([1, expect.stringContaining(refused)]);
    expect(folder.names()).not.toContain('kept.jsonl');
    // A reference may have what a day's records happen to lack, and lack what they have.
    folder.write('today.jsonl', '{"id": 4, "title": "news of the day", "note": "x"}\n');
    const against = ['today.jsonl', '--against', name, '-o', 'kept.jsonl', '--text'];
    expect(folder.run('dedupe', ...against, 'title,body,note')).toMatchObject({ status: 0 });
    expect(folder.run('dedupe', ...against, 'title,bdy').stderr).toContain('today.jsonl has a field "bdy"');
    // Far enough apart to be read in pieces, of which some lack what others have.
    write([
      ...rows,
      ...Array.from({ length: 40 }, (_, id) => ({ id, body: `${id} `.repeat(20_000) })),
      { bdy: 'at last' },
    ]);
    expect(folder.run('dedupe', name, '--text', 'title,bdy,body', '-o', 'kept.jsonl')).toMatchObject({ status: 0 });
    expect(folder.run('dedupe', name, '--text', 'title,body,bd').stderr).toContain(refused.replace('bdy', 'bd'));
  });

  it('of lists in which some are strings and others objects are those and what is in the field', async () => {
    const chats = [
      [{ content: 'strings' }, { content: 'alone' }],
      [{ content: 'one string' }, { content: [{ text: 'and' }, { image: 'x' }, { text: 'parts' }] }, { content: null }],
      [{ content: 'a string' }, { content: [{ image: 'x' }] }],
      [{ content: 5 }, { content: [{ text: 'a part' }, true] }],
      [{ content: [{ image: 'x' }] }],
      [{ content: [{ text: 7 }] }],
    ];
    folder.write('chats.jsonl', chats.map((messages) => JSON.stringify({ messages })).join('\n'));
    const { texts, rejects } = await read(['chats.jsonl'], { fields: fieldsNamed(undefined, 'messages.content.text') });
    expect(texts).toEqual(['strings\nalone', 'one string\nand\nparts', 'a string', 'a part']);
    expect(rejects).toEqual([
      'chats.jsonl:5: no field "messages.content.text" (there are: messages.content.image); name it with --text',
      'chats.jsonl:6: field "messages.content.text" is an array, not a string',
    ]);
  });

  it('of lists are all found, whatever else is in the list: strings, fields with dots in their names, nulls', async () => {
    const records = [
      ['a string', { part: { text: 'and what is deep' } }],
      [{ part: [{ text: 'parts' }, 'strings'] }, { 'part.text': 'dots' }, { part: 'a part' }, 'all'],
      [{ 'a.part': { text: 'not this' } }, [{ part: { text: 'in a list' } }]],
      [null, [null]],
      [null, { other: 1 }],
    ];
    const deep = `{"body":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    folder.write('t.jsonl', [...records.map((body) => JSON.stringify({ body })), deep].join('\n'));
    const { texts, rejects } = await read(['t.jsonl'], { fields: fieldsNamed(undefined, 'body.part.text') });
    expect(texts).toEqual(['a string\nand what is deep', 'parts\nstrings\ndots\na part\nall', 'in a list', '']);
    expect(rejects).toEqual(
      [5, 6].map((line) => expect.stringContaining(`t.jsonl:${line}: no field "body.part.text"`)),
    );
  });

  it('of lists are not taken for strings beside which no record has the field', async () => {
    const records = [
      { title: 'a', parts: ['hello there'] },
      { title: 'b', parts: [{ text: 'a ferry' }] },
      { title: 'c', parts: [] },
    ];
    folder.write('t.jsonl', records.map((record) => JSON.stringify(record)).join('\n'));
    const named = (text: string) => read(['t.jsonl'], { fields: fieldsNamed(undefined, text) });
    expect((await named('title,parts.text')).texts).toEqual(['a\nhello there', 'b\na ferry', 'c']);
    expect((await named('parts.text')).texts).toEqual(['hello there', 'a ferry', '']);
    await expect(named('title,parts.txet')).rejects.toThrow('has a field "parts.txet" (in the first');
    await expect(named('parts.txet')).rejects.toThrow(
      'has a field "parts.txet" (in the first there are: title, parts)',
    );
  });

  it.each(['t.jsonl', 't.json', 't.parquet'])('of %s may be in lists, whose texts are joined', async (name) => {
    const rows = [
      {
        turns: [{ who: 'a', says: 'first' }, { who: 'b', says: null }, null, { who: 'a', says: 'second' }],
        parts: [['x', null], ['y']],
      },
      { turns: [{ who: 'a', says: null }], parts: [] },
      { turns: null, parts: null },
    ];
    const list = (field: string): SchemaElement[] => [
      { name: field, num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    ];
    const string = (field: string): SchemaElement => ({
      ...{ name: field, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    });
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 2 },
      ...list('turns'),
      { name: 'element', num_children: 2, repetition_type: 'OPTIONAL' },
      string('who'),
      string('says'),
      ...list('parts'),
      ...list('element'),
      string('element'),
    ];
    const columnData = (['turns', 'parts'] as const).map((field) => ({
      name: field,
      data: rows.map((row) => row[field]),
    }));
    const contents: Record<string, string | Uint8Array> = {
      't.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
      't.json': JSON.stringify(rows),
      't.parquet': Buffer.from(parquetWriteBuffer({ columnData, schema })),
    };
    folder.write(name, contents[name]!);
    const textsOf = async (text: string) => (await read([name], { fields: fieldsNamed(undefined, text) })).texts;
    expect(await textsOf('turns.says')).toEqual(['first\nsecond', '']);
    expect(await textsOf('parts')).toEqual(['x\ny', '']);
    expect(await textsOf('parts,turns.who')).toEqual(['x\ny\na\nb\na', 'a']);
    const { stderr } = folder.run('dedupe', name, '--text', 'turns');
    expect(stderr).toMatch(/"turns" is (nested|an array).* \(there are: turns\.who, turns\.says/);
    expect(folder.run('dedupe', name, '--text', 'parts', '--id', 'turns.who').stderr).toMatch(
      /no (field|column) "turns\.who"/,
    );
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
    expect(found(folder.at('some/*.txt'))).toEqual([folder.at('some/a.txt'), folder.at('some/b.txt')]);
    // In the order in which a folder is gone through, and not that of the letters of paths: there, a hyphen comes before a slash.
    const inOrder = ['parts/zh/1.txt', 'parts/zh-CN/2.txt', 'parts/zh.txt'];
    for (const [i, name] of inOrder.entries()) folder.write(name, `${i} one${i} two${i} three${i}`);
    expect([found('parts'), found('parts/**')]).toEqual([inOrder, inOrder]);
    folder.write('odd[1].txt', 'a name with brackets');
    expect(found('odd[1].txt')).toEqual(['odd[1].txt']);
    expect(folder.run('dedupe', 'none/*.txt').stderr).toBe('hammingbird: No file matches none/*.txt.\n');
  });
});
