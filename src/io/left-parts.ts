import { readdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a process writes what is to take the place of a file. */
export const partOf = (target: string, pid: number): string => `${target}.${pid}.part`;

/** Removes what processes of this machine, which are no more, have left of a file: nobody will give it its name. */
export function removeLeftParts(target: string): void {
  const folder = dirname(target);
  const beginning = `${basename(target)}.`;
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(beginning) ? /^(\d+)\.part$/.exec(name.slice(beginning.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) unlinkSync(join(folder, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
