// Parquet as parquet-mr writes it, which Spark, Hive, Avro and Thrift do with, and as older writers do.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parquetMetadata } from 'hyparquet';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderForEach } from '../support/folders.ts';
import { readCorpus } from '../support/reading.ts';

const folder = folderForEach();

const unpacked = (file: string): Buffer => gunzipSync(Buffer.from(file, 'base64'));

describe('lists without a group for their elements, and what is repeated without being a list', () => {
  // message m { required binary text (UTF8);
  //   optional group strings (LIST) { repeated binary array (UTF8); }
  //   optional group parts (LIST) { repeated group array { optional binary text (UTF8); optional int32 n; } }
  //   optional group ones (LIST) { repeated group array { optional int32 n; } }
  //   optional group tuples (LIST) { repeated group tuples_tuple { optional int32 n; } }
  //   optional group lists (LIST) { repeated group array (LIST) { repeated int32 array; } }
  //   optional group bags (LIST) { repeated group bag { optional int32 array_element; } }
  //   repeated int32 many;
  //   repeated group pairs { required int32 n; repeated binary s (UTF8); }
  //   optional group map (MAP_KEY_VALUE) {
  //     repeated group entries { required binary k (UTF8); optional group v (LIST) { repeated int32 array; } } } }
  const file = unpacked(
    'H4sIAAAAAAACA51WTWgbRxSeWa1WG1V2bNdv0Ba3iBQvG6OqtmNtZBCFFhOCa1xhTCm+hJWysreR1u5q/XfpqfRQQik+hBxy6snnnkoooQcfcuqph1JC' +
      'KUGnkHMOpYS+md2VduMV2AV5d+bNN9/35s17b934eGMBCPxC8VcGFYcqqIRMEUJ2XbvkH+6W/B3Ptkvt3X0v3TqN1p59YLsl29ne8UuuwyG2y9Bud8SC' +
      'f2h3DtC443i+bbuoUoNaGfI4UEAhREJoRsrw55eE4svijyZ/tBCzCIvp4E8J+kraDnL3nCMEzMFcOvIzQcsNuHgNro3iozGEmkAQgXg7QpShXIZChBBr' +
      'xeD1Ib2UlAHGOYR4ZmI0FwLNw/wIl94RYkf8cRwFv5BgUwRujp4PfgUqZRhPsH5BZP7qfzMIqjYpaUWWfttacTotPUDSGNGYir9gO7Xwr8XNsqarkmZK' +
      'khKsqNENx4YcpwrcLVnCWAigzP3BlwgIApQIgA4nADQEjGSgMQYiGEZIqJqpSgHFZTWSXuqKfKFlilGgxzFpU4mUhxHke2TNlKMIvsmZx62ypH3OncLN' +
      'M0yF5xQLVmOPKJ++oLAlpgqfnUmwKWYTfPYwA2u8tnHYz8BKODyVB8OXMqyHw8fZgfV1FlbD4VNlMDzJwYagFl70c3HZJyo0WODwv+/epl2YJlCYJUXZ' +
      't4/8WbI2g2tVqZjr+Z7jbvdAAmWtzvGFWbmYtTzPOh6isnuW5w8x1QgBMsdLCVKQ0EBdvk3Gfpe2S4qDFH9/r5OEFQLTHfFKorMdp5fqycB/aeC/cKFp' +
      'bSfgGTRElGMCdgcrr2u7frBV7lruseDdsxyvx08oYdhQXUSG9oZRyXStPaSWOTqHBJ5j94KIIP7eEEcPUr3DFJzRnulkBgraLFG1IIqAdobp9Jzqat0k' +
      'Rmr5j+oWePHAm5lE6piLYX8g7LsJeI99fwW+JqEaZogR3XwYP8LybItt6S9o3ZQN2sJ6iLMpw65C2OkEzLD7eViK8dWCHAnYopPk2Sbb1M+k+rD1DEdM' +
      'NVKscdGJWPETdsZVf83DhlCVzqtSV0iusTX9YaYe1GtQvEwxYrOYxPVhiyPs7wlg7OQt+CQuIHI4wb/CVvQ+56dDftWIzVL4xQFecf7f3+AP0z+R8kJI' +
      'FUKnclJIGS0UdVrC7k+i0INCUiionOAkgzsvsHW2rr+Uk9FSR0Ur1q0J+5Gr/FGAlUS4eL3xGkvW1iBwj7P/I3A/c6VHY4nzBIUqeFfZqv46e4kL558D' +
      'wn7jrH+NwUcxViOo+vCmOfFT5dLEfeHueEhcSBD3RNA32IZ+kqubqkGP8ZsUz3k59l0i7J9JzPk/x8GMVxrvO1G/ofcEIa/cPhIq6ZUbfs0IezCFfD9c' +
      'DSs3OPPtBN/BIDfGWYM19Cdq8vz50bkx/CYS9tMUxuDsKtwi7NsrTNVVfE1zfHHy0HN826t0d+/anYprdW1snkdWF/OeFFexnL/at/0Pul7pwPZ6zq5b' +
      'WqgsVCuLJaO573TulmrVZdtqLZjV5nytvbx4s20tLFWX51s3bjRb1fbSTXNpvtpumrXr2jNsvxf5kfdzhDTwX/n/APP9cznPCwAA',
  );
  const [first, third, fourth] = [
    {
      text: 'one two three four',
      strings: ['a', 'b'],
      parts: [
        { text: 'five six', n: 1 },
        { text: null, n: 2 },
      ],
      ones: [{ n: 1 }, { n: null }],
      tuples: [{ n: 1 }],
      lists: [[1, 2], []],
      bags: [1, null],
      many: [1, 2],
      pairs: [
        { n: 1, s: ['x', 'y'] },
        { n: 2, s: [] },
      ],
      map: { a: [1, 2], b: [], c: null },
    },
    {
      text: 'seven eight nine ten',
      ...{ strings: [], parts: [], ones: [], tuples: [], lists: [], bags: [], many: [], pairs: [], map: {} },
    },
    {
      text: 'eleven twelve thirteen',
      ...{
        strings: null,
        parts: null,
        ones: null,
        tuples: null,
        lists: null,
        bags: null,
        many: [],
        pairs: [],
        map: null,
      },
    },
  ];
  beforeEach(() => folder.write('t.parquet', file));

  it('are lists, and are written as they came', async () => {
    const { status, stderr } = folder.run('dedupe', 't.parquet', '-o', 'kept.parquet');
    expect(status, stderr).toBe(0);
    expect((await readCorpus(folder, ['kept.parquet'])).records).toEqual([first, third, fourth]);
    const [before, after] = [file, readFileSync(folder.at('kept.parquet'))].map((bytes) =>
      parquetMetadata(new Uint8Array(bytes).buffer),
    );
    expect(after!.schema).toEqual(before!.schema);
    const columns = ({ row_groups }: typeof before & object) =>
      row_groups[0]!.columns.map(({ meta_data }) => [meta_data!.path_in_schema, meta_data!.type]);
    expect(columns(after!)).toEqual(columns(before!));
  });

  it('hold texts under the names that their fields have', () => {
    const texts = ['--text', 'parts.text,strings', '--output-format', 'jsonl'];
    const { stdout, stderr } = folder.run('dedupe', 't.parquet', ...texts, '--annotate', 'all.jsonl');
    expect(stdout, stderr).toContain('"strings":["c"]');
    expect(folder.records('all.jsonl')).toHaveLength(3);
    expect(folder.run('dedupe', 't.parquet', '--text', 'body').stderr).toContain(
      '(there are: text, strings, parts.text, parts.n, ones.n, tuples.n, lists, bags, …)',
    );
  });
});

