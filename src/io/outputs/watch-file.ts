import { statSync } from 'node:fs';
import { OutputError, readError } from '../errors.ts';

/**
 * To be called before a file is read that is to be replaced; what it returns, before it is.
 *
 * @param path undefined if none is
 * @throws {InputError} if it cannot be looked at
 * @throws {OutputError} (what it returns) if it is no longer the same: what others have added to it would be lost
 */
export function watchFile(path: string | undefined): () => void {
  if (path === undefined) return () => {};
  const before = stateOf(path);
  return () => {
    if (stateOf(path) === before) return;
    throw new OutputError(
      `Cannot write ${path}: something else has changed it since this run began to read it. Run it again.`,
    );
  };
}

/** What tells a file from what may come in its place, on any file system; undefined if there is none. */
function stateOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.size} ${found.mtimeNs}`;
  } catch (error) {
    throw readError(path, error);
  }
}
