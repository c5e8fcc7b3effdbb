import { changed } from '../errors.ts';
import { readAt } from './open-file.ts';
import type { Stored } from './storage.ts';

/**
 * What is stored, so many bytes at a time.
 *
 * @throws {InputError} if the file has become shorter: what it had before is lost otherwise, without a word
 */
export function* chunksOf({ path, file, start, end }: Stored, size: number): Generator<Buffer> {
  for (let at = start; at < end; at += size) {
    const length = Math.min(size, end - at);
    const bytes = readAt(file, at, length);
    if (bytes.length < length) throw changed(path);
    yield bytes;
  }
}
