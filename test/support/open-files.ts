import { closeSync, openSync } from 'node:fs';

/** The numbers that files would have which are opened next: the same again when all that was opened meanwhile is closed. */
export function freeNumbers(path: string, count = 1): number[] {
  const files = Array.from({ length: count }, () => openSync(path, 'r'));
  for (const file of files) closeSync(file);
  return files;
}
