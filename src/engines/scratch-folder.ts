import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../io/errors.ts';
import { TEMPORARY } from '../io/temporary.ts';
import { EngineError } from './errors.ts';

export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Makes a folder for what an engine needs while it runs. Whoever asks removes it; an end of the process does, too, even
 * while the engine is still starting.
 *
 * @param engine its name
 * @throws {EngineError} if there is no room for one
 */
export function makeScratchFolder(engine: 'DuckDB' | 'Spark'): ScratchFolder {
  const path = make(engine);
  const remove = () => {
    try {
      // Threads of an engine may be putting a file there at this very moment.
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
      process.off('exit', remove);
    } catch {
      // Windows removes no file that an engine has open which failed. An error here would hide the one that led to it.
    }
  };
  process.on('exit', remove);
  return { path, remove };
}

function make(engine: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `hammingbird-${engine.toLowerCase()}-`));
  } catch (error) {
    const message = `Cannot make a folder for ${engine} in ${tmpdir()}: ${reasonOf(error)}. Set ${TEMPORARY} to one with room for it.`;
    throw new EngineError(message, { cause: error });
  }
}
