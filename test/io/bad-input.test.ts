// The bad input that a stranger would try: a named error, or counted and listed, and nothing lost.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, truncateSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { HammingbirdError } from '../../src/errors.ts';
import { Corpus } from '../../src/io/corpus.ts';
import { fieldsNamed } from '../../src/io/records.ts';
import { recordWriter } from '../../src/io/writers/record-writer.ts';
import { jsonLines, MAIN } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import * as make from '../support/format-files.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const folder = folderForEach();

const documents = Array.from({ length: 400 }, (_, i) => ({
  id: `${i}`,
  text: Array.from({ length: 20 }, (_, j) => `w${(i * 31 + j * j * 7919) % 9973}`).join(' '),
}));

/** That the command ends with one line of explanation, and leaves no output. */
function expectError(args: readonly string[], message: string | RegExp): void {
  const before = folder.names();
  const { status, stdout, stderr } = folder.run('dedupe', ...args, '-o', 'kept.out');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('    at ');
  expect(folder.names()).toEqual(before);
}

it('is told in a line a record, without what a terminal would obey', () => {
  folder.write('t.jsonl', '{"x\\n\\u001b[31mred":1}\n\u001b[31mno\n{"text":"a text"}\n');
  const [first, second, third] = folder.run('dedupe', 't.jsonl', '--dry-run').stderr.split('\n');
  expect(first).toBe('passed over t.jsonl:1: no field "text" (there are: x [31mred); name it with --text');
  expect(second).toMatch(/^passed over t\.jsonl:2: not JSON: [ -~]+$/);
  expect(third).toMatch(/^documents +1 /);
});

it('is told so that no name turns what stands behind it', () => {
  folder.write('t.jsonl', '{"\u202ecba":1}\n{"text":"a text"}\n');
  const [first] = folder.run('dedupe', 't.jsonl', '--dry-run').stderr.split('\n');
  expect(first).toBe('passed over t.jsonl:1: no field "text" (there are: \\u202ecba); name it with --text');
});

it.each([
  ['t.jsonl', undefined, make.jsonl],
  ['t.txt', 'lines', make.jsonl],
  ['t.csv', undefined, make.csv],
  ['t.json', undefined, make.json],
  ['objects.json', undefined, (rows: object[]) => rows.map((row) => JSON.stringify(row, null, 1)).join('\n')],
] as const)(
  'that becomes shorter while it is read is an error, and not what was left: %s',
  async (name, format, made) => {
    const whole = made(Array.from({ length: 30 }, () => documents).flat());
    folder.write(name, whole);
    const corpus = new Corpus([folder.at(name)], { fields: fieldsNamed(undefined, 'text'), format });
    const reading = corpus.read();
    await reading.next();
    // Behind a record, where the format has its end: what is left is sound.
    truncateSync(folder.at(name), Math.max(300_000, whole.indexOf('\n}', 300_000) + 2));
    const rest = async () => {
      for await (const _ of reading);
    };
    await expect(rest()).rejects.toThrow('changed while it was being read');
    corpus.close();
  },
);

/** The ids that are kept, and what is said of the rest. */
function kept(...args: string[]): { ids: unknown[]; stderr: string } {
  const { status, stdout, stderr } = folder.run('dedupe', ...args, '--output-format', 'jsonl');
  expect(status, stderr).toBe(0);
  return { ids: jsonLines(stdout).map(({ id }) => id), stderr };
}

describe('compressed data', () => {
  const damaged = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 0xff;
    return copy;
  };
  const gz = gzipSync(make.jsonl(documents));
  const zst = make.zstd(make.jsonl(documents));
  const warc = gzipSync(make.warc(documents.slice(0, 5)));

  it.each([
    ['cut.jsonl.gz', gz.subarray(0, gz.length >> 1)],
    ['almost.jsonl.gz', gz.subarray(0, -1)],
    ['damaged.jsonl.gz', damaged(gz, gz.length - 6)],
    ['cut.jsonl.zst', zst.subarray(0, zst.length >> 1)],
    ['damaged.jsonl.zst', damaged(zst, 7)],
    ['cut.warc.gz', warc.subarray(0, warc.length - 20)],
  ])('%s is an error that says how far it was good', (name, bytes) => {
    folder.write(name, bytes);
    expectError(
      [name],
      new RegExp(`^hammingbird: Cannot read ${name}: its (gzip|zstd) data is damaged or cut off after \\d+ bytes`),
    );
  });

  it.each([
    ['bzip2', 'BZh91AY&SY.…'],
    ['xz', Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4)],
    ['zip', 'PK\u0003\u0004…'],
    ['lz4', '\u0004"M\u0018…'],
  ])('by %s, which is not read, is called that, also through a pipe', (kind, bytes) => {
    folder.write('t.jsonl', bytes);
    expectError(['t.jsonl'], new RegExp(`^hammingbird: Cannot read t.jsonl: it is compressed by ${kind}\\. `));
    const { status, stderr } = folder.runWith({ input: bytes }, 'dedupe', '-');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`standard input: it is compressed by ${kind}. Decompress it`),
    ]);
  });

  it('below a folder is passed over and listed', () => {
    folder.write('shards/1.jsonl.gz', gz.subarray(0, gz.length >> 1));
    folder.write('shards/2.jsonl.gz', gz);
    const { ids, stderr } = kept('shards');
    expect(ids.length).toBe(documents.length);
    expect(stderr).toMatch(/^passed over shards\/1\.jsonl\.gz: its gzip data is damaged or cut off after \d+ bytes/m);
  });
});

