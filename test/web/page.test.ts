// The page, driven as a reader would.
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hammingDistance, toHex } from '../../src/fingerprint/fingerprint.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { findChromium } from '../support/browser.ts';
import { Folder, needs } from '../support/command.ts';
import { Site } from '../support/page.ts';

const CHROMIUM = findChromium();
const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let site: Site;
let page: Page;
const folder = new Folder();
beforeAll(async () => {
  if (CHROMIUM) site = await Site.open(CHROMIUM);
});
afterAll(async () => {
  await site?.close();
  folder.remove();
});
beforeEach(async ({ skip }) => {
  needs(CHROMIUM !== undefined, 'Chromium', skip);
  page = await site.visit();
});
afterEach(() => page?.context().close());

/** Writes the text of a box anew. */
async function write(box: 'a' | 'b', text: string): Promise<void> {
  await page.fill(`#text-${box}`, text);
}

const textOf = async (selector: string): Promise<string> =>
  (await page.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ');

/** What takes as long as the machine takes. */
const patiently = { timeout: 20_000 };

/** What a button downloads. */
async function downloaded(which: 'kept' | 'removed'): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#download-${which}`)]);
  return readFileSync(await download.path(), 'utf8');
}

/** Drops a file on the page, as a mouse does. */
async function drop(name: string, content: string): Promise<void> {
  await page.evaluate(
    ([name, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content!], name!));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, content],
  );
}

/** Drops files and folders of this machine, as a mouse does. */
async function dropPaths(...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: 9,
      y: 9,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
}

