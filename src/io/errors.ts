import { HammingbirdError } from '../errors.ts';

/** An input cannot be read at all, or changed while it was being read. */
export class InputError extends HammingbirdError {}

/** An output cannot be written. */
export class OutputError extends HammingbirdError {}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  ELOOP: 'its symbolic links run in a circle',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
};

/** What the system says of a file, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const meaning = code === undefined ? undefined : MEANINGS[code];
  return meaning === undefined ? (message ?? String(error)) : `${meaning} (${code})`;
}
