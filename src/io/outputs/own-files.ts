import { realpathSync, statSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { begun, isPart } from './left-parts.ts';
import { targetOf } from './target.ts';

/** Where what was found so far is kept of a run that writes this file. */
export const checkpointOf = (output: string): string => `${output}.checkpoint`;

/** Whether a file is made by the run itself, in this run or an earlier one like it: it is no input where it is merely found. */
export type IsOwn = (path: string) => boolean;

/** @param outputs what the run writes: files, `'-'` for standard output, and folders with all that is in them */
export function ownFiles(outputs: readonly string[]): IsOwn {
  const named = outputs.filter((path) => path !== '-');
  const targets = named.map(placeOf);
  // Beside the output as it is named, which may be a link to another folder.
  const checkpoints = new Set(named.map((path) => targetOf(checkpointOf(path))));
  const names = [...named, ...targets].map((path) => basename(begun(path)));
  return (path) => {
    // By the name first: to look where a path leads takes longer.
    if (!names.some((name) => path.includes(name))) return false;
    const found = targetOf(path);
    return (
      checkpoints.has(found) ||
      targets.some((target) => found === target || isPart(found, target) || found.startsWith(target + sep))
    );
  };
}

/** Where a folder is, or what an output of this name replaces, however the path is written. */
export function placeOf(path: string): string {
  return isFolder(path) ? realpathSync(path) : targetOf(path);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Whoever writes it will say what is wrong.
    return false;
  }
}