it('a file below a folder that cannot be read is named once, whatever its format', () => {
  folder.write('named/a.txt', 'a text that is one');
  for (const name of ['b.json', 'c.warc', 'd.parquet']) folder.write(`named/${name}`, '{\n');
  const { stderr } = kept('named');
  expect(stderr.match(/^passed over .*/gm)).toEqual([
    expect.stringMatching(/^passed over named\/b\.json: the last object does not end;/),
    expect.stringMatching(/^passed over named\/c\.warc: a record does not begin with «WARC\/»\./),
    'passed over named/d.parquet: it is too short to be Parquet.',
  ]);
});

describe('Parquet', () => {
  const text = { name: 'text', data: ['a', 'b'] as (string | null)[], type: 'STRING' as const };
  const write = (columnData: ColumnSource[], schema?: SchemaElement[]) =>
    folder.write('t.parquet', Buffer.from(parquetWriteBuffer({ columnData, ...(schema && { schema }) })));

  it('with a list of numbers for texts is an error that names other columns', () => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 2 },
      { name: 'text', num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'INT32', repetition_type: 'OPTIONAL' },
      { name: 'body', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    ];
    const columns = [
      { name: 'text', data: [[1, 2], [3]] },
      { name: 'body', data: ['x', 'y'] },
    ];
    write(columns, schema);
    expectError(
      ['t.parquet'],
      /column "text" is nested \(LIST\), and texts must be strings \(there are: body\); name another with --text/,
    );
    expect(kept('t.parquet', '--text', 'body').ids.length).toBe(2);
  });

  it('with numbers for texts, or no such column, is an error; rows without a text are listed', () => {
    write([{ name: 'text', data: [1, 2], type: 'INT32' }]);
    expectError(['t.parquet'], /column "text" is of type INT32, and texts must be strings \(there is none\)/);
    write([{ ...text, name: 'body' }]);
    expectError(['t.parquet'], /it has no column "text" \(there are: body\); name it with --text/);
    expectError(
      ['t.parquet', '--text', 'body', '--id', 'key'],
      /it has no column "key" \(there are: body\); name it with --id/,
    );
    write([{ ...text, data: [null, 'b'] }]);
    const { ids, stderr } = kept('t.parquet');
    expect([ids, stderr]).toEqual([
      [undefined],
      expect.stringContaining('passed over t.parquet:1: column "text" is null, not a string\n'),
    ]);
  });

  it('with numbers for ids takes those that are none for ids that are missing', () => {
    write([text, { name: 'id', data: [Number.NaN, 5], type: 'DOUBLE' }]);
    folder.run('dedupe', 't.parquet', '--exact-only', '--annotate', 'all.jsonl', '-o', 'kept.parquet');
    expect(jsonLines(folder.read('all.jsonl')).map(({ group }) => group)).toEqual(['t.parquet:1', 5]);
    const { ids, stderr } = kept('t.parquet', '--id', 'id');
    expect([ids, stderr]).toEqual([[5], expect.stringContaining('passed over t.parquet:1: column "id" holds no')]);
  });

  it('with two columns of one name is an error that says so, before anything is done', () => {
    write([text, { name: 'note', data: ['x', 'y'] }, { name: 'note', data: ['z', 'z'] }]);
    expectError(['t.parquet', '--dry-run'], /Cannot read t\.parquet: two of its columns are named "note"; rename one/);
  });

  it('that is none, or cut off, or damaged is an error', () => {
    const whole = make.parquet(documents);
    folder.write('none.parquet', 'this is not Parquet, only called so');
    folder.write('cut.parquet', whole.subarray(0, whole.length - 100));
    folder.write(
      'damaged.parquet',
      Buffer.concat([whole.subarray(0, 10), Buffer.alloc(200, 0xee), whole.subarray(210)]),
    );
    for (const name of ['none.parquet', 'cut.parquet', 'damaged.parquet']) {
      expectError(
        [name],
        new RegExp(`Cannot read ${name}: .*\\. If it was cut off or damaged, fetch or write it again; `),
      );
    }
  });

  it('of which a bit was flipped in a page with a checksum is an error', () => {
    // pyarrow.parquet.write_table(table, file, write_page_checksum=True, compression='zstd', use_dictionary=False)
    const whole = Buffer.from(
      'UEFSMRUAFVwVZBWSwMj8BBwVBBUAFQYVBhwAAAAotS/9IC5NAQAkAgIAAAAEAQ8AAABmZXJyeSB0byBPc3RyZXkRVmVubnBvcnQBABo3xxUE' +
        'GSw1ABgGc2NoZW1hFQIAFQwlAhgEdGV4dCUATBwAAAAWBBkcGRwmABwVDBklBgAZGAR0ZXh0FQwWBBaOARaWASYISRwVABUAFQIAPBZAGQYZ' +
        'JgAEAAAAFo4BFgQmCBaWAQAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGRwcAAAAjAAAAFBBUjE=',
      'base64',
    );
    folder.write('t.parquet', whole);
    expect(folder.run('dedupe', 't.parquet', '--format', 'parquet', '--output-format', 'jsonl').stdout).toBe(
      '{"text":"ferry to Ostrey"}\n{"text":"ferry to Vennport"}\n',
    );
    // «ferry to Ostrez»: what decompresses it notices nothing.
    whole[whole.indexOf('Ostrey') + 5]! ^= 3;
    folder.write('t.parquet', whole);
    expectError(['t.parquet'], 'Cannot read t.parquet: a page is damaged: its checksum is of other bytes');
  });

  it('whose footer says other things in two places is an error: rows would be lost, or taken for others', () => {
    const whole = make.parquet(documents.slice(0, 3), 3);
    const footer = whole.readUInt32LE(whole.length - 8);
    // The rows of the file and those of its one group, 3 as a zigzag number of 64 bits.
    const places = [...whole.keys()].filter(
      (at) => at > whole.length - 8 - footer && whole[at] === 0x16 && whole[at + 1] === 6,
    );
    let refused = 0;
    for (const at of places) {
      const copy = Buffer.from(whole);
      copy[at + 1] = 4;
      folder.write('t.parquet', copy);
      const { status, stdout, stderr } = folder.run('dedupe', 't.parquet', '--output-format', 'jsonl');
      if (status === 0) expect(jsonLines(stdout)).toHaveLength(3);
      if (stderr.includes('Cannot read t.parquet: its footer is damaged: it tells of')) refused++;
    }
    expect(refused).toBe(2);
  });

  it('whose footer is damaged anywhere is an error about the file, not about the code that reads it', async () => {
    const whole = make.parquet(documents.slice(0, 3), 3);
    const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
    for (let at = footer; at < whole.length - 4; at++) {
      const copy = Buffer.from(whole);
      copy[at]! ^= 1 << (at % 8);
      folder.write('t.parquet', copy);
      const corpus = new Corpus([folder.at('t.parquet')], { fields: fieldsNamed(undefined, 'text') });
      try {
        for await (const { number } of corpus.read()) corpus.text(number);
      } catch (error) {
        expect(error).toBeInstanceOf(HammingbirdError);
        expect((error as Error).message).not.toMatch(
          /properties of|not a function|not iterable|is undefined, |and undefined/,
        );
      } finally {
        corpus.close();
      }
    }
  });

  it.for<[string, (page: Buffer) => Buffer, RegExp]>([
    ['GZIP', (page) => Buffer.concat([gzipSync(page).subarray(0, -8), Buffer.alloc(8)]), /incorrect data check/],
    ['BROTLI', (page) => brotliCompressSync(page.subarray(1)), /does not match header/],
  ])('in %s whose pages hold something else than they say is an error', ([codec, compress, error]) => {
    const compressors = { [codec]: (page: Uint8Array) => compress(Buffer.from(page)) };
    const file = parquetWriteBuffer({ columnData: [text], codec: codec as 'GZIP', compressors });
    folder.write('t.parquet', Buffer.from(file));
    expectError(['t.parquet'], error);
  });

  it.for<[string, runs: number[], Omit<ColumnSource, 'name'>]>([
    ['levels', [0x65, 0x55, 0x55], { data: documents.map(({ text }, i) => (i % 2 === 0 ? text : null)) }],
    ['indices', [0x65, 0xaa, 0xaa], { data: documents.map((_, i) => `text ${i % 2}`), nullable: false }],
  ])('with a thousand million %s in one run is an error', ([, runs, column]) => {
    const file = Buffer.from(
      parquetWriteBuffer({ columnData: [{ name: 'text', type: 'STRING', ...column }], codec: 'UNCOMPRESSED' }),
    );
    file.set([0x80, 0x80, 0x80, 0x80, 0x08], file.indexOf(Buffer.from(runs)));
    folder.write('t.parquet', file);
    expectError(['t.parquet'], /Cannot read t\.parquet: a page is damaged: it tells of more values than it has/);
  });

  it('that is encrypted is an error that says so', () => {
    const whole = make.parquet(documents);
    folder.write('footer.parquet', Buffer.concat([whole.subarray(0, -4), Buffer.from('PARE')]));
    // pyarrow's EncryptionConfiguration(footer_key='f', column_keys={'c': ['text']}, plaintext_footer=True)
    const columns = gunzipSync(
      Buffer.from(
        'H4sIAAAAAAACAwtwDDLUZ2BgUG03Txepll8SLPin+F6boL/zG9s6F37l5HN+xqb8G+Xs5Iz0lJ39TnccfHzGcmH6R12glthrbU3Ry3kP2LgyV5aq' +
          '/a3hmxb/pvjtkfqZs2udtx4VaFjvfb24aaV76AY1drckURZJHVMGCbbi5IzU3ERRJgZRHlUmCZaS1IoSVQYfGaBxYkySMpIyagwyojySqmwMkhBJ' +
          'UaC4WAej2AlGNY4aMT5JNkk1BiYGhhgdqLzEJKZqpezUSt/EktSizMSckMqCVCUrpQBv3xBDJR2lzDygcF5iTnBJflFiOlCmpKg0FShc7JafD5Tx' +
          'Tq1UskpLzCkGiuUmFkNEPF2ABiQDNZcXJRYUpKa4uHoDBbLczcuczFJzzVy9i1J8DQsNDEKjjAtSCpJdPA1dAiMC3PKcfINSTUoSS0pzgKKVZZ7p' +
          'aVmlZa75hha2QLNS8kuTclLDQSZm5qXD3AF0uGteclFlQUlmfh7MaiOD8hzHMN9IC2ND38LS4lxv74Aw/XJbW4SLvMEuMrXw8fN0c3RxKcmM0Lc0' +
          'zs0NNYoIBKmrZWCQ8PUEBimX3OpVl7Nf//avNzOZLL5uylFH92PHeX3XHfKTPGZX6mN8df2evin873UWFfzbotV/OH+17CWte17sseqf7I6a/3k9' +
          '61WE/vfPO1czrGQARQGTGgcwGkQYGDQUChKLCktTS3STCwp0E4uK8ssVylKLioF+UDAy0zPQM5SUAcaojIwGh0r6+svPz/76LwR00jGKYwoaaLnF' +
          'nnnFJYl5yang8HJxdXMM9QlRQpEJDfJBkUKN3TT02PWPKiw19s4IzTZ3Na8o9C5KDQ5z8UoudtGPrDIsy7LQ1s8Ptyh0zgs29TKP9C4LcnQMiQyq' +
          '0jYP8/U2ITF2K/IdCz3LoqKyKiNSI7wLPYvSjAujAjFjNz1NO8zUM7SqMsMoO8Klysis0LnU0REcuzbtn1m2nP7DEeUzrTWYbcH+yc0Rn++KVSyN' +
          '2TuHO4OZgSEAmKcBQyGPdtgDAAA=',
        'base64',
      ),
    );
    folder.write('columns.parquet', columns);
    for (const name of ['footer.parquet', 'columns.parquet'])
      expectError([name], `Cannot read ${name}: it is encrypted; decrypt it first.\n`);
  });
});

