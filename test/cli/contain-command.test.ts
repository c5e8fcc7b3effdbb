// What `hammingbird dedupe --contain` tells, and what it removes.
import { describe, expect, it } from 'vitest';
import { jsonLines } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';

const folder = folderForEach();

const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);
const long = words('long', 600);
const passage = long.slice(200, 250);

const DOCUMENTS = [
  { id: 'part', text: passage.join(' ') },
  { id: 'part again', text: [...passage, 'end'].join(' ') },
  { id: 'chapter', text: long.slice(150, 400).join(' ') },
  { id: 'book', text: long.join(' ') },
  { id: 'other', text: words('other', 60).join(' ') },
];

function write(name: string, records: readonly object[]): void {
  folder.write(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function run(...args: string[]) {
  const { status, stdout, stderr } = folder.run('dedupe', 'texts.jsonl', '--contain', '0.9', ...args);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return { kept: jsonLines(stdout).map(({ id }) => id), stderr };
}

const WITH_ALL = ['--contained', 'contained.jsonl', '--removed', 'removed.jsonl', '--annotate', 'all.jsonl'];
const withoutText = (name: string) => folder.records(name).map(({ text, ...rest }) => rest);

describe('--contain', () => {
  it('tells which kept documents are contained in others, and keeps them', () => {
    write('texts.jsonl', DOCUMENTS);
    const { kept, stderr } = run(...WITH_ALL);
    expect(kept).toEqual(['part', 'chapter', 'book', 'other']);
    expect(folder.records('contained.jsonl')).toEqual([
      { id: 'part', contained_in: 'chapter', containment: 1 },
      { id: 'part', contained_in: 'book', containment: 1 },
      { id: 'chapter', contained_in: 'book', containment: 1 },
    ]);
    expect(withoutText('removed.jsonl')).toMatchObject([{ id: 'part again', duplicate_of: 'part' }]);
    expect(withoutText('all.jsonl').map(({ contained_in }) => contained_in)).toEqual([
      'chapter',
      null,
      'book',
      null,
      null,
    ]);
    expect(stderr).toMatch(/^contained +2 +at least 90 % of their features are in a longer document$/m);
    expect(stderr).toMatch(/^kept +4$/m);
  });

  it('tells the share as it was given', () => {
    write('texts.jsonl', DOCUMENTS);
    const { stderr } = folder.run('dedupe', 'texts.jsonl', '--contain', '0.57', '--dry-run');
    expect(stderr).toMatch(/^contained +2 +at least 57 % of their features are in a longer document$/m);
  });

  it('with --remove-contained removes them for one that stays, which is named, also by their duplicates', () => {
    write('texts.jsonl', DOCUMENTS);
    const { kept, stderr } = run(...WITH_ALL, '--remove-contained');
    expect(kept).toEqual(['book', 'other']);
    expect(withoutText('removed.jsonl')).toMatchObject([
      { id: 'part', contained_in: 'book', containment: 1 },
      { id: 'part again', duplicate_of: 'part', contained_in: 'book' },
      { id: 'chapter', contained_in: 'book', containment: 1 },
    ]);
    expect(withoutText('all.jsonl').map(({ contained_in }) => contained_in)).toEqual([
      'book',
      'book',
      'book',
      null,
      null,
    ]);
    expect(stderr).toMatch(/^kept +2\n^removed +3$/m);
    expect(stderr).toContain('in a longer document; 2 of them removed');
  });

  it('with --remove-contained says in every output which document is kept', () => {
    // Of the middle nine tenths are in the book; of the end, which is in the middle, less.
    const middle = [...long.slice(0, 95), ...words('own', 6)];
    write('texts.jsonl', [
      ...DOCUMENTS,
      { id: 'middle', text: middle.join(' ') },
      { id: 'end', text: middle.slice(-16).join(' ') },
    ]);
    const { kept } = run(...WITH_ALL, '--remove-contained', '--groups', 'groups.jsonl', '--report', 'report.html');
    expect(kept).toEqual(['book', 'other', 'end']);
    const keptFor = ({ id, duplicate_of, contained_in }: Record<string, string>) => contained_in ?? duplicate_of ?? id;
    expect(withoutText('all.jsonl').map(keptFor)).toEqual(['book', 'book', 'book', 'book', 'other', 'book', 'end']);
    expect(withoutText('removed.jsonl').map(keptFor)).toEqual(['book', 'book', 'book', 'book']);
    expect(folder.records('groups.jsonl')).toEqual([
      { id: 'part', group: 'part', contained_in: 'book' },
      { id: 'part again', group: 'part', contained_in: 'book' },
    ]);
    const all = folder.records('contained.jsonl');
    expect(all.filter(({ removed }) => removed).map(({ id, contained_in }) => [id, contained_in])).toEqual([
      ['part', 'book'],
      ['chapter', 'book'],
      ['middle', 'book'],
    ]);
    expect(all).toContainEqual(expect.objectContaining({ id: 'end', contained_in: 'middle' }));
    const note = /part<\/bdi> was removed, too, as it is contained in <bdi[^>]*>book<\/bdi>\./g;
    expect(folder.read('report.html').match(note)).toHaveLength(2);
  });

  it('says of what is kept that it is of the reference', () => {
    write('texts.jsonl', DOCUMENTS.slice(0, 2));
    write('seen.jsonl', [DOCUMENTS[3]!]);
    run(...WITH_ALL, '--remove-contained', '--groups', 'groups.jsonl', '--against', 'seen.jsonl');
    for (const name of ['all.jsonl', 'removed.jsonl', 'groups.jsonl']) {
      const said = folder.records(name).map(({ contained_in, reference }) => [contained_in, reference]);
      expect([name, said]).toEqual([name, new Array(2).fill(['book', true])]);
    }
    write('seen.jsonl', [DOCUMENTS[0]!]);
    run(...WITH_ALL, '--against', 'seen.jsonl');
    expect(withoutText('all.jsonl')).toMatchObject([
      { id: 'part', duplicate_of: 'part', contained_in: null, reference: true },
      { id: 'part again', duplicate_of: 'part', contained_in: null, reference: true },
    ]);
  });

  it('looks into references, too, which are never told or removed, and adds nothing that was removed', () => {
    write('texts.jsonl', DOCUMENTS.slice(0, 3));
    write('seen.jsonl', [DOCUMENTS[3]!, { id: 'short', text: long.slice(150, 180).join(' ') }]);
    const { kept } = run(...WITH_ALL, '--remove-contained', '--against', 'seen.jsonl', '--update');
    expect(kept).toEqual([]);
    expect(folder.records('contained.jsonl')).toEqual([
      { id: 'part', contained_in: 'book', reference: true, containment: 1, removed: true },
      { id: 'part', contained_in: 'chapter', containment: 1 },
      { id: 'chapter', contained_in: 'book', reference: true, containment: 1, removed: true },
    ]);
    expect(folder.records('seen.jsonl').map(({ id }) => id)).toEqual(['book', 'short']);
  });

  it('compares only documents of about the same time, with --window', () => {
    const times = ['2024-05-01', '2024-05-01', '2024-05-02', '2025-01-01', '2024-05-01'];
    write(
      'texts.jsonl',
      DOCUMENTS.map((one, i) => ({ ...one, time: times[i] })),
    );
    run(...WITH_ALL, '--window', '14d', '--time', 'time');
    expect(folder.records('contained.jsonl').map(({ id, contained_in }) => [id, contained_in])).toEqual([
      ['part', 'chapter'],
    ]);
  });

  it('looks into references that are the same but for their time, with --window', () => {
    write('seen.jsonl', [
      { ...DOCUMENTS[3]!, time: '2024-05-01' },
      { id: 'reprint', text: DOCUMENTS[3]!.text, time: '2024-05-10' },
    ]);
    write('texts.jsonl', [{ ...DOCUMENTS[0]!, time: '2024-05-20' }]);
    run(...WITH_ALL, '--against', 'seen.jsonl', '--window', '14d', '--time', 'time');
    expect(folder.records('contained.jsonl')).toEqual([
      { id: 'part', contained_in: 'reprint', reference: true, containment: 1 },
    ]);
  });

  it('looks into all references, also where they are of one group', () => {
    write('seen.jsonl', [
      { id: 'begin', text: long.slice(0, 570).join(' ') },
      { id: 'end', text: long.slice(30).join(' ') },
    ]);
    write('texts.jsonl', [
      { id: 'between', text: long.slice(15, 585).join(' ') },
      { id: 'last words', text: long.slice(560).join(' ') },
    ]);
    run(...WITH_ALL, '--against', 'seen.jsonl', '--rule', 'components');
    expect(withoutText('removed.jsonl')).toMatchObject([{ id: 'between', duplicate_of: 'begin' }]);
    expect(folder.records('contained.jsonl')).toEqual([
      { id: 'last words', contained_in: 'end', reference: true, containment: 1 },
    ]);
  });

  it('gives the same bytes every time, and for texts of any format', () => {
    write('texts.jsonl', DOCUMENTS);
    run(...WITH_ALL);
    const first = folder.read('contained.jsonl');
    run(...WITH_ALL);
    expect(folder.read('contained.jsonl')).toBe(first);
    folder.write('table.csv', `id,text\n${DOCUMENTS.map(({ id, text }) => `${id},${text}\n`).join('')}`);
    folder.run('dedupe', 'table.csv', '--contain', '0.9', '--contained', 'contained.jsonl', '-o', 'kept.csv');
    expect(folder.read('contained.jsonl')).toBe(first);
  });

  it('is a section of the report, the most doubtful first, and counts in its numbers', () => {
    const doubtful = { id: 'most of <it>', text: [...long.slice(0, 95), ...words('own', 5)].join(' ') };
    write('texts.jsonl', [...DOCUMENTS, doubtful]);
    const row = (...cells: string[]) =>
      new RegExp(cells.map((cell) => `<td>(?:<[^>]+>)*${cell}(?:<[^>]+>)*</td>`).join(''));
    run('--report', 'report.html');
    const told = folder.read('report.html');
    const rows = told
      .slice(told.indexOf('id="contained"'))
      .match(/<tr><td>.*<\/td><\/tr>/g)!
      .slice(0, 3);
    expect(rows[0]).toMatch(row('most of &lt;it&gt;', 'long0 [^<]*', '9\\d\\.\\d %', 'book', 'kept'));
    expect(rows[1]).toMatch(row('part', 'long200 [^<]*', '100\\.0 %', 'chapter</bdi> and 1 more', 'kept'));
    expect(rows[2]).toMatch(row('chapter', 'long150 [^<]*', '100\\.0 %', 'book', 'kept'));
    expect(told).toMatch(/<dt>Kept<\/dt><dd><b>5<\/b>/);
    expect(told).toMatch(/<dt>Contained<\/dt><dd><b>3<\/b> <span>in longer documents; 0 of them removed/);

    run('--report', 'report.html', '--remove-contained');
    const removed = folder.read('report.html');
    expect(removed).toMatch(row('part', 'long200 [^<]*', '100\\.0 %', 'book</bdi> and 1 more', 'removed'));
    expect(removed).toMatch(/<dt>Kept<\/dt><dd><b>2<\/b>/);
    expect(removed).toMatch(/<dt>Removed<\/dt><dd><b>4<\/b>/);

    folder.run('dedupe', 'texts.jsonl', '--report', 'report.html', '-o', 'kept.jsonl');
    expect(folder.read('report.html')).not.toContain('ontained');
  });

  it('is needed by what goes with it, and must be a share', () => {
    write('texts.jsonl', DOCUMENTS);
    for (const [args, why] of [
      [['--contained', 'x.jsonl'], 'add --contain 0.9'],
      [['--remove-contained'], 'add --contain 0.9'],
      [['--contain', '90'], 'a number from 0 to 1'],
      [['--contain', '0.9', '--contained', 'x', '-o', 'x'], 'Two outputs are the same file'],
    ] as const) {
      const { status, stderr } = folder.run('dedupe', 'texts.jsonl', ...args);
      expect([status, stderr.includes(why)]).toEqual([2, true]);
    }
  });
});