it('a page in the LZ4 of Hadoop is read, of which a text is longer than a block', async () => {
  const file = unpacked(
    'H4sIAAAAAAACA+1VPU/CQBh+KRdslIXYu/RMhxuAaIINBcpHQoJuxjgQ/0EL10hCKZQi/ALj5uAvcGE0/hMZ3TSR0cFfIL6gbE5OJvLk3o/c+3nLc83j' +
      'c4sCvZ6l6cdujhL0E1QFBEmg2ntWUMfjL7cEHFfEYbFYzJuuQB/IzRyzko31/QYbbPA/MWsuKcFBrrhroP2bfDD4Ji6kNRTjfYehGV4EYSSCnhSBJzw5' +
      'FuMgbA95SuH6kbPK//3hOvu5PVU4A84IzwIBbjCVTjVchrO3xzRgMHcS86kCNJlRdBLJSZSBMwOXxQqDG1kwaJLbCVD5V5RuM8IeZmk21bJqHRsii2Mb' +
      'qC/7rccAu2JUsHuNPsVglU2yKlZoONfQU+OwE8nQ9IO27Jo9x5f6lpw4fr8rQT/tO+FgJKNDPxSXMhx2gp6wTMs2C2LfHXW6bVG1a9JpWWXbzVe9WqHi' +
      'OVbJruVbxaLbsr1SpVzK255brh5wY/mOV5Qm/jyfrs4R2X4GAAA=',
  );
  folder.write('t.parquet', file);
  const { records } = await readCorpus(folder, ['t.parquet']);
  expect(records).toEqual([{ text: 'ab '.repeat(100_000) }, { text: 'short one of few words' }]);
});