describe('CSV', () => {
  it('with broken quotes is listed by line, and every other row is kept', () => {
    const rows = [
      'id,text',
      '1,good',
      '2,"bro"ken"',
      '3,fine',
      '',
      '4,half "quoted',
      '5,"two',
      'lines"',
      '6,one,too many',
      '7',
      '8,"never closed',
      '9,the last',
    ];
    folder.write('t.csv', rows.join('\n'));
    const { ids, stderr } = kept('t.csv');
    expect(ids).toEqual(['1', '3', '5', '9']);
    expect(stderr).toContain('passed over t.csv:3: a quote within a quoted field; write it twice\n');
    expect(stderr).toContain('passed over t.csv:6: a quote within a field that is not quoted');
    expect(stderr).toContain('passed over t.csv:9: 3 fields, and the header has 2\n');
    expect(stderr).toContain('passed over t.csv:10: 1 field, and the header has 2\n');
    expect(stderr).toContain('passed over t.csv:11: a quote is opened and never closed');
    expect(stderr).toMatch(/^malformed +5 /m);
  });

  it('with a broken header is an error: the first row would be taken for the header', () => {
    folder.write('t.csv', '\nid,5" disk,text\n1,yes,"one text"\n');
    expectError(
      ['t.csv'],
      /^hammingbird: Cannot read t\.csv: its header, in line 2, is broken: a quote within a field that is not/,
    );
    folder.write('d/t.csv', 'id,"text\n1,one text\n');
    folder.write('d/u.jsonl', make.jsonl(documents));
    const { ids, stderr } = kept('d');
    expect(ids).toEqual(documents.map(({ id }) => id));
    expect(stderr).toMatch(
      /^passed over d\/t\.csv: its header, in line 1, is broken: a quote is opened and never closed/m,
    );
  });

  it('with a broken row behind more than is read at once keeps all before it', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `${i},"number ${i}"`);
    folder.write('t.csv', ['id,text', ...many, '"x"y,z', 'last,row'].join('\n'));
    const { ids, stderr } = kept('t.csv', '--threshold', '1');
    expect(ids.length).toBe(20_001);
    expect(stderr).toMatch(/^passed over t\.csv:20002: /m);
  });

  it('of broken rows takes seconds, not minutes', () => {
    const many = Array.from({ length: 2000 }, (_, i) => `${i},${'some words and more words '.repeat(10)}5" wide`);
    folder.write('t.csv', ['id,text', ...many, 'last,row'].join('\n'));
    const began = performance.now();
    expect(kept('t.csv').ids).toEqual(['last']);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('by tabs has rows in lines of their own, also where a quotation goes on from one to another', () => {
    const rows = [
      '1\t"a quotation begins\tx',
      '2\tgoes ""on\ty',
      '3\tand ends."\tz',
      '4\t"a cell\n\nof\ttabs and lines"\tx',
      '5\t"begins\tx',
      '6\tdoes not stop\ty',
      'none',
      '7\tends"\tz\tz',
      '8\tor is never closed"\tx',
    ];
    folder.write('t.tsv', `id\ttext\tnote\n${rows.join('\n')}`);
    const { stdout, stderr } = folder.run('dedupe', 't.tsv');
    expect(stdout).toBe(`id\ttext\tnote\n${[...rows.slice(0, 6), rows.at(-1)].join('\n')}\n`);
    expect(stderr).toContain('passed over t.tsv:10: 1 field, and the header has 3');
    expect(stderr).toContain('passed over t.tsv:11: 4 fields, and the header has 3');
  });

  it('that ends in a broken row, and has been decompressed, takes nothing of the next file', () => {
    folder.write('a.tsv.gz', gzipSync('text\nthe last"'));
    folder.write('b.tsv.gz', gzipSync('text\nanother'));
    expect(folder.run('dedupe', 'a.tsv.gz', 'b.tsv.gz').stdout).toBe('text\nthe last"\nanother\n');
  });

  it('by tabs has quotes within fields, since a line that breaks the rules of quoting has none', () => {
    const rows = ['1\ta 27" screen\r', '2\t"Quoted" at first\r', '3\t"never closed\r', '4\t"well quoted"\r', '5"\r'];
    folder.write('t.tsv', `id\ttext\r\n${rows.join('\n')}\n`);
    const { stdout, stderr } = folder.run('dedupe', 't.tsv');
    expect(stdout).toBe(`id\ttext\r\n${rows.slice(0, 4).join('\n')}\n`);
    expect(stderr).toContain('passed over t.tsv:6: a quote within a field that is not quoted');
    const { stdout: json } = folder.run('dedupe', 't.tsv', '--output-format', 'jsonl');
    expect(jsonLines(json).map(({ text }) => text)).toEqual([
      'a 27" screen',
      '"Quoted" at first',
      '"never closed',
      'well quoted',
    ]);
  });

  it('without the column is an error', () => {
    folder.write('t.csv', 'id,body\n1,x\n');
    expectError(['t.csv'], /it has no column "text" \(there are: id, body\); name it with --text/);
  });

  it('without a header is an error that does not show the whole first row', () => {
    folder.write('t.csv', `1,${'a long text '.repeat(10_000)}\n`);
    expectError(['t.csv'], /^hammingbird: .*no column "text" \(there are: 1, (a long text ){6}a long t…\); name.*\n$/);
  });

  it.each([
    ['t.csv', 'text,id\rsome text,1\rmore text,2\r'],
    ['t.csv', 'id,text\r\r\n1,some text\r\r\n'],
    ['t.tsv', '\r\ntext\tid\rsome text\t1\rmore text\t2'],
  ])('whose lines end in no newline is an error, and not a header without rows: %s', (name, content) => {
    folder.write(name, content);
    expectError(
      [name],
      /in its first line is a carriage return that no newline follows; let lines end with a newline\./,
    );
  });

  it('has empty lines before its header, also behind a byte order mark, and line ends in its names', () => {
    folder.write('t.csv', '\ufeff\r\n\n"a\rb\r\nc";id;text\r\n1;2;some text\r\n');
    expect(kept('t.csv').ids).toEqual(['2']);
  });
});