/** Of the worker that the page starts next: how many bytes it holds, but for what nobody refers to. */
async function heapOfWorker(): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const attached = new Promise<string>((resolve) => {
    session.once('Target.attachedToTarget', ({ sessionId }) => resolve(sessionId));
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = async (id: number, method: string): Promise<string> => {
    const answer = new Promise<string>((resolve) => {
      session.once('Target.receivedMessageFromTarget', ({ message }) => resolve(message));
    });
    const message = JSON.stringify({ id, method });
    await session.send('Target.sendMessageToTarget', { sessionId: await attached, message });
    return answer;
  };
  return async () => {
    await ask(1, 'HeapProfiler.collectGarbage');
    return JSON.parse(await ask(2, 'Runtime.getHeapUsage')).result.backingStorageSize;
  };
}

describe('two texts', () => {
  const A = 'The ferry to Ostrey Island will sail every half hour from April, says the harbour office.';
  const B = 'The ferry to Ostrey Island will sail every full hour from April, says the harbour office.';
  const fingerprinter = new Fingerprinter({ recipe: 'dedupe' });
  const [ofA, ofB] = [fingerprinter.fingerprint(A), fingerprinter.fingerprint(B)];
  const distance = hammingDistance(ofA, ofB);

  it('are compared while they are typed', async () => {
    await write('a', '');
    await page.locator('#text-a').pressSequentially(A);
    await write('b', B);
    await expect.poll(() => textOf('#print-b code'), patiently).toBe(toHex(ofB).replace(/(.{4})(?=.)/g, '$1 '));
    expect(await textOf('#print-a code')).toBe(toHex(ofA).replace(/(.{4})(?=.)/g, '$1 '));
    expect(await textOf('#measures')).toContain(`Distance ${distance} of 64 bits differ`);
    const exact = Math.floor(1000 * fingerprinter.exactSimilarity(A, B)) / 10;
    expect(await textOf('#measures')).toContain(`Exact similarity ${exact.toFixed(1)} %`);
    expect(await page.getAttribute('#print-a svg', 'aria-label')).toMatch(
      new RegExp(`${toHex(ofA)}. Bits that differ from the other: (\\d+, ){${distance - 1}}\\d+\\.$`),
    );
    const features = await page.locator('.contributions th[scope=row]').allInnerTexts();
    expect(features.sort()).toEqual(['full', 'half']);
  });

  it('of the same words are the same, and of others are not', async () => {
    await write('b', await page.inputValue('#text-a'));
    await expect.poll(() => textOf('#verdict'), patiently).toContain('The same features');
    expect(await textOf('#contributions')).toContain('equal');
    await write('b', 'Something that has nothing to do with it at all.');
    await expect.poll(() => textOf('#verdict'), patiently).toContain('Different texts');
  });

  it('are compared as they stand there when a reader comes back', async () => {
    await write('a', 'Something that has nothing to do with it at all.');
    await page.selectOption('#recipe', 'character-4-grams');
    await page.goto('about:blank');
    await page.goBack();
    await expect.poll(() => page.inputValue('#text-a'), patiently).toContain('Something');
    const { fingerprint } = new Fingerprinter({ recipe: await page.inputValue('#recipe') }).inspect(
      await page.inputValue('#text-a'),
    );
    await expect.poll(() => textOf('#figure-sign code'), patiently).toBe(`0x${toHex(fingerprint)}`);
  });

  it.each([
    ['en-GB', 'A text without features resembles nothing.'],
    ['zh-CN', '没有特征的文本与任何文本都不相似。'],
  ])('without features are compared with nothing, and not looked for, in %s', async (locale, said) => {
    const other = await site.visit({ locale });
    await other.locator('#lookup').scrollIntoViewIfNeeded();
    await other.waitForSelector('#figure-filter p');
    for (const [a, b] of [
      ['!!!', A],
      [A, ' '],
      ['', ''],
    ] as const) {
      await other.fill('#text-a', a);
      await other.fill('#text-b', b);
      for (const part of ['#verdict', '#contributions', '#figure-filter']) {
        await expect.poll(() => other.textContent(part), patiently).toBe(said);
      }
      expect(await other.textContent('#measures')).toBe('');
      expect(await other.textContent('#figure-probes')).toBe('');
    }
    await other.context().close();
  });

  it('are explained by shares that are rounded to the nearest, as they are by the command', async () => {
    const other = await site.visit({ locale: 'zh-CN' });
    const shares = await other.locator('.contributions tbody td:nth-child(4)').allInnerTexts();
    expect(shares).toEqual(['26.2%', '26.2%', '19.7%', '13.1%', '13.1%', '1.6%']);
    await other.context().close();
  });

  it('are compared by any built-in recipe', async () => {
    await page.selectOption('#recipe', 'character-4-grams');
    const { fingerprint } = new Fingerprinter({ recipe: 'character-4-grams' }).inspect(
      await page.inputValue('#text-a'),
    );
    expect(await textOf('#figure-sign code')).toBe(`0x${toHex(fingerprint)}`);
    expect(await textOf('#says-tokens')).toContain('four characters');
    await write('a', 'the fox');
    await write('b', 'the fix');
    await expect
      .poll(() => page.locator('.chips li').allInnerTexts(), patiently)
      .toEqual(['the␣', 'he f', 'e fo', '␣fox']);
    expect(await page.locator('.contributions th[scope=row]').allInnerTexts()).toContain('␣fox');
    // Of the features of one recipe alone it is known how many make the same text.
    await write('a', 'the fox');
    for (const part of ['#verdict', '#measures']) expect(await textOf(part)).not.toMatch(/same text|75/);
    expect(await page.locator('#measures .mark').count()).toBe(1);
    await page.selectOption('#recipe', 'dedupe');
    expect(await textOf('#measures')).toContain('75 % count as the same text');
    expect(await page.locator('#measures .mark').count()).toBe(2);
  });

  it('are told of aloud when they are written, not at every key', async () => {
    const told = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let changes = 0;
          new MutationObserver(() => changes++).observe(document.getElementById('verdict-aloud')!, { childList: true });
          addEventListener('told', () => resolve(changes));
        }),
    );
    await write('a', '');
    await page.locator('#text-a').pressSequentially('one two three', { delay: 100 });
    await expect.poll(() => page.textContent('#verdict-aloud'), patiently).toContain('Different texts');
    await page.evaluate(() => dispatchEvent(new Event('told')));
    expect(await told).toBeLessThanOrEqual(2);
  });

  it('are walked through: the signs of the sums are the bits', async () => {
    await page.fill('#walk-text', A);
    await expect.poll(() => textOf('#figure-sign code'), patiently).toBe(`0x${toHex(ofA)}`);
    expect(await page.inputValue('#text-a')).toBe(A);
    const classes = await page
      .locator('.sums rect:not(.axis)')
      .evaluateAll((all) => all.map((one) => one.classList[0]));
    const bits = [...ofA.toString(2).padStart(64, '0')];
    expect(classes).toEqual(bits.map((bit) => (bit === '1' ? 'above' : 'below')));
    expect(await page.locator('.chips li').allInnerTexts()).toContain('half');
  });

  it('are walked through: where a sum is 0, every second bit is set, which is said', async () => {
    await write('a', 'something else');
    const bits = fingerprinter.fingerprint('something else').toString(2).padStart(64, '0');
    await expect.poll(() => page.locator('.vote').count(), patiently).toBe(2);
    const sums = await page
      .locator('.sums rect:not(.axis)')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('class'), Number(one.getAttribute('height')) < 1]));
    const told = sums.map(([kind, isZero], i) => (isZero ? i % 2 === 0 : kind === 'above'));
    expect(sums.filter(([, isZero]) => isZero).length).toBeGreaterThan(10);
    expect(told.map(Number).join('')).toBe(bits);
    expect(await textOf('[data-t=step-5-says]')).toContain('where sums are exactly 0, every second bit is set');
  });

  it('are walked through as far as it is said, where they are long', async () => {
    const words = Array.from({ length: 5000 }, (_, i) => `word${i}`).join(' ');
    await write('a', words);
    await expect.poll(() => textOf('#figure-tokens'), patiently).toContain('Only the first 20,000 characters');
    expect(await textOf('#figure-sign code')).toBe(`0x${toHex(fingerprinter.fingerprint(words.slice(0, 20_000)))}`);
    await write('a', words.slice(0, 20_000));
    await expect.poll(() => textOf('#figure-tokens'), patiently).not.toContain('Only');
  });

  it('are looked up: found within their distance, and not below it', async () => {
    await write('a', A);
    await write('b', B);
    await page.locator('#lookup').scrollIntoViewIfNeeded();
    for (const [limit, found] of [
      [distance, 'Found: text A'],
      [distance - 1, 'Not found, and rightly so'],
    ] as const) {
      await page.locator('#distance').fill(String(limit));
      await expect.poll(() => textOf('#figure-filter'), patiently).toContain(`${found}`);
      expect(await textOf('#figure-filter')).toContain(`${distance} bits away`);
    }
    await page.locator('#distance').fill(String(distance));
    await expect.poll(() => textOf('#figure-probes'), patiently).toContain('meets A');
    expect(await textOf('#figure-blocks th')).toBe('Block Text A Text B Errors 1 2 3 4');
    expect(await textOf('#says-blocks')).toContain('The bits that differ, the errors,');
  });

  it('are told of with shares that have no sign where they are 0', async () => {
    await page.selectOption('#recipe', 'dedupe');
    await write('a', 'cat again from from from home from its from cat its hat ran cat cat');
    await write('b', 'away home cat far mat dog again cat the the the on ran home mat');
    await expect.poll(() => textOf('.contributions'), patiently).toContain(' 0.0 %');
    expect(await textOf('.contributions')).not.toContain('−0.0');
  });

  it('are looked up when the page is printed', async () => {
    expect(await textOf('#distance-value')).toBe('10 bits');
    expect(await textOf('#figure-filter')).toBe('');
    await page.pdf();
    expect(await textOf('#figure-filter')).toMatch(/^(Found|Not found)/);
  });

  it('are looked up within a radius that the text says, also where it is 3', async () => {
    await page.locator('#lookup').scrollIntoViewIfNeeded();
    await page.locator('#distance').fill('12');
    await expect.poll(() => textOf('#figure-prefix'), patiently).toMatch(/ 3$/);
    expect(await textOf('[data-t=lookup-3-says]')).toContain('at most as many bits as the radius');
  });

  it('of megabytes in a single line are compared, too', async () => {
    const long = 'a word and another '.repeat(200_000);
    await write('b', long);
    await expect.poll(() => textOf('#print-b span'), patiently).toBe('800,000 features');
  });

  it('are told of with true minus signs, and with per cent beside its number', async () => {
    await write('b', 'Something that has nothing to do with it at all.');
    await expect.poll(() => textOf('#measures'), patiently).toMatch(/confidence −0\.\d\d to/);
    expect(await page.textContent('#verdict')).toMatch(/^Different texts: .*\d\u00a0% .* 75\u00a0%\.$/);
  });

  it('of one feature, and one bit, are said in the singular', async () => {
    await write('a', 'hello');
    await expect.poll(() => textOf('#print-a span'), patiently).toBe('too short to say much: 1 feature');
    await page.locator('#lookup').scrollIntoViewIfNeeded();
    await page.locator('#distance').fill('1');
    await expect.poll(() => textOf('#figure-filter'), patiently).toMatch(/ within 1 bit\.$/);
    expect(await textOf('#distance-value')).toBe('1 bit');
    await page.locator('#distance').fill('2');
    await expect.poll(() => textOf('#figure-filter'), patiently).toMatch(/ within 2 bits\.$/);
  });
});

