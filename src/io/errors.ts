import { HammingbirdError } from '../errors.ts';
import { counted } from '../numbers.ts';

/** An input cannot be read at all, or changed while it was being read. */
export class InputError extends HammingbirdError {
  static override readonly name = 'InputError';
}

/** There is no room for what must be kept while the command runs. */
export class StorageError extends HammingbirdError {
  static override readonly name = 'StorageError';
}

/** An output cannot be written. */
export class OutputError extends HammingbirdError {
  static override readonly name: string = 'OutputError';
}

/** Records of one format cannot be written in another. */
export class OtherFormatError extends OutputError {
  static override readonly name = 'OtherFormatError';
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  ELOOP: 'its symbolic links run in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than may be written',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** What the system says of a file, in words. */
export function reasonOf(error: unknown): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  // A name that Node has decoded is another one then.
  if (code === 'ENOENT' && path?.includes('\ufffd')) return 'its name is not UTF-8; rename it';
  const meaning = code === undefined ? undefined : MEANINGS[code];
  return meaning === undefined ? (message?.replace(/\.$/, '') ?? String(error)) : `${meaning} (${code})`;
}

/** What begins like one is a name of no file: `s3://bucket/corpus.jsonl`. */
export const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const IS_ADDRESS =
  'it is an address, and no file; download it, or pipe what it gives into the command and read it as -';

const MORE_FILES = 'Allow more, as by `ulimit -n 65536`, or put records of several files into one.';

/** What the system says of an input, as an error that names it; any other error as it is. */
export function readError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof HammingbirdError || code === undefined) return error;
  // That says nothing of this one, which must not be passed over.
  if (code === 'EMFILE' || code === 'ENFILE')
    return new StorageError(`Cannot read ${path}: ${reasonOf(error)}. ${MORE_FILES}`);
  const reason = code === 'ENOENT' && ADDRESS.test(path) ? IS_ADDRESS : reasonOf(error);
  return new InputError(`Cannot read ${path}: ${reason}.`);
}

/** A file is no longer what it was when this run began to read it. */
export function changed(path: string): InputError {
  return new InputError(`${path} changed while it was being read. Run again when it is at rest.`);
}

/** What to do about a file that a library cannot read. */
const UNREADABLE =
  ' If it was cut off or damaged, fetch or write it again; if it is of another format, name that with --format.';

/** What a library says of an input, as an error that names it. */
export function formatError(path: string, error: unknown, remedy = UNREADABLE): unknown {
  if (error instanceof HammingbirdError) return error;
  // What the engine says of a value that cannot be is about the code of the library.
  const reason = error instanceof TypeError ? 'it does not hold what its format demands' : (error as Error).message;
  return new InputError(`Cannot read ${path}: ${reason}.${remedy}`);
}

/**
 * What an error says of an input, to stand beside its name.
 *
 * @param read how many documents of it had been read, which count
 */
export function reasonBeside(path: string, { message }: Error, read: number): string {
  const said = `Cannot read ${path}`;
  const reason = message.startsWith(said) ? message.slice(said.length).replace(/^(?: as [A-Z]+)?: /, '') : message;
  return read === 0 ? reason : `${reason} What came before, ${counted(read, 'document')}, is read.`;
}
