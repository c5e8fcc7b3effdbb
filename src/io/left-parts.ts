import { readdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a process writes what is to take the place of a file. */
export const partOf = (target: string, pid: number): string => `${target}.${pid}.part`;

/**
 * Removes what processes of this machine, which are no more, have left of a file: nobody will give it its name. What cannot
 * be removed, such as that of another user, stays: nobody needs it gone.
 */
export function removeLeftParts(target: string): void {
  const folder = dirname(target);
  const beginning = `${basename(target)}.`;
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(beginning) ? /^(\d+)\.part$/.exec(name.slice(beginning.length))?.[1] : undefined;
    if (pid !== undefined && isOver(Number(pid))) attempt(() => unlinkSync(join(folder, name)));
  }
}

/** None of a folder in which files may be made, but not listed. */
const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];

/** Whether there is no such process, and there may have been. */
function isOver(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