describe('files', () => {
  const news = readFileSync(NEWS, 'utf8');
  const lines = news.trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { id: string; text: string });
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = records.map(({ id, text }) => `${cell(text)},${id}`);
  const table = ['text,id', ...rows.slice(0, 60), '"never closed,x', ...rows.slice(60), 'too,many,cells'].join('\r\n');
  const marked = `\ufeff${lines.join('\r\n')}\n\n{"text": 7}\nnot JSON\n{"id":1,"text":"no  newline at the end"}`;
  const members = lines.map((line) => gzipSync(`${line}\n`));
  const zeros = new Uint8Array(99);
  const utf16 = Buffer.from(`\ufeff${news}`, 'utf16le');

  it.each<[string, Record<string, string | Uint8Array>]>([
    ['JSONL', { 'news.jsonl': news }],
    ['JSONL with marks, other line ends and lines that are none', { 'odd.jsonl': marked }],
    ['JSONL in gzip', { 'news.jsonl.gz': gzipSync(news) }],
    ['JSONL in gzip of several members', { 'news.jsonl.gz': Buffer.concat(members) }],
    ['JSONL in gzip, padded with zeros', { 'news.jsonl.gz': Buffer.concat(members.flatMap((one) => [one, zeros])) }],
    ['JSONL in gzip within gzip, which is undone once', { 'a.jsonl.gz': gzipSync(gzipSync(news)), 'news.jsonl': news }],
    ['JSONL in UTF-16', { 'news.jsonl': utf16 }],
    ['JSONL in UTF-16 in gzip', { 'news.jsonl.gz': gzipSync(utf16) }],
    ['a JSON array', { 'news.json': `[\n${lines.join(',\n')}\n]` }],
    [
      'objects of JSON, one after another',
      { 'news.json': records.map((one) => JSON.stringify(one, null, 2)).join('\n') },
    ],
    ['CSV with rows that are none', { 'news.csv': table }],
    ['several tables', { 'a.csv': table, 'b.csv': table }],
    ['lines of a log', { 'server.log': `${records.map(({ text }) => text).join('\r\n')}\r\n\n${records[1]!.text}` }],
    [
      'a folder of texts and records',
      {
        'texts/b.txt': records[1]!.text,
        'texts/a/z.txt': `\ufeff${records[1]!.text}`,
        'texts/a.md': records[1]!.text.slice(9),
        'texts/c.jsonl': news,
        'texts/picture': Uint8Array.of(0, 1, 2),
        'texts/.hidden.txt': records[2]!.text,
        'texts/.git/config': records[3]!.text,
      },
    ],
  ])('of %s become what the command makes of them, byte for byte', async (_, files) => {
    const own = new Folder();
    for (const [name, content] of Object.entries(files)) own.write(name, content);
    const names = Object.keys(files);
    const isFolder = names[0]!.includes('/');
    const { status } = own.run('dedupe', ...(isFolder ? ['texts'] : names), '-o', 'kept', '--removed', 'removed');
    expect(status).toBe(0);
    await page.setInputFiles(
      isFolder ? '#folder' : '#files',
      isFolder ? own.at('texts') : names.map((one) => own.at(one)),
    );
    await page.waitForSelector('.cards');
    expect(await downloaded('kept')).toBe(own.read('kept'));
    expect(await downloaded('removed')).toBe(own.read('removed'));
    own.remove();
  });

  it('may be dropped: numbers, groups and differences are shown, and what was passed over', async () => {
    await drop('news.jsonl', `${news}not JSON\n`);
    await page.waitForSelector('.cards');
    expect(await textOf('#run-status')).toBe('179 documents: 115 kept, 64 removed.');
    expect(await textOf('.totals')).toMatch(/^Documents 179 148 kB in .*Passed over 1/);
    expect(await page.locator('.rejects').textContent()).toContain('news.jsonl:180: not JSON');
    expect(await page.locator('.chart').count()).toBe(2);
    await page.waitForSelector('.cards > li:first-child mark');
    expect(await page.locator('.cards > li').count()).toBe(10);
    await page.locator('.cards > li:nth-child(2) summary').first().press('Enter');
    await page.waitForSelector('.cards > li:nth-child(2) .is-removed mark');
  });

  it('in a folder may be dropped, but for hidden ones, which must be named', async () => {
    const own = new Folder();
    for (const name of ['a.txt', '.b.txt', 'c/d.txt', '.git/config']) own.write(`texts/${name}`, `a text in ${name}`);
    await dropPaths(own.at('texts'), own.at('texts/.b.txt'));
    await expect.poll(() => textOf('#run-status'), patiently).toMatch(/^3 documents/);
    own.remove();
  });

  it('may be dropped anywhere: what comes of it is brought into view', async () => {
    await drop('news.jsonl', news);
    await page.waitForSelector('.cards');
    const isInView = () => document.querySelector('#run-status')!.getBoundingClientRect().bottom < innerHeight;
    await expect.poll(() => page.evaluate(isInView), patiently).toBe(true);
  });

  it('that take long to be found are given up for those that are dropped after them', async () => {
    const own = new Folder();
    for (const name of ['slow', 'quick']) own.write(`${name}.txt`, `a text, and it is ${name}`);
    await page.evaluate(() => {
      const { webkitGetAsEntry } = DataTransferItem.prototype;
      DataTransferItem.prototype.webkitGetAsEntry = function () {
        const entry = webkitGetAsEntry.call(this) as FileSystemFileEntry;
        const find = entry.file.bind(entry);
        entry.file = (resolve) => {
          if (entry.name === 'quick.txt') find(resolve);
          else Object.assign(globalThis, { findSlow: () => find(resolve) });
        };
        return entry;
      };
    });
    await dropPaths(own.at('slow.txt'));
    await expect.poll(() => textOf('#progress-text'), patiently).toBe('Looking for files …');
    await dropPaths(own.at('quick.txt'));
    await page.waitForSelector('#download-kept');
    await page.evaluate(() => (globalThis as unknown as { findSlow(): void }).findSlow());
    await page.waitForTimeout(300);
    expect(await downloaded('kept')).toContain('it is quick');
    // Options that change meanwhile begin no second run.
    await page.click('.options summary');
    await dropPaths(own.at('slow.txt'));
    await expect.poll(() => textOf('#progress-text'), patiently).toBe('Looking for files …');
    await page.fill('#threshold', '0.95');
    await page.press('#threshold', 'Enter');
    await page.evaluate(() => (globalThis as unknown as { findSlow(): void }).findSlow());
    await page.waitForSelector('#download-kept');
    expect(await downloaded('kept')).toContain('it is slow');
    expect(page.workers().length).toBe(1);
    // They are given up at once.
    await dropPaths(own.at('slow.txt'));
    await page.click('#cancel');
    expect(await page.isVisible('#running')).toBe(false);
    await page.evaluate(() => (globalThis as unknown as { findSlow(): void }).findSlow());
    await page.waitForTimeout(300);
    expect(await textOf('#run-status')).toBe('Cancelled. Nothing was kept.');
    own.remove();
  });

  it('in thousands are looked for without the page standing still', async () => {
    const turns = await page.evaluate(async () => {
      const { get } = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')!;
      let turn = 0;
      const ticking = setInterval(() => turn++);
      const turns = new Set<number>();
      Object.defineProperty(Blob.prototype, 'size', {
        get() {
          turns.add(turn);
          // As long as it takes where the browser has not looked at the file before.
          for (const began = performance.now(); performance.now() - began < 1; );
          return get!.call(this);
        },
      });
      const dataTransfer = new DataTransfer();
      for (let i = 0; i < 1000; i++) dataTransfer.items.add(new File([`a text, and it is number ${i}`], `${i}.txt`));
      const files = document.querySelector<HTMLInputElement>('#files')!;
      files.files = dataTransfer.files;
      files.dispatchEvent(new Event('change'));
      const status = document.querySelector('#run-status')!;
      while (status.textContent === '') await new Promise((resolve) => setTimeout(resolve, 50));
      clearInterval(ticking);
      return turns.size;
    });
    expect(await textOf('#run-status')).toMatch(/^1,000 documents/);
    // A second is spent in turns of 20 ms; without them it would be one or two.
    expect(turns).toBeGreaterThan(10);
  });

  it('of which the browser may not read a file or a folder are read without it, which is listed', async () => {
    const own = new Folder();
    own.write('a.txt', 'a text that is there');
    await page.evaluate(() => {
      const { webkitGetAsEntry } = DataTransferItem.prototype;
      // As Chromium does where the system denies it, which it never does to root.
      const refuse = (_: unknown, reject: ErrorCallback): void => reject(new DOMException('it may not be read'));
      const folder = (fullPath: string, readEntries: unknown) => ({
        isDirectory: true,
        fullPath,
        name: fullPath.replace(/.*\//, ''),
        createReader: () => ({ readEntries }),
      });
      DataTransferItem.prototype.webkitGetAsEntry = function () {
        const gone = { isDirectory: false, fullPath: '/f/gone.txt', name: 'gone.txt', file: refuse };
        const found = [[webkitGetAsEntry.call(this), gone, folder('/f/locked', refuse)], []];
        return folder('/f', (resolve: (entries: unknown) => void) => resolve(found.shift())) as never;
      };
    });
    await dropPaths(own.at('a.txt'));
    await expect.poll(() => textOf('#run-status'), patiently).toBe('1 document: 1 kept, 0 removed.');
    await page.click('.rejects summary');
    await page.click('#language');
    expect(await page.locator('.rejects li').allInnerTexts()).toEqual(
      ['f/gone.txt', 'f/locked'].map((path) => `${path}：浏览器无权或不能再读取它；如果文件移动过或改动过，请重新选择`),
    );
    expect(await textOf('.rejects summary')).toBe('跳过：2');
    own.remove();
  });

  it('of which the only one is a text file may have been meant by the line, which is said', async () => {
    await drop('list.txt', 'one text\nanother text\n');
    await expect.poll(() => textOf('#results'), patiently).toContain('give it a name that ends in .log');
    await drop('list.log', 'one text\nanother text\n');
    await expect.poll(() => textOf('#run-status'), patiently).toBe('2 documents: 2 kept, 0 removed.');
    expect(await textOf('#results')).not.toContain('.log');
  });

  it('are shown a page at a time, in either order', async () => {
    await page.click('#try-example');
    await page.click('#page-next');
    await expect.poll(() => textOf('.pager p'), patiently).toBe('Groups 11 to 20 of 42');
    const described = () => {
      const { id, ariaDescribedByElements } = document.activeElement!;
      return [id, ariaDescribedByElements?.map((one) => one.textContent).join()];
    };
    expect(await page.evaluate(described)).toEqual(['groups-title', 'Groups 11 to 20 of 42']);
    await page.selectOption('#order', 'largest');
    await expect.poll(() => textOf('.pager p'), patiently).toBe('Groups 1 to 10 of 42');
    const sizes = await page.locator('.size').allInnerTexts();
    expect(sizes.map((size) => Number.parseInt(size, 10))).toEqual([4, 4, 4, 3, 3, 3, 3, 3, 3, 3]);
  });

  it('have names that do not run into what is said of them, for those who hear it', async () => {
    await page.click('#try-example');
    await page.waitForSelector('.cards');
    expect(await page.locator('.cards .name').first().textContent()).toBe('kept chess-open-1');
    const removed = page.locator('.member summary').first();
    expect(await removed.textContent()).toBe('removed chess-open-2 85.6\u00a0% shared, 3 bits');
  });

  it('can be given up: the worker ends, and nothing is shown', async () => {
    const big = folder.write('big.jsonl', news.repeat(200));
    await page.setInputFiles('#files', big);
    await page.waitForFunction(() => document.querySelector<HTMLProgressElement>('#progress')!.value > 0);
    expect(page.workers().length).toBe(1);
    await page.click('#cancel');
    expect(await textOf('#run-status')).toBe('Cancelled. Nothing was kept.');
    expect(await page.isVisible('#running')).toBe(false);
    expect(await page.isVisible('#results')).toBe(false);
    await expect.poll(() => page.workers().length, patiently).toBe(0);
    await page.click('#try-example');
    await page.waitForSelector('.cards');
  });

  it('say so when their worker fails while it is asked', async () => {
    await page.click('#try-example');
    await page.waitForSelector('.cards');
    const worker = page.workers()[0]!;
    await worker.evaluate(() => {
      globalThis.postMessage = () => {};
    });
    await page.click('#download-kept');
    expect(await textOf('#run-status')).toBe('Writing the file …');
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('out of memory');
      });
    });
    await expect
      .poll(() => textOf('#run-status'), patiently)
      .toBe('It did not work: Uncaught RangeError: out of memory');
  });

  it('leave the focus where reading goes on, when what had it is hidden', async () => {
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
    const big = folder.write('focus.jsonl', news.repeat(40));
    for (const [key, next] of [
      ['Enter', 'choose-files'],
      ['Shift', 'results'],
    ] as const) {
      await page.setInputFiles('#files', big);
      await page.focus('#cancel');
      expect(await textOf('#progress-text')).toMatch(/ of 5\.\d MB$/);
      await page.keyboard.press(key);
      await expect.poll(focused, patiently).toBe(next);
    }
  });

  it('leave the focus where files are chosen, when what had it goes away', async () => {
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
    await page.click('.options summary');
    await page.click('#try-example');
    await page.waitForSelector('.cards');
    await page.fill('#threshold', '0.9');
    await page.keyboard.press('Tab');
    await expect.poll(focused, patiently).toBe('choose-files');
    await page.waitForSelector('.cards');
    await page.focus('#download-kept');
    await page.setInputFiles('#files', folder.write('again.jsonl', news));
    await expect.poll(focused, patiently).toBe('choose-files');
  });

  it('may have other fields, and another threshold', async () => {
    await page.click('.options summary');
    await page.fill('#text-field', 'body');
    await page.fill('#id-field', 'url');
    await page.fill('#threshold', '0.95');
    const other = records.map(({ id, text }) => JSON.stringify({ url: id, body: text })).join('\n');
    const own = new Folder();
    own.write('c.jsonl', other);
    own.run('dedupe', 'c.jsonl', '-o', 'kept', '--text', 'body', '--id', 'url', '--threshold', '0.95');
    await page.setInputFiles('#files', own.at('c.jsonl'));
    await page.waitForSelector('.cards');
    expect(await downloaded('kept')).toBe(own.read('kept'));
    own.remove();
    await page.fill('#text-field', 'body,bdoy');
    await page.setInputFiles('#files', { name: 'c.jsonl', mimeType: '', buffer: Buffer.from(other) });
    await expect
      .poll(() => textOf('#run-status'), patiently)
      .toBe(
        'It did not work: No document has a field "bdoy" (in the first there are: url, body); name one under Options.',
      );
    await page.fill('#text-field', 'body');
    await page.fill('#threshold', '7');
    await page.click('#try-example');
    await expect.poll(() => textOf('#run-status'), patiently).toContain('from 0 to 1');
  });

  it('are decided again when an option has changed, unless they were given up', async () => {
    await page.click('.options summary');
    await page.click('#try-example');
    await expect.poll(() => textOf('#run-status'), patiently).toMatch(/115 kept/);
    await page.fill('#threshold', '0.95');
    await page.press('#threshold', 'Enter');
    await expect.poll(() => textOf('#run-status'), patiently).toMatch(/^179 documents: 16\d kept/);
    await page.setInputFiles('#files', folder.write('given-up.jsonl', news.repeat(200)));
    await page.click('#cancel');
    await page.fill('#threshold', '0.75');
    await page.press('#threshold', 'Enter');
    await page.waitForTimeout(300);
    expect(await textOf('#run-status')).toBe('Cancelled. Nothing was kept.');
  });

  it('of a single document are said in the singular', async () => {
    await drop('one.jsonl', lines[0]!);
    await expect.poll(() => textOf('#run-status'), patiently).toBe('1 document: 1 kept, 0 removed.');
  });

  it('are counted that are too short to judge, or have an id that was there before, as by the command', async () => {
    const own = new Folder();
    const short = ['two words', '', 'one'].map((text, i) => JSON.stringify({ id: i % 2, text }));
    own.write('own.jsonl', [lines[0]!, ...short, lines[0]!].join('\n'));
    const { stderr } = own.run('dedupe', 'own.jsonl', '--dry-run');
    expect(stderr).toMatch(/too short +3 [\s\S]*repeated ids +2 /);
    await page.setInputFiles('#files', own.at('own.jsonl'));
    await page.waitForSelector('.totals');
    expect(await textOf('.totals')).toMatch(/Too short to judge 3 .*Repeated ids 2 /);
    await page.click('#language');
    expect(await textOf('.totals')).toMatch(/太短，无法判断 3 .*重复的编号 2 /);
    own.remove();
  });

  it('that are tables with different headers are taken home as JSONL, since nobody can be asked for a format', async () => {
    const own = new Folder();
    own.write('a.csv', 'id,text\n1,one two three four\n');
    own.write('b.csv', 'id,text,more\n2,five six seven eight,x\n');
    await page.setInputFiles('#files', [own.at('a.csv'), own.at('b.csv')]);
    await page.waitForSelector('#download-kept');
    expect(await downloaded('kept')).toBe(
      '{"id":"1","text":"one two three four"}\n{"id":"2","text":"five six seven eight","more":"x"}\n',
    );
    expect(await textOf('#run-status')).toBe('kept.jsonl is written.');
    own.remove();
  });

  it.each([
    [
      'a table without the column',
      't.csv',
      'body\nx\n',
      'name it under Options; the command reads tables without a header, with --columns',
    ],
    ['a record without the field', 't.jsonl', '{"body": "x"}', 'name it under Options'],
    ['an object of several lines', 't.jsonl', '{\n"text": "x"}', 'no line each are read in a file that ends in .json'],
    ['a record with fields in the field', 't.jsonl', '{"text": {"body": "x"}}', 'name one under Options'],
    ['another encoding', 't.txt', '\xe9t\xe9', 'not UTF-8; the command reads other encodings, with --charset'],
    ['another encoding, in an array', 't.json', '[{"text": "\xe9t\xe9"}]', 'the command reads other encodings'],
    ['JSON without an array', 't.json', '7', 't.json: there is no array in it'],
    ['of a format that is not known', 'paper.docx', '', 'known; convert it to JSONL'],
    ['compressed by what is not read', 't.jsonl', 'BZh91AY&SY\n\n\n', 'it is compressed by bzip2. Decompress it first'],
    ['of Zstandard, in frames that begin as those of pzstd', 't.jsonl', 'P*M\x18\n\n', 'the command does'],
    ['cut off', 'cut.txt.gz', '\x1f\x8b\x08', 'cut off; fetch or compress it again'],
  ])('of which one is %s: what the page says to do can be done there', async (_, name, content, said) => {
    await page.setInputFiles('#files', { name, mimeType: '', buffer: Buffer.from(content, 'latin1') });
    await expect.poll(() => page.locator('.rejects').textContent(), patiently).toContain(said);
    expect(await page.locator('.rejects').textContent()).not.toMatch(/--(text|id|format)/);
  });

  it('that are texts are read again when they are asked for, and not held', async () => {
    const own = new Folder();
    const numbers = (file: number) => Array.from({ length: 50_000 }, (_, i) => file * 50_000 + i).join(' ');
    for (let file = 0; file < 20; file++) own.write(`texts/${file}.txt`, numbers(file));
    const heap = await heapOfWorker();
    await page.setInputFiles('#folder', own.at('texts'));
    await downloaded('kept');
    const before = await heap();
    for (let i = 0; i < 3; i++) await downloaded('kept');
    expect((await heap()) - before).toBeLessThan(5e6);
    own.remove();
  });

  it('are taken home in few pieces, each of which takes Firefox a while on the thread of the page', async () => {
    const own = new Folder();
    const text = (words: number, i: number) => Array.from({ length: words }, (_, word) => i * words + word).join(' ');
    const texts = Array.from({ length: 2000 }, (_, i) => text(i === 1000 ? 300_000 : 9, i));
    const all = texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join('');
    await page.setInputFiles('#files', own.write('all.jsonl', all));
    await page.waitForSelector('#download-kept');
    const worker = page.workers()[0]!;
    await worker.evaluate(() => {
      const { Blob } = globalThis;
      globalThis.Blob = class extends Blob {
        constructor(pieces: BlobPart[] = []) {
          super(pieces);
          Object.assign(globalThis, { pieces: pieces.length + ((globalThis as { pieces?: number }).pieces ?? 0) });
        }
      };
    });
    expect(await downloaded('kept')).toBe(all);
    expect(await worker.evaluate(() => (globalThis as { pieces?: number }).pieces)).toBeLessThan(10);
    own.remove();
  });

  it('of which one is gone when its turn comes are read without it', async () => {
    const own = new Folder();
    own.write('a.jsonl', lines[0]!);
    own.write('b.jsonl', lines[1]!);
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'own', multiple: true })),
    );
    await page.setInputFiles('#own', [own.at('a.jsonl'), own.at('b.jsonl')]);
    // The browser looks at a file when somebody asks for its size.
    await page.evaluate(() => Array.from(document.querySelector<HTMLInputElement>('#own')!.files!, ({ size }) => size));
    rmSync(own.at('a.jsonl'));
    await page.evaluate(() => {
      const [own, files] = ['#own', '#files'].map((id) => document.querySelector<HTMLInputElement>(id)!);
      const dataTransfer = new DataTransfer();
      for (const file of own!.files!) dataTransfer.items.add(file);
      files!.files = dataTransfer.files;
      files!.dispatchEvent(new Event('change'));
    });
    await expect.poll(() => textOf('#run-status'), patiently).toBe('1 document: 1 kept, 0 removed.');
    expect(await page.locator('.rejects').textContent()).toContain(
      'a.jsonl: the browser may not read it, or no longer: if it was moved or changed, choose it again',
    );
    own.remove();
  });

  it('that have changed since are not shown any more, which is said', async () => {
    const own = new Folder();
    // The least similar ones, which are shown first, are at the end; the others are not among what was read last.
    const text = (i: number) => Array.from({ length: 200 }, (_, word) => `w${(i >> 1) * 200 + word}`).join(' ');
    const ending = (i: number) => Array.from({ length: i < 2980 ? 1 : 9 }, (_, word) => `e${i}${word}`).join(' ');
    const records = Array.from({ length: 3000 }, (_, i) => ({ text: `${text(i)} ${ending(i)}` }));
    const many = records.map((record) => JSON.stringify(record)).join('\n');
    own.write('many.jsonl', many);
    await page.setInputFiles('#files', own.at('many.jsonl'));
    await page.waitForSelector('.cards mark');
    own.write('many.jsonl', `${many}\n`);
    const failed = /^It did not work: Cannot read many.jsonl: .* choose it again/;
    await page.click('#page-next');
    await expect.poll(() => textOf('#run-status'), patiently).toMatch(failed);
    expect(await textOf('.pager p')).toMatch(/^Groups 1 to 10/);
    await page.click('#try-example');
    await page.waitForSelector('.cards mark');
    await expect.poll(() => textOf('#run-status'), patiently).toMatch(/^179/);
    own.remove();
  });

  it('without any document say so, and show why, and nothing to take home', async () => {
    await drop('crawl.warc', 'WARC/1.0');
    await expect.poll(() => textOf('#run-status'), patiently).toBe('There is no document in what you gave.');
    expect(await page.locator('.rejects li').textContent()).toContain('the command reads');
    expect(await page.locator('.rejects li').isVisible()).toBe(true);
    expect(await page.locator('#download-kept').count()).toBe(0);
  });
});

