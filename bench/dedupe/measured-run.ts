import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.ts';

/** What a run of the command took, all its threads together. */
export interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Megabytes. */
  readonly peak: number;
  /** What it says at its end. */
  readonly said: string;
}

// Compiled, this file stands in build/bench/dedupe.
const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/**
 * Tells at its end what the process took: in a file, since the outputs have their uses. Linux counts as its peak what the
 * one that started it had, too, but not as the peak of its memory.
 */
const TELLING = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  const usage = process.resourceUsage();
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const peak = /^VmHWM:\\s+(\\d+) kB$/m.exec(status)?.[1] ?? usage.maxRSS;
  writeFileSync(process.env.USAGE_FILE, JSON.stringify({ ...usage, maxRSS: Number(peak) }));
});`;

/** Runs \`hammingbird dedupe\` as a user would, from the start of the process to its end. */
export function measuredRun(corpus: string, workers: number): Run {
  using folder = temporaryFolder();
  const usage = join(folder.path, 'usage.json');
  const start = performance.now();
  const said = execFileSync(
    'sh',
    [
      '-c',
      'exec "$@" 2>&1',
      'sh',
      process.execPath,
      `--import=data:text/javascript,${encodeURIComponent(TELLING)}`,
    ].concat([MAIN, 'dedupe', corpus, '-o', join(folder.path, 'kept.jsonl'), '--workers', `${workers}`]),
    { encoding: 'utf8', env: { ...process.env, USAGE_FILE: usage } },
  );
  const seconds = (performance.now() - start) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage;
  return { seconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024, said };
}
