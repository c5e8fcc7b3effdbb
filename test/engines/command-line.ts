// Engines that are programs: several versions of Node, Deno, Bun.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Engine, Entry, Result } from './engine.ts';
import { programOf } from './programs.ts';

const run = promisify(execFile);

/** Versions of Node as they stand in package.json, and what is run in each. */
const NODES: readonly (readonly [string, readonly Entry[]])[] = [
  ['node-20', ['hammingbird', 'hammingbird/js', 'hammingbird/wasm']],
  ['node-22', ['hammingbird']],
  ['node-24', ['hammingbird']],
  ['node-26', ['hammingbird', 'hammingbird/js', 'hammingbird/wasm']],
];

export function nodeProgram(version: string): string | undefined {
  return programOf(version, 'bin/node');
}

const nodes = NODES.map(([version, entries]) =>
  commandLine(version.replace('node-', 'Node '), entries, nodeProgram(version)),
);

export const commandLines: readonly Engine[] = [
  ...nodes,
  commandLine(
    'Deno',
    ['hammingbird', 'hammingbird/js', 'hammingbird/wasm'],
    programOf('@deno/*', process.platform === 'win32' ? 'deno.exe' : 'deno'),
    ['run', '--quiet', '--no-lock', '--allow-all'],
  ),
  commandLine('Bun', ['hammingbird', 'hammingbird/js', 'hammingbird/wasm'], programOf('@oven/bun-*', 'bin/bun')),
];

function commandLine(
  name: string,
  entries: readonly Entry[],
  program: string | undefined,
  options: readonly string[] = [],
): Engine {
  return {
    name,
    entries,
    isThere: program !== undefined,
    async run(entry, folder): Promise<readonly Result[]> {
      const args = [...options, 'main.js', entry];
      const { stdout } = await run(program!, args, { cwd: folder, timeout: 110_000, maxBuffer: 2 ** 24 });
      return JSON.parse(stdout);
    },
  };
}