describe('the language', () => {
  it('is that of the browser, can be switched, and is remembered', async () => {
    const chinese = await site.visit({ locale: 'zh-CN' });
    expect(await chinese.getAttribute('html', 'lang')).toBe('zh-CN');
    expect(await chinese.textContent('h1')).toBe('这些文本里，哪些是同一篇？');
    expect(await chinese.inputValue('#text-a')).toContain('猞猁');
    await chinese.click('#language');
    expect(await chinese.textContent('h1')).toBe('Which of these texts are the same?');
    await chinese.reload();
    expect(await chinese.getAttribute('html', 'lang')).toBe('en');
    await chinese.context().close();
  });

  it('of results that are there changes, too, and texts of the reader stay', async () => {
    await write('a', 'my own text');
    await page.click('#try-example');
    await page.waitForSelector('.cards');
    await page.click('#language');
    expect(await textOf('#run-status')).toBe('共 179 篇：保留 115 篇，移除 64 篇。');
    expect(await textOf('.totals')).toContain('跳过');
    expect(await textOf('.charts')).toContain(' 90–92% ');
    expect(await page.inputValue('#text-a')).toBe('my own text');
  });
});

describe('the language of differences that are looked at', () => {
  it('changes, and they stay open', async () => {
    await page.click('#try-example');
    await page.locator('.cards > li:nth-child(2) summary').first().click();
    await page.waitForSelector('.cards > li:nth-child(2) mark');
    await page.locator('.cards > li:nth-child(1) summary').first().click();
    await page.click('#language');
    await page.waitForSelector('.cards > li:nth-child(2) [aria-label=保留的文本] mark');
    expect(await page.locator('.member[open]').count()).toBe(1);
  });
});

