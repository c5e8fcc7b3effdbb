// Parquet: what other programs write is read to the last digit, and written again as it came.
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadata, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CorpusOptions } from '../../src/io/corpus.ts';
import { InputError, OutputError } from '../../src/io/errors.ts';
import { parquetWriter } from '../../src/io/writers/parquet.ts';
import type { Sink } from '../../src/io/writers/sink.ts';
import { folderForEach } from '../support/folders.ts';
import { readCorpus } from '../support/reading.ts';

const folder = folderForEach();

const read = (inputs: readonly string[], options?: Partial<CorpusOptions>) => readCorpus(folder, inputs, options);

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
  ['b', /two of the fields in its column "s" are named "b"; rename one/],
  ['__proto__', /a field in its column "s" is named "__proto__", which no object of JavaScript can have; rename it/],
])('a structure with a second field "%s", which would be lost, is an error', (name, error) => {
  const stand = '#'.repeat(name.length);
  const file = parquetWriteBuffer({
    schema: [
      { name: 'root', num_children: 2 },
      { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 's', num_children: 2, repetition_type: 'OPTIONAL' },
      { name: 'b', type: 'INT32', repetition_type: 'OPTIONAL' },
      { name: stand, type: 'INT32', repetition_type: 'OPTIONAL' },
    ],
    columnData: [
      { name: 'text', data: ['one'] },
      { name: 's', data: [{ b: 1, [stand]: 2 }] },
    ],
  });
  folder.write('t.parquet', Buffer.from(Buffer.from(file).toString('latin1').replaceAll(stand, name), 'latin1'));
  const { status, stderr } = folder.run('dedupe', 't.parquet', '--dry-run');
  expect([status, stderr]).toEqual([1, expect.stringMatching(error)]);
});

// What DuckDB writes with `parquet_version v2`.
it('unsigned integers of 32 bits whose first one is written with more are read, and written again', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const values = "('one', 4294967295), ('two', 3000000000), ('three', 7), ('one', 4294967294), ('five', NULL)";
  const rows = `SELECT text, n::UINTEGER AS n, [n::UINTEGER] AS l FROM (VALUES ${values}) t(text, n)`;
  await connection.run(`COPY (${rows}) TO '${folder.at('n.parquet')}' (parquet_version v2, dictionary_size_limit 1)`);
  connection.closeSync();
  const records = [
    { text: 'one', n: 4294967295, l: [4294967295] },
    { text: 'two', n: 3000000000, l: [3000000000] },
    { text: 'three', n: 7, l: [7] },
    { text: 'one', n: 4294967294, l: [4294967294] },
    { text: 'five', n: null, l: [null] },
  ];
  expect((await read(['n.parquet'])).records).toEqual(records);
  folder.run('dedupe', 'n.parquet', '--keep', 'min:n', '-o', 'kept.parquet');
  expect((await read(['kept.parquet'])).records).toEqual(records.slice(1));
});

