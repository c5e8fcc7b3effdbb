// A disk that is soon full: a file system of few bytes, in memory.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type Folder, needs } from './command.ts';

type Skip = Parameters<typeof needs>[2];

/** Does something with one that stands in a folder as `disk`. */
export async function onSmallDisk(
  folder: Folder,
  size: string,
  skip: Skip,
  use: (disk: string) => void | Promise<void>,
): Promise<void> {
  const disk = folder.at('disk');
  mkdirSync(disk);
  mountSmallDisk(disk, `size=${size}`, skip);
  try {
    await use(disk);
  } finally {
    execFileSync('umount', [disk]);
  }
}

/** Mounts one in place of a folder; the test unmounts it. */
export function mountSmallDisk(disk: string, options: string, skip: Skip): void {
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0;
  needs(isMounted, 'the right to mount a small file system', skip);
}
