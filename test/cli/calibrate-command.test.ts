// `hammingbird calibrate` as a user sees it: on a terminal, as JSON, as a page, and on what strangers give it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../src/cli/terminal/shell.ts';
import { DEDUPE_RECIPE, REPEATS } from '../../src/dedupe/defaults.ts';
import { recipeId } from '../../src/fingerprint/recipes.ts';
import { findChromium } from '../support/browser.ts';
import { jsonLines, MAIN, needs } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NEWS = readFileSync(`${ROOT}examples/news.jsonl`, 'utf8');
const { groups } = JSON.parse(readFileSync(`${ROOT}examples/news.groups.json`, 'utf8')) as { groups: string[][] };
const DUPLICATES = groups.flatMap((ids) => ids.flatMap((b, i) => ids.slice(0, i).map((a) => ({ a, b }))));
const LABELS = DUPLICATES.map((label) => `${JSON.stringify(label)}\n`).join('');

const folder = folderForEach();
beforeEach(() => {
  folder.write('news.jsonl', NEWS);
  folder.write('labels.jsonl', LABELS);
});

/** On the page: what is written in a diagram and cut off at its edge. */
function labelsBeyondTheirPicture(): string[] {
  return [...document.querySelectorAll<SVGTextElement>('.curves > svg text')]
    .filter((label) => {
      const [inner, outer] = [label.getBoundingClientRect(), label.ownerSVGElement!.getBoundingClientRect()];
      return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
    })
    .map((label) => label.textContent);
}

