// What our own drivers share, and those in JavaScript; the protocol is described in driver.ts.

/** Runs of JavaScript: so many that the compiler has done its work in most of them. */
export const SEARCH_RUNS = 100;
export const FINGERPRINT_RUNS = 1000;

/** Milliseconds of CPU so far, those of the compiler and of the garbage collector with them. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The median milliseconds of CPU of so many runs, none of which begins after two seconds of it, and what the last returned. */
export function median<R>(task: () => R, runs = 5): { ms: number; result: R } {
  const times: number[] = [];
  const begin = cpu();
  for (;;) {
    const start = cpu();
    const result = task();
    times.push(cpu() - start);
    if (times.length < runs && cpu() - begin < 2000) continue;
    return { ms: times.sort((a, b) => a - b)[times.length >> 1]!, result };
  }
}

export function report(what: string, ms: number, count: number, sum: number | bigint): void {
  console.log(`{"what":"${what}","ms":${ms},"count":${count},"sum":${sum}}`);
}
