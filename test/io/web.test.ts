// Pages and archives of pages.
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CorpusOptions } from '../../src/io/corpus.ts';
import { PAGES_HERE } from '../../src/io/formats/page-text.ts';
import { jsonLines } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import * as make from '../support/format-files.ts';
import { readCorpus } from '../support/reading.ts';

const folder = folderForEach();

const read = (inputs: readonly string[], options?: Partial<CorpusOptions>) => readCorpus(folder, inputs, options);

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

  it('is no imprint: pages of links alone count in full', () => {
    const imprint = `<p>© The Paper. ${'All rights to texts, pictures and tables on this page are reserved, as in all others. '.repeat(5)}</p>`;
    for (const name of ['ferries', 'harbours', 'tides']) {
      const links = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">${name}${i} ${name}${i + 1}</a></li>`);
      folder.write(`site/${name}.html`, `<body><ul>${links.join('')}</ul><div><p>The Paper</p>${imprint}</div></body>`);
    }
    expect(jsonLines(folder.run('dedupe', 'site').stdout).length).toBe(3);
  });

  it('is as short as it may be in English, in the bytes of other scripts', async () => {
    const sentences = Array.from(
      { length: 6 },
      (_, i) => `<p>从四月${i + 1}日起，开往奥斯特里岛的渡轮每半小时一班，到晚上十点为止，票价不变。</p>`,
    );
    const links = Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">第${i}栏</a></li>`);
    const imprint = '<p>版权所有，未经许可不得转载，违者必究，举报电话见首页，谢谢合作。</p>'.repeat(2);
    folder.write(
      'p.html',
      `<body><div><ul>${links.join('')}</ul></div><div>${sentences.join('')}</div><div class="footer">${imprint}</div></body>`,
    );
    const [main] = (await read(['p.html'])).texts;
    expect(main).toMatch(/^从四月1日起.*\n[^栏]*票价不变。$/);
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
          make.warcResponse('http://a/', [`${html}; charset=koi8-r`], Buffer.from('<p>\xc4\xc1</p>', 'latin1')),
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
    expect(texts).toEqual(['да', 'a zipped page', 'a brotli page', 'a text of Common Crawl']);
    expect(ids).toEqual(['http://a/', 'http://b/', 'http://c/', 'http://d/']);
    expect(rejects).toEqual([
      expect.stringMatching(/^crawl\.warc\.gz:6 http:\/\/bad\/: its gzip content cannot be decoded/),
    ]);
  });

  it('have nothing of the chunks that pages were sent in, nor of the fields after them', async () => {
    const plain = ['Content-Type: text/plain', 'Transfer-Encoding: chunked'];
    const zipped = zlib.gzipSync('zipped').toString('latin1');
    const size = zipped.length.toString(16);
    const sent: readonly [head: readonly string[], body: string, text: string][] = [
      [plain, '4\r\none \r\n5  ;a=b\r\nchunk\r\n0\r\nExpires: never\r\nX-Sum: 1\r\n\r\n', 'one chunk'],
      [[...plain, 'Content-Encoding: gzip'], `${size}\r\n${zipped}\r\n0\r\nExpires: never\r\n\r\n`, 'zipped'],
      [plain, '3\r\ncut\r\n8\r\n off', 'cut off'],
      [plain, '3\r\nbad\r\nchunks', 'badchunks'],
      // Put together before they were archived.
      [plain, 'no chunks', 'no chunks'],
      [plain, '12\nmonkeys', '12\nmonkeys'],
      [plain, '0\nnone', '0\nnone'],
      [plain, '0\r\n\r\n', ''],
    ];
    const records = sent.map(([head, body], i) => make.warcResponse(`http://${i}/`, head, Buffer.from(body, 'latin1')));
    folder.write('sent.warc', Buffer.concat(records));
    expect(await read(['sent.warc'])).toMatchObject({ texts: sent.map(([, , text]) => text), rejects: [] });
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
