// How far long work has come, as it is said on terminals of any width, and where there is none.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress, saying } from '../../src/cli/terminal/progress.ts';
import { ToldTurns } from '../../src/cli/terminal/told-turns.ts';

const LINE = 'reading: 6,061 documents, 52 MB, 61 MB/s, 12 s left';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

let written = '';

beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
});

interface Terminal {
  readonly isTTY?: true;
  readonly columns?: number;
}

function writeTo(terminal: Terminal): void {
  for (const name of ['isTTY', 'columns'] as const) {
    Object.defineProperty(process.stderr, name, { value: terminal[name], configurable: true, writable: true });
  }
}

/** What a line and clearing it write, a minute after the work began. */
function said(terminal: Terminal): string {
  written = '';
  writeTo(terminal);
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

  it('says how long work has taken of which nothing else is known, until it is done', async () => {
    writeTo({});
    vi.useFakeTimers();
    const work = new Promise<string>((resolve) => setTimeout(resolve, 25_000, 'done'));
    const saidWork = saying('checking seen', work);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await saidWork, written]).toEqual(['done', 'checking seen: 10 s so far\nchecking seen: 20 s so far\n']);
  });

  it('says how many things are done, and what waited meanwhile has its turn', async () => {
    writeTo({});
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const turns = new ToldTurns(new Progress(), 'writing', 3000, 'pairs');
    let heard = 0;
    setTimeout(() => heard++);
    clock.mockReturnValue(49);
    expect(turns.isOver).toBe(false);
    clock.mockReturnValue(10_000);
    expect(turns.isOver).toBe(true);
    await turns.tell(1000);
    expect([heard, written, turns.isOver]).toEqual([1, 'writing: 1,000 of 3,000 pairs\n', false]);
  });
});
