// Runs the command as a user would, in a folder of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const newPath = (): string => mkdtempSync(join(tmpdir(), 'hammingbird-test-'));

/** A temporary folder with the files that a test needs. */
export class Folder {
  path = newPath();

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** The objects in a file of JSONL. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of any shape
  records(name: string): any[] {
    return jsonLines(this.read(name));
  }

  names(): string[] {
    return readdirSync(this.path).sort();
  }

  run(...args: string[]): Result {
    return this.runWith({}, ...args);
  }

  /** `env` comes on top of the environment of the tests. */
  runWith(
    { env, ...options }: { input?: string | Uint8Array; uid?: number; cwd?: string; env?: NodeJS.ProcessEnv },
    ...args: string[]
  ): Result {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      cwd: this.path,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, ...env },
      ...options,
    });
    return { status, stdout, stderr };
  }

  start(...args: string[]): ChildProcess {
    return spawn(process.execPath, [MAIN, ...args], { cwd: this.path });
  }

  /** Is empty from now on, and elsewhere. */
  renew(): void {
    this.remove();
    this.path = newPath();
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of any shape
export function jsonLines(text: string): any[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Skips a test by name where something is missing, but fails it in CI, where it must not be. */
export function needs(present: boolean, what: string, skip: (why: string) => void): void {
  if (present) return;
  if (process.env.CI === 'true') throw new Error(`CI lacks ${what}, which this test needs`);
  skip(`needs ${what}`);
}
