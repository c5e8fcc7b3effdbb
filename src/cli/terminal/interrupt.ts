const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

interface Work {
  abandon?(): void;
  /** What is to be said of what it leaves, if it is more than nothing. */
  readonly left?: string;
}

const unfinished = new Set<Work>();
let finish: (() => void) | undefined;

/** Until `settle`, an interruption makes `work` leave nothing behind, or say what. */
export function onInterruptAbandon(work: Work): { settle(): void } {
  unfinished.add(work);
  return { settle: () => unfinished.delete(work) };
}

/** When the next interruption comes, which then does not end the process. The one after it does. */
export function interruption(): Promise<void> {
  return new Promise((resolve) => {
    finish = resolve;
  });
}

/** Ctrl-C and its like: half-written files are removed, and the exit status is 128 + the signal, as shells expect. */
export function onInterrupt(): void {
  for (const [signal, handler] of handlers) process.on(signal, handler);
}

/** Does what waits in the system, where no handler can run: meanwhile, a signal ends the process by itself. */
export function unheard<T>(wait: () => T): T {
  for (const [signal, handler] of handlers) process.off(signal, handler);
  try {
    return wait();
  } finally {
    onInterrupt();
  }
}

const handlers = Object.entries(SIGNALS).map(
  ([signal, status]) => [signal, () => interrupted(signal, status)] as const,
);

function interrupted(signal: string, status: number): void {
  if (finish) {
    finish();
    finish = undefined;
    return;
  }
  for (const work of unfinished) work.abandon?.();
  const left = [...unfinished].find((work) => work.left !== undefined)?.left;
  const said = left === undefined ? '; no file was written.' : `. ${left}`;
  process.stderr.write(`\nhammingbird: interrupted (${signal})${said}\n`);
  process.exit(status);
}
