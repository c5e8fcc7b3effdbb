// Kept records are written as they came, in the format of the input or in another that can hold them.
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { folderForEach } from '../support/folders.ts';
import * as make from '../support/format-files.ts';

const folder = folderForEach();

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

  it('rows of CSV, under the line that tells Excel their delimiter', () => {
    const head = '\ufeffsep=;\r\nid;text';
    folder.write('t.csv', `${head}\r\n1;${words}\r\n2;${words}\r\n`);
    expect(folder.run('dedupe', 't.csv').stdout).toBe(`${head}\r\n1;${words}\r\n`);
  });

  it('rows of tables without a header, which gets none', () => {
    folder.write('a.csv', `\ufeff1;"${words}"\n2;${words}\n`);
    folder.write('b.csv', '3;"other words\n"\r\n');
    const { stdout } = folder.run('dedupe', 'a.csv', 'b.csv', '--columns', 'id, text');
    expect(stdout).toBe(`1;"${words}"\n3;"other words\n"\r\n`);
    folder.run('dedupe', 'a.csv', 'b.csv', '--columns', 'id,text', '-o', 'a.csv');
    expect(folder.read('a.csv')).toBe(stdout);
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

  it('objects of JSON that follow one another, each on a line, or in an array', () => {
    const objects = [
      `{\r\n "text": "${words}",\r\n "n": 1.00 }`,
      `{"text":\n"${words}"}`,
      '{ "text": "some\\nother" }',
    ];
    folder.write('t.json', objects.join('\n'));
    const lines = [`{ "text": "${words}", "n": 1.00 }`, '{ "text": "some\\nother" }'];
    expect(folder.run('dedupe', 't.json').stdout).toBe(`${lines.join('\n')}\n`);
    folder.run('dedupe', 't.json', '--output-format', 'json', '-o', 'kept.jsonl');
    expect(folder.read('kept.jsonl'), 'what is said goes before what the name tells').toBe(
      `[\n${lines.join(',\n')}\n]\n`,
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
    expect(folder.run('dedupe', 't.txt').stderr).toContain('with --format lines each of its lines is one');
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
    expect([status, stderr]).toEqual([2, expect.stringContaining('Cannot write csv to kept.csv: u.jsonl is jsonl')]);
    folder.write('crawl.warc', make.warc(make.DOCUMENTS));
    for (const name of ['kept.warc', 'kept.html']) {
      expect(folder.run('dedupe', 'crawl.warc', '-o', name).stderr).toContain(
        `Cannot write ${name === 'kept.warc' ? 'warc to kept.warc: it is only read' : 'html to kept.html: crawl.warc is warc'}`,
      );
    }
    expect(folder.run('dedupe', 't.csv', '--format', 'text', '-o', 'kept.csv').stderr).toContain(
      'Cannot write csv to kept.csv: t.csv is text',
    );
    folder.write('repository/README.md', 'what is in the table');
    folder.write('repository/t.csv', 'id,text\n1,words\n');
    expect(folder.run('dedupe', 'repository', '-o', 'kept.csv').stderr).toContain(
      'Cannot write csv to kept.csv: repository/README.md is text',
    );
    folder.write('v.csv', 'text,id\nother,2\n');
    expect(folder.run('dedupe', 't.csv', 'v.csv').stderr).toContain(
      'have different headers. Use --output-format jsonl',
    );
    expect(folder.run('dedupe', 't.csv', 'u.jsonl', '-o', 'kept.csv').stderr).toContain(
      'Cannot write csv to kept.csv: u.jsonl is jsonl',
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
    folder.write('p/a.parquet', make.parquet(make.DOCUMENTS));
    const columnData: ColumnSource[] = [{ name: 'text', data: ['one'], type: 'STRING' }];
    folder.write('p/b.parquet', Buffer.from(parquetWriteBuffer({ columnData })));
    for (const [input, expected, message] of [
      ['d', 2, 'Cannot write csv: d/a.jsonl is jsonl'],
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

  it('rows of several Parquet files, though their writers call the whole otherwise', () => {
    const file = make.parquet(make.DOCUMENTS);
    folder.write('a.parquet', file);
    const name = file.lastIndexOf('root');
    expect(name).toBeGreaterThan(0);
    folder.write('b.parquet', Buffer.concat([file.subarray(0, name), Buffer.from('tree'), file.subarray(name + 4)]));
    const { status, stderr } = folder.run('dedupe', 'a.parquet', 'b.parquet', '-o', 'kept.parquet');
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^documents +${2 * make.DOCUMENTS.length} `, 'm')),
    ]);
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