describe('JSON', () => {
  it.each([
    ['cut off', '[{"text": "a"}, {"text": "b', /the array does not end; the file does, after 27 bytes/],
    [
      'without a comma',
      '[{"text": "a"} {"text": "b"}]',
      /^hammingbird: Cannot read t\.json as JSON: a comma is missing at byte 15\. An array of objects is wanted, or objects one after another\.\n$/,
    ],
    ['with a comma at the end', '[{"text": "a"},]', /a comma is too much/],
    ['with something behind', '[{"text": "a"}] x', /as JSON: "x" is not expected at byte 16\. An array/],
    ['that is none', 'text: a', /as JSON: "e" is not expected at byte 1\. An array/],
    ['with a line end in a string', '[{"text": "a\nb"}]', /as JSON: "\\n" is not expected at byte 12\. An array/],
    ['that is a string', '"text"', /it is not an array of objects/],
    [
      'whose last object is cut off',
      '{\n"text": "a"}\n{"text": "}',
      /the last object does not end; the file does, after 26 bytes/,
    ],
    [
      'with commas between its objects',
      '{\n"text": "a"},\n{"text": "b"}',
      /what follows an object at byte 14 is no other\./,
    ],
  ])('%s is an error that says where', (_, content, message) => {
    folder.write('t.json', content);
    expectError(['t.json'], message);
  });

  it('with elements that are no records lists them', () => {
    folder.write('t.json', '[{"text": "a"}, 5, "x", null, [1], {"text": null}, {"text": 7}, {"id": 8, "text": "b"}]');
    const { ids, stderr } = kept('t.json');
    expect(ids).toEqual([undefined, 8]);
    for (const [i, what] of ['a number', 'a string', 'null', 'an array'].entries()) {
      expect(stderr).toContain(`passed over t.json:${i + 2}: not a JSON object but ${what}\n`);
    }
    expect(stderr).toContain('passed over t.json:6: field "text" is null, not a string\n');
    expect(stderr).toContain('passed over t.json:7: field "text" is a number, not a string\n');
  });

  it('with an object that has its records in an array says how they would be had', () => {
    folder.write('t.json', '{\n  "tags": ["a"],\n  "messages": [\n    {"text": "a"}\n  ]\n}');
    const { status, stderr } = folder.run('dedupe', 't.json');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'passed over t.json:1: no field "text" (there are: tags, messages.text); name it with --text; ' +
        `of its "messages", jq -c '.messages[]' makes records\n`,
    );
  });

  it('of several lines is no JSONL, and the remedy is told', () => {
    const pretty = '{\n"text": "a"\n}';
    const refused = folder.runWith({ input: pretty }, 'dedupe', '-');
    expect(refused.stderr).toMatch(
      /^passed over -:1: not JSON: .*; objects that have no line each are read .* --format json$/m,
    );
    expect(refused.stderr).toMatch(/^passed over -:2: not JSON: [^;]*$/m);
    expect(folder.runWith({ input: pretty }, 'dedupe', '-', '--format', 'json').stdout).toBe('{ "text": "a" }\n');
  });

  it('with a number that only Python writes so says what to write', () => {
    folder.write(
      't.jsonl',
      '{"text": "a", "score": NaN}\n{"text": "b", "scores": [1, -Infinity]}\n{"text": "NaN", }\n',
    );
    const { stderr } = folder.run('dedupe', 't.jsonl');
    expect(stderr).toMatch(/^passed over t\.jsonl:1: not JSON: .*; JSON has no NaN: write null in its place$/m);
    expect(stderr).toMatch(/^passed over t\.jsonl:2: not JSON: .*; JSON has no -Infinity: write null in its place$/m);
    expect(stderr).toMatch(/^passed over t\.jsonl:3: not JSON: [^;]*$/m);
  });

  it('below a folder is read up to where it is damaged', () => {
    folder.write('answers/t.json', '[{"id": 1, "text": "a"}, {"id": 2, "text": "b"} and {"id": 3, "text": "c"}]');
    const { ids, stderr } = kept('answers');
    expect(ids).toEqual([1, 2]);
    expect(stderr).toMatch(/^passed over answers\/t\.json: .* What came before, 2 documents, is read\.$/m);
  });

  it('of which several stand in a line is no JSONL either', () => {
    const several = '{"text": "a } {"} {"text": "b"}\n{"text": "c"}{"text": "d"}';
    const refused = folder.runWith({ input: several }, 'dedupe', '-');
    expect(refused.stderr.match(/; objects that have no line each are read /g)).toHaveLength(2);
    const { stdout } = folder.runWith({ input: several }, 'dedupe', '-', '--format', 'json');
    expect(jsonLines(stdout).map(({ text }) => text)).toEqual(['a } {', 'b', 'c', 'd']);
  });

  it('with objects one after another lists those that are no records', () => {
    folder.write('t.json', '{\n"text": "a"}{"text": 7}\n\n{"text": "b",}{"text":\r\n"c"}');
    const { ids, stderr } = kept('t.json');
    expect(ids).toEqual([undefined, undefined]);
    expect(stderr).toContain('passed over t.json:2: field "text" is a number, not a string\n');
    expect(stderr).toMatch(/^passed over t\.json:3: not JSON: /m);
  });
});

