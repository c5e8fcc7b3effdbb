import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../io/errors.ts';
import { EngineError } from './errors.ts';

/**
 * Makes a folder for what an engine needs while it runs; whoever asks removes it.
 *
 * @param engine its name
 * @throws {EngineError} if there is no room for one
 */
export function makeScratchFolder(engine: 'DuckDB' | 'Spark'): string {
  try {
    return mkdtempSync(join(tmpdir(), `hammingbird-${engine.toLowerCase()}-`));
  } catch (error) {
    const message = `Cannot make a folder for ${engine} in ${tmpdir()}: ${reasonOf(error)}. Set TMPDIR to one with room for it.`;
    throw new EngineError(message, { cause: error });
  }
}
