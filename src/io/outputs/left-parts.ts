import { randomUUID } from 'node:crypto';
import { readdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Bytes that a name may have, but for those that are added to it here: a number of up to ten digits, a code and the rest. */
const LONGEST = 255 - '.4294967295.01234567.part'.length;

/** Where this process writes what is to take the place of a file. One elsewhere, as in a container, may have its number. */
export const partOf = (target: string): string => `${begun(target)}.${process.pid}.${randomUUID().slice(0, 8)}.part`;

/** Whether a file is one of those. */
export const isPart = (path: string, target: string): boolean => pidOf(path, target) !== undefined;

function pidOf(path: string, target: string): number | undefined {
  const begin = `${begun(target)}.`;
  const pid = path.startsWith(begin) ? /^(\d+)\.[0-9a-f]{8}\.part$/.exec(path.slice(begin.length))?.[1] : undefined;
  return pid === undefined ? undefined : Number(pid);
}

/** What the names of its parts begin with: its own, without the end of one that leaves no room for more. */
export function begun(target: string): string {
  const name = basename(target);
  // A character that would be cut is not begun.
  const kept = new TextDecoder().decode(Buffer.from(name).subarray(0, LONGEST), { stream: true });
  return target.slice(0, target.length - name.length) + kept;
}

/**
 * Removes what processes of this machine, which are no more, have left of a file: nobody will give it its name.
 */
export function removeLeftParts(target: string): void {
  const folder = dirname(target);
  for (const name of namesIn(folder)) {
    const pid = pidOf(name, basename(target));
    if (pid !== undefined && isOver(pid)) removePart(join(folder, name));
  }
}

/** What cannot be removed, such as that of another user, stays: nobody needs it gone. */
export function removePart(path: string): void {
  attempt(() => unlinkSync(path));
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

/** What it returns; undefined if it cannot be done. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