describe('web archives', () => {
  it('that end within a record, or are none, are errors', () => {
    const whole = make.warc(documents.slice(0, 5));
    folder.write('cut.warc', whole.subarray(0, whole.length - 30));
    expectError(['cut.warc'], /Cannot read cut\.warc: it ends within the record of 4\. Fetch it again\./);
    const image = make.warcResponse('http://image/', ['Content-Type: image/png'], Buffer.alloc(1000));
    folder.write('cut.warc', Buffer.concat([whole, image.subarray(0, 500)]));
    expectError(['cut.warc'], /it ends within the record of http:\/\/image\//);
    for (const length of ['', 'x5', '-5', '4e1']) {
      folder.write('length.warc', whole.toString('latin1').replaceAll(/(?<=Content-Length: )\d+/g, length));
      expectError(['length.warc'], /Cannot read length\.warc: the head of (the|a) record .* does not say its length/);
    }
    folder.write('cut.warc', whole.subarray(0, whole.lastIndexOf('WARC/1') + 20));
    expectError(['cut.warc'], /the head of a record without an address does not say its length, as if cut off/);
    folder.write('none.warc', 'only called so\n');
    expectError(['none.warc'], /Cannot read none\.warc as WARC/);
    folder.write('empty.warc', '');
    expectError(['empty.warc'], /there is no WARC record in it/);
  });

  it.each(['1', '2', '3'])('below a folder are read up to where they are damaged, by %s threads', (workers) => {
    const whole = make.warc(documents.slice(0, 300));
    folder.write('crawl/cut.warc', whole.subarray(0, whole.length - 30));
    const { ids, stderr } = kept('crawl', '--workers', workers);
    expect(ids).toEqual(documents.slice(0, 299).map(({ id }) => String(id)));
    expect(stderr).toMatch(
      /^passed over crawl\/cut\.warc: it ends within .*\. What came before, 299 documents, is read\.$/m,
    );
  });
});

it('a single line of 200 MB is a document', () => {
  const line = Buffer.alloc(200_000_000, 'all work and no play ');
  line.write('{"id": "long", "text": "');
  line.write('"}', line.length - 2);
  folder.write('t.jsonl', Buffer.concat([line, Buffer.from('\n{"id": "short", "text": "something else"}')]));
  const { status, stderr } = folder.run('dedupe', 't.jsonl', '-o', 'kept.jsonl');
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^kept +2$/m)]);
});

