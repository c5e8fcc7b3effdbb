import { basename } from 'node:path';
import { isPart } from './left-parts.ts';
import { targetOf } from './output-file.ts';

/** Where what was found so far is kept of a run that writes this file. */
export const checkpointOf = (output: string): string => `${output}.checkpoint`;

/** Whether a file is made by the run itself, in this run or an earlier one like it: it is no input where it is merely found. */
export type IsOwn = (path: string) => boolean;

/** @param outputs what the run writes; `'-'` is standard output */
export function ownFiles(outputs: readonly string[]): IsOwn {
  const targets = outputs.filter((path) => path !== '-').map(targetOf);
  const names = targets.map((target) => basename(target));
  return (path) => {
    // By the name first: to look where a path leads takes longer.
    if (!names.some((name) => basename(path).startsWith(name))) return false;
    const found = targetOf(path);
    return targets.some((target) => found === target || found === checkpointOf(target) || isPart(found, target));
  };
}
