import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { durationInWords, HowFar } from '../../src/cli/terminal/progress.ts';
import { RejectList } from '../../src/io/reject-list.ts';
import { folderForEach } from '../support/folders.ts';

const folder = folderForEach();
let rejects: RejectList;
beforeEach(() => {
  rejects = new RejectList();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** What is said after ten seconds in which a quarter of a file was read. */
function said(inputs: readonly string[], done: number, read?: number): string {
  const paths = inputs.map((input) => folder.at(input));
  const howFar = new HowFar({ inputs: paths, textBytes: 20_000, bytesRead: 25_000, rejects });
  vi.advanceTimersByTime(10_000);
  return howFar.line(done, read);
}

it('tells the rate, and how long the rest of the files will take', () => {
  folder.write('a', 'x'.repeat(40_000));
  folder.write('b', 'x'.repeat(60_000));
  expect(said(['a', 'b'], 400)).toBe('reading: 400 documents, 20 kB, 2.0 kB/s, 30 s left');
});

it('counts one document as one', () => {
  expect(said([], 1)).toBe('reading: 1 document, 20 kB, 2.0 kB/s');
});

it('counts as read what needs no more work', () => {
  folder.write('a', 'x'.repeat(100_000));
  expect(said(['a'], 200, 400)).toBe('reading: 200 documents, 10 kB, 1.0 kB/s, 70 s left');
});

it('counts what is passed over, and says why where nothing else is found', () => {
  for (const line of [1, 2])
    rejects.add({ place: `a:${line}`, reason: 'no field "text"\u001b[2J (there are: id, body)' });
  expect(said([], 400)).toBe('reading: 400 documents, 20 kB, 2.0 kB/s, 2 passed over');
  expect(said([], 0)).toBe('reading: no document yet, 2 passed over: no field "text" [2J (there are: id, body)');
});

it.each([[['folder']], [['a', 'folder']], [['missing']], [[]]])('of %j tells the rate alone', (inputs) => {
  folder.write('a', 'x');
  folder.write('folder/b', 'x');
  expect(said(inputs, 400)).toBe('reading: 400 documents, 20 kB, 2.0 kB/s');
});

it.each([
  [0, '0 s'],
  [0.2, '1 s'],
  [99, '99 s'],
  [99.5, '2 min'],
  [5969, '99 min'],
  [5970, '1.7 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words);
});