it('repeated ids are counted, and no record is lost', () => {
  folder.write('t.csv', 'id,text\n1,the first\n1,and another\n1,and a third\n');
  const { ids, stderr } = kept('t.csv');
  expect(ids).toEqual(['1', '1', '1']);
  expect(stderr).toMatch(/^repeated ids +2 /m);
});

it('NUL bytes are no JSON and no text, but may be in a cell or written as \\u0000', () => {
  folder.write('t.jsonl', '{"id": 1, "text": "a\0b"}\n{"id": 2, "text": "c\\u0000d"}\n');
  folder.write('t.csv', 'id,text\n3,e\0f\n');
  folder.write('texts/t.txt', 'g\0h');
  const { ids, stderr } = kept('t.jsonl', 't.csv', 'texts/../t.csv');
  expect(ids).toEqual([2, '3']);
  expect(stderr).toMatch(/^passed over t\.jsonl:1: not JSON: /m);
  expectError(['texts'], /texts\/t\.txt: not text: there are NUL bytes in it/);
});

it('links to files are read under a pattern, and what they lead to otherwise is told, as in a folder', () => {
  folder.write('blobs/1f', '{"id": "linked", "text": "the only text"}\n');
  folder.write('set/deep/no.txt', 'not asked for');
  symlinkSync('../blobs/1f', folder.at('set/a.jsonl'));
  symlinkSync('nowhere', folder.at('set/b.jsonl'));
  symlinkSync('deep', folder.at('set/c.jsonl'));
  const { ids, stderr } = kept('set/*.jsonl');
  expect(ids).toEqual(['linked']);
  expect(stderr).toMatch(
    /^passed over set\/b\.jsonl: there is no such file.*\npassed over set\/c\.jsonl: a link to a folder$/m,
  );
});

