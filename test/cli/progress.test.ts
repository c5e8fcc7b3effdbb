// How far long work has come, as it is said on terminals of any width, and where there is none.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../../src/cli/terminal/progress.ts';

const LINE = 'reading: 6,061 documents, 52 MB, 61 MB/s, 12 s left';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** What a line and clearing it write, a minute after the work began. */
function said(terminal: { isTTY?: true; columns?: number }): string {
  let written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
  for (const name of ['isTTY', 'columns'] as const) {
    Object.defineProperty(process.stderr, name, { value: terminal[name], configurable: true, writable: true });
  }
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(0);
  const progress = new Progress();
  clock.mockReturnValue(60_000);
  progress.say(() => LINE);
  progress.clear();
  return written;
}

describe('progress', () => {
  it.each([
    [80, LINE],
    [20, LINE.slice(0, 19)],
    [0, LINE],
  ])('takes one line of a terminal of %i columns, for only one can be rewritten', (columns, line) => {
    vi.stubEnv('TERM', 'xterm');
    expect(said({ isTTY: true, columns })).toBe(`\r\u001b[K${line}\r\u001b[K`);
  });

  it('is plain lines elsewhere, and on a terminal that can rewrite nothing', () => {
    vi.stubEnv('TERM', 'dumb');
    expect([said({}), said({ isTTY: true, columns: 80 })]).toEqual([`${LINE}\n`, `${LINE}\n`]);
  });
});
