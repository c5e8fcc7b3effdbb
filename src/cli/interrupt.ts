const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const unfinished = new Set<{ abandon(): void }>();

/** Until `settle`, an interruption makes `work` leave nothing behind. */
export function onInterruptAbandon(work: { abandon(): void }): { settle(): void } {
  unfinished.add(work);
  return { settle: () => unfinished.delete(work) };
}

/** Ctrl-C and its like: half-written files are removed, and the exit status is 128 + the signal, as shells expect. */
export function onInterrupt(): void {
  for (const [signal, status] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      for (const work of unfinished) work.abandon();
      process.stderr.write(`\nhammingbird: interrupted (${signal}); no file was written.\n`);
      process.exit(status);
    });
  }
}