describe('nothing leaves the machine', () => {
  const attempt = (address: string): Promise<string> =>
    fetch(address, { method: 'POST', body: 'a text' }).then(
      () => 'sent',
      () => 'refused',
    );

  it('neither from the page nor from its worker, whatever they try', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.method()));
    await page.click('#try-example');
    await page.waitForSelector('.cards');
    expect(await page.evaluate(attempt, site.address)).toBe('refused');
    expect(await page.workers()[0]!.evaluate(attempt, site.address)).toBe('refused');
    expect(asked).not.toContain('POST');
  });
});

describe('for everyone', () => {
  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('%i wide and %s: axe finds nothing wrong, and nothing sticks out', async (width, colorScheme) => {
    const other = await site.visit({ viewport: { width, height: 800 }, colorScheme });
    await other.click('#try-example');
    await other.waitForSelector('.cards mark');
    await other.locator('#lookup').scrollIntoViewIfNeeded();
    await other.waitForSelector('.found');
    await other.evaluate(readFileSync(AXE, 'utf8'));
    const violations = await other.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(violations).toEqual([]);
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await other.context().close();
  });

  it('with a screen as narrow as 320, or enlarged to 400 %, nothing sticks out, however long the words are', async () => {
    const other = await site.visit({ viewport: { width: 320, height: 800 } });
    for (const box of ['a', 'b']) await other.fill(`#text-${box}`, `${box.repeat(500)} and ${box.repeat(400)}`);
    await other.locator('#lookup').scrollIntoViewIfNeeded();
    await other.waitForSelector('#figure-filter p');
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await other.locator('.contributions code').first().getAttribute('title')).toMatch(/^(a{400,}|b{400,})$/);
    await other.context().close();
  });

  it('nothing jumps while it is loaded', async () => {
    const other = await site.visit({ viewport: { width: 390, height: 800 } });
    const jumped = await other.evaluate(async () => {
      const shifts = await new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve([]), 1000);
      });
      return shifts.reduce((sum, shift) => sum + (shift as unknown as { value: number }).value, 0);
    });
    expect(jumped).toBeLessThan(0.05);
    await other.context().close();
  });

  it('where a reader chooses all colours, marks are seen', async () => {
    const other = await site.visit({ forcedColors: 'active', colorScheme: 'light' });
    const square = () => getComputedStyle(document.querySelector('#verdict')!, '::before').backgroundColor;
    expect(await other.evaluate(square)).toBe('rgb(0, 0, 0)');
    await other.context().close();
  });

  it('opened as a file, it says that it wants to be served', async () => {
    await page.goto(new URL('../../build/web/index.html', import.meta.url).href);
    expect(await page.isVisible('text=This page works where it is served')).toBe(true);
    await page.goto(site.address);
    expect(await page.isVisible('text=This page works where it is served')).toBe(false);
  });

  it('texts are written in the direction of their script', async () => {
    const direction = (box: string) => page.locator(box).evaluate((one) => getComputedStyle(one).direction);
    await page.fill('#walk-text', 'שלום, עולם!');
    await expect.poll(() => direction('#text-a'), patiently).toBe('rtl');
    expect(await direction('#walk-text')).toBe('rtl');
    expect(await direction('#text-b')).toBe('ltr');
    for (const [text, expected] of [
      ['123 – العربية and English', 'rtl'],
      ['٣ and العربية', 'ltr'],
    ] as const) {
      await write('b', text);
      await expect.poll(() => direction('#text-b'), patiently).toBe(expected);
    }
  });

  it('texts are turned before they are drawn, and in a font that has all of their letters', async () => {
    const turned = await page.evaluate(() =>
      ['text-a', 'text-b', 'walk-text'].map((id) => {
        const box = document.getElementById(id) as HTMLTextAreaElement;
        box.value = 'سلام عليكم';
        box.dispatchEvent(new Event('input'));
        const { direction, fontFamily } = getComputedStyle(box);
        return `${direction}: ${fontFamily}`;
      }),
    );
    expect(turned).toEqual(Array(3).fill('rtl: system-ui, sans-serif'));
  });

  it('a name that turns its direction does not turn what is said of it', async () => {
    await drop('\u202eenil.jsonl', 'no JSON');
    const places = await page.locator('.rejects li').evaluate(({ lastChild }) =>
      [1, 2, 3].map((end) => {
        const range = document.createRange();
        range.setStart(lastChild!, lastChild!.textContent!.length - end);
        range.setEnd(lastChild!, lastChild!.textContent!.length - end + 1);
        return range.getBoundingClientRect().left;
      }),
    );
    expect(places).toEqual(places.toSorted((a, b) => b - a));
  });

  it('all of it can be reached and used by keyboard', async () => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    const reached: string[] = [];
    for (let i = 0; i < 16; i++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.id ?? ''));
    }
    expect(reached.filter((id) => id !== '')).toEqual([
      'text-a',
      'text-b',
      'recipe',
      'choose-files',
      'choose-folder',
      'try-example',
      'walk-text',
      'distance',
    ]);
    await page.focus('#try-example');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.cards');
  });

  it('a browser without WebAssembly is told what is missing, in either language', async () => {
    expect(await page.locator('#no-webassembly').isVisible()).toBe(false);
    const bare = await page.context().newPage();
    await bare.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
    await bare.goto(site.address);
    const said = bare.locator('#no-webassembly:visible');
    await said.waitFor();
    expect(await said.textContent()).toMatch(/^This page needs WebAssembly/);
    await bare.click('#language');
    expect(await said.textContent()).toMatch(/^本页需要 WebAssembly/);
  });
});
