// `hammingbird plan` as a user sees it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBytes } from '../../src/cli/options/values.ts';
import { folderForEach } from '../support/folders.ts';

const PAGE = readFileSync(new URL('../../docs/index-plans.md', import.meta.url), 'utf8');

const folder = folderForEach();

/** The cells of the rows of the table, its header first. */
function rowsOf(stdout: string): string[][] {
  return stdout
    .split('\n\n')[1]!
    .split('\n')
    .map((line) => line.replace(/^→/, '').trim().split(/ {2,}/));
}

describe('plan', () => {
  it('prints a table of designs, and which one it takes, and why', () => {
    const { status, stdout, stderr } = folder.run('plan', '--size', '1e6', '--distance', '3');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^1,000,000 fingerprints, distance 3\n\n/);
    const [header, ...rows] = rowsOf(stdout);
    expect(header).toEqual(
      'design radii probes candidates bytes memory|× 4 GiB|time idea'
        .split('|')
        .flatMap((part, i) => (i === 1 ? [part] : part.split(' '))),
    );
    expect(rows.find(([design]) => design === '4 × 16')?.slice(0, 4)).toEqual(['4 × 16', '0', '4', '61']);
    expect(rows.find(([design]) => design === 'linear scan')?.slice(1, 4)).toEqual(['–', '0', '1,000,000']);
    expect(stdout.match(/^→ {2}/gm)?.length).toBe(1);
    expect(stdout).toMatch(
      /\n→ 4 × 16, under 1 µs a search\. The fastest of \d+ complete plans\. A linear scan takes [\d,]+ times as long\.\n$/,
    );
  });

  it('covers what only a cluster can hold, and says how many memories that are', () => {
    const { status, stdout } = folder.run('plan', '--size', '8e9', '--distance', '3');
    expect(status).toBe(0);
    const rows = rowsOf(stdout).map(([design]) => design);
    for (const design of [
      '4 × 16',
      '3 × 21–22',
      '6 × 21–22',
      '8 × 24',
      '10 × 25–26',
      '12 × 27–28',
      '16 × 28',
      '20 × 31–33',
    ])
      expect(rows).toContain(design);
    expect(stdout).toMatch(/One index holds 4 GiB: this takes \d+ of them/);
  });

  it('takes what fits the memory', () => {
    const { status, stdout } = folder.run('plan', '--size', '1e9', '--distance', '3', '--memory', '64GB');
    expect(status).toBe(0);
    expect(stdout).toMatch(/ complete plans that fit the memory\./);
    const [, ...rows] = rowsOf(stdout);
    const chosen = /^→ +(\S+ × \S+|linear scan)/m.exec(stdout)![1];
    expect(rows.find(([design]) => design === chosen)?.[6]).toBe('1');
  });

  it('that nothing fits is an error behind the table', () => {
    const { status, stdout, stderr } = folder.run('plan', '--size', '8e9', '--distance', '3', '--memory', '64GB');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^hammingbird: No plan for 8000000000 fingerprints fits .* at least 2 such memories\.\n$/),
    ]);
    expect(rowsOf(stdout).length).toBeGreaterThan(10);
    expect(stdout).not.toContain('→');
  });

  it('prints all of it as JSON', () => {
    const { status, stdout } = folder.run('plan', '--size', '2^34', '--distance', '3', '--json');
    expect(status).toBe(0);
    const { size, maxDistance, chosen, plans } = JSON.parse(stdout);
    expect([size, maxDistance]).toEqual([2 ** 34, 3]);
    // biome-ignore lint/suspicious/noExplicitAny: JSON
    const candidates = Object.fromEntries(plans.map((plan: any) => [plan.name, plan.candidates]));
    expect(candidates).toMatchObject({ '4 × 16': 1048576, '10 × 25–26': 3584, '16 × 28': 1024, '20 × 31–33': 88 });
    expect(plans.map(({ name }: { name: string }) => name)).toContain(chosen.name);
    expect(chosen).toMatchObject({ why: expect.any(String), timeClass: expect.any(String), tables: expect.any(Array) });
    const none = folder.run('plan', '--size', '8e9', '--distance', '3', '--memory', '1GB', '--json');
    expect([none.status, JSON.parse(none.stdout).chosen]).toEqual([1, null]);
  });

  it.each([
    [['--distance', '3'], /required option '--size <count>' not specified/],
    [['--size', '1e6'], /required option '--distance <bits>' not specified/],
    [['--size', 'many', '--distance', '3'], /whole number from 1 to 1000000000000, such as 1000, 8e3 or 2\^12/],
    [['--size', '0', '--distance', '3'], /whole number from 1/],
    [['--size', '2^99', '--distance', '3'], /whole number from 1/],
    [['--size', '1e6', '--distance', '17'], /whole number from 0 to 16/],
    [['--size', '1e6', '--distance', '3', '--memory', '64 elephants'], /number of bytes above 0, such as 64GB/],
    [['--size', '1e6', '--distance', '3', '--memory', '0'], /number of bytes above 0/],
  ])('%j is refused with status 2', (args, message) => {
    const { status, stdout, stderr } = folder.run('plan', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['4GiB', 2 ** 32],
    ['1.5 kB', 1500],
    ['.5TB', 5e11],
    ['2e9', 2e9],
  ])('understands %s of memory', (memory, bytes) => {
    expect(parseBytes(memory)).toBe(bytes);
  });

  it('has help with examples', () => {
    const { status, stdout } = folder.run('plan', '--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}hammingbird plan /);
  });

  it('prints what docs/index-plans.md shows', () => {
    const shown = [...PAGE.matchAll(/^\$ hammingbird (plan .*)\n([\s\S]*?)^```$/gm)];
    expect(shown.length).toBeGreaterThan(0);
    for (const [, command, output] of shown) expect(folder.run(...command!.split(' ')).stdout).toBe(output);
  });
});
