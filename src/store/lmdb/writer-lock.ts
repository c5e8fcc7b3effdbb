import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { reasonOf } from '../../io/errors.ts';
import { StoreFailedError, StoreLockedError } from '../errors.ts';
import { Gate } from './gate.ts';

/** Who writes to a store. */
interface Holder {
  /** Its transactions bear it (`Tables.stateFor`): whoever has lost the lock cannot write, even if it does not know. */
  readonly token: string;
  readonly host: string;
  /** Containers of a host may each have processes of the same numbers: in which of these spaces it has its own, on Linux. */
  readonly space?: string | undefined;
  readonly pid: number;
  /** Tells a process from a later one with its number. */
  readonly started: string | undefined;
  /** Which of its threads; 0 is the main one, which lives as long as the process. */
  readonly thread: number;
}

/** Milliseconds between signs of life, and after how many without one a process elsewhere, or a thread, counts as dead. */
const BEAT = 5_000;
const PATIENCE = 30_000;

const SPACE = spaceOfProcesses();

/** What this thread has. */
const held = new Set<WriterLock>();

// That a process has ended others see by themselves, but not in other containers and on other machines.
process.on('exit', () => {
  for (const lock of held) lock.release();
});

/** The right to write to a store: one process at a time has it, in one of its threads. What the dead left is taken over. */
export class WriterLock {
  readonly token: string;
  readonly #path: string;
  readonly #beats: NodeJS.Timeout;

  /** @throws {StoreLockedError} if another process has it, or this one has it already */
  static take(folder: string): Promise<WriterLock> {
    // Between looking who has it and taking it over, or between making the file and filling it, nobody else may come.
    return Gate.passOnce(folder, () => new WriterLock(folder));
  }

  private constructor(folder: string) {
    const holder: Holder = {
      token: randomUUID(),
      host: hostname(),
      space: SPACE,
      pid: process.pid,
      started: startOf(process.pid),
      thread: threadId,
    };
    this.#path = join(folder, 'writer.lock');
    this.token = holder.token;
    if (!this.#create(holder)) {
      const other = holderOf(this.#path);
      if (other && isAlive(other, this.#path)) throw locked(folder, other);
      this.#replace(holder);
    }
    this.#beats = setInterval(() => this.#beat(), BEAT).unref();
    held.add(this);
  }

  /** Not if it was taken over, or the folder was moved: another store may stand in its place. */
  get isHeld(): boolean {
    return holderOf(this.#path)?.token === this.token;
  }

  /** Gives it back, unless it has been taken over. */
  release(): void {
    clearInterval(this.#beats);
    held.delete(this);
    try {
      if (this.isHeld) rmSync(this.#path, { force: true });
    } catch {
      // It is the lock of one that has ended, then.
    }
  }

  #create(holder: Holder): boolean {
    try {
      writeFileSync(this.#path, JSON.stringify(holder), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw new StoreFailedError(`Cannot write ${this.#path}: ${reasonOf(error)}.`, { cause: error });
    }
  }

  #replace(holder: Holder): void {
    const beside = `${this.#path}.${process.pid}.part`;
    try {
      writeFileSync(beside, JSON.stringify(holder));
      renameSync(beside, this.#path);
    } catch (error) {
      rmSync(beside, { force: true });
      throw new StoreFailedError(`Cannot write ${this.#path}: ${reasonOf(error)}.`, { cause: error });
    }
  }

  #beat(): void {
    try {
      if (!this.isHeld) return;
      const now = new Date();
      utimesSync(this.#path, now, now);
    } catch {
      // Whoever took it away is found by the next transaction.
    }
  }
}

/** Whether a process has the right to write to a store. */
export function hasWriter(folder: string): boolean {
  const path = join(folder, 'writer.lock');
  try {
    const holder = holderOf(path);
    return holder !== undefined && isAlive(holder, path);
  } catch {
    // Who it is not everybody may know.
    return isBeating(path);
  }
}

/**
 * Undefined if there is none, or it was cut off while it was written, or says nothing of a process.
 *
 * @throws {StoreFailedError} if it cannot be read: it may be that of a process that lives
 */
function holderOf(path: string): Holder | undefined {
  try {
    const holder = Object(JSON.parse(readFileSync(path, 'utf8'))) as Holder;
    return typeof holder.host === 'string' && Number.isInteger(holder.pid) ? holder : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw new StoreFailedError(
      `Cannot read ${path}: ${reasonOf(error)}. It says who writes to the store: give the user of this process the right to read it.`,
      { cause: error },
    );
  }
}

function isAlive(holder: Holder, path: string): boolean {
  const { pid, started, thread } = holder;
  if (isHere(holder) && !isRunning(pid, started)) return false;
  // Whether a thread of a process lives the system does not tell, nor anything of processes elsewhere.
  if (isHere(holder) && !thread) return true;
  return isBeating(path);
}

/** Whether there was a sign of life lately. One that is to come is from before a clock was set right. */
function isBeating(path: string): boolean {
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Math.abs(Date.now() - mtimeMs) < PATIENCE;
}

const isHere = ({ host, space = SPACE }: Holder): boolean => host === hostname() && space === SPACE;

function spaceOfProcesses(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

function isRunning(pid: number, started: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === undefined || started === startOf(pid);
}

/** When a process began, as Linux counts it; undefined elsewhere, and of one that is not there or has ended. */
function startOf(pid: number): string | undefined {
  try {
    // The name of the command, which stands in brackets, may hold anything; what follows is the state and numbers.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : numbers[18];
  } catch {
    return undefined;
  }
}

function locked(folder: string, holder: Holder): StoreLockedError {
  const { pid, host, thread } = holder;
  const who = isHere(holder) && pid === process.pid ? 'This process' : `Process ${pid}`;
  const where = `${isHere(holder) ? '' : ` on ${host}`}${thread ? `, in its thread ${thread},` : ''}`;
  const ended = thread ? 'thread' : isHere(holder) ? undefined : 'process, container or machine';
  const orWait = ended ? `, or wait ${PATIENCE / 1000} seconds if that ${ended} has ended` : '';
  return new StoreLockedError(
    `${who}${where} writes to ${folder}, and only one may at a time. Close it where it was opened${orWait}. ` +
      'To write from several, run hammingbird serve and ask that. It can be read meanwhile: by hammingbird search --store, ' +
      'or openStore with readOnly.',
  );
}