describe('calibrate', () => {
  it('recommends a command line that finds what was promised', () => {
    const { status, stdout, stderr } = folder.run('calibrate', 'news.jsonl', '--labels', 'labels.jsonl', '--json');
    expect([status, stderr]).toEqual([0, '']);
    const { command, recommendation, documents, labels } = JSON.parse(stdout);
    const { maxDistance, threshold, recall, precision } = recommendation;
    expect(command).toBe(`hammingbird dedupe news.jsonl --distance ${maxDistance} --threshold ${threshold}`);
    expect(recommendation).not.toHaveProperty('recipe');
    expect(documents).toEqual({ read: 179, used: 179 });
    expect(labels).toEqual({ unlisted: 'different', unused: { unknown: [], contradictory: [], leftOut: 0 } });
    folder.run(...command.split(' ').slice(1), '--pairs', 'pairs.jsonl', '-o', 'kept.jsonl');
    const known = new Set(DUPLICATES.map(({ a, b }) => [a, b].sort().join(' ')));
    const found = folder.records('pairs.jsonl').map(({ a, b }) => [a, b].sort().join(' '));
    const right = found.filter((pair) => known.has(pair)).length;
    expect(recall).toMatchObject({ hits: right, total: known.size });
    expect(precision).toMatchObject({ hits: right, total: found.length });
  });

  it('prints tables with intervals, plots, and what they do not tell', () => {
    const { status, stdout, stderr } = folder.run('calibrate', 'news.jsonl', '--sample', '40', '--same', '0.08');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(`^40 documents of 179, ${REPEATS} fingerprints each, recipe ${recipeId(DEDUPE_RECIPE)}\n`),
    );
    expect(stdout).toMatch(
      /By words \(the same: up to 8 % differ; different: from 25 % on\), [\d,]+ pairs are the same/,
    );
    expect(stdout).toMatch(/\n +bits +recall of 1 +of 2 .*95 % +precision +95 % /);
    expect(stdout).toMatch(/\n→ +\d+( +[01]\.\d{3}){2,} +[01]\.\d{3}–[01]\.\d{3} .*·+[RX]/);
    expect(stdout).toMatch(/\n→ +0\.\d\d( +[01]\.\d{3} +[01]\.\d{3}–[01]\.\d{3}){2} +[01]\.\d{3} /);
    expect(stdout).toMatch(/\n +35–40 % +[01]\.\d{3} /);
    expect(stdout).toContain('Edits tell how large a change is found, not whether it matters');
    expect(stdout).toMatch(/\n→ hammingbird dedupe news\.jsonl --distance \d+ --threshold 0\.\d+\n$/);
  });

  it('calls nothing different that is the same, and its help says which default that changes', () => {
    expect(folder.run('calibrate', 'news.jsonl', '--same', '0.3').stdout).toContain(
      '(the same: up to 30 % differ; different: from 30 % on)',
    );
    const { stdout } = folder.run('calibrate', '--help');
    expect(stdout.replace(/\s+/g, ' ')).toContain('(default: 0.25, or --same if that is more)');
  });

  it('says that small samples are small', () => {
    folder.write('few.jsonl', `${LABELS.split('\n').slice(0, 3).join('\n')}\n`);
    const { stdout } = folder.run('calibrate', 'news.jsonl', '--labels', 'few.jsonl');
    expect(stdout).toContain('Few: only 3 pairs are the same. Take this for a hint, and label more pairs.');
  });

  it('reads what dedupe reads, in any script, and gives its options on', () => {
    const chinese = jsonLines(NEWS).filter(({ lang }) => lang === 'zh');
    for (const { id, text } of chinese) folder.write(`texts/${id} ä.txt`, text);
    const { stdout, stderr } = folder.run('calibrate', 'texts', '--recipe', 'words', '--html', 'full');
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /\n→ hammingbird dedupe texts --html full --recipe words --distance \d+ --threshold [\d.]+\n$/,
    );
    const rows = jsonLines(NEWS).map(({ id, text }) => JSON.stringify({ url: id, title: id, body: text }));
    folder.write("it's.jsonl", rows.join('\n'));
    const renamed = ["it's.jsonl", '--id', 'url', '--text', 'title,body', '--labels', 'labels.jsonl'];
    expect(folder.run('calibrate', ...renamed).stdout).toMatch(
      /\n→ hammingbird dedupe 'it'\\''s\.jsonl' --id url --text title,body --distance \d+ --threshold [\d.]+\n$/,
    );
  });

  it('lists labels that are none, or that fit no document, and does with the rest', () => {
    const more = [
      '{"a":"nobody","b":"no one"}',
      'no JSON',
      '[]',
      '{"a":"x","b":"x"}',
      '{"a":1}',
      '{"a":"x","b":"y","duplicate":1}',
      '{"a":1,"b":"1"}',
    ];
    folder.write(
      'bad.jsonl',
      `${LABELS}${more.join('\n')}\n\n${JSON.stringify({ ...DUPLICATES[0], duplicate: false })}\n`,
    );
    const { status, stderr, stdout } = folder.run(
      'calibrate',
      'news.jsonl',
      '--labels',
      'bad.jsonl',
      '--unlisted',
      'different',
    );
    expect(status).toBe(0);
    const first = DUPLICATES.length + 2;
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(`^passed over bad.jsonl:${first}: not JSON: `),
      `passed over bad.jsonl:${first + 1}: not a JSON object but an array`,
      `passed over bad.jsonl:${first + 2}: it pairs "x" with itself`,
      `passed over bad.jsonl:${first + 3}: no field "b" with an id`,
      `passed over bad.jsonl:${first + 4}: "duplicate" is true, false or null, or absent`,
      `passed over bad.jsonl:${first + 5}: it pairs 1 with itself`,
      'passed over label "nobody", "no one": no document of the corpus has such an id',
      ...[1, 2].map(
        () => `passed over label "${DUPLICATES[0]!.a}", "${DUPLICATES[0]!.b}": another label says otherwise`,
      ),
      '',
    ]);
    expect(stdout).toContain(`By labels, ${DUPLICATES.length - 1} pairs are the same`);
  });

  it.each([
    [['news.jsonl', '--labels', 'empty'], 1, 'There is no label in empty. A label is a line of JSON'],
    [['news.jsonl', '--labels', 'absent'], 1, 'Cannot read absent: there is no such file or folder (ENOENT).'],
    [['news.jsonl', '--labels', 'strangers.jsonl'], 1, 'No label says that two of the 179 documents are duplicates'],
    [['twice.jsonl', '--labels', 'labels.jsonl'], 1, 'There are several documents with the id "biscuit-fire-1"'],
    [['news.jsonl', '--labels', 'labels.jsonl', '--unlisted', 'ignored'], 1, 'precision cannot be measured'],
    [['empty.jsonl'], 1, 'There is no document in empty.jsonl.'],
    [['news.jsonl', '--text', 'body'], 1, 'passed over news.jsonl:1: no field "body"'],
    [['short.jsonl'], 1, 'None of 2 documents has the four features'],
    [['absent.jsonl'], 1, 'Cannot read absent.jsonl: there is no such file or folder (ENOENT).'],
    [['news.jsonl', '--output', 'no/where.html', '--sample', '3'], 1, 'Cannot write no/where.html'],
    [['news.jsonl', '--same', '0.5'], 2, 'It must be a number from 0 to 0.4.'],
    [['news.jsonl', '--same', '0.3', '--different', '0.2'], 2, '--different 0.2 is less than --same 0.3'],
    [['news.jsonl', '--output', '-', '--json'], 2, 'Standard output has the numbers: name a file for the page'],
    [['news.jsonl', '--labels', 'labels.jsonl', '--same', '0.1'], 2, 'cannot be used with'],
    [['news.jsonl', '--unlisted', 'ignored'], 2, '--unlisted is for --labels'],
    [['news.jsonl', '--sample', '0'], 2, 'It must be a whole number from 1'],
    [['news.jsonl', '--recipe', 'none'], 2, 'There is no recipe "none"'],
  ])('%j ends with status %i', (args, expected, message) => {
    folder.write('empty', '');
    folder.write('empty.jsonl', '');
    folder.write('strangers.jsonl', '{"a":"p","b":"q"}\n');
    folder.write('short.jsonl', '{"text":"Yes."}\n{"text":""}\n');
    folder.write('twice.jsonl', `${NEWS}{"id":"biscuit-fire-1","text":"again"}\n`);
    const { status, stdout, stderr } = folder.run('calibrate', ...args);
    expect([status, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it('writes a page that needs nothing else, and fits a desktop and a phone', async ({ skip }) => {
    const executablePath = findChromium();
    needs(executablePath !== undefined, 'Chromium', skip);
    const name = '<b onclick="ran = 1">&.jsonl';
    folder.write(name, NEWS);
    const { status } = folder.run('calibrate', name, '--sample', '30', '--same', '0.125', '-o', 'page.html');
    expect(status).toBe(0);
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      const [requests, complaints]: [string[], string[]] = [[], []];
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(pathToFileURL(folder.at('page.html')).href);
      expect(await page.locator('h1').textContent()).toBe(`Settings for ${name}`);
      expect(await page.locator('.lead code').textContent()).toContain(commandLine('hammingbird dedupe', [name], {}));
      expect(await page.locator('script, [onclick]').count()).toBe(0);
      expect(await page.locator('.curves polyline').count()).toBe(REPEATS + 3);
      for (const [i, rows] of [61, 17].entries()) {
        await page.locator('summary').nth(i).click();
        expect(await page.locator('.numbers').nth(i).locator('tbody tr').count()).toBe(rows);
        expect(await page.locator('.numbers').nth(i).locator('tr.marked').count()).toBe(1);
      }
      expect(await page.locator('#edits tbody tr').count()).toBe(24);
      expect(await page.locator('#edits > p').textContent()).toContain('up to 12.5 %, and none from 25 % on.');
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await page.evaluate(labelsBeyondTheirPicture)).toEqual([]);
      }
      // A wider page would be printed smaller.
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 718, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718);
      expect(requests).toEqual([pathToFileURL(folder.at('page.html')).href]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('a command line', () => {
  it('comes through a shell as it is', () => {
    const inputs = ["it's", 'two words', '$HOME *', '-x', 'ä\n"'];
    const line = commandLine('printf "%s\\0"', inputs, { id: 'a b', text: undefined, distance: 3 });
    const { stdout } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual(['--id', 'a b', '--distance', '3', '--', ...inputs]);
    expect(commandLine(MAIN, ['a.jsonl', '-'], { threshold: 0.7 })).toBe(`${MAIN} a.jsonl - --threshold 0.7`);
  });
});