it('a page in LZ4 is read that is a bare block, and begins as one in that of Hadoop', async () => {
  // fastparquet.write(file, frame, compression='LZ4', stats=False, write_index=False)
  const file = unpacked(
    'H4sIAAAAAAACA4WUb0gTYRzHH/dHNCzBuGNHC44rzWobm8lI88UKX/giclgJomPedo95tbvN27PYGMqoiCDxRYQw6M9S0/74tz8vRESzAiHQXkVC' +
      'wSApEhKJQGQv7LfNP1NG3Yv73PP7fb/P93nuOc5+us5CIWpQTZkNlB2ecqk8hKZUCCF7Tg7cg1o0GkEbF/TvaakebYZ0Zd2WFiP0+rrqxYMEYoWu' +
      'I8cfJpBtf/RsH7B5prftYCyBIm3D3d3AGDs+Ufgogabn38ZvAeMdc1pVTwIh08KxMJD9+q32D9DWuUykXvCfWot+B0aW1FPOPvBH9y1+Bk7XMPl1' +
      'j8G/esj0AYgGTOer+8FfXxGcBNq01fetA+B/dW5mBBhxN/wofQL+IqGgBzj9RrYceAp+X6j+LhCxN8J7n4F/vit2E2jriL5fBzYb+5aCz8H/Zbjw' +
      'NzB2e7z8yiD4K981LALjP+c6HEPgjy70fgKyNYuztcPgX13+NQts7l8rOjMC/ouakxPAmKbQUT4K/pfMtSFg3HV4oGQssfWOVUxVTa7f3YolntIg' +
      'qqBYpdMQHCTF0NPAQMUTT2eRviqlpu2MnjGU5OmpAoZCTFpJ7aHt9Ec1fYFBdF6VFSFGTyXPLnlQJU16SpOSwjwp4YyWntWCsmmXkr6TT9uhoMv1' +
      '8bLA+3Ur6jDn9noCkuwUZQEHsZ+rZBvDXIuIPYJT5iUMYzng8RhYTsKEF3jCb1d29uWA5As5SciXrHF+onBQTOdsVSUxiAWjKBN8CStcuwMU6fhs' +
      'uVxy49y/krcUO7O9rsvYTbLEB2TR7RUw125gd2fx/0nis+SAEhNRwtbyRtnvyJK3KdjYqYJ54lWgEeY8okvhlVBS1ML7iY9X2gI4FXEVK37RKyc7' +
      'ZeYyq6nCZE6ul0udjzPjbTm28zI8J0wWkyW9FIWIBKo7PO1IZ8wINPpCpNUrsxsTsJuJbKkrIHoE1nwUTcKHY4dfyl94zsYoVwQAAA==',
  );
  folder.write('t.parquet', file);
  const { records } = await readCorpus(folder, ['t.parquet']);
  expect(records).toHaveLength(40);
  expect(records[1]).toEqual({ text: 'x', at: '1960-01-02T13:00:00.000Z' });
});