describe('decimals', () => {
  it('are not rounded, as ids or anything else', async () => {
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
    const columnData = [
      { name: 'id', data: [bytesOf(12345678901234567890n), bytesOf(12345678901234567891n), bytesOf(-7n)] },
      { name: 'text', data: ['a text', 'another text', 'a third'] },
      { name: 'price', data: [123412, null, -5] },
      { name: 'share', data: [1n, -500_000n, 0n] },
      { name: 'sum', data: [bytesOf(12345678901234567812n), Buffer.from('A'), Uint8Array.of(255)] },
    ];
    writeStored(schema, columnData);
    const { ids, records } = await read(['t.parquet']);
    expect(ids).toEqual(['12345678901234567890', '12345678901234567891', -7]);
    expect(records).toEqual([
      { id: '12345678901234567890', text: 'a text', price: 1234.12, share: 0.000001, sum: '123456789012345678.12' },
      { id: '12345678901234567891', text: 'another text', price: null, share: -0.5, sum: 0.65 },
      { id: -7, text: 'a third', price: -0.05, share: 0, sum: -0.01 },
    ]);
  });

  it('are not rounded within lists, structures and maps, and intervals are read', async () => {
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
    const took = Buffer.alloc(12);
    for (const [at, value] of [14, 3, 1500].entries()) took.writeUint32LE(value, 4 * at);
    writeStored(schema, [
      { name: 'text', data: ['a text', 'another text'] },
      { name: 'pair', data: [{ price: 57n, name: 'a' }, null] },
      { name: 'list', data: [[29n, null, 1234567890123456789n], null] },
      { name: 'map', data: [{ a: 113n, b: null }, null] },
      { name: 'took', data: [took, null] },
      { name: 'document', data: [Uint8Array.of(255), null] },
    ]);
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

  it('are not rounded as keys of maps, nor are times, of which two would become one', async () => {
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
    const entries = (...keys: unknown[]) => keys.map((key, value) => ({ key, value }));
    const month = Buffer.alloc(12);
    month.writeUint32LE(1);
    writeStored(schema, [
      { name: 'text', data: ['a text', 'another text', 'a third'] },
      { name: 'prices', data: [entries(57n, 1234567890123456701n, 1234567890123456702n), [], null] },
      { name: 'times', data: [entries(1_700_000_000_123_456n, 1_700_000_000_123_457n, -1n), [], null] },
      { name: 'spans', data: [entries(month), [], null] },
      { name: 'names', data: [entries('a', '__proto__'), [], null] },
      { name: 'at', data: [1_700_000_000_123_456_789n, 1_700_000_000_123_456_000n, 1_700_000_000_123_000_000n] },
    ]);
    const { records } = await read(['t.parquet']);
    expect(records.map((record) => JSON.stringify(record))).toEqual([
      '{"text":"a text","prices":{"0.57":0,"12345678901234567.01":1,"12345678901234567.02":2},' +
        '"times":{"2023-11-14T22:13:20.123456Z":0,"2023-11-14T22:13:20.123457Z":1,"1969-12-31T23:59:59.999999Z":2},' +
        '"spans":{"P1M0DT0S":0},"names":{"a":0,"__proto__":1},"at":"2023-11-14T22:13:20.123456789Z"}',
      '{"text":"another text","prices":{},"times":{},"spans":{},"names":{},"at":"2023-11-14T22:13:20.123456Z"}',
      '{"text":"a third","prices":null,"times":null,"spans":null,"names":null,"at":"2023-11-14T22:13:20.123Z"}',
    ]);
  });
});

describe('JSON', () => {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 3 },
    { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    { name: 'j', type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'OPTIONAL' },
    { name: 'in', num_children: 1, repetition_type: 'REQUIRED' },
    { name: 'j', type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'OPTIONAL' },
  ];
  const stored = [
    '{"n": 9007199254740993, "x":1.0, "1":2, "0":1, "n":1e2}',
    '[\n  "two\\nlines"\r\n]',
    'null',
    '{"broken": ',
    undefined,
  ];
  const bytes = stored.map((json) => json && Buffer.from(json));

  beforeEach(() => {
    writeStored(schema, [
      { name: 'text', data: stored.map((_, i) => `text ${i}`) },
      { name: 'j', data: bytes },
      { name: 'in', data: bytes.map((j) => ({ j })) },
    ]);
  });

  it('is written as it is stored, in one line, and what is none as text', () => {
    const { stdout } = folder.run('dedupe', 't.parquet', '--output-format', 'jsonl');
    const written = [stored[0], '[   "two\\nlines" ]', 'null', JSON.stringify(stored[3]), 'null'];
    expect(stdout).toBe(written.map((json, i) => `{"text":"text ${i}","j":${json},"in":{"j":${json}}}\n`).join(''));
  });

  it('is no text', () => {
    const { status, stderr } = folder.run('dedupe', 't.parquet', '--text', 'in.j');
    expect(status).toBe(1);
    expect(stderr).toMatch(/column "in.j" is of type JSON, and texts must be strings \(there are: text\)/);
  });
});

describe('kept rows are written as they came', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve';

  it('in columns of every kind', async () => {
    const schema = schemaOfEveryKind();
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
    writeStored(schema, columnData, 2);
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

  it('a row group at a time, and an error says of which file they cannot be', async () => {
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 1 },
      { name: 'at', type: 'INT96', repetition_type: 'OPTIONAL' },
    ];
    /** A file of groups of one row each, of so many bits. */
    const writerOf = (times: readonly bigint[], sink: Sink) => {
      const source = {
        path: 't.parquet',
        schema,
        metadata: { schema },
        placeOf: (index: number) => ({ number: index, row: 0 }),
        readGroup: async (number: number) => new Map([['at', [times[number]]]]),
      };
      const corpus = { origins: [source], locate: (index: number) => ({ source, index }) };
      return parquetWriter(corpus as never, sink);
    };
    let written = 0;
    const sink: Sink = {
      write(bytes) {
        written += bytes.length;
      },
      writeLine: () => undefined,
    };
    const writer = writerOf([1n, 2n], sink);
    await writer.write(0);
    expect(written).toBe(0);
    await writer.write(1);
    expect(written).toBeGreaterThan(12);
    await writer.finish();
    const full = new OutputError('Cannot write kept.parquet: the disk is full.');
    const stopped = writerOf([1n], {
      ...sink,
      write() {
        throw full;
      },
    });
    await stopped.write(0);
    await expect(stopped.finish()).rejects.toBe(full);
    const damaged = writerOf([-1n], sink);
    await damaged.write(0);
    await expect(damaged.finish()).rejects.toThrow(
      new InputError('Cannot write rows of t.parquet: a time of 96 bits is damaged. Use --output-format jsonl.'),
    );
  });

  // What Spark writes for each timestamp unless it is told otherwise.
  it('with times of 96 bits and maps of any keys', async () => {
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
});

function schemaOfEveryKind(): SchemaElement[] {
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

/** Writes t.parquet of values as they are stored, which are described afterwards: none passes through a conversion. */
function writeStored(schema: readonly SchemaElement[], columnData: ColumnSource[], rowGroupSize = 1000): void {
  const bare = schema.map(({ logical_type: _, converted_type, ...element }): SchemaElement => {
    const shapes = converted_type === 'UTF8' || converted_type === 'LIST' || converted_type === 'MAP';
    return shapes ? { ...element, converted_type } : element;
  });
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: bare,
    statistics: false,
    kvMetadata: [{ key: 'k', value: 'v' }],
  });
  writer.write({ columnData, rowGroupSize });
  writer.schema = [...schema];
  writer.finish();
  folder.write('t.parquet', Buffer.from(bytes.getBuffer()));
}
