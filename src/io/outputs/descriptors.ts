import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { normalize } from 'node:path';
import { OutputError } from '../errors.ts';

/** Names of what is open already, besides those by number. */
const NAMES: ReadonlyMap<string, number> = new Map([
  ['-', 1],
  ['/dev/stdin', 0],
  ['/dev/stdout', 1],
  ['/dev/stderr', 2],
]);
const NUMBERED = /^\/(?:dev|proc\/(?:self|thread-self))\/fd\/(0|[1-9]\d*)$/;
/** Where Linux tells of each descriptor how it was opened. */
const TOLD = '/proc/self/fdinfo';

/**
 * The descriptor that a path is a name of, which is to be written itself: opened anew, a file that it leads to would lose
 * what stands in it, as behind `>>`. Undefined for any other path, and where the system does not tell enough of it.
 *
 * @throws {OutputError} if it cannot be written, or is one of Node's own
 */
export function descriptorAt(path: string): number | undefined {
  const descriptor = NAMES.get(path) ?? numberIn(path);
  // Of these nothing needs to be told, on no system.
  if (descriptor === undefined || descriptor === 1 || descriptor === 2) return descriptor;
  const told = descriptorsTold();
  if (told === undefined) return undefined;
  const reason = told.includes(descriptor) ? unwritable(descriptor, told) : 'no such descriptor is open';
  if (reason !== undefined) throw new OutputError(`Cannot write ${path}: ${reason}.`);
  return descriptor;
}

function numberIn(path: string): number | undefined {
  const [, number] = NUMBERED.exec(path) ?? NUMBERED.exec(normalize(path)) ?? [];
  return number === undefined ? undefined : Number(number);
}

function unwritable(descriptor: number, told: readonly number[]): string | undefined {
  if (isReadOnly(descriptor)) return 'it is open for reading only';
  return isOfNode(descriptor, told) ? 'it is a descriptor of Node itself' : undefined;
}

/**
 * Whether Node made it, for what it waits for. Whether the next program would inherit it does not tell: Node forbids that of
 * what it inherits, too. But what it made is of no kind that others hand on, or a pipe without a name that it reads itself.
 */
function isOfNode(descriptor: number, told: readonly number[]): boolean {
  const file = fileBehind(descriptor)!;
  if (!file.startsWith('pipe:')) return file.startsWith('anon_inode:');
  return told.some((other) => other !== descriptor && fileBehind(other) === file && isReadOnly(other));
}

/** All that are open; undefined where the system does not tell. */
function descriptorsTold(): number[] | undefined {
  try {
    // The listing itself has one, which is gone when it is there.
    return readdirSync(TOLD)
      .map(Number)
      .filter((descriptor) => fileBehind(descriptor) !== undefined);
  } catch {
    return undefined;
  }
}

/** A path, or what is no file by its kind and number: `pipe:[4277904]`. */
function fileBehind(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}

function isReadOnly(descriptor: number): boolean {
  const [, flags] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`${TOLD}/${descriptor}`, 'latin1')) ?? [];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) === 0;
}
