// What a task on an executor runs in a process of its own: lines in, lines out, by our own core.
import { readFileSync } from 'node:fs';
import { fromPortable } from '../../../workers/portable-recipe.ts';
import type { TaskSettings } from '../settings.ts';
import { compare } from './compare.ts';
import { count } from './count.ts';
import { decide } from './decide.ts';
import { OutputRows } from './lines.ts';

const TASKS: Readonly<Record<string, (settings: TaskSettings, output: OutputRows) => Promise<void>>> = {
  count,
  compare,
  decide,
};

// A task that is not needed any more has its output closed.
process.stdout.on('error', () => process.exit(0));
try {
  const json = JSON.parse(readFileSync(new URL('../../../../settings.json', import.meta.url), 'utf8'));
  const output = new OutputRows();
  await TASKS[process.argv[2]!]!({ ...json, recipe: fromPortable(json.recipe) }, output);
  await output.flush();
} catch (error) {
  process.stderr.write(`hammingbird: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
