// Text that is not UTF-8: read where its encoding is told, and otherwise passed over rather than changed.
import { describe, expect, it } from 'vitest';
import { textIn } from '../../src/io/bytes/charset.ts';
import type { CorpusOptions } from '../../src/io/corpus.ts';
import { jsonLines } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { readCorpus } from '../support/reading.ts';

const folder = folderForEach();

const read = (inputs: readonly string[], options?: Partial<CorpusOptions>) => readCorpus(folder, inputs, options);

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

  it('that a page declares and does not keep to: what cannot be decoded becomes U+FFFD, as in browsers', async () => {
    folder.write(
      'p.html',
      windows1252('<html><head><meta charset="utf-8"></head><body><p>caf\xe9 au lait</p></body></html>'),
    );
    expect((await read(['p.html'])).texts).toEqual(['caf\ufffd au lait']);
  });

  // What Node's own decoders take for something else; by the indexes of the Encoding Standard.
  it.each([
    ['Cantonese', 'big5', '9df79df89dcf9df691c1', '咗啲嘢喺嚟'],
    ['Cantonese, by its other name', 'big5-hkscs', '9df79df89dcf9df691c1', '咗啲嘢喺嚟'],
    ['Korean', 'euc-kr', '8c63b9e6b0a2c7cf', '똠방각하'],
    ['a euro among Chinese', 'gbk', 'a2e3d6d0', '€中'],
  ])('of %s is what browsers take it for', async (_, charset, hex, expected) => {
    const bytes = Buffer.from(hex, 'hex');
    folder.write('a.txt', bytes);
    folder.write('p.html', Buffer.concat([Buffer.from(`<meta charset=${charset}><p>`), bytes]));
    expect((await read(['a.txt', 'p.html'], { charset })).texts).toEqual([expected, expected]);
    expect((await read(['p.html'])).texts).toEqual([expected]);
  });

  it('of Korean has each syllable that there is, once', async () => {
    const pairs = Array.from({ length: 126 * 256 }, (_, i) => Uint8Array.of(0x81 + (i >> 8), i & 255));
    const texts = await Promise.all(pairs.map((pair) => textIn(pair, 'euc-kr')));
    const syllables = Array.from({ length: 11_172 }, (_, i) => String.fromCodePoint(0xac00 + i));
    expect(texts.filter((one) => /^[\uac00-\ud7a3]$/.test(one)).sort()).toEqual(syllables);
  });

  it('is UTF-8 where a mark says so, whatever else is said', async () => {
    const made = { 'a.txt': text, 'b.csv': `id,text\n1,${text}`, 'c.jsonl': JSON.stringify({ id: 1, text }) };
    for (const [name, content] of Object.entries(made)) folder.write(name, `\ufeff${content}`);
    folder.write('d.html', `\ufeff<meta charset="gb2312"><p>${text}</p>`);
    for (const charset of ['gbk', 'utf-16le']) {
      const found = await read(['a.txt', 'b.csv', 'c.jsonl', 'd.html'], { charset });
      expect(found.texts.map((one) => one.replace('\ufeff', ''))).toEqual([text, text, text, text]);
    }
    expect((await read(['d.html'])).texts).toEqual([text]);
  });

  it.each([
    '<meta name="description" content="write charset=utf-8, they say"><meta charset=windows-1252>',
    '<!-- <meta charset="utf-8"> --><meta charset=windows-1252>',
    '<meta data-charset="utf-8" charset=windows-1252>',
    '<a title="<meta charset=utf-8>"></a><meta charset=windows-1252>',
    '<metadata charset="utf-8"></metadata><meta charset=windows-1252>',
    '<script>"<meta charset=utf-8>"</script><meta charset=windows-1252>',
    '<meta content="1>2" charset=windows-1252><meta charset=utf-8>',
    '<meta charset=unknown><meta charset=" windows-1252 ">',
    `<meta content="text/html; charset='windows-1252'" http-equiv=CONTENT-TYPE>`,
    '<meta http-equiv=content-type content="text/html; charset"><meta charset=windows-1252>',
    '<META CHARSET=WINDOWS-1252 />',
    '<?xml version="1.0" encoding="windows-1252"?>',
  ])('that a page declares is that of an element: %s', async (head) => {
    // UTF-8 as it is, and something else by what is declared.
    folder.write('p.html', `${head}<p>caf\u00e9</p>`);
    expect((await read(['p.html'])).texts).toEqual(['caf\u00c3\u00a9']);
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