it('links that run in circles end, under a pattern too', () => {
  folder.write('a/b/c.txt', 'the only text');
  symlinkSync('..', folder.at('a/b/circle'));
  symlinkSync('self', folder.at('a/self'));
  expect(kept('a/**/*.txt').ids).toEqual(['a/b/c.txt']);
  expect(kept('a').stderr).toMatch(/^passed over a\/self: its symbolic links run in a circle/m);
});

describe('a full disk', () => {
  it('for copies is an error that says what to do, whatever is copied', ({ skip }) => {
    folder.write('t.jsonl.gz', gzipSync(make.jsonl(documents)));
    folder.write('t.parquet', make.parquet(documents));
    folder.write('t.warc', make.warc(documents));
    folder.write('pages/t.html', make.page(documents.map(({ text }) => text).join(' ')));
    return onSmallDisk(folder, '16k', skip, (disk) => {
      for (const name of ['t.jsonl.gz', 't.parquet', 't.warc', 'pages']) {
        const env = { ...process.env, TMPDIR: disk };
        const { status, stderr } = spawnSync(process.execPath, [MAIN, 'dedupe', name], {
          cwd: folder.path,
          env,
          encoding: 'utf8',
        });
        expect([status, stderr]).toEqual([1, expect.stringMatching(/Cannot keep a copy of .*ENOSPC.*TMPDIR/)]);
      }
    });
  });

  it.for(['csv', 'json', 'parquet'] as const)('for %s leaves nothing behind', (format, { skip }) => {
    const content = { csv: make.csv(documents), json: make.json(documents), parquet: make.parquet(documents, 200) };
    folder.write(`t.${format}`, content[format]);
    return onSmallDisk(folder, '16k', skip, (disk) => {
      const { status, stderr } = folder.run('dedupe', `t.${format}`, '-o', `disk/kept.${format}`);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`Cannot write disk/kept.${format}: the disk is full`),
      ]);
      expect(spawnSync('ls', ['-A', disk], { encoding: 'utf8' }).stdout).toBe('');
    });
  });
});

it('no copy stays in the folder for temporary files, after Ctrl-C neither', async () => {
  mkdirSync(folder.at('tmp'));
  const { spawn } = await import('node:child_process');
  const env = { ...process.env, TMPDIR: folder.at('tmp') };
  const running = spawn(process.execPath, [MAIN, 'dedupe', '-', '-o', 'kept.jsonl'], { cwd: folder.path, env });
  running.stdin.write(make.jsonl(documents));
  for (let tries = 0; tries < 500 && folder.names().length < 2; tries++) await sleep(10);
  await sleep(200);
  running.kill('SIGINT');
  expect(await once(running, 'close')).toEqual([130, null]);
  expect(folder.names()).toEqual(['tmp']);
  // Where newer versions of Node keep compiled code.
  expect(readdirSync(folder.at('tmp')).filter((name) => name !== 'node-compile-cache')).toEqual([]);
});

it('damage of any kind ends in documents or in a named error, never in a crash or without end', async () => {
  const some = documents.slice(0, 12);
  const files: Record<string, Buffer> = {
    't.jsonl.gz': gzipSync(make.jsonl(some)),
    't.jsonl.zst': make.zstd(make.jsonl(some)),
    't.json': Buffer.from(make.json(some)),
    't.csv': Buffer.from(make.csv(some)),
    't.parquet': make.parquet(some, 5),
    't.warc': make.warc(some.slice(0, 2)),
    't.html': Buffer.from(make.page(some[0]!.text)),
  };
  const damage = fc.record({
    name: fc.constantFrom(...Object.keys(files)),
    bytes: fc.array(fc.tuple(fc.nat(1e6), fc.nat(255)), { maxLength: 3 }),
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ name, bytes, share }) => {
      const content = Buffer.from(files[name]!);
      for (const [at, byte] of bytes) content[at % content.length] = byte;
      folder.write(name, content.subarray(0, Math.ceil(share * content.length)));
      const corpus = new Corpus([folder.at(name)], { fields: fieldsNamed(undefined, 'text') });
      const sink = { write() {}, writeLine() {} };
      try {
        for await (const { number } of corpus.read()) corpus.text(number);
        const writer = await recordWriter(corpus, { path: '-' }, sink);
        for (const number of [...corpus.ids].keys()) await writer.write(number);
        await writer.finish();
      } catch (error) {
        expect(error).toBeInstanceOf(HammingbirdError);
      } finally {
        corpus.close();
      }
    }),
    { numRuns: 150 },
  );
});
